//! Experts of 8-bit inputs and weights, on Hopper: pairs sorted by expert, their tokens as codes of
//! 8 bits, and so the hidden layer between the two products.

use atlas_tensor::WeightFormat;
use atlas_tensor::ops::{ExpertActivation, ScaleGroup};
use bytemuck::{Pod, Zeroable};

use super::combine::CombineParams;
use super::grouped_gemm::SortParams;
use super::grouped_params::GroupedParams;
use super::quantised_args::QuantisedExpertsArgs;
use super::shared_expert::SharedAdd;
use super::{inputs_of, parts, way_of};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch};
use crate::ops::Family;
use crate::ops::gemm::quantise_activations::{ActivationCodes, InputScales, QuantiseActivations};
use crate::ops::gemm::sm90_fp8;
use crate::ops::gemm::sm90_warp_specialized::{TARGET, WarpSpecializedTile, is_there, tile};
use crate::quantised::OutputScales;
use crate::stream::Stream;
use crate::tensor_map::TensorMap;
use crate::view::View;

/// Pairs that an expert has on average from which these kernels are the fastest.
const PAIRS_FROM: usize = 8;

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Fp8GroupedParams {
    x: TensorMap,
    weight: TensorMap,
    grouped: GroupedParams,
    rounded: i64,
    inputs: InputScales,
    outputs: OutputScales,
    hidden_scales: u64,
    hidden_step: i64,
    unused: [i64; 3],
}
pub(crate) const FP8_GROUPED: Family = Family::of::<Fp8GroupedParams>(
    "moe/sm90_fp8_grouped",
    &["sm90_fp8_grouped_up", "sm90_fp8_grouped_relu_squared", "sm90_fp8_grouped_down"],
)
.with_shared()
.only_for(TARGET);

const TILE: WarpSpecializedTile = tile("128x256", [128, 256, 4], [1, 0]);

/// Both products of experts of one format.
pub struct Sm90Fp8Experts {
    /// Matrices of an expert that read x.
    per_inner: usize,
    quantise: QuantiseActivations,
    sort: Kernel,
    up: Kernel,
    down: Kernel,
    combine: Kernel,
    group: ScaleGroup,
}

/// Addresses of the parts of a workspace.
struct Layout {
    offset: u64,
    tile: u64,
    order: u64,
    results: u64,
    x: u64,
    hidden_bf16: u64,
    hidden: u64,
}

