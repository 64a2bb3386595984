//! Experts of 4-bit weights for many pairs, on Hopper: each code is decoded once for all pairs of a
//! tile.

use atlas_tensor::WeightFormat;
use atlas_tensor::ops::ExpertActivation;
use bytemuck::{Pod, Zeroable};

use super::combine::CombineParams;
use super::grouped_gemm::{GroupedGemm, SortParams};
use super::grouped_params::GroupedParams;
use super::quantised_args::QuantisedExpertsArgs;
use super::shared_expert::SharedAdd;
use super::{inputs_of, way_of};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch};
use crate::ops::Family;
use crate::ops::gemm::sm90_warp_specialized::{LOW, TARGET, WarpSpecializedTile, is_there, tile};
use crate::quantised::{QuantisedParams, kernel_tag};
use crate::stream::Stream;
use crate::tensor_map::TensorMap;

/// Pairs that an expert has on average from which each tile is the fastest.
const PAIRS_FROM: [usize; 2] = [16, 96];

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Fp4GroupedParams {
    x: TensorMap,
    grouped: GroupedParams,
    weight: QuantisedParams,
    rounded: i64,
    unused: [i64; 4],
}
pub(crate) const FP4_GROUPED: Family = Family::of::<Fp4GroupedParams>(
    "moe/sm90_fp4_grouped",
    &[
        "sm90_nvfp4_grouped_up_64x256",
        "sm90_nvfp4_grouped_up_128x256",
        "sm90_nvfp4_grouped_relu_squared_64x256",
        "sm90_nvfp4_grouped_relu_squared_128x256",
        "sm90_nvfp4_grouped_down_64x256",
        "sm90_nvfp4_grouped_down_128x256",
        "sm90_mxfp4_grouped_up_64x256",
        "sm90_mxfp4_grouped_up_128x256",
        "sm90_mxfp4_grouped_relu_squared_64x256",
        "sm90_mxfp4_grouped_relu_squared_128x256",
        "sm90_mxfp4_grouped_down_64x256",
        "sm90_mxfp4_grouped_down_128x256",
    ],
)
.with_shared()
.only_for(TARGET);

/// Tiles, from the smaller to the larger.
const TILES: [WarpSpecializedTile; 2] = [LOW, tile("128x256", [128, 256, 4], [1, 0])];

/// Both products of experts of one format.
pub(crate) struct Sm90Fp4Experts {
    /// Matrices of an expert that read x.
    per_inner: usize,
    sort: Kernel,
    /// By tile.
    up: [Kernel; 2],
    down: [Kernel; 2],
    combine: Kernel,
    /// The only tile, if there is one.
    only: Option<usize>,
}

