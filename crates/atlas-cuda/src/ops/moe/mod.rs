//! `moe_experts`, the choice of experts before it, and the shared expert behind it.

pub mod block_experts;
pub mod combine;
mod dequantised_experts;
pub mod grouped_gemm;
mod grouped_gemm_small_m;
mod grouped_params;
pub mod pair_gemv;
mod quantised_args;
pub mod quantised_experts;
pub mod routed_pair_gemv;
pub mod router_topk;
pub mod shared_expert;
mod sm90_fp4_experts;
pub mod sm90_fp8_experts;
mod sm90_grouped_gemm;
pub(crate) mod tail;

use atlas_tensor::DType;
use atlas_tensor::ops::ExpertActivation;

use super::{expect, expect_len};
use crate::error::CudaError;
use crate::memory::DeviceBuffer;
use crate::view::{Slice, View, ViewMut};

pub(crate) const FAMILIES: [&super::Family; 14] = [
    &router_topk::ROUTE,
    &pair_gemv::PAIRS,
    &routed_pair_gemv::ROUTED,
    &grouped_gemm::SORT,
    &grouped_gemm::GROUPED,
    &grouped_gemm_small_m::STREAM,
    &sm90_grouped_gemm::SM90_GROUPED_GEMM,
    &sm90_fp8_experts::FP8_GROUPED,
    &sm90_fp4_experts::FP4_GROUPED,
    &combine::COMBINE,
    &quantised_experts::QUANTISED_PAIRS,
    &quantised_experts::QUANTISED_GROUPED,
    &quantised_experts::QUANTISED_FEW,
    &shared_expert::SHARED_EXPERT_ADD,
];

const GRID_Y_MAX: usize = 65_535;
/// Boundary of the parts of a workspace, in bytes.
const PART: usize = 256;

/// `x[T, 1, H]`, the choice of `route_topk`, and every expert's weights, contiguous:
/// `gate_up[E, 2 I, H]` with the gate's rows first, or `[E, I, H]` of experts without gates,
/// `down[E, H, I]`; `out[T, 1, H]`.
pub struct ExpertsArgs<'a> {
    pub x: View<'a>,
    pub ids: Slice<'a, u32>,
    pub weights: Slice<'a, f32>,
    /// Experts of a token.
    pub ranks: usize,
    pub gate_up: View<'a>,
    pub down: View<'a>,
    pub out: ViewMut<'a>,
    /// At least as long as the kernel's `workspace_bytes` says.
    pub workspace: &'a mut DeviceBuffer,
}

/// Matrices of an expert that read `x`.
pub fn inputs_of(activation: ExpertActivation) -> usize {
    match activation {
        ExpertActivation::SwiGlu => 2,
        ExpertActivation::ReluSquared => 1,
    }
}

/// The part of a kernel's name that says which first product of experts it is.
pub(crate) fn way_of(activation: ExpertActivation) -> &'static str {
    match activation {
        ExpertActivation::SwiGlu => "up",
        ExpertActivation::ReluSquared => "relu_squared",
    }
}

/// Extents of a call.
#[derive(Clone, Copy)]
pub(crate) struct Extents {
    pub rows: usize,
    pub ranks: usize,
    pub experts: usize,
    pub inputs: usize,
    pub inner: usize,
}

impl ExpertsArgs<'_> {
    pub(crate) fn check(
        &self,
        op: &'static str,
        (activation, dtype, weight): (ExpertActivation, DType, DType),
        workspace_bytes: usize,
    ) -> Result<Extents, CudaError> {
        let ([rows, _, inputs], [experts, wide, _]) = (self.x.shape, self.gate_up.shape);
        let per_inner = inputs_of(activation);
        let inner = wide / per_inner;
        expect(op, "x", &self.x, dtype, [rows, 1, inputs])?;
        expect(op, "out", &self.out.view(), dtype, [rows, 1, inputs])?;
        expect(op, "gate_up", &self.gate_up, weight, [experts, per_inner * inner, inputs])?;
        expect(op, "down", &self.down, weight, [experts, inputs, inner])?;
        expect_len(op, "ids", self.ids.len, rows * self.ranks)?;
        expect_len(op, "weights", self.weights.len, rows * self.ranks)?;
        let dense = |view: &View<'_>| {
            let [_, heads, width] = view.shape;
            view.strides == [heads * width, width]
        };
        if !dense(&self.gate_up) || !dense(&self.down) {
            return Err(CudaError::bad(op, "the experts' weights have gaps"));
        }
        if self.workspace.bytes() < workspace_bytes {
            let have = self.workspace.bytes();
            let what = format!("a workspace of {have} bytes, {workspace_bytes} are needed");
            return Err(CudaError::bad(op, what));
        }
        Ok(Extents { rows, ranks: self.ranks, experts, inputs, inner })
    }
}

/// Bytes of parts of the given sizes, each on its own boundary, and where they begin.
pub(crate) fn parts<const N: usize>(bytes: [usize; N]) -> ([usize; N], usize) {
    let mut at = 0;
    let starts = bytes.map(|bytes| {
        let start = at;
        at += bytes.next_multiple_of(PART);
        start
    });
    (starts, at)
}
