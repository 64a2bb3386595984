//! The CPU device and its kernels, in folders by operation. [`table`] lists the kernels of each op.

mod attention;
mod device;
mod elementwise;
mod gated_delta;
pub(crate) mod gemm;
mod isa;
mod latent;
mod mamba2;
mod moe;
mod norm;
mod pool;
mod rope;
mod row;
mod scratch;
pub(crate) mod simd;
mod table;
mod workspace;

pub use device::{CpuDevice, DeviceError};
pub use isa::Isa;
pub use pool::Pool;
pub use row::{CpuOp, Row};
pub use table::all_rows;
pub use workspace::StepBounds;
