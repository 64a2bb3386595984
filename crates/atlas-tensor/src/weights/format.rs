//! The formats of weights: bytes of a row, and the scales beside them.

use std::fmt;

use super::ggml::GgmlType;
use crate::ops::INT8_GROUP;
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
/// element is `code * block scale * scale`; the kinds that a format lacks are left out. Blocks of
/// ggml have their scales among their codes.
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
    /// Integers of 4 bits with a scale and a zero for `group` elements of a row.
    Int4 {
        group: u32,
    },
    /// Integers of 8 bits with a scale and a zero for `group` elements of a row.
    Int8 {
        group: u32,
    },
    /// Blocks of a quantised type of ggml.
    Ggml(GgmlType),
}

/// Bytes of the scale and zero of a group of [`WeightFormat::Int4`] and [`WeightFormat::Int8`].
pub const GROUP_WORD_BYTES: usize = 4;

impl WeightFormat {
    /// Every format; integers with groups of 128.
    pub const ALL: [Self; 22] = [
        Self::Bf16,
        Self::F16,
        Self::F32,
        Self::Fp8Row,
        Self::Fp8Block,
        Self::Nvfp4,
        Self::Mxfp4,
        Self::Int4 { group: 128 },
        Self::Int8 { group: 128 },
        Self::Ggml(GgmlType::Q4_0),
        Self::Ggml(GgmlType::Q4_1),
        Self::Ggml(GgmlType::Q5_0),
        Self::Ggml(GgmlType::Q5_1),
        Self::Ggml(GgmlType::Q8_0),
        Self::Ggml(GgmlType::Q2K),
        Self::Ggml(GgmlType::Q3K),
        Self::Ggml(GgmlType::Q4K),
        Self::Ggml(GgmlType::Q5K),
        Self::Ggml(GgmlType::Q6K),
        Self::Ggml(GgmlType::Iq4Nl),
        Self::Ggml(GgmlType::Iq4Xs),
        Self::Ggml(GgmlType::Mxfp4),
    ];

    /// Every format that weights are rounded to by [`super::Weight::from_f32`].
    pub const MADE: [Self; 7] =
        [Self::Bf16, Self::F16, Self::F32, Self::Fp8Row, Self::Fp8Block, Self::Nvfp4, Self::Mxfp4];

    /// The format of a type of ggml: blocks, or plain numbers.
    pub fn of_ggml(ty: GgmlType) -> Self {
        match ty {
            GgmlType::F32 => Self::F32,
            GgmlType::F16 => Self::F16,
            GgmlType::Bf16 => Self::Bf16,
            blocks => Self::Ggml(blocks),
        }
    }

    /// The same for any size of groups, as [`Self::ALL`] has it: what kernels are chosen by.
    pub fn kind(self) -> Self {
        match self {
            Self::Int4 { .. } => Self::Int4 { group: 128 },
            Self::Int8 { .. } => Self::Int8 { group: 128 },
            other => other,
        }
    }

    /// Whether it is blocks of ggml or integers in groups.
    pub fn is_blocks(self) -> bool {
        matches!(self, Self::Int4 { .. } | Self::Int8 { .. } | Self::Ggml(_))
    }

    /// Whether CPUs multiply rows of `k` elements with inputs that are rounded to 8 bits: blocks of
    /// ggml, and integers in groups where 32 elements always share a scale.
    pub fn takes_int8_inputs(self, k: usize) -> bool {
        let whole = |n: usize| n > 0 && n.is_multiple_of(INT8_GROUP);
        match self {
            Self::Ggml(_) => true,
            Self::Int4 { group } | Self::Int8 { group } => whole(k) && whole(group as usize),
            _ => false,
        }
    }

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
            Self::Int4 { .. } => "int4",
            Self::Int8 { .. } => "int8",
            Self::Ggml(ty) => ty.format_name(),
        }
    }

    /// Whether elements are codes that need scales.
    pub fn is_quantised(self) -> bool {
        self.dtype().is_none()
    }

    /// Bytes of the elements of a row of `k`; two codes of 4 bits share a byte, the earlier in its
    /// low half. Saturates.
    pub fn row_bytes(self, k: usize) -> usize {
        match self {
            Self::Bf16 | Self::F16 => k.saturating_mul(2),
            Self::F32 => k.saturating_mul(4),
            Self::Fp8Row | Self::Fp8Block => k,
            Self::Nvfp4 | Self::Mxfp4 | Self::Int4 { .. } => k.div_ceil(2),
            Self::Int8 { .. } => k,
            Self::Ggml(ty) => k.div_ceil(ty.block_elements()).saturating_mul(ty.block_bytes()),
        }
    }

    /// Elements of a row that share a scale and a zero, for integers in groups; 0 for others.
    pub fn group(self) -> usize {
        match self {
            Self::Int4 { group } | Self::Int8 { group } => group as usize,
            _ => 0,
        }
    }

    /// Bytes of the block scales of a row of `k`.
    pub fn block_scale_bytes(self, k: usize) -> usize {
        match self {
            Self::Nvfp4 => k.div_ceil(NVFP4_GROUP),
            Self::Mxfp4 => k.div_ceil(MXFP4_GROUP),
            Self::Int4 { group } | Self::Int8 { group } => {
                k.div_ceil(group.max(1) as usize).saturating_mul(GROUP_WORD_BYTES)
            }
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
            _ => 0,
        }
    }

    /// Type of the elements where they are numbers by themselves; `None` for codes.
    pub fn dtype(self) -> Option<DType> {
        match self {
            Self::Bf16 => Some(DType::Bf16),
            Self::F16 => Some(DType::F16),
            Self::F32 => Some(DType::F32),
            _ => None,
        }
    }

    /// Alignment that kernels need of elements read in place.
    pub fn alignment(self) -> usize {
        match self {
            Self::Bf16 | Self::F16 => 2,
            Self::F32 => 4,
            _ => 1,
        }
    }
}

impl fmt::Display for WeightFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int4 { group } | Self::Int8 { group } => {
                write!(f, "{} in groups of {group}", self.name())
            }
            _ => f.write_str(self.name()),
        }
    }
}
