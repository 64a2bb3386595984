//! `rms_norm`, `add_rms_norm`, `gated_rms_norm`, `group_gated_rms_norm`, `layer_norm`.

pub mod gated_rms_norm;
pub mod group_gated_rms_norm;
pub mod layer_norm;
pub mod rms_norm;
pub(crate) mod sm90_norm_codes;

use crate::view::Slice;

pub(crate) const FAMILIES: [&super::Family; 5] = [
    &rms_norm::RMS_NORM,
    &gated_rms_norm::GATED_RMS_NORM,
    &group_gated_rms_norm::GROUP_GATED_RMS_NORM,
    &layer_norm::LAYER_NORM,
    &sm90_norm_codes::NORM_CODES,
];

/// A norm's weight and constants; `offset` is 0 for a plain weight and 1 for a zero-centred one.
#[derive(Clone, Copy)]
pub struct NormWeight<'a> {
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub offset: f32,
}
