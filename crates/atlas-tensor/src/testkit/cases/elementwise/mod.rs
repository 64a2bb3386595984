//! Cases of the ops of `ops/elementwise`.

mod embed;
mod pick_rows;
mod relu_squared;
mod sigmoid_mul;
mod swiglu;
