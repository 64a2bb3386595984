//! The cases of every op: shapes, data and what an op may write. Folders as in `ops/`.

mod attention;
mod elementwise;
mod fused;
mod gated_delta;
mod gemm;
mod latent;
mod mamba2;
mod moe;
mod norm;
mod rope;
mod shared;

pub use shared::{all_rows, poison};
