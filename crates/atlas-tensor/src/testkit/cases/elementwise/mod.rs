//! Cases of the ops of `ops/elementwise`.

mod embed;
mod pick_rows;
mod sigmoid_mul;
mod swiglu;
