//! Checks of `linear`.

pub mod cublaslt;
pub mod ordered;
pub mod quantised;
pub mod quantised_gemv;
pub mod rows;
pub mod shared_input;
pub mod sm90_fp8;
pub mod sm90_split_k;
pub mod sm90_wgmma;
