//! Cases of the ops of `ops/gemm`.

mod linear;
