//! The block-diffusion drafter DFlash (arXiv 2602.06036): a small dense model that reads outputs of
//! the target's layers and drafts a block of tokens in one forward pass.

use atlas_core::{KvFormats, StateSpec};
use atlas_tensor::{
    BindError, Binder, Device, LayerState, Slice, SpanRows, Spans, Staged, StepBounds, StepInputs,
    Tensor, TensorMut,
};

use super::attention::Attention;
use super::ends::Ends;
use super::feed_forward::FeedForward;
use super::linear::Linear;
use super::mixer::Mixer;
use super::norm::{Norm, NormWeight};
use super::scratch::scratch_of;
use super::spec::{DecoderSpec, LayerSpec, MixerSpec};
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::error::ForwardError;
use crate::kv_formats::LayerKvFormats;
use crate::model::{Cx, Piece, Rows};

/// A drafter, as its config describes it.
#[derive(Clone)]
pub struct DflashSpec {
    pub decoder: DecoderSpec,
    /// Rows of a block: the last known token and the masks behind it.
    pub block_size: usize,
    /// Token of the rows to be drafted.
    pub mask_token: u32,
    /// Layers of the target whose outputs it reads, ascending.
    pub target_layers: Vec<usize>,
    /// Whether the rows of a block see only those before them, of each layer.
    pub causal: Vec<bool>,
}

/// A drafter in memory. Embedding and head are the target's.
pub struct Dflash {
    spec: DflashSpec,
    /// `[H, K·H]` for `K` layers of the target.
    fc: Linear,
    hidden_norm: Norm,
    layers: Vec<DflashLayer>,
    norm: Norm,
    state_specs: Vec<StateSpec>,
    weight_bytes: u64,
}

/// A layer whose keys and values come from the context as well as from the block.
struct DflashLayer {
    attention_norm: NormWeight,
    attention: Attention,
    key_value: [Linear; 2],
    feed_forward_norm: NormWeight,
    feed_forward: Box<dyn FeedForward>,
    causal: bool,
}

/// Rows that the target has computed.
pub struct ContextBatch<'a> {
    /// Position of each row in its sequence.
    pub positions: &'a [u32],
    pub spans: &'a [SpanRows<'a>],
    /// Outputs of the target's layers of each row, `[T, K·H]`.
    pub captured: Tensor<'a>,
}

/// Blocks to be drafted: a span each, of the last known token and masks.
pub struct BlockBatch<'a> {
    pub tokens: &'a [u32],
    pub positions: &'a [u32],
    pub spans: &'a [SpanRows<'a>],
    /// Rows whose logits are wanted.
    pub wanted: &'a [u32],
}

impl Dflash {
    /// Reads `layers`, `fc`, `hidden_norm` and `norm`. `kv`: formats of the caches of its layers.
    pub fn load(
        weights: &Weights<'_>,
        spec: DflashSpec,
        kv: &LayerKvFormats,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (norm, width) = (spec.decoder.norm(), spec.decoder.config.hidden_size);
        // Tensors of a file without the prefix have it by now.
        let root = weights.at("model");
        let mut layers = Vec::with_capacity(spec.decoder.layers.len());
        for (index, layer) in spec.decoder.layers.iter().enumerate() {
            let formats = kv.layers.get(index).copied().flatten().unwrap_or(kv.mtp);
            let causal = spec.causal.get(index).copied().unwrap_or(false);
            let weights = root.at("layers").at(index);
            layers.push(DflashLayer::load(&weights, (layer, formats, causal), &spec, binder)?);
        }
        let captured = spec.target_layers.len() * width;
        Ok(Self {
            fc: Linear::load(&weights.at("fc"), width, captured, false, binder)?,
            hidden_norm: Norm::load(&weights.at("hidden_norm"), norm, binder)?,
            norm: Norm::load(&root.at("norm"), norm, binder)?,
            state_specs: layers.iter().map(|layer| layer.attention.state_spec()).collect(),
            layers,
            weight_bytes: weights.sizes_read()[0],
            spec,
        })
    }

    pub fn spec(&self) -> &DflashSpec {
        &self.spec
    }

    /// State that each of its layers keeps for a sequence.
    pub fn state_specs(&self) -> &[StateSpec] {
        &self.state_specs
    }

    /// Bytes of its weights.
    pub fn weight_bytes(&self) -> u64 {
        self.weight_bytes
    }

    fn hidden(&self) -> usize {
        self.spec.decoder.config.hidden_size
    }

    /// Arena bytes that [`Self::append`] and [`Self::draft`] use for so many rows.
    pub fn scratch_bytes(&self, rows: usize) -> usize {
        let stream = scratch_of(rows, &[self.hidden(); 6]);
        let layer = |layer: &DflashLayer| {
            let attention = &layer.attention;
            let mixer = attention.scratch_bytes(rows).max(attention.append_scratch_bytes(rows));
            mixer.max(layer.feed_forward.scratch_bytes(rows))
        };
        stream + self.layers.iter().map(layer).max().unwrap_or_default()
    }

