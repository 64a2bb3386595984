//! `latent_rope_write` in one launch.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::latent_store::LatentStoreParams;
use super::query_temperature::TemperatureParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::norm::rms_norm::RmsNormParams;
use crate::ops::rope::qk_norm_rope::QkNormRopeParams;
use crate::ops::{Family, activation};

const THREADS: u32 = 256;
/// Query heads of a block.
const WARPS: usize = 8;
/// Widest latent whose norm a block keeps in registers.
pub(crate) const LATENT_MAX: usize = 8 * THREADS as usize;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RopeWriteParams {
    q: QkNormRopeParams,
    k: QkNormRopeParams,
    temperature: TemperatureParams,
    norm: RmsNormParams,
    store: LatentStoreParams,
}
pub(crate) const ROPE_WRITE: Family = Family::of::<RopeWriteParams>(
    "latent/rope_write",
    &["latent_rope_write_f32", "latent_rope_write_bf16"],
);

/// Rotations, temperature, norm and write of a step's latents, to the bits of one after the other.
pub(crate) struct RopeWrite {
    kernel: Kernel,
}

impl RopeWrite {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("latent_rope_write", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("latent_rope_write_{tag}"))? })
    }

    /// The launch of all of these: the rotations of queries and of the key, the temperature, the
    /// norm, and the write of what the norm and the key leave in `stored`.
    pub fn together(
        &self,
        [q, k]: [&Prepared<QkNormRopeParams>; 2],
        temperature: Option<&Prepared<TemperatureParams>>,
        norm: &Prepared<RmsNormParams>,
        store: &Prepared<LatentStoreParams>,
    ) -> Prepared<RopeWriteParams> {
        let [rows, heads, width, _] = q.launch.shape;
        let params = RopeWriteParams {
            q: q.params,
            k: k.params,
            temperature: temperature.map_or_else(TemperatureParams::zeroed, |of| of.params),
            norm: norm.params,
            store: store.params,
        };
        let blocks = if width == 0 { 0 } else { rows * (1 + heads.div_ceil(WARPS)) };
        let grid = Grid::over(blocks * THREADS as usize, THREADS, self.kernel.device().info());
        let launch = Launch { op: "latent_rope_write", shape: [rows, heads, width, 0] };
        Prepared { kernel: self.kernel.clone(), launch, grid, params }
    }
}
