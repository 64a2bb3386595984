//! Experts in tiles of warps that copy and warps that multiply, which Hopper alone has.

use atlas_tensor::ops::ExpertActivation;
use bytemuck::{Pod, Zeroable};

use super::grouped_params::GroupedParams;
use super::{inputs_of, way_of};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch};
use crate::ops::Family;
use crate::ops::gemm::sm90_warp_specialized::{LOW, TARGET, WarpSpecializedTile, is_there, tile};
use crate::stream::Stream;
use crate::tensor_map::TensorMap;

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Sm90GroupedParams {
    x: TensorMap,
    weight: TensorMap,
    grouped: GroupedParams,
    rounded: i64,
    unused: [i64; 3],
}
pub(crate) const SM90_GROUPED_GEMM: Family = Family::of::<Sm90GroupedParams>(
    "moe/sm90_grouped_gemm",
    &[
        "sm90_grouped_gemm_up_64x256",
        "sm90_grouped_gemm_up_128x256",
        "sm90_grouped_gemm_relu_squared_64x256",
        "sm90_grouped_gemm_relu_squared_128x256",
        "sm90_grouped_gemm_down_64x256",
        "sm90_grouped_gemm_down_128x256",
    ],
)
.with_shared()
.only_for(TARGET);

/// Tiles, from the smaller to the larger.
const EXPERTS: [WarpSpecializedTile; 2] = [LOW, tile("128x256", [128, 256, 4], [1, 0])];

/// Both products of experts over sorted pairs.
pub(crate) struct Sm90GroupedGemm {
    /// Matrices of an expert that read x.
    per_inner: usize,
    up: Vec<Kernel>,
    down: Vec<Kernel>,
}

impl Sm90GroupedGemm {
    /// None where the device lacks the instructions.
    pub fn bind(device: &Device, activation: ExpertActivation) -> Result<Option<Self>, CudaError> {
        if !is_there(device, &EXPERTS) {
            return Ok(None);
        }
        let both = |way: &str| -> Result<Vec<Kernel>, CudaError> {
            let kernel = |tile: &WarpSpecializedTile| {
                device.kernel(&format!("sm90_grouped_gemm_{way}_{}", tile.name))
            };
            EXPERTS.iter().map(kernel).collect()
        };
        let per_inner = inputs_of(activation);
        Ok(Some(Self { per_inner, up: both(way_of(activation))?, down: both("down")? }))
    }

    /// Rows of a tile of a kind.
    pub fn rows(index: usize) -> usize {
        EXPERTS[index.min(1)].rows
    }

    /// Launches both products for at most so many tiles of rows, of `pairs` pairs; with `rounded`
    /// the results of pairs are bf16.
    pub fn run(
        &self,
        stream: &Stream,
        launch: Launch,
        [up, down]: [&GroupedParams; 2],
        [index, tiles, pairs]: [usize; 3],
        rounded: bool,
    ) -> Result<(), CudaError> {
        let index = index.min(1);
        let (tile, first, second) = (EXPERTS[index], &self.up[index], &self.down[index]);
        let device = first.device();
        let (experts, inner, inputs) = up.extents();
        let most = experts * inputs.max(self.per_inner * inner);
        if most > i32::MAX as usize {
            return Err(CudaError::bad(launch.op, format!("{most} rows of weights")));
        }
        if inner == 0 || inputs == 0 {
            return Err(CudaError::bad(launch.op, "experts without weights"));
        }
        // Boxes have half of the columns that a group of warps multiplies, the gate's or the up's.
        let columns = match (self.per_inner, tile.rows) {
            (1, _) => tile.columns,
            (_, 64) => tile.columns / 4,
            (_, _) => tile.columns / 2,
        };
        let rows = [experts * self.per_inner * inner, inputs, inputs];
        let params = Sm90GroupedParams {
            x: Zeroable::zeroed(),
            weight: TensorMap::of_rows(device, up.weight(), rows, columns)?,
            grouped: *up,
            rounded: 0,
            unused: [0; 3],
        };
        let across = inner.div_ceil(tile.columns / self.per_inner);
        first.launch(stream, launch, tile.grid(device, tiles * across), &params)?;
        let rows = [experts * inputs, inner, inner];
        let params = Sm90GroupedParams {
            x: TensorMap::of_rows(device, down.hidden(), [pairs, inner, inner], tile.rows)?,
            weight: TensorMap::of_rows(device, down.weight(), rows, tile.columns)?,
            grouped: *down,
            rounded: i64::from(rounded),
            ..params
        };
        let across = inputs.div_ceil(tile.columns);
        second.launch(stream, launch, tile.grid(device, tiles * across), &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_fit_into_the_shared_memory() {
        for tile in &EXPERTS {
            assert!(tile.shared_bytes() <= 227 << 10, "{}", tile.name);
        }
    }
}
