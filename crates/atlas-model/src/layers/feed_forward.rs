//! The half of a layer that works on each token alone.

use atlas_tensor::StepBounds;

use super::norm::NormWeight;
use super::stream::Stream;
use crate::model::{Cx, Routing};

/// Feed-forward half of one layer, with its kernels bound.
pub trait FeedForward: Send + Sync {
    /// Arena bytes beside the stream for `rows` token rows; `forward` uses exactly as many.
    fn scratch_bytes(&self, rows: usize) -> usize;

    /// Largest kernel workspace of one op, for a step within `bounds`.
    fn workspace_bytes(&self, bounds: &StepBounds) -> usize;

    /// Routed experts, if the layer has any.
    fn routing(&self) -> Option<Routing> {
        None
    }

    /// Adds `s.delta` to `s.h`, norms the sum to `s.x` and computes the layer's output in
    /// `s.delta`.
    fn forward(&self, cx: &mut Cx<'_>, norm: &NormWeight, s: &mut Stream<'_>);
}
