//! Norms.

mod add_rms_norm;
mod gated_rms_norm;
mod group_gated_rms_norm;
mod layer_norm;
mod rms_norm;
mod scale;

pub use add_rms_norm::add_rms_norm;
pub use gated_rms_norm::gated_rms_norm;
pub use group_gated_rms_norm::group_gated_rms_norm;
pub use layer_norm::layer_norm;
pub use rms_norm::rms_norm;
pub(crate) use scale::NormScale;