impl Sm90Fp8Experts {
    /// None where the device lacks the instructions, or weights of `format` no codes of 8 bits.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(
        device: &Device,
        activation: ExpertActivation,
        format: WeightFormat,
    ) -> Result<Option<Self>, CudaError> {
        let there = is_there(device, &[TILE]).then_some(());
        let Some(group) = there.and_then(|()| ScaleGroup::of(format)) else { return Ok(None) };
        let Some(quantise) = QuantiseActivations::bind(device)? else { return Ok(None) };
        Ok(Some(Self {
            per_inner: inputs_of(activation),
            quantise,
            sort: device.kernel("sort_pairs")?,
            up: device.kernel(&format!("sm90_fp8_grouped_{}", way_of(activation)))?,
            down: device.kernel("sm90_fp8_grouped_down")?,
            combine: device.kernel("combine_bf16_pairs")?,
            group,
        }))
    }

    /// Whether kernels serve experts of such widths.
    ///
    /// # Errors
    /// The width that is no multiple of a block.
    pub fn serves(hidden: usize, intermediate: usize) -> Result<(), String> {
        sm90_fp8::serves(hidden, intermediate)
    }

    /// Whether it is the fastest for so many pairs.
    pub(crate) fn pays(pairs: usize, experts: usize) -> bool {
        pairs >= PAIRS_FROM * experts
    }

    /// Whether its kernels reach these weights.
    pub(crate) fn reads(args: &QuantisedExpertsArgs<'_>) -> bool {
        sm90_fp8::reads(&args.gate_up) && sm90_fp8::reads(&args.down)
    }

    /// Bytes of workspace for `rows` tokens and their pairs.
    pub fn workspace_bytes(
        [rows, ranks, experts]: [usize; 3],
        [inputs, inner]: [usize; 2],
        group: ScaleGroup,
    ) -> usize {
        Self::sizes([rows, ranks, experts], [inputs, inner], group).1
    }

    fn sizes(
        [rows, ranks, experts]: [usize; 3],
        [inputs, inner]: [usize; 2],
        group: ScaleGroup,
    ) -> ([usize; 7], usize) {
        let (table, pairs) = (4 * (experts + 1), rows * ranks);
        // With scales of a row the hidden layer is complete before it is rounded.
        let complete = if group == ScaleGroup::Row { 2 * pairs * inner } else { 0 };
        parts([
            table,
            table,
            4 * pairs,
            2 * pairs * inputs,
            ActivationCodes::memory_bytes([rows, inputs], group),
            complete,
            ActivationCodes::memory_bytes([pairs, inner], group),
        ])
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order, and a shared expert.
    /// The arguments have been checked.
    pub(crate) fn run(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        launch: Launch,
        add: SharedAdd,
    ) -> Result<(), CudaError> {
        let [rows, ranks, inputs, inner] = launch.shape;
        let pairs = rows * ranks;
        let extents = ([rows, ranks, args.experts], [inputs, inner]);
        let (starts, needed) = Self::sizes(extents.0, extents.1, self.group);
        let (have, op) = (args.workspace.bytes(), launch.op);
        let most = args.experts * inputs.max(self.per_inner * inner);
        if have < needed || most.max(pairs) > i32::MAX as usize {
            let what = format!("{pairs} pairs of {most} rows in {have} bytes of {needed}");
            return Err(CudaError::bad(op, what));
        }
        let [offset, tile, order, results, x, hidden_bf16, hidden] =
            starts.map(|at| args.workspace.ptr() + at as u64);
        let at = Layout { offset, tile, order, results, x, hidden_bf16, hidden };
        let sort = SortParams {
            ids: args.ids.ptr,
            offset,
            tile,
            order,
            pairs: pairs as i64,
            experts: args.experts as i64,
            tile_rows: TILE.rows as i64,
            first: 0,
        };
        self.sort.launch(stream, launch, sort.grid(), &sort)?;
        self.products(stream, args, launch, &at)?;
        let (combine, grid) = CombineParams::of_quantised(args, launch, results, add);
        self.combine.launch(stream, launch, grid, &combine)
    }

    /// Both products over sorted pairs, and the rounding before each.
    fn products(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        launch: Launch,
        at: &Layout,
    ) -> Result<(), CudaError> {
        let [rows, ranks, inputs, inner] = launch.shape;
        let (pairs, experts, device) = (rows * ranks, args.experts, self.up.device());
        let tokens = ActivationCodes::at(at.x, [rows, inputs], self.group);
        let hidden = ActivationCodes::at(at.hidden, [pairs, inner], self.group);
        self.quantise.run_to(stream, &args.x, &tokens)?;
        // At most one tile of an expert is not full.
        let tiles = pairs / TILE.rows + experts.min(pairs);
        let by_block = self.group == ScaleGroup::Block;
        let half = inputs / 2;
        let grouped = GroupedParams {
            x: tokens.codes,
            weight: args.gate_up.params().codes,
            hidden: if by_block { hidden.codes } else { at.hidden_bf16 },
            out: at.results,
            order: at.order,
            offset: at.offset,
            tile: at.tile,
            x_row: half as i64,
            ranks: ranks as i64,
            experts: experts as i64,
            n: inner as i64,
            k: half as i64,
        };
        let shape = [experts * self.per_inner * inner, half, half];
        // Boxes have the gates of a tile, the ups, or all of its columns.
        let columns = TILE.columns / self.per_inner;
        let up = Fp8GroupedParams {
            x: Zeroable::zeroed(),
            weight: TensorMap::of_rows(device, grouped.weight, shape, columns)?,
            grouped,
            rounded: 1,
            inputs: tokens.scales(),
            outputs: args.gate_up.outputs(),
            hidden_scales: hidden.scales,
            hidden_step: ActivationCodes::scale_row(pairs) as i64,
            unused: [0; 3],
        };
        let across = inner.div_ceil(columns);
        self.up.launch(stream, launch, TILE.grid(device, tiles * across), &up)?;
        if !by_block {
            let shape = ([pairs, 1, inner], [inner, inner]);
            let complete = View::new(at.hidden_bf16, args.x.dtype, shape.0, shape.1);
            self.quantise.run_to(stream, &complete, &hidden)?;
        }
        let half = inner / 2;
        let weight = args.down.params().codes;
        let shape = [experts * inputs, half, half];
        let down = Fp8GroupedParams {
            x: TensorMap::of_rows(device, hidden.codes, [pairs, half, half], TILE.rows)?,
            weight: TensorMap::of_rows(device, weight, shape, TILE.columns)?,
            grouped: GroupedParams { weight, n: inputs as i64, k: half as i64, ..grouped },
            inputs: hidden.scales(),
            outputs: args.down.outputs(),
            ..up
        };
        let across = inputs.div_ceil(TILE.columns);
        self.down.launch(stream, launch, TILE.grid(device, tiles * across), &down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_tensor::StepBounds;

    #[test]
    fn the_planned_workspace_has_room_for_all_parts() {
        for (rows, ranks, experts, inputs, inner) in
            [(256, 8, 256, 2048, 512), (8192, 8, 256, 2048, 512), (64, 2, 8, 4096, 14_336)]
        {
            let bounds = StepBounds {
                threads: 1,
                rows,
                logit_rows: 1,
                positions: rows,
                kv_block_tokens: 32,
                on_device: true,
            };
            let planned = bounds.moe_experts(ranks, experts, inputs, inner);
            for group in [ScaleGroup::Row, ScaleGroup::Block] {
                let shape = ([rows, ranks, experts], [inputs, inner]);
                let needed = Sm90Fp8Experts::workspace_bytes(shape.0, shape.1, group);
                assert!(needed <= planned, "{needed} of {planned}, {group:?}");
            }
        }
    }

    #[test]
    fn few_pairs_are_left_to_kernels_that_decode_weights() {
        assert!(!Sm90Fp8Experts::pays(8 * 128, 256));
        assert!(Sm90Fp8Experts::pays(8 * 512, 256));
        assert!(Sm90Fp8Experts::serves(2048, 512).is_ok());
        assert!(Sm90Fp8Experts::serves(2048, 96).is_err());
    }
}
