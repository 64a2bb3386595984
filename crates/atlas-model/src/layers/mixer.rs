//! The half of a layer that moves information between tokens.

use atlas_core::StateSpec;
use atlas_tensor::{KvScales, LayerState, Spans, StepBounds};

use super::norm::NormWeight;
use super::stream::Stream;
use crate::model::{Cx, Rows};

/// Token mixer of one layer, with its kernels bound.
pub trait Mixer: Send + Sync {
    /// State that the mixer keeps for each sequence.
    fn state_spec(&self) -> StateSpec;

    /// Scales of its KV cache that the checkpoint holds.
    fn kv_scales(&self) -> Option<KvScales> {
        None
    }

    /// Arena bytes beside the stream for `rows` token rows; `forward` uses exactly as many.
    fn scratch_bytes(&self, rows: usize) -> usize;

    /// Largest kernel workspace of one op, for a step within `bounds`.
    fn workspace_bytes(&self, bounds: &StepBounds) -> usize;

    /// Adds `s.delta` to `s.h`, norms the sum to `s.x` and computes the mixer's output in
    /// `s.delta`; `state` advances by the rows of every span. Panics on a state of another kind
    /// than [`Self::state_spec`]; the decoder has checked it.
    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        norm: &NormWeight,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    );

    /// Advances a recurrent `state` over the accepted drafts of the last step, whose inputs it has
    /// kept for `wanted` rows: `spans` are the accepted rows among these.
    fn settle(&self, _cx: &Cx<'_>, _spans: Spans<'_>, _wanted: usize, _state: &mut LayerState) {}

    /// f32 a row that it keeps between parts of the positions ([`atlas_tensor::KvFeed`]); `None` if
    /// it cannot read its cache in parts.
    fn carry_len(&self) -> Option<usize> {
        Some(0)
    }

    /// Faults that a check of the mixer's results found since the last call, if they are checked.
    fn take_fault(&self) -> Option<String> {
        None
    }
}