impl Sm90Fp4Experts {
    /// None where the device lacks the instructions, or weights of `format` no codes of 4 bits. The
    /// tile is chosen by the number of pairs unless it is `only` one.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub(crate) fn bind(
        device: &Device,
        (activation, format): (ExpertActivation, WeightFormat),
        only: Option<usize>,
    ) -> Result<Option<Self>, CudaError> {
        let four_bits = matches!(format, WeightFormat::Nvfp4 | WeightFormat::Mxfp4);
        let tag = kernel_tag(format).filter(|_| four_bits && is_there(device, &TILES));
        let Some(tag) = tag else { return Ok(None) };
        let both = |way: &str| -> Result<[Kernel; 2], CudaError> {
            let kernel = |tile: WarpSpecializedTile| {
                device.kernel(&format!("sm90_{tag}_grouped_{way}_{}", tile.name))
            };
            Ok([kernel(TILES[0])?, kernel(TILES[1])?])
        };
        Ok(Some(Self {
            per_inner: inputs_of(activation),
            sort: device.kernel("sort_pairs")?,
            up: both(way_of(activation))?,
            down: both("down")?,
            combine: device.kernel("combine_bf16_pairs")?,
            only: only.map(|index| index.min(1)),
        }))
    }

    /// The tile for a call, if it is the fastest kernel there and reaches these weights.
    pub(crate) fn tile_for(&self, args: &QuantisedExpertsArgs<'_>) -> Option<usize> {
        let [inputs, inner] = [args.gate_up.k(), args.down.k()];
        let most = args.experts * inputs.max(self.per_inner * inner);
        let reads = most.max(args.ids.len) <= i32::MAX as usize && inputs > 0 && inner > 0;
        let index = self.only.or_else(|| Self::by_pairs(args.ids.len, args.experts));
        index.filter(|_| reads)
    }

    /// Whether it serves every number of rows.
    pub(crate) fn serves_all(&self) -> bool {
        self.only.is_some()
    }

    fn by_pairs(pairs: usize, experts: usize) -> Option<usize> {
        PAIRS_FROM.iter().rposition(|from| pairs >= from * experts)
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order, and a shared expert.
    /// The arguments have been checked, rows are whole pieces of 16 bytes, and the workspace is
    /// that of `GroupedGemm`.
    pub(crate) fn run(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        launch: Launch,
        (index, add): (usize, SharedAdd),
    ) -> Result<(), CudaError> {
        let [_, ranks, inputs, inner] = launch.shape;
        let (pairs, experts) = (args.ids.len, args.experts);
        let (starts, _) = GroupedGemm::layout(pairs, experts, inputs, inner);
        let [offset, tile, order, hidden, results] =
            starts.map(|at| args.workspace.ptr() + at as u64);
        let sort = SortParams {
            ids: args.ids.ptr,
            offset,
            tile,
            order,
            pairs: pairs as i64,
            experts: experts as i64,
            tile_rows: TILES[index].rows as i64,
            first: 0,
        };
        self.sort.launch(stream, launch, sort.grid(), &sort)?;
        let grouped = GroupedParams {
            x: args.x.ptr,
            weight: 0,
            hidden,
            out: results,
            order,
            offset,
            tile,
            x_row: args.x.strides[0] as i64,
            ranks: ranks as i64,
            experts: experts as i64,
            n: inner as i64,
            k: inputs as i64,
        };
        self.products(stream, args, launch, (index, grouped))?;
        let (combine, grid) = CombineParams::of_quantised(args, launch, results, add);
        self.combine.launch(stream, launch, grid, &combine)
    }

    fn products(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        launch: Launch,
        (index, grouped): (usize, GroupedParams),
    ) -> Result<(), CudaError> {
        let [_, _, inputs, inner] = launch.shape;
        let (pairs, tile, device) = (args.ids.len, TILES[index], self.sort.device());
        // At most one tile of an expert is not full.
        let tiles = pairs / tile.rows + args.experts.min(pairs);
        let up = Fp4GroupedParams {
            x: Zeroable::zeroed(),
            grouped,
            weight: args.gate_up.params(),
            rounded: 1,
            unused: [0; 4],
        };
        let across = inner.div_ceil(tile.columns / self.per_inner);
        self.up[index].launch(stream, launch, tile.grid(device, tiles * across), &up)?;
        let down = Fp4GroupedParams {
            x: TensorMap::of_rows(device, grouped.hidden(), [pairs, inner, inner], tile.rows)?,
            grouped: GroupedParams { n: inputs as i64, k: inner as i64, ..grouped },
            weight: args.down.params(),
            ..up
        };
        let across = inputs.div_ceil(tile.columns);
        self.down[index].launch(stream, launch, tile.grid(device, tiles * across), &down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_pairs_are_left_to_other_kernels() {
        // Tokens that choose 8 of 256 experts.
        assert_eq!(Sm90Fp4Experts::by_pairs(8 * 128, 256), None);
        assert_eq!(Sm90Fp4Experts::by_pairs(8 * 512, 256), Some(0));
        assert_eq!(Sm90Fp4Experts::by_pairs(8 * 8192, 256), Some(1));
    }
}
