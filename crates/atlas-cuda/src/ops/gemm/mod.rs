//! `linear`: products of rows with weights.

pub mod block_linears;
pub mod dequantise;
pub mod dequantise_blocks;
pub mod dispatch;
pub mod gemv;
pub mod norm_gemv;
pub mod quantise_activations;
pub mod quantised_gemv;
pub mod quantised_small_m;
pub mod shared_input;
pub mod sm90_fp8;
pub mod sm90_split_k;
pub(crate) mod sm90_warp_specialized;
pub mod sm90_wgmma;
mod sm90_wgmma_warp_specialized;
pub mod small_m_mma;
pub mod tiled_mma;

use atlas_tensor::DType;

use super::{expect, expect_len};
use crate::error::CudaError;
use crate::view::{Slice, View, ViewMut};

pub(crate) const FAMILIES: [&super::Family; 19] = [
    &gemv::LINEAR,
    &tiled_mma::GEMM,
    &small_m_mma::SMALL_M_MMA,
    &shared_input::LINEARS,
    &norm_gemv::NORM_LINEARS,
    &quantised_small_m::QUANTISED_SMALL_M,
    &quantised_gemv::QUANTISED_NORM_GEMV,
    &quantised_gemv::QUANTISED_SWIGLU_GEMV,
    &dequantise::DEQUANTISE,
    &block_linears::SMALL,
    &block_linears::OF_256,
    &block_linears::GROUPS,
    &dequantise_blocks::DEQUANTISE_BLOCKS,
    &sm90_wgmma::SM90_WGMMA,
    &sm90_wgmma_warp_specialized::SM90_WGMMA_WS,
    &sm90_split_k::SPLIT,
    &quantise_activations::QUANTISE_ACTIVATIONS,
    &sm90_fp8::FP8_WARP_SPECIALIZED,
    &sm90_fp8::FP8_SPLIT,
];

/// `x[T, 1, K]`, the contiguous `weight[N, 1, K]`, `bias[N]?`, `out[T, 1, N]`.
pub struct LinearArgs<'a> {
    pub x: View<'a>,
    pub weight: View<'a>,
    pub bias: Option<Slice<'a, f32>>,
    pub out: ViewMut<'a>,
}

/// Types of input, weight and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearTypes {
    pub x: DType,
    pub weight: DType,
    pub out: DType,
}

impl LinearTypes {
    /// Checks the arguments; returns rows, outputs and inputs.
    pub(crate) fn check(
        self,
        op: &'static str,
        args: &LinearArgs<'_>,
    ) -> Result<(usize, usize, usize), CudaError> {
        let ([rows, _, k], n) = (args.x.shape, args.weight.rows());
        expect(op, "x", &args.x, self.x, [rows, 1, k])?;
        expect(op, "weight", &args.weight, self.weight, [n, 1, k])?;
        expect(op, "out", &args.out.view(), self.out, [rows, 1, n])?;
        if n > 1 && args.weight.strides[0] != k {
            return Err(CudaError::bad(op, "the weight has gaps between its rows"));
        }
        if let Some(bias) = &args.bias {
            expect_len(op, "bias", bias.len, n)?;
        }
        Ok((rows, n, k))
    }
}
