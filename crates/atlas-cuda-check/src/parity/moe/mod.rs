//! Checks of the mixture of experts.

pub mod dequantised_experts;
pub mod grouped_gemm;
pub mod quantised_layer;
pub mod routed_pair_gemv;
pub mod rows;
pub mod sm90_fp8_experts;
