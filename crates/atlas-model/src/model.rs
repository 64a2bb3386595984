//! The model interface: one forward pass for spans of every length.

use atlas_core::StateSpec;
use atlas_tensor::{
    Arena, Device, LayerState, Slice, SpanRows, Spans, StepBounds, Tensor, TensorMut,
};

use crate::error::ForwardError;
use crate::layers::MtpModule;

/// Sizes and facts of a loaded model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelInfo {
    /// The family's `model_type`.
    pub family: &'static str,
    pub vocab_size: u32,
    pub hidden_size: u32,
    pub layer_count: u32,
    /// Longest sequence the position encoding was made for.
    pub position_max: u32,
    /// How the embedding is stored: `BF16`, `F16` or `F32`.
    pub stored_type: &'static str,
    pub parameter_count: u64,
    /// Bytes of all weights in memory.
    pub weight_bytes: u64,
    /// Bytes of weights that one token on its own reads: no embedding table, only the chosen
    /// experts, no multi-token-prediction module.
    pub weight_bytes_per_token: u64,
    /// Factor of attention scores before the softmax.
    pub softmax_scale: f32,
    /// Whether the checkpoint's multi-token-prediction module is in memory.
    pub has_mtp: bool,
}

/// Receives intermediate results under the names of the oracle fixtures.
pub trait TapSink {
    fn tap(&mut self, name: &str, value: &Tensor<'_>);
}

/// What a forward pass runs on.
pub struct Cx<'a> {
    pub dev: &'a Device,
    pub scratch: &'a Arena,
    pub taps: Option<&'a mut dyn TapSink>,
}

impl Cx<'_> {
    /// Hands `value` to the sink, if there is one; only then is the name made.
    pub fn tap(&mut self, name: impl FnOnce() -> String, value: Tensor<'_>) {
        if let Some(sink) = &mut self.taps {
            let values = self.dev.read(&value);
            sink.tap(&name(), &Tensor::from_f32(&values, value.shape()));
        }
    }

    /// Whether anybody listens.
    pub fn has_taps(&self) -> bool {
        self.taps.is_some()
    }
}

/// The token rows of one step.
pub struct Batch<'a> {
    /// Token id of each row.
    pub tokens: &'a [u32],
    /// Position of each row in its sequence.
    pub positions: &'a [u32],
    /// Which rows belong to which slot; they cover the rows in order, without a gap.
    pub spans: &'a [SpanRows<'a>],
    /// Rows whose logits are wanted.
    pub logit_rows: &'a [u32],
}

/// The token rows of one step where the device reads them.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Token id of each row.
    pub tokens: Slice<'a, u32>,
    /// Position of each row in its sequence.
    pub positions: Slice<'a, u32>,
    pub spans: Spans<'a>,
    /// Rows whose logits are wanted.
    pub logit_rows: Slice<'a, u32>,
}

/// A loaded model.
pub trait Model: Send + Sync {
    fn info(&self) -> &ModelInfo;

    /// What each layer keeps of a sequence, in layer order.
    fn state_specs(&self) -> &[StateSpec];

    /// Upper bound of the arena bytes that `forward` uses for so many rows; it is reached.
    fn scratch_bytes(&self, rows: usize, logit_rows: usize) -> usize;

    /// Upper bound of the kernel workspace that `forward` needs
    /// for a step within `bounds`.
    fn workspace_bytes(&self, bounds: &StepBounds) -> usize;

    /// Runs every span through every layer and advances their states.
    ///
    /// `states`: one a layer, as `state_specs` says. `logits`: `[logit_rows.len(), vocab]`, f32,
    /// where the device computes. A device's work is queued: [`Device::check`] waits for it and says
    /// whether it may be believed.
    ///
    /// # Errors
    /// A malformed batch, or a span that does not start where its state stands; nothing has
    /// been changed then. A device that has failed; the states are lost then.
    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) -> Result<(), ForwardError>;

    /// The multi-token-prediction module, where the checkpoint has one.
    fn mtp(&self) -> Option<&MtpModule> {
        None
    }
}
