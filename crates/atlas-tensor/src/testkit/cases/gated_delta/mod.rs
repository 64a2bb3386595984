//! Cases of the ops of `ops/gated_delta`.

mod conv1d_silu;
mod delta_rule;
mod gdn_gates;
