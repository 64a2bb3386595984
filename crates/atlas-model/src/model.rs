//! The model interface: one forward pass for spans of every length.

use atlas_core::StateSpec;
use atlas_tensor::{
    Arena, Device, Fed, KvFeed, KvScales, LayerState, RecurrentState, Slice, SpanRows, Spans,
    StepBounds, Tensor, TensorMut,
};

use crate::error::ForwardError;
use crate::layers::{Ends, MtpModule};

/// The routed experts of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routing {
    pub experts: u32,
    pub experts_per_token: u32,
    pub expert_bytes: u64,
    pub expert_parameters: u64,
}

impl Routing {
    /// Experts that one token does not read.
    pub fn idle(&self) -> u64 {
        u64::from(self.experts.saturating_sub(self.experts_per_token))
    }
}

/// Sizes and facts of a loaded model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelInfo {
    /// The family's `model_type`.
    pub family: &'static str,
    pub vocab_size: u32,
    pub hidden_size: u32,
    pub layer_count: u32,
    /// Longest sequence that the position encoding was made for.
    pub position_max: u32,
    /// Longest sequence that its scaling can be stretched to; at least `position_max`.
    pub position_limit: u32,
    /// Stored type of the embedding: `BF16`, `F16` or `F32`.
    pub stored_type: &'static str,
    pub parameter_count: u64,
    /// Bytes of all weights in memory.
    pub weight_bytes: u64,
    /// Bytes of weights that a step of one token reads: only the chosen experts, without the
    /// embedding table and the multi-token-prediction module.
    pub weight_bytes_per_token: u64,
    /// Their elements, whatever their format: each is a multiply and an add.
    pub parameters_per_token: u64,
    /// Experts of each layer, if it has any.
    pub routing: Vec<Option<Routing>>,
    /// Factor of attention scores before the softmax.
    pub softmax_scale: f32,
    /// Whether the checkpoint's multi-token-prediction module is in memory.
    pub has_mtp: bool,
}

/// Receives intermediate results under the names of the oracle fixtures.
pub trait TapSink {
    fn tap(&mut self, name: &str, value: &Tensor<'_>);
}

/// Device, temporary memory and taps of a forward pass.
pub struct Cx<'a> {
    pub dev: &'a Device,
    pub scratch: &'a Arena,
    pub taps: Option<&'a mut dyn TapSink>,
    /// Gets the normed last hidden state of all rows, `[T, H]`, where a proposer reads it.
    pub hidden: Option<TensorMut<'a>>,
    /// Gets the outputs of some layers, where a proposer reads them.
    pub captured: Option<Capture<'a>>,
    /// Layers that run, the first ones, if not all: the last norm and the head read their output.
    pub layers: Option<usize>,
    /// Brings KV blocks that are not in the memory of the caches.
    pub feed: Option<&'a mut dyn KvFeed>,
}

/// Outputs of layers that a forward pass copies: the residual stream behind each, before any norm.
pub struct Capture<'a> {
    /// Indices of the layers, ascending; the last layer of a model is none of them.
    pub layers: &'a [usize],
    /// `[T, layers · H]`, side by side.
    pub out: TensorMut<'a>,
}

impl<'a> Cx<'a> {
    /// A pass that only computes.
    pub fn new(dev: &'a Device, scratch: &'a Arena) -> Self {
        Self { dev, scratch, taps: None, hidden: None, captured: None, layers: None, feed: None }
    }

    /// Passes `value` to the sink, if there is one. The name is built only then.
    pub fn tap(&mut self, name: impl FnOnce() -> String, value: Tensor<'_>) {
        if let Some(sink) = &mut self.taps {
            let values = self.dev.read(&value);
            sink.tap(&name(), &Tensor::from_f32(&values, value.shape()));
        }
    }

    /// The feed of KV blocks, if the step needs it.
    pub fn feed(&mut self) -> Option<&mut dyn KvFeed> {
        let feed = self.feed.as_deref_mut()?;
        feed.is_needed().then_some(feed as &mut dyn KvFeed)
    }

    /// Whether there is a sink.
    pub fn has_taps(&self) -> bool {
        self.taps.is_some()
    }
}

/// A place in a span, or at its end, after which the recurrent state of its slot is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeepAt {
    /// Index of the span.
    pub span: usize,
    /// Rows of the span that the state has consumed there, at least 1.
    pub rows: usize,
}

/// Copies state that exists only while a layer runs.
pub trait StateKeeper {
    /// Copies `state` of layer `layer`, which is at the `index`th place of the batch.
    fn keep(&self, layer: usize, state: &RecurrentState, index: usize);
}

/// Places at which recurrent state is kept, ascending and each once, and their keeper.
#[derive(Clone, Copy)]
pub struct Keeps<'a> {
    pub at: &'a [KeepAt],
    pub to: &'a dyn StateKeeper,
}

/// The token rows of one step.
pub struct Batch<'a> {
    /// Token id of each row; unused for rows that are fed.
    pub tokens: &'a [u32],
    /// Rows whose tokens are on the device and not yet on the host; none on the CPU.
    pub fed: Option<Fed<'a>>,
    /// Position of each row in its sequence.
    pub positions: &'a [u32],
    /// Rows of each slot; spans cover the rows in order, without a gap.
    pub spans: &'a [SpanRows<'a>],
    /// Rows whose logits are wanted.
    pub logit_rows: &'a [u32],
    /// State to be kept inside the spans.
    pub keeps: Option<Keeps<'a>>,
}

/// Drafts of the last step that count, of a slot: `count` of its wanted rows from the `at`th on,
/// whose first is at position `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub slot: usize,
    pub at: usize,
    pub count: usize,
    pub start: u32,
}

