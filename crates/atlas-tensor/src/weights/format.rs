//! The formats of weights: bytes of a row, and the scales beside them.

use std::fmt;

use crate::tensor::DType;

/// Elements of a row, and rows, that share a scale of [`WeightFormat::Fp8Block`].
pub const FP8_BLOCK: usize = 128;
/// Elements of a row that share a block scale of [`WeightFormat::Nvfp4`].
pub const NVFP4_GROUP: usize = 16;
/// Elements of a row that share a block scale of [`WeightFormat::Mxfp4`].
pub const MXFP4_GROUP: usize = 32;

/// Storage format of a weight.
///
/// A quantised weight is its codes and up to two kinds of scales: block scales, which are codes
/// themselves and lie row by row beside the elements, and f32 scales ([`super::Scales`]). An
/// element is `code * block scale * scale`; the kinds that a format lacks are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightFormat {
    Bf16,
    F16,
    F32,
    /// E4M3 with one scale for a row. A scale for a whole matrix is one for each of its rows.
    Fp8Row,
    /// E4M3 with one scale for 128 rows by 128 elements.
    Fp8Block,
    /// E2M1 with E4M3 block scales for 16 elements and one scale for a row.
    Nvfp4,
    /// E2M1 with E8M0 block scales for 32 elements.
    Mxfp4,
}

impl WeightFormat {
    /// Every format.
    pub const ALL: [Self; 7] =
        [Self::Bf16, Self::F16, Self::F32, Self::Fp8Row, Self::Fp8Block, Self::Nvfp4, Self::Mxfp4];

    /// The name in messages, flags and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::Fp8Row => "fp8-row",
            Self::Fp8Block => "fp8-block",
            Self::Nvfp4 => "nvfp4",
            Self::Mxfp4 => "mxfp4",
        }
    }

    /// Whether elements are codes that need scales.
    pub fn is_quantised(self) -> bool {
        self.dtype().is_none()
    }

    /// Bytes of the elements of a row of `k`; two E2M1 share a byte, the earlier in its low half.
    /// Saturates.
    pub fn row_bytes(self, k: usize) -> usize {
        match self {
            Self::Bf16 | Self::F16 => k.saturating_mul(2),
            Self::F32 => k.saturating_mul(4),
            Self::Fp8Row | Self::Fp8Block => k,
            Self::Nvfp4 | Self::Mxfp4 => k.div_ceil(2),
        }
    }

    /// Bytes of the block scales of a row of `k`.
    pub fn block_scale_bytes(self, k: usize) -> usize {
        match self {
            Self::Nvfp4 => k.div_ceil(NVFP4_GROUP),
            Self::Mxfp4 => k.div_ceil(MXFP4_GROUP),
            _ => 0,
        }
    }

    /// Whether all elements of a row share an f32 scale.
    pub fn has_row_scale(self) -> bool {
        matches!(self, Self::Fp8Row | Self::Nvfp4)
    }

    /// The f32 scales of a row of `k`.
    pub fn scale_columns(self, k: usize) -> usize {
        match self {
            Self::Fp8Row | Self::Nvfp4 => 1,
            Self::Fp8Block => k.div_ceil(FP8_BLOCK),
            Self::Bf16 | Self::F16 | Self::F32 | Self::Mxfp4 => 0,
        }
    }

    /// Type of the elements where they are numbers by themselves; `None` for codes.
    pub fn dtype(self) -> Option<DType> {
        match self {
            Self::Bf16 => Some(DType::Bf16),
            Self::F16 => Some(DType::F16),
            Self::F32 => Some(DType::F32),
            Self::Fp8Row | Self::Fp8Block | Self::Nvfp4 | Self::Mxfp4 => None,
        }
    }

    /// Alignment that kernels need of elements read in place.
    pub fn alignment(self) -> usize {
        match self {
            Self::Bf16 | Self::F16 => 2,
            Self::F32 => 4,
            Self::Fp8Row | Self::Fp8Block | Self::Nvfp4 | Self::Mxfp4 => 1,
        }
    }
}

impl fmt::Display for WeightFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
