//! Arguments of experts with quantised weights.

use crate::memory::DeviceBuffer;
use crate::quantised::QuantisedView;
use crate::view::{Slice, View, ViewMut};

/// `x[T, 1, H]` of bf16, the choice of `route_topk`, and every expert's weights: `gate_up` of
/// `E * 2 I` rows of H with a gate's rows first, `down` of `E * H` rows of I; `out[T, 1, H]`.
pub struct QuantisedExpertsArgs<'a> {
    pub x: View<'a>,
    pub ids: Slice<'a, u32>,
    pub weights: Slice<'a, f32>,
    /// Experts of a token.
    pub ranks: usize,
    pub experts: usize,
    pub gate_up: QuantisedView<'a>,
    pub down: QuantisedView<'a>,
    pub out: ViewMut<'a>,
    /// At least as long as `QuantisedExperts::call_bytes` says.
    pub workspace: &'a mut DeviceBuffer,
}
