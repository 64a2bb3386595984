//! The formats of ggml's tensors, which GGUF files hold: plain numbers, and blocks of codes with
//! their scales inside.
//!
//! A row is a sequence of blocks; its length is a multiple of [`GgmlType::block_elements`]. The
//! layouts are those of ggml's `ggml-common.h` (quantization version 2). [`dequantise`] is the
//! reference of every kernel that reads them.

mod blocks_of_256;
mod blocks_of_32;

use std::fmt;

use half::{bf16, f16};
use thiserror::Error;

/// A format of tensors in GGUF files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GgmlType {
    F32,
    F16,
    Bf16,
    /// 32 codes of 4 bits less 8, an f16 scale.
    Q4_0,
    /// 32 codes of 4 bits, an f16 scale and minimum.
    Q4_1,
    /// 32 codes of 5 bits less 16, an f16 scale.
    Q5_0,
    /// 32 codes of 5 bits, an f16 scale and minimum.
    Q5_1,
    /// 32 signed bytes, an f16 scale.
    Q8_0,
    /// 256 codes of 2 bits; 4-bit scales and minima for 16.
    Q2K,
    /// 256 codes of 3 bits; 6-bit scales for 16.
    Q3K,
    /// 256 codes of 4 bits; 6-bit scales and minima for 32.
    Q4K,
    /// 256 codes of 5 bits; 6-bit scales and minima for 32.
    Q5K,
    /// 256 codes of 6 bits; 8-bit scales for 16.
    Q6K,
    /// 32 codes of a table of 16 values, an f16 scale.
    Iq4Nl,
    /// 256 codes of a table of 16 values; 6-bit scales for 32.
    Iq4Xs,
    /// 32 E2M1, an E8M0 scale.
    Mxfp4,
}

/// Code in files, name, elements of a block, bytes of a block.
type Facts = (u32, &'static str, usize, usize);

impl GgmlType {
    /// Every supported format.
    pub const ALL: [Self; 16] = [
        Self::F32,
        Self::F16,
        Self::Bf16,
        Self::Q4_0,
        Self::Q4_1,
        Self::Q5_0,
        Self::Q5_1,
        Self::Q8_0,
        Self::Q2K,
        Self::Q3K,
        Self::Q4K,
        Self::Q5K,
        Self::Q6K,
        Self::Iq4Nl,
        Self::Iq4Xs,
        Self::Mxfp4,
    ];

    const fn facts(self) -> Facts {
        match self {
            Self::F32 => (0, "F32", 1, 4),
            Self::F16 => (1, "F16", 1, 2),
            Self::Q4_0 => (2, "Q4_0", 32, 18),
            Self::Q4_1 => (3, "Q4_1", 32, 20),
            Self::Q5_0 => (6, "Q5_0", 32, 22),
            Self::Q5_1 => (7, "Q5_1", 32, 24),
            Self::Q8_0 => (8, "Q8_0", 32, 34),
            Self::Q2K => (10, "Q2_K", 256, 84),
            Self::Q3K => (11, "Q3_K", 256, 110),
            Self::Q4K => (12, "Q4_K", 256, 144),
            Self::Q5K => (13, "Q5_K", 256, 176),
            Self::Q6K => (14, "Q6_K", 256, 210),
            Self::Iq4Nl => (20, "IQ4_NL", 32, 18),
            Self::Iq4Xs => (23, "IQ4_XS", 256, 136),
            Self::Bf16 => (30, "BF16", 1, 2),
            Self::Mxfp4 => (39, "MXFP4", 32, 17),
        }
    }

    /// The format of a code in a file; `None` for one that is not supported.
    pub fn of_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.code() == code)
    }

    /// The code in files (`ggml_type`).
    pub const fn code(self) -> u32 {
        self.facts().0
    }

    /// The name in file names and messages.
    pub const fn name(self) -> &'static str {
        self.facts().1
    }

    /// The name of weights of the format in messages, flags and tables.
    pub const fn format_name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Q4_0 => "q4_0",
            Self::Q4_1 => "q4_1",
            Self::Q5_0 => "q5_0",
            Self::Q5_1 => "q5_1",
            Self::Q8_0 => "q8_0",
            Self::Q2K => "q2_k",
            Self::Q3K => "q3_k",
            Self::Q4K => "q4_k",
            Self::Q5K => "q5_k",
            Self::Q6K => "q6_k",
            Self::Iq4Nl => "iq4_nl",
            Self::Iq4Xs => "iq4_xs",
            Self::Mxfp4 => "ggml-mxfp4",
        }
    }

    /// Elements of a block; 1 for plain numbers.
    pub const fn block_elements(self) -> usize {
        self.facts().2
    }

    /// Bytes of a block.
    pub const fn block_bytes(self) -> usize {
        self.facts().3
    }

    /// Whether elements are codes with scales.
    pub const fn is_quantised(self) -> bool {
        self.block_elements() > 1
    }

    /// Bytes of a row of `k` elements; `None` where `k` is no multiple of a block, or too many.
    pub const fn row_bytes(self, k: usize) -> Option<usize> {
        if k.is_multiple_of(self.block_elements()) {
            (k / self.block_elements()).checked_mul(self.block_bytes())
        } else {
            None
        }
    }
}

