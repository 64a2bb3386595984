//! `latent_store`: latents, or index keys, into the blocks of their cache.

use atlas_tensor::{DType, KvFormat};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::kv_shape::KvLayout;
use crate::ops::rope::kv_store::CacheMut;
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::View;

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct LatentStoreParams {
    x: u64,
    cache: u64,
    positions: u64,
    row_span: u64,
    block_base: u64,
    blocks: u64,
    row: i64,
    rows: i64,
    width: i64,
    block_tokens: i64,
    is_index: i64,
    layout: KvLayout,
}
pub(crate) const LATENT_STORE: Family = Family::of::<LatentStoreParams>(
    "latent/latent_store",
    &["latent_store_f32", "latent_store_bf16"],
);

/// Latents of a step into their blocks, as codes with the bits that the CPU stores.
pub struct LatentStore {
    kernel: Kernel,
    dtype: DType,
    format: KvFormat,
}

impl LatentStore {
    /// For activations of `dtype` and a cache of f32, bf16 or `fp8`.
    ///
    /// # Errors
    /// No kernel has this type or this format.
    pub fn bind(device: &Device, dtype: DType, format: KvFormat) -> Result<Self, CudaError> {
        let tag = activation("latent_store", dtype)?;
        super::simt::expect_format("latent_store", format)?;
        Ok(Self { kernel: device.kernel(&format!("latent_store_{tag}"))?, dtype, format })
    }

    /// `x[T, 1, W]` of every span to the cache: latents, or index keys.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        (x, is_index): (View<'_>, bool),
        cache: CacheMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare(step, (x, is_index), cache)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        step: &StepTables,
        (x, is_index): (View<'_>, bool),
        cache: CacheMut<'_>,
    ) -> Result<Prepared<LatentStoreParams>, CudaError> {
        let (op, shape, rows) = ("latent_store", &cache.shape, x.rows());
        let width = if is_index { shape.index_dim } else { shape.head_dim };
        expect(op, "x", &x, self.dtype, [rows, 1, width])?;
        expect_len(op, "cache", cache.memory.len, shape.bytes())?;
        shape.expect_latent(op, self.format)?;
        step.expect(op, rows, Some(shape))?;
        step.expect_written(op)?;
        let params = LatentStoreParams {
            x: x.ptr,
            cache: cache.memory.ptr,
            positions: step.positions(),
            row_span: step.row_span(),
            block_base: step.block_base(),
            blocks: step.block_table(),
            row: x.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
            block_tokens: shape.block_tokens as i64,
            is_index: i64::from(is_index),
            layout: shape.layout(),
        };
        let grid = Grid::over(rows * 32, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, 1, width, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}
