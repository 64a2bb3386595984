//! Kernels that move rows or treat every element alone.

mod embed;
mod pick_rows;
mod relu_squared;
mod sigmoid_mul;
mod swiglu;

pub use embed::embed;
pub use pick_rows::pick_rows;
pub use relu_squared::relu_squared;
pub use sigmoid_mul::sigmoid_mul;
pub use swiglu::swiglu;