    /// Upper bound of the kernel workspace for a step within `bounds`.
    pub fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let of = |layer: &DflashLayer| {
            let mixer = layer.attention.workspace_bytes(bounds);
            mixer.max(layer.feed_forward.workspace_bytes(bounds))
        };
        let ends = bounds.linear(self.fc.k()).max(bounds.head(self.hidden()));
        self.layers.iter().map(of).fold(ends, usize::max)
    }

    /// Adds rows of the target to the context: `ctx = hidden_norm(fc captured)`, and each layer's
    /// keys and values of it. `states`: one a layer.
    ///
    /// # Errors
    /// A device that refused.
    pub fn append(
        &self,
        cx: &Cx<'_>,
        batch: &ContextBatch<'_>,
        states: &mut [LayerState],
    ) -> Result<(), ForwardError> {
        let tokens = vec![0; batch.positions.len()];
        let staged = stage(cx, [&tokens, batch.positions, &[]], batch.spans, states)?;
        let (positions, spans) = match &staged {
            Some(staged) => (staged.positions(), Spans::staged(batch.spans, &**staged)),
            None => (batch.positions.into(), batch.spans.into()),
        };
        let frame = cx.scratch.frame();
        let shape = [batch.positions.len(), self.hidden()];
        let [mut mixed, mut context] = [frame.alloc(&shape), frame.alloc(&shape)];
        self.fc.forward(cx, batch.captured, mixed.reborrow());
        let none = frame.alloc_zeroed(&shape);
        self.hidden_norm.add(cx, none, mixed.as_ref(), context.reborrow());
        for (layer, state) in self.layers.iter().zip(states) {
            let LayerState::Paged(cache) = state else {
                unreachable!("every layer attends");
            };
            let from = (&layer.key_value, context.as_ref());
            layer.attention.append(cx, from, (positions, spans), cache);
        }
        Ok(())
    }

    /// Logits of the wanted rows of blocks, `[W, V]`, through the target's embedding and head. The
    /// keys and values of a block lie where the next context overwrites them.
    ///
    /// # Errors
    /// A device that refused.
    pub fn draft(
        &self,
        cx: &mut Cx<'_>,
        ends: &Ends<'_>,
        batch: &BlockBatch<'_>,
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) -> Result<(), ForwardError> {
        // A row that is a span of its own at the block's last position sees the whole block. Spans
        // have slots of their own, which attention does not read.
        let seen: Vec<SpanRows<'_>> = (batch.spans.iter())
            .flat_map(|span| {
                let start = span.start + span.len as u32 - 1;
                let row = move |row| SpanRows { slot: row, row, len: 1, start, drafts: 0, ..*span };
                (span.row..span.row + span.len).map(row)
            })
            .collect();
        let inputs = [batch.tokens, batch.positions, batch.wanted];
        let staged = stage(cx, inputs, batch.spans, states)?;
        let staged_seen = stage(cx, inputs, &seen, states)?;
        match (&staged, &staged_seen) {
            (Some(staged), Some(staged_seen)) => {
                let spans = Spans::staged(batch.spans, &**staged);
                let seen = Spans::staged(&seen, &**staged_seen);
                let inputs = [staged.tokens(), staged.positions(), staged.logit_rows()];
                self.block(cx, ends, inputs, [spans, seen], states, logits);
            }
            _ => {
                let spans = [batch.spans.into(), (&seen).into()];
                self.block(cx, ends, inputs.map(Into::into), spans, states, logits);
            }
        }
        Ok(())
    }

    fn block(
        &self,
        cx: &mut Cx<'_>,
        ends: &Ends<'_>,
        [tokens, positions, wanted]: [Slice<'_, u32>; 3],
        [spans, whole]: [Spans<'_>; 2],
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) {
        let frame = cx.scratch.frame();
        let shape = [tokens.len(), self.hidden()];
        let h = frame.alloc_zeroed(&shape);
        let mut stream = Stream { h, delta: frame.alloc(&shape), x: frame.alloc(&shape) };
        ends.embed(cx, tokens, stream.delta.reborrow());
        let pieces = [Piece { spans, kept: &[] }];
        for (index, (layer, state)) in self.layers.iter().zip(states).enumerate() {
            let rows = Rows {
                tokens,
                positions,
                spans,
                seen: if layer.causal { spans } else { whole },
                pieces: &pieces,
                logit_rows: wanted,
                drafts: false,
                layer: index,
                keeper: None,
            };
            layer.attention.forward(cx, &rows, &layer.attention_norm, &mut stream, state);
            layer.feed_forward.forward(cx, &layer.feed_forward_norm, &mut stream);
        }
        self.norm.forward(cx, &mut stream);
        ends.logits(cx, (stream.x.as_ref(), wanted), logits);
    }
}

impl DflashLayer {
    fn load(
        weights: &Weights<'_>,
        (layer, kv, causal): (&LayerSpec, KvFormats, bool),
        spec: &DflashSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let norm = spec.decoder.norm();
        let (Some(MixerSpec::Attention(attention)), Some(feed_forward)) =
            (&layer.mixer, layer.feed_forward)
        else {
            unreachable!("every layer attends");
        };
        let attention = Attention::load(&weights.at("self_attn"), attention, norm, kv, binder)?;
        let half =
            |name: &str, binder: &mut Binder| NormWeight::load(&weights.at(name), norm, binder);
        Ok(Self {
            attention_norm: half("input_layernorm", binder)?,
            key_value: attention.key_value(binder)?,
            attention,
            feed_forward_norm: half("post_attention_layernorm", binder)?,
            feed_forward: {
                let mlp = weights.at("mlp");
                feed_forward.load(&mlp, norm.width, String::new(), binder)?
            },
            causal,
        })
    }
}

/// Tokens, positions, wanted rows and spans in memory that the device reads; None on the CPU.
fn stage(
    cx: &Cx<'_>,
    [tokens, positions, logit_rows]: [&[u32]; 3],
    spans: &[SpanRows<'_>],
    states: &[LayerState],
) -> Result<Option<Box<dyn Staged>>, ForwardError> {
    let Device::Backend(dev) = cx.dev else { return Ok(None) };
    let blocks = states.iter().find_map(LayerState::blocks);
    let inputs = StepInputs { tokens, fed: None, positions, spans, logit_rows, blocks };
    Ok(Some(dev.stage(&inputs)?))
}
