//! `attention` over the paged cache.

mod codes;
mod decode_split_kv;
pub mod mma;
mod prefill_mma;
pub mod simt;
mod sm90_tma;
pub mod sm90_wgmma;
mod split_kv_merge;
pub mod split_kv_ranges;
mod tile_params;

use atlas_tensor::{DType, KvFormats};

use super::kv_part::{self, Part};
use super::kv_shape::KvShape;
use super::step::StepTables;
use super::{expect, expect_len};
use crate::error::CudaError;
use crate::view::{Slice, SliceMut, View, ViewMut};

pub(crate) const FAMILIES: [&super::Family; 9] = [
    &simt::ATTENTION,
    &decode_split_kv::DECODE,
    &prefill_mma::PREFILL,
    &codes::DECODE_CODES,
    &codes::DECODE_FP8,
    &codes::PREFILL_CODES,
    &sm90_tma::BOXES,
    &split_kv_merge::MERGE,
    &sm90_wgmma::ATTENTION_WGMMA,
];

/// Widest head.
pub(crate) const WIDTH_MAX: usize = 256;

/// A cache to read.
#[derive(Clone, Copy)]
pub struct Cache<'a> {
    /// Bytes of the cache.
    pub memory: Slice<'a, u8>,
    pub shape: KvShape,
}

/// Arguments of one call.
pub struct AttentionArgs<'a> {
    pub q: View<'a>,
    pub cache: Cache<'a>,
    pub scale: f32,
    /// Positions that a row sees, its own included.
    pub window: Option<u32>,
    /// Without one all positions are taken.
    pub part: Option<Part<'a>>,
    pub out: ViewMut<'a>,
    /// Where splits of a row meet; [`simt::SimtAttention::partial_len`] says how much a step takes.
    /// Without it, or with too little, a block walks all splits of its row: the same bits, in more
    /// time. So it does of a part, where the kernel is [`simt::SimtAttention`].
    pub partial: Option<SliceMut<'a, f32>>,
}

/// An error unless the arguments fit each other, the step, the type of
/// activations and the formats of the cache.
pub(crate) fn check(
    op: &'static str,
    step: &StepTables,
    args: &AttentionArgs<'_>,
    dtype: DType,
    formats: KvFormats,
) -> Result<(), CudaError> {
    let (out, shape) = (args.out.view(), &args.cache.shape);
    let [rows, heads, width] = args.q.shape;
    expect(op, "q", &args.q, dtype, [rows, heads, shape.head_dim])?;
    expect(op, "out", &out, dtype, args.q.shape)?;
    expect_len(op, "cache", args.cache.memory.len, shape.bytes())?;
    shape.expect(op, formats)?;
    step.expect(op, rows, Some(shape))?;
    if shape.kv_heads == 0 || !heads.is_multiple_of(shape.kv_heads) || width > WIDTH_MAX {
        let what = format!("{heads} heads of {width} on {} (width at most 256)", shape.kv_heads);
        return Err(CudaError::bad(op, what));
    }
    if args.window == Some(0) {
        return Err(CudaError::bad(op, "a window of 0 positions"));
    }
    kv_part::check(op, step, args.window, args.part.as_ref(), args.q.shape)
}
