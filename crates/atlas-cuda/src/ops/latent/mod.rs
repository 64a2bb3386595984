//! `query_temperature`, `absorb_queries`, `latent_store`, `index_topk`, `latent_attention`,
//! `latent_values`, `latent_heads`, `latent_rope_write`.

pub mod expand;
pub mod head_maps;
pub mod head_maps_mma;
pub mod index_topk;
pub mod latent_store;
pub mod mma;
pub mod query_temperature;
pub(crate) mod rope_write;
pub mod simt;

use atlas_tensor::{DType, KvFormat};

use super::attention::Cache;
use super::kv_part::{self, Part};
use super::step::StepTables;
use super::{expect, expect_len};
use crate::error::CudaError;
use crate::view::{Slice, SliceMut, View, ViewMut};

pub(crate) const FAMILIES: [&super::Family; 11] = [
    &rope_write::ROPE_WRITE,
    &expand::GATHER,
    &expand::EXPAND,
    &expand::COPY_HEADS,
    &query_temperature::QUERY_TEMPERATURE,
    &latent_store::LATENT_STORE,
    &index_topk::INDEX_TOPK,
    &mma::LATENT_MMA,
    &simt::LATENT_SIMT,
    &head_maps::HEAD_MAPS,
    &head_maps_mma::HEAD_MAPS_MMA,
];

/// Arguments of one call of `latent_attention`: `q[T, H, W]` and `out[T, H, R]`.
pub struct LatentArgs<'a> {
    pub q: View<'a>,
    pub cache: Cache<'a>,
    /// Factor of scores before the softmax.
    pub scale: f32,
    pub selection: Option<Selected<'a>>,
    /// Without one all positions are taken; there is none with a selection.
    pub part: Option<Part<'a>>,
    pub out: ViewMut<'a>,
    /// Where the parts of a row meet, if they have room.
    pub partial: Option<SliceMut<'a, f32>>,
}

/// Positions that rows attend to: `positions[T * k]`, `counts[T]`.
#[derive(Clone, Copy)]
pub struct Selected<'a> {
    pub positions: Slice<'a, u32>,
    pub counts: Slice<'a, u32>,
    pub k: usize,
}

/// An error unless the arguments fit each other, the step, the type of activations and the format
/// of the cache.
fn check(
    op: &'static str,
    step: &StepTables,
    args: &LatentArgs<'_>,
    dtype: DType,
    format: KvFormat,
) -> Result<(), CudaError> {
    let (out, shape) = (args.out.view(), &args.cache.shape);
    let [rows, heads, latent] = out.shape;
    expect(op, "q", &args.q, dtype, [rows, heads, shape.head_dim])?;
    expect(op, "out", &out, dtype, out.shape)?;
    expect_len(op, "cache", args.cache.memory.len, shape.bytes())?;
    shape.expect_latent(op, format)?;
    step.expect(op, rows, Some(shape))?;
    if let Some(selection) = &args.selection {
        expect_len(op, "selected positions", selection.positions.len, rows * selection.k)?;
        expect_len(op, "selected counts", selection.counts.len, rows)?;
    }
    if latent > shape.head_dim {
        let what = format!("values of {latent} of {} elements", shape.head_dim);
        return Err(CudaError::bad(op, what));
    }
    if args.selection.is_some() && args.part.is_some() {
        return Err(CudaError::bad(op, "a part of a selection"));
    }
    kv_part::check(op, step, None, args.part.as_ref(), args.q.shape)
}
