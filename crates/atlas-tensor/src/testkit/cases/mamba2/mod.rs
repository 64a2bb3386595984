//! Cases of the ops of `ops/mamba2`.

mod mamba2_gates;
mod selective_scan;