/// Rows of a step of the multi-token-prediction module.
pub struct DraftBatch<'a> {
    /// The token behind each row's position.
    pub tokens: &'a [u32],
    /// Position of each row in its sequence.
    pub positions: &'a [u32],
    pub spans: &'a [SpanRows<'a>],
    /// Normed last hidden states, `[N, H]`: of each row, or, where `gather` is set, those that
    /// `wanted` names.
    pub hidden: Tensor<'a>,
    pub gather: bool,
    /// Rows whose logits and hidden states are wanted; with `gather`, all rows in order are, and
    /// this names the row of `hidden` of each.
    pub wanted: &'a [u32],
}

/// The part of the spans between two places at which state is kept.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    pub spans: Spans<'a>,
    /// Indices of the places at its end.
    pub kept: &'a [usize],
}

/// The token rows of one step, in memory that the device reads.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Token id of each row.
    pub tokens: Slice<'a, u32>,
    /// Position of each row in its sequence.
    pub positions: Slice<'a, u32>,
    pub spans: Spans<'a>,
    /// The spans as attention reads the cache by them, which are `spans` unless rows of a block see
    /// each other.
    pub seen: Spans<'a>,
    /// The spans cut at the places at which state is kept, for layers with recurrent state; the
    /// spans themselves where there is no such place.
    pub pieces: &'a [Piece<'a>],
    /// Rows whose logits are wanted.
    pub logit_rows: Slice<'a, u32>,
    /// Whether some rows are drafts.
    pub drafts: bool,
    /// Index of the running layer.
    pub layer: usize,
    pub keeper: Option<&'a dyn StateKeeper>,
}

impl Rows<'_> {
    /// The same rows for another layer.
    pub fn of_layer(self, layer: usize) -> Self {
        Self { layer, ..self }
    }

    /// Keeps the state of this layer at the places at the end of `piece`.
    pub fn keep(&self, piece: &Piece<'_>, state: &RecurrentState) {
        if let Some(keeper) = self.keeper {
            piece.kept.iter().for_each(|&index| keeper.keep(self.layer, state, index));
        }
    }
}

/// A loaded model.
pub trait Model: Send + Sync {
    fn info(&self) -> &ModelInfo;

    /// State that each layer keeps for a sequence, in layer order.
    fn state_specs(&self) -> &[StateSpec];

    /// f32 a row that attention keeps between parts of the positions ([`KvFeed`]); `None` if some
    /// layer cannot read its KV cache in parts.
    fn carry_len(&self) -> Option<usize> {
        Some(0)
    }

    /// Scales of the KV cache of each layer that the checkpoint holds, in layer order; a shorter
    /// list says that later layers have none.
    fn kv_scales(&self) -> &[Option<KvScales>] {
        &[]
    }

    /// Arena bytes that `forward` uses for so many rows, exactly.
    fn scratch_bytes(&self, rows: usize, logit_rows: usize) -> usize;

    /// Upper bound of the kernel workspace that `forward` needs for a step within `bounds`.
    fn workspace_bytes(&self, bounds: &StepBounds) -> usize;

    /// Runs every span through every layer and advances their states.
    ///
    /// `states`: one a layer, as `state_specs` says. `logits`: `[logit_rows.len(), vocab]`, f32,
    /// in the device's memory. A device queues the work: [`Device::check`] waits for it and
    /// reports whether it succeeded.
    ///
    /// # Errors
    /// A malformed batch, or a span that does not start where its state ends: nothing is changed. A
    /// failed device: the states are lost.
    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) -> Result<(), ForwardError>;

    /// Captures the kernels that [`Self::forward`] would queue for steps of this shape, ahead of
    /// the first of them ([`atlas_tensor::Backend::capture_graph`]). Nothing is computed, and no
    /// state is read or changed: the shape depends on the rows alone. Returns false if nothing was
    /// captured.
    ///
    /// # Errors
    /// A malformed batch, or a device that refused. Later steps run as without the call.
    fn capture(
        &self,
        _cx: &mut Cx<'_>,
        _batch: &Batch<'_>,
        _states: &mut [LayerState],
        _logits: TensorMut<'_>,
    ) -> Result<bool, ForwardError> {
        Ok(false)
    }

    /// Advances recurrent states past the drafts of the last step that are accepted; `wanted` rows
    /// of logits that step had. States count all of its rows already.
    ///
    /// # Errors
    /// A device that refused.
    fn settle(
        &self,
        _cx: &mut Cx<'_>,
        _accepted: &[Accepted],
        _wanted: usize,
        _states: &mut [LayerState],
    ) -> Result<(), ForwardError> {
        Ok(())
    }

    /// State of the multi-token-prediction module's layer, where there is one.
    fn draft_spec(&self) -> Option<StateSpec> {
        None
    }

    /// Arena bytes that [`Self::draft`] uses for so many rows.
    fn draft_scratch_bytes(&self, _rows: usize) -> usize {
        0
    }

    /// Runs the multi-token-prediction module over `batch`: logits of the token two behind each
    /// wanted row's position, `[W, V]`, and the module's own hidden state there, `[W, H]`.
    ///
    /// # Errors
    /// A model without the module; a device that refused.
    fn draft(
        &self,
        _cx: &mut Cx<'_>,
        _batch: &DraftBatch<'_>,
        _state: &mut LayerState,
        _logits: TensorMut<'_>,
        _hidden: TensorMut<'_>,
    ) -> Result<(), ForwardError> {
        Err(ForwardError::Batch("the model has no multi-token-prediction module".into()))
    }

    /// The multi-token-prediction module, where the checkpoint has one.
    fn mtp(&self) -> Option<&MtpModule> {
        None
    }

    /// Embedding and head, which a drafter without its own uses.
    fn ends(&self) -> Option<Ends<'_>> {
        None
    }
}
