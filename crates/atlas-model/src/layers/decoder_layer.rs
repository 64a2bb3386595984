//! The pre-norm residual layer: `h += mixer(norm(h)); h += feed_forward(norm(h))`, `h [T, H]`, or
//! one of the two.

use atlas_core::{KvFormats, StateSpec};
use atlas_tensor::{BindError, Binder, KvScales, LayerState, Spans, StepBounds};

use super::feed_forward::FeedForward;
use super::mixer::Mixer;
use super::norm::{NormSpec, NormWeight};
use super::spec::{LayerNames, LayerSpec};
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::model::{Cx, Routing, Rows};

/// One layer of a decoder.
pub struct DecoderLayer {
    index: usize,
    mixer: Option<Half<dyn Mixer>>,
    feed_forward: Option<Half<dyn FeedForward>>,
}

/// A half of a layer and the norm before it.
struct Half<T: ?Sized> {
    norm: NormWeight,
    block: Box<T>,
}

impl DecoderLayer {
    /// Reads layer `index` at `weights`: the halves of `spec`, whose KV cache has the formats `kv`,
    /// under the names of [`LayerNames`].
    pub fn load(
        weights: &Weights<'_>,
        index: usize,
        (spec, kv): (&LayerSpec, Option<KvFormats>),
        norm: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (tap, hidden, names) = (format!("layers.{index}"), norm.width, spec.names);
        let mixer = match &spec.mixer {
            Some(mixer) => Some(Half {
                block: mixer.load(&names.mixer(weights, mixer), norm, kv, binder)?,
                norm: NormWeight::load(&weights.at(names.norms()[0]), norm, binder)?,
            }),
            None => None,
        };
        let feed_forward = match spec.feed_forward {
            Some(feed_forward) => Some(Half {
                norm: NormWeight::load(&weights.at(names.norms()[1]), norm, binder)?,
                block: feed_forward.load(&names.feed_forward(weights), hidden, tap, binder)?,
            }),
            None => None,
        };
        Ok(DecoderLayer { index, mixer, feed_forward })
    }

    /// State that the layer keeps for each sequence.
    pub fn state_spec(&self) -> StateSpec {
        self.mixer.as_ref().map_or(StateSpec::Stateless, |half| half.block.state_spec())
    }

    /// Scales of its KV cache that the checkpoint holds.
    pub fn kv_scales(&self) -> Option<KvScales> {
        self.mixer.as_ref().and_then(|half| half.block.kv_scales())
    }

    /// Arena bytes beside the stream for `rows` token rows; `forward` uses exactly as many.
    pub fn scratch_bytes(&self, rows: usize) -> usize {
        let mixer = self.mixer.as_ref().map_or(0, |half| half.block.scratch_bytes(rows));
        mixer.max(self.feed_forward.as_ref().map_or(0, |half| half.block.scratch_bytes(rows)))
    }

    /// Largest kernel workspace of one op, for a step within `bounds`.
    pub fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let mixer = self.mixer.as_ref().map_or(0, |half| half.block.workspace_bytes(bounds));
        mixer.max(self.feed_forward.as_ref().map_or(0, |half| half.block.workspace_bytes(bounds)))
    }

    /// Routed experts, if the layer has any.
    pub fn routing(&self) -> Option<Routing> {
        self.feed_forward.as_ref().and_then(|half| half.block.routing())
    }

    /// Whether it has one half only.
    pub fn is_block(&self) -> bool {
        self.mixer.is_none() || self.feed_forward.is_none()
    }

    /// See [`Mixer::carry_len`].
    pub fn carry_len(&self) -> Option<usize> {
        self.mixer.as_ref().map_or(Some(0), |half| half.block.carry_len())
    }

    /// A fault that the mixer's checks have found; see [`Mixer::take_fault`].
    pub fn take_fault(&self) -> Option<String> {
        self.mixer.as_ref().and_then(|half| half.block.take_fault())
    }

    /// Advances a recurrent state over accepted drafts; see [`Mixer::settle`].
    pub fn settle(&self, cx: &Cx<'_>, spans: Spans<'_>, wanted: usize, state: &mut LayerState) {
        if let Some(half) = &self.mixer {
            half.block.settle(cx, spans, wanted, state);
        }
    }

    /// On entry `delta` is the output of the layer before, or of the embedding; on return it is the
    /// output of this layer's last half, which the next norm adds.
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

    /// The first half: on return `h` is the output of the layer before, if there is one.
    pub fn mix(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    ) {
        let Some(half) = &self.mixer else { return };
        half.block.forward(cx, batch, &half.norm, s, state);
        s.tap_mixer(cx, self.index);
    }

    /// The second half.
    pub fn feed(&self, cx: &mut Cx<'_>, s: &mut Stream<'_>) {
        let Some(half) = &self.feed_forward else { return };
        half.block.forward(cx, &half.norm, s);
        if self.mixer.is_none() {
            s.tap_mixer(cx, self.index);
        }
    }
}

impl LayerNames {
    /// Norms of the mixer and of the feed-forward half.
    fn norms(self) -> [&'static str; 2] {
        match self {
            Self::Halves => ["input_layernorm", "post_attention_layernorm"],
            Self::Block => ["norm"; 2],
        }
    }
}
