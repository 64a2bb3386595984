//! Ops that move rows or treat every element alone.

mod embed;
mod pick_rows;
mod relu_squared;
mod sigmoid_mul;
mod swiglu;

pub use embed::{Embed, EmbedArgs, EmbedNeed};
pub use pick_rows::{PickRows, PickRowsArgs};
pub use relu_squared::{ReluSquared, ReluSquaredArgs};
pub use sigmoid_mul::{SigmoidMul, SigmoidMulArgs};
pub use swiglu::{SwiGlu, SwiGluArgs};
