//! `kv_store`: keys and values into the blocks of the cache.

use atlas_tensor::{DType, KvFormats};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::kv_shape::{KvShape, numbers};
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, expect, expect_len, tag};
use crate::stream::Stream;
use crate::view::{SliceMut, View};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct KvStoreParams {
    pub(crate) k: u64,
    pub(crate) v: u64,
    pub(crate) cache: u64,
    pub(crate) positions: u64,
    pub(crate) row_span: u64,
    pub(crate) block_base: u64,
    pub(crate) blocks: u64,
    pub(crate) k_row: i64,
    pub(crate) k_head: i64,
    pub(crate) v_row: i64,
    pub(crate) v_head: i64,
    pub(crate) rows: i64,
    pub(crate) heads: i64,
    pub(crate) width: i64,
    pub(crate) block_tokens: i64,
}
pub(crate) const KV_STORE: Family = Family::of::<KvStoreParams>(
    "rope/qk_norm_rope",
    &["kv_store_f32_f32", "kv_store_f32_bf16", "kv_store_bf16_bf16"],
);

/// A cache and its extents. `cache` is as long as the shape says.
pub struct CacheMut<'a> {
    /// Bytes of the cache.
    pub memory: SliceMut<'a, u8>,
    pub shape: KvShape,
}

pub(crate) fn store_params(
    op: &'static str,
    step: &StepTables,
    k: &View<'_>,
    v: &View<'_>,
    cache: &CacheMut<'_>,
    dtype: DType,
) -> Result<KvStoreParams, CudaError> {
    let shape = &cache.shape;
    let rows = k.rows();
    expect(op, "k", k, dtype, [rows, shape.kv_heads, shape.head_dim])?;
    expect(op, "v", v, dtype, [rows, shape.kv_heads, shape.head_dim])?;
    expect_len(op, "cache", cache.memory.len, shape.bytes())?;
    step.expect(op, rows, Some(shape))?;
    step.expect_written(op)?;
    Ok(KvStoreParams {
        k: k.ptr,
        v: v.ptr,
        cache: cache.memory.ptr,
        positions: step.positions(),
        row_span: step.row_span(),
        block_base: step.block_base(),
        blocks: step.block_table(),
        k_row: k.strides[0] as i64,
        k_head: k.strides[1] as i64,
        v_row: v.strides[0] as i64,
        v_head: v.strides[1] as i64,
        rows: rows as i64,
        heads: shape.kv_heads as i64,
        width: shape.head_dim as i64,
        block_tokens: shape.block_tokens as i64,
    })
}

/// Keys and values of a step into their blocks.
pub struct KvStore {
    kernel: Kernel,
    dtype: DType,
    formats: KvFormats,
}

impl KvStore {
    /// For activations of `dtype` and a cache of numbers.
    ///
    /// # Errors
    /// No kernel has these types; [`super::quantised_kv_store`] serves all formats.
    pub fn bind(device: &Device, dtype: DType, formats: KvFormats) -> Result<Self, CudaError> {
        let cache = cache_tag("kv_store", formats)?;
        let name = format!("kv_store_{}_{cache}", activation("kv_store", dtype)?);
        Ok(Self { kernel: device.kernel(&name)?, dtype, formats })
    }

    /// `k[T, n, hd]` and `v` of every span to the cache.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        k: View<'_>,
        v: View<'_>,
        cache: CacheMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare(step, k, v, cache)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        step: &StepTables,
        k: View<'_>,
        v: View<'_>,
        cache: CacheMut<'_>,
    ) -> Result<Prepared<KvStoreParams>, CudaError> {
        let op = "kv_store";
        let params = store_params(op, step, &k, &v, &cache, self.dtype)?;
        cache.shape.expect(op, self.formats)?;
        let [rows, heads, width] = k.shape;
        let grid = Grid::over(rows * heads * width, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, heads, width, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}

/// The part of a kernel's name that says the type of a cache of numbers.
pub(crate) fn cache_tag(op: &'static str, formats: KvFormats) -> Result<&'static str, CudaError> {
    let other = || CudaError::bad(op, format!("a cache in {formats}, not numbers of one type"));
    numbers(formats).map(tag).ok_or_else(other)
}
