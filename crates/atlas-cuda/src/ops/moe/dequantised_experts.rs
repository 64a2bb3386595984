//! `moe_experts` of weights in blocks for many pairs: some experts at a time are written as bf16,
//! each element rounded once, and multiplied by the tiles of bf16.

use atlas_tensor::WeightFormat;
use atlas_tensor::ops::ExpertActivation;

use super::combine::CombineParams;
use super::grouped_gemm::{GroupedGemm, GroupedTiles, PairProducts};
use super::quantised_args::QuantisedExpertsArgs;
use super::shared_expert::SharedAdd;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::Launch;
use crate::ops::gemm::dequantise_blocks::DequantiseBlocks;
use crate::stream::Stream;
use crate::view::SliceMut;

/// Both products of experts whose gates and ups have one format of blocks and whose second products
/// another or the same.
pub(crate) struct DequantisedExperts {
    gate_up: DequantiseBlocks,
    down: DequantiseBlocks,
    grouped: GroupedGemm,
}

impl DequantisedExperts {
    /// # Errors
    /// No kernel reads one of the formats.
    pub(crate) fn bind(
        device: &Device,
        [gate_up, down]: [WeightFormat; 2],
        tiles: GroupedTiles,
    ) -> Result<Self, CudaError> {
        Ok(Self {
            gate_up: DequantiseBlocks::bind(device, gate_up)?,
            down: DequantiseBlocks::bind(device, down)?,
            grouped: GroupedGemm::bind(device, ExpertActivation::SwiGlu, tiles)?,
        })
    }

    /// Elements of an expert.
    pub(crate) fn elements(inputs: usize, inner: usize) -> usize {
        3 * inputs * inner
    }

    /// Whether tiles of bf16 read the rows of a call.
    pub(crate) fn reads(args: &QuantisedExpertsArgs<'_>) -> bool {
        let whole = args.gate_up.k().is_multiple_of(8) && args.down.k().is_multiple_of(8);
        whole && args.x.is_aligned()
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order, of which there is at
    /// least one. The arguments have been checked; the workspace has parts as
    /// [`GroupedGemm::layout`], and behind them room for the elements of `at_once` experts.
    pub(crate) fn run(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        launch: Launch,
        at_once: usize,
    ) -> Result<(), CudaError> {
        let ([_, _, inputs, inner], pairs) = (launch.shape, args.ids.len);
        let (starts, behind) = GroupedGemm::layout(pairs, args.experts, inputs, inner);
        let starts = starts.map(|at| args.workspace.ptr() + at as u64);
        let gate_up = args.workspace.ptr() + behind as u64;
        let mut rounded = false;
        for first in (0..args.experts).step_by(at_once.max(1)) {
            let count = at_once.max(1).min(args.experts - first);
            let (up, down) = (count * 2 * inner * inputs, count * inputs * inner);
            let down_at = gate_up + 2 * up as u64;
            let rows = |each: usize| first * each..(first + count) * each;
            let to = SliceMut::new(gate_up, up);
            self.gate_up.run(stream, &args.gate_up, rows(2 * inner), to)?;
            let to = SliceMut::new(down_at, down);
            self.down.run(stream, &args.down, rows(inputs), to)?;
            let products = PairProducts {
                x: args.x,
                ids: args.ids,
                experts: args.experts,
                first,
                count,
                weights: [gate_up, down_at],
                starts,
            };
            rounded = self.grouped.products(stream, launch, &products)?;
        }
        let add = SharedAdd::default();
        let (combine, grid) = CombineParams::of_quantised(args, launch, starts[4], add);
        self.grouped.combine_of(rounded).launch(stream, launch, grid, &combine)
    }
}
