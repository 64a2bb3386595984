//! `kv_store` into a cache of codes with scales, or of keys and values in two formats.

use atlas_tensor::{DType, KvFormats};
use bytemuck::{Pod, Zeroable};

use super::kv_store::{CacheMut, KvStoreParams, store_params};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::kv_shape::KvLayout;
use crate::ops::step::StepTables;
use crate::ops::{Family, activation};
use crate::stream::Stream;
use crate::view::View;

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct QuantisedKvStoreParams {
    store: KvStoreParams,
    layout: KvLayout,
}
pub(crate) const QUANTISED_KV_STORE: Family = Family::of::<QuantisedKvStoreParams>(
    "rope/quantised_kv_store",
    &["quantised_kv_store_f32", "quantised_kv_store_bf16"],
);

/// Keys and values of a step into their blocks, as codes with the bits that the CPU stores.
pub struct QuantisedKvStore {
    kernel: Kernel,
    dtype: DType,
    formats: KvFormats,
}

impl QuantisedKvStore {
    /// For activations of `dtype` and a cache of any formats.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType, formats: KvFormats) -> Result<Self, CudaError> {
        let tag = activation("kv_store", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("quantised_kv_store_{tag}"))?, dtype, formats })
    }

    /// `k[T, n, hd]` and `v` of every span to the cache.
    ///
    /// # Errors
    /// Shapes that disagree, heads of a width that the formats cannot keep, or what the driver
    /// says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        k: View<'_>,
        v: View<'_>,
        cache: CacheMut<'_>,
    ) -> Result<(), CudaError> {
        let op = "kv_store";
        let store = store_params(op, step, &k, &v, &cache, self.dtype)?;
        cache.shape.expect(op, self.formats)?;
        let [rows, heads, width] = k.shape;
        if let Some(why) = self.formats.refuses(width) {
            return Err(CudaError::bad(op, why));
        }
        let params = QuantisedKvStoreParams { store, layout: cache.shape.layout() };
        let grid = Grid::over(2 * rows * heads * 32, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, heads, width, 0] }, grid, &params)
    }
}
