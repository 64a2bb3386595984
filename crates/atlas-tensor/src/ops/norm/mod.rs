//! Norms: root-mean-square ones, and the layer norm.

mod add_rms_norm;
mod gated_rms_norm;
mod group_gated_rms_norm;
mod layer_norm;
mod rms_norm;

pub use add_rms_norm::{AddRmsNorm, AddRmsNormArgs};
pub use gated_rms_norm::{GatedRmsNorm, GatedRmsNormArgs};
pub use group_gated_rms_norm::{GroupGatedRmsNorm, GroupGatedRmsNormArgs};
pub use layer_norm::{LayerNorm, LayerNormArgs};
pub(crate) use rms_norm::inverse_rms;
pub use rms_norm::{RmsNorm, RmsNormArgs};