impl fmt::Display for GgmlType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Bytes that are not those of the elements asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{bytes} bytes of {ty} do not hold {elements} elements")]
pub struct BlockSizeError {
    pub ty: GgmlType,
    pub bytes: usize,
    pub elements: usize,
}

/// Writes the values of whole blocks to `out`, in f32 with the operations of ggml's
/// `dequantize_row_*` in their order and no fused multiply-add: equal to ggml's to the bit, but for
/// the payload of a NaN.
///
/// # Errors
/// `out` is no whole number of blocks, or `bytes` are not those of its elements.
pub fn dequantise(ty: GgmlType, bytes: &[u8], out: &mut [f32]) -> Result<(), BlockSizeError> {
    if ty.row_bytes(out.len()) != Some(bytes.len()) {
        return Err(BlockSizeError { ty, bytes: bytes.len(), elements: out.len() });
    }
    match ty {
        GgmlType::F32 => blocks(bytes, out, |b, [y]| *y = f32::from_le_bytes(*b)),
        GgmlType::F16 => blocks(bytes, out, |b, [y]| *y = f16::from_le_bytes(*b).to_f32()),
        GgmlType::Bf16 => blocks(bytes, out, |b, [y]| *y = bf16::from_le_bytes(*b).to_f32()),
        GgmlType::Q4_0 => blocks(bytes, out, blocks_of_32::q4_0),
        GgmlType::Q4_1 => blocks(bytes, out, blocks_of_32::q4_1),
        GgmlType::Q5_0 => blocks(bytes, out, blocks_of_32::q5_0),
        GgmlType::Q5_1 => blocks(bytes, out, blocks_of_32::q5_1),
        GgmlType::Q8_0 => blocks(bytes, out, blocks_of_32::q8_0),
        GgmlType::Q2K => blocks(bytes, out, blocks_of_256::q2_k),
        GgmlType::Q3K => blocks(bytes, out, blocks_of_256::q3_k),
        GgmlType::Q4K => blocks(bytes, out, blocks_of_256::q4_k),
        GgmlType::Q5K => blocks(bytes, out, blocks_of_256::q5_k),
        GgmlType::Q6K => blocks(bytes, out, blocks_of_256::q6_k),
        GgmlType::Iq4Nl => blocks(bytes, out, blocks_of_32::iq4_nl),
        GgmlType::Iq4Xs => blocks(bytes, out, blocks_of_256::iq4_xs),
        GgmlType::Mxfp4 => blocks(bytes, out, blocks_of_32::mxfp4),
    }
    Ok(())
}

/// Calls `block` for each block of `B` bytes and `E` elements.
fn blocks<const B: usize, const E: usize>(
    bytes: &[u8],
    out: &mut [f32],
    block: impl Fn(&[u8; B], &mut [f32; E]),
) {
    for (b, y) in bytes.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        block(b, y);
    }
}

/// The f16 at byte `at` of a block.
fn scale(block: &[u8], at: usize) -> f32 {
    f16::from_le_bytes([block[at], block[at + 1]]).to_f32()
}

/// The values of IQ4_NL and IQ4_XS codes (`kvalues_iq4nl`).
const IQ4_VALUES: [f32; 16] = [
    -127.0, -104.0, -83.0, -65.0, -49.0, -35.0, -22.0, -10.0, 1.0, 13.0, 25.0, 38.0, 53.0, 69.0,
    89.0, 113.0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_sizes_are_distinct_and_whole() {
        for ty in GgmlType::ALL {
            assert_eq!(GgmlType::of_code(ty.code()), Some(ty));
            assert_eq!(ty.row_bytes(2 * ty.block_elements()), Some(2 * ty.block_bytes()));
            let most = usize::MAX / ty.block_elements();
            let bytes = most.checked_mul(ty.block_bytes());
            assert_eq!(ty.row_bytes(most * ty.block_elements()), bytes);
            assert_eq!(ty.is_quantised(), ty.row_bytes(1).is_none());
        }
        // Q8_1, Q8_K and IQ2_XXS.
        assert!([9, 15, 16, u32::MAX].into_iter().all(|code| GgmlType::of_code(code).is_none()));
    }

    #[test]
    fn other_sizes_are_an_error_and_write_nothing() {
        for ty in GgmlType::ALL {
            let (bytes, elements) = (2 * ty.block_bytes(), 2 * ty.block_elements());
            let mut out = vec![f32::NAN; elements + ty.block_elements()];
            for len in [bytes - 1, bytes + 1, 0] {
                assert!(dequantise(ty, &vec![0; len], &mut out[..elements]).is_err(), "{ty}");
            }
            assert!(dequantise(ty, &vec![0; bytes], &mut out).is_err(), "{ty}");
            assert!(out.iter().all(|y| y.is_nan()), "{ty}");
            assert!(dequantise(ty, &vec![0; bytes], &mut out[..elements]).is_ok(), "{ty}");
            assert!(out[..elements].iter().all(|y| *y == 0.0), "{ty}");
        }
    }
}
