//! Cases of the ops of `ops/norm`.

mod add_rms_norm;
mod gated_rms_norm;
mod group_gated_rms_norm;
mod layer_norm;
mod rms_norm;
