//! The residual stream of a step.

use atlas_tensor::TensorMut;

use crate::model::Cx;

/// The residual stream `h` and the two buffers beside it. Adding is left to the next norm, which
/// reads the sum anyway: `h += delta; x = norm(h)` is one kernel.
pub struct Stream<'a> {
    /// `[T, H]`, without the output of the last half-layer.
    pub h: TensorMut<'a>,
    /// `[T, H]`, output of the last half-layer, not yet added.
    pub delta: TensorMut<'a>,
    /// `[T, H]`, input of the next half-layer.
    pub x: TensorMut<'a>,
}

impl Stream<'_> {
    /// Taps the output of the mixer of layer `index`.
    pub fn tap_mixer(&self, cx: &mut Cx<'_>, index: usize) {
        cx.tap(|| format!("layers.{index}.mixer_out"), self.delta.as_ref());
    }
}
