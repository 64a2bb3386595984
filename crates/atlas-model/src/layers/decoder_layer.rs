//! The pre-norm residual layer: `h += mixer(norm(h)); h += feed_forward(norm(h))`, `h [T, H]`.

use atlas_core::{KvFormats, StateSpec};
use atlas_tensor::{BindError, Binder, KvScales, LayerState, Spans, StepBounds};

use super::feed_forward::FeedForward;
use super::mixer::Mixer;
use super::norm::{NormSpec, NormWeight};
use super::spec::LayerSpec;
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::model::{Cx, Routing, Rows};

/// One layer of a decoder.
pub struct DecoderLayer {
    index: usize,
    mixer_norm: NormWeight,
    mixer: Box<dyn Mixer>,
    feed_forward_norm: NormWeight,
    feed_forward: Box<dyn FeedForward>,
}

impl DecoderLayer {
    /// Reads layer `index` at `weights`: the halves of `spec`, whose KV cache has the formats `kv`,
    /// `input_layernorm` and `post_attention_layernorm`.
    pub fn load(
        weights: &Weights<'_>,
        index: usize,
        (spec, kv): (&LayerSpec, Option<KvFormats>),
        norm: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (tap, hidden) = (format!("layers.{index}"), norm.width);
        Ok(DecoderLayer {
            index,
            mixer: spec.mixer.load(weights, norm, kv, binder)?,
            mixer_norm: NormWeight::load(&weights.at("input_layernorm"), norm, binder)?,
            feed_forward_norm: NormWeight::load(
                &weights.at("post_attention_layernorm"),
                norm,
                binder,
            )?,
            feed_forward: spec.feed_forward.load(weights, hidden, tap, binder)?,
        })
    }

    /// State that the layer keeps for each sequence.
    pub fn state_spec(&self) -> StateSpec {
        self.mixer.state_spec()
    }

    /// Scales of its KV cache that the checkpoint holds.
    pub fn kv_scales(&self) -> Option<KvScales> {
        self.mixer.kv_scales()
    }

    /// Arena bytes beside the stream for `rows` token rows; `forward` uses exactly as many.
    pub fn scratch_bytes(&self, rows: usize) -> usize {
        self.mixer.scratch_bytes(rows).max(self.feed_forward.scratch_bytes(rows))
    }

    /// Largest kernel workspace of one op, for a step within `bounds`.
    pub fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        self.mixer.workspace_bytes(bounds).max(self.feed_forward.workspace_bytes(bounds))
    }

    /// Routed experts, if the layer has any.
    pub fn routing(&self) -> Option<Routing> {
        self.feed_forward.routing()
    }

    /// Advances a recurrent state over accepted drafts; see [`Mixer::settle`].
    pub fn settle(&self, cx: &Cx<'_>, spans: Spans<'_>, wanted: usize, state: &mut LayerState) {
        self.mixer.settle(cx, spans, wanted, state);
    }

    /// On entry `delta` is the output of the layer before, or of the embedding; on return it is the
    /// output of this layer's feed-forward half, which the next norm adds.
    pub fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    ) {
        self.mix(cx, batch, s, state);
        self.feed(cx, s);
    }

    /// The first half: on return `h` is the output of the layer before.
    pub fn mix(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    ) {
        self.mixer.forward(cx, batch, &self.mixer_norm, s, state);
        s.tap_mixer(cx, self.index);
    }

    /// The second half.
    pub fn feed(&self, cx: &mut Cx<'_>, s: &mut Stream<'_>) {
        self.feed_forward.forward(cx, &self.feed_forward_norm, s);
    }
}
