//! The frame of every family: embedding, layers on a residual stream, norm, head.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use atlas_core::StateSpec;
use atlas_tensor::ops::{Embed, EmbedArgs, EmbedNeed, PickRows, PickRowsArgs};
use atlas_tensor::{
    Arena, Backend, BindError, Binder, Device, Kernel, KvScales, LayerState, Slice, Spans, Staged,
    StepBounds, StepInputs, Tensor, TensorMut, Weight, WeightFormat,
};

use super::decoder_layer::DecoderLayer;
use super::ends::Ends;
use super::linear::Linear;
use super::mtp::MtpModule;
use super::norm::Norm;
use super::scratch::scratch_of;
use super::spec::{DecoderSpec, LayerSpec};
use super::stream::Stream;
use crate::batch::{advance_states, check_batch, cut_spans};
use crate::checkpoint::Weights;
use crate::error::ForwardError;
use crate::kv_formats::LayerKvFormats;
use crate::model::{Accepted, Batch, Cx, DraftBatch, Model, ModelInfo, Piece, Rows};

/// [`Decoder::id`] of the next model.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

/// Treatment of a step on a device.
#[derive(Clone, Copy)]
enum StepMode {
    /// Its kernels are queued.
    Queue,
    /// Its kernels are captured for later steps of the same shape and not run.
    Capture,
}

/// A decoder-only model.
pub struct Decoder {
    /// Unique among the models of this process.
    pub(super) id: u64,
    info: ModelInfo,
    specs: Vec<StateSpec>,
    kv_scales: Vec<Option<KvScales>>,
    pub(super) embedding: Weight,
    pub(super) embed: Kernel<Embed>,
    pub(super) pick: Kernel<PickRows>,
    pub(super) layers: Vec<DecoderLayer>,
    norm: Norm,
    pub(super) head: Linear,
    /// Whether the head is the embedding.
    tied: bool,
    /// Whether layers check their results, on the host.
    pub(super) checked: bool,
    pub(super) mtp: Option<MtpModule>,
    /// Bytes and elements of the multi-token-prediction module.
    mtp_sizes: [u64; 2],
}

impl Decoder {
    /// Reads the layers at `model.layers`, the multi-token-prediction module at `mtp` if it is
    /// there, `model.embed_tokens`, `model.norm` and `lm_head` (the embedding, if tied).
    pub fn load(
        weights: &Weights<'_>,
        family: &'static str,
        (spec, kv): (&DecoderSpec, &LayerKvFormats),
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (config, norm) = (&spec.config, spec.norm());
        let (vocab, hidden) = (config.vocab_size, config.hidden_size);
        let root = weights.at("model");
        let layer = |(index, layer): (usize, &LayerSpec)| {
            let formats = kv.layers.get(index).copied().flatten();
            DecoderLayer::load(&root.at("layers").at(index), index, (layer, formats), norm, binder)
        };
        let layers: Vec<_> = spec.layers.iter().enumerate().map(layer).collect::<Result<_, _>>()?;
        let before_mtp = weights.sizes_read();
        let module = weights.at("mtp");
        let has_mtp = !spec.mtp.is_empty() && module.is_present_or(config.states_mtp);
        let mtp = match has_mtp {
            true => {
                // Some modules store embedding and head again.
                module.accept_copy_of("embed_tokens.weight", &root, "embed_tokens.weight");
                module.accept_copy_of("head.weight", weights, "lm_head.weight");
                Some(MtpModule::load(&module, (&spec.mtp, kv.mtp), norm, binder)?)
            }
            false => None,
        };
        let after_mtp = weights.sizes_read();
        let mtp_sizes = [0, 1].map(|i| after_mtp[i] - before_mtp[i]);
        let embedding = root.at("embed_tokens").matrix("weight", vocab, hidden);
        let head = if config.tied {
            weights.accept_copy_of("lm_head.weight", &root, "embed_tokens.weight");
            None
        } else {
            Some(weights.at("lm_head").matrix("weight", vocab, hidden))
        };
        let embedding = binder.weight(embedding)?;
        let head = match head {
            Some(head) => Linear::from_weight(head, binder)?,
            None => Linear::over_shared(embedding.clone(), binder)?,
        };
        let info = ModelInfo {
            family,
            vocab_size: vocab as u32,
            hidden_size: hidden as u32,
            layer_count: layers.len() as u32,
            position_max: config.max_position as u32,
            position_limit: config.position_limit as u32,
            stored_type: match embedding.format() {
                WeightFormat::Bf16 => "BF16",
                WeightFormat::F16 => "F16",
                WeightFormat::F32 => "F32",
                quantised => quantised.name(),
            },
            softmax_scale: spec.softmax_scale(),
            has_mtp: mtp.is_some(),
            ..ModelInfo::default()
        };
        Ok(Decoder {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            info,
            specs: layers.iter().map(|l| l.state_spec()).collect(),
            kv_scales: layers.iter().map(|l| l.kv_scales()).collect(),
            embed: binder.bind(EmbedNeed { format: embedding.format() })?,
            norm: Norm::load(&root.at("norm"), norm, binder)?,
            head,
            pick: binder.bind(())?,
            tied: config.tied,
            checked: spec.layers.iter().chain(&spec.mtp).any(LayerSpec::is_checked),
            embedding,
            layers,
            mtp,
            mtp_sizes,
        })
    }

    /// Sets the sizes that are known once everything was read.
    pub fn set_weight_sizes(&mut self, parameters: u64, bytes: u64) {
        let routing = self.layers.iter().filter_map(|layer| layer.routing());
        let idle = routing.fold([0, 0], |[bytes, parameters], routing| {
            let idle = routing.idle();
            [bytes + idle * routing.expert_bytes, parameters + idle * routing.expert_parameters]
        });
        // A tied embedding is read as the head.
        let embedding = &self.embedding;
        let table = [embedding.byte_len(), embedding.n() * embedding.k()];
        let table = if self.tied { [0, 0] } else { table.map(|size| size as u64) };
        let unread = [0, 1].map(|i| idle[i] + table[i] + self.mtp_sizes[i]);
        self.info.routing = self.layers.iter().map(|layer| layer.routing()).collect();
        self.info.parameter_count = parameters;
        self.info.weight_bytes = bytes;
        self.info.weight_bytes_per_token = bytes.saturating_sub(unread[0]);
        self.info.parameters_per_token = parameters.saturating_sub(unread[1]);
    }

    pub(super) fn hidden(&self) -> usize {
        self.info.hidden_size as usize
    }

    /// Identity of this model with these states and outputs among all of a device.
    fn owner(&self, cx: &Cx<'_>, states: &[LayerState], logits: &Tensor<'_>) -> Vec<u64> {
        let hidden = cx.hidden.as_ref().map_or(0, |hidden| hidden.as_ref().address());
        let captured = cx.captured.as_ref().map_or(0, |of| of.out.as_ref().address());
        let layers = cx.layers.map_or(u64::MAX, |layers| layers as u64);
        let memory = [self.id, layers, cx.scratch.address(), logits.address(), hidden, captured];
        memory.into_iter().chain(states.iter().map(LayerState::address)).collect()
    }

    /// The first fault that a layer's checks have found since the last call.
    fn take_faults(&self) -> Result<(), ForwardError> {
        let faults = self.layers.iter().map(DecoderLayer::take_fault).enumerate();
        let faults: Vec<_> = faults.filter_map(|(i, fault)| Some((i, fault?))).collect();
        match faults.into_iter().next() {
            Some((i, fault)) => Err(ForwardError::Check { layer: format!("layer {i}"), fault }),
            None => Ok(()),
        }
    }

    /// Copies the output of the layer before layer `next`, whose mixer has added it to the stream.
    fn capture_output(&self, cx: &mut Cx<'_>, next: usize, stream: &Stream<'_>) {
        let Some(captured) = &mut cx.captured else { return };
        let Some(at) = captured.layers.iter().position(|&layer| layer + 1 == next) else { return };
        let columns = at * self.hidden()..(at + 1) * self.hidden();
        let out = captured.out.reborrow().slice_last(columns);
        self.pick.run(cx.dev, PickRowsArgs { x: stream.h.as_ref(), rows: None, out });
    }

    /// Computes the logits of `rows`: the head over their normed last hidden state.
    fn logits(&self, cx: &Cx<'_>, x: Tensor<'_>, rows: Slice<'_, u32>, logits: TensorMut<'_>) {
        let frame = cx.scratch.frame();
        let mut wanted = frame.alloc(&[rows.len(), self.hidden()]);
        self.pick.run(cx.dev, PickRowsArgs { x, rows: Some(rows), out: wanted.reborrow() });
        self.head.forward(cx, wanted.as_ref(), logits);
    }

    /// Runs every layer over the rows, then computes the logits.
    fn run(
        &self,
        cx: &mut Cx<'_>,
        rows: &Rows<'_>,
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) {
        let frame = cx.scratch.frame();
        let shape = [rows.tokens.len(), self.hidden()];
        // The stream starts at zero; the embedding is the first addition.
        let h = frame.alloc_zeroed(&shape);
        let mut stream = Stream { h, delta: frame.alloc(&shape), x: frame.alloc(&shape) };
        let out = stream.delta.reborrow();
        self.embed.run(cx.dev, EmbedArgs { ids: rows.tokens, table: &self.embedding, out });
        cx.tap(|| "embed".into(), stream.delta.as_ref());
        let count = cx.layers.unwrap_or(self.layers.len());
        for (i, (layer, state)) in self.layers.iter().zip(states).enumerate().take(count) {
            layer.mix(cx, &rows.of_layer(i), &mut stream, state);
            self.capture_output(cx, i, &stream);
            layer.feed(cx, &mut stream);
            tap_layer(cx, i, &stream, layer.is_block());
        }
        let mut kept = cx.hidden.take();
        let out = kept.as_mut().unwrap_or(&mut stream.x);
        self.norm.add(cx, stream.h.reborrow(), stream.delta.as_ref(), out.reborrow());
        cx.tap(|| "final_norm".into(), out.as_ref());
        self.logits(cx, out.as_ref(), rows.logit_rows, logits);
    }

    /// Runs a step on the CPU.
    fn on_host(
        &self,
        cx: &mut Cx<'_>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) {
        let &Batch { tokens, positions, spans, logit_rows, keeps, .. } = batch;
        let cut = cut_spans(spans, keeps.map_or(&[], |keeps| keeps.at));
        let pieces: Vec<Piece<'_>> =
            (cut.iter()).map(|cut| Piece { spans: (&cut.spans).into(), kept: &cut.kept }).collect();
        let rows = Rows {
            tokens: tokens.into(),
            positions: positions.into(),
            spans: spans.into(),
            seen: spans.into(),
            pieces: &pieces,
            logit_rows: logit_rows.into(),
            drafts: spans.iter().any(|span| span.drafts > 0),
            layer: 0,
            keeper: keeps.map(|keeps| keeps.to),
        };
        self.run(cx, &rows, states, logits);
    }

    /// Runs a step on a device. Returns false if it was to be captured and was not.
    fn on_device(
        &self,
        cx: &mut Cx<'_>,
        dev: &Arc<dyn Backend>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        mut logits: TensorMut<'_>,
        mode: StepMode,
    ) -> Result<bool, ForwardError> {
        let &Batch { tokens, fed, positions, spans, logit_rows, keeps } = batch;
        let cut = cut_spans(spans, keeps.map_or(&[], |keeps| keeps.at));
        let blocks = states.iter().find_map(LayerState::blocks);
        let inputs = StepInputs { tokens, fed, positions, spans, logit_rows, blocks };
        let staged = dev.stage(&inputs)?;
        // Without a cut the only piece is the staged step itself.
        let whole = cut.len() == 1;
        let parts: Vec<Box<dyn Staged>> = match whole {
            true => vec![],
            false => (cut.iter())
                .map(|cut| {
                    // Tokens are read from the whole step only.
                    dev.stage(&StepInputs { spans: &cut.spans, fed: None, ..inputs })
                })
                .collect::<Result<_, _>>()?,
        };
        let part = |i: usize| parts.get(i).unwrap_or(&staged);
        let pieces: Vec<Piece<'_>> = (cut.iter().enumerate())
            .map(|(i, cut)| Piece { spans: Spans::staged(&cut.spans, &**part(i)), kept: &cut.kept })
            .collect();
        let rows = Rows {
            tokens: staged.tokens(),
            positions: staged.positions(),
            spans: Spans::staged(spans, &*staged),
            seen: Spans::staged(spans, &*staged),
            pieces: &pieces,
            logit_rows: staged.logit_rows(),
            drafts: spans.iter().any(|span| span.drafts > 0),
            layer: 0,
            keeper: keeps.map(|keeps| keeps.to),
        };
        let kept = cut.iter().any(|cut| !cut.kept.is_empty());
        // Taps, checks and kept state differ from step to step; blocks that are brought are waited
        // for on the host.
        let alike = whole && !kept && !cx.has_taps() && !self.checked && cx.feed().is_none();
        let owner = self.owner(cx, states, &logits.as_ref());
        let mut work = || self.run(cx, &rows, states, logits.reborrow());
        match (mode, alike) {
            (StepMode::Queue, true) => dev.replay(&owner, &*staged, &mut work),
            (StepMode::Queue, false) => work(),
            (StepMode::Capture, true) => {
                return Ok(dev.capture_graph(&owner, &*staged, &mut work)?);
            }
            (StepMode::Capture, false) => return Ok(false),
        }
        Ok(true)
    }
}

impl Model for Decoder {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn state_specs(&self) -> &[StateSpec] {
        &self.specs
    }

    fn carry_len(&self) -> Option<usize> {
        let module = self.mtp.as_ref().map(MtpModule::carry_len);
        let each = self.layers.iter().map(DecoderLayer::carry_len).chain(module);
        each.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).unwrap_or(Some(0))
    }

    fn kv_scales(&self) -> &[Option<KvScales>] {
        &self.kv_scales
    }

    fn scratch_bytes(&self, rows: usize, logit_rows: usize) -> usize {
        let stream = scratch_of(rows, &[self.hidden(); 3]);
        let head = Arena::alloc_bytes(logit_rows * self.hidden());
        let layers = self.layers.iter().map(|l| l.scratch_bytes(rows));
        stream + layers.fold(head, usize::max)
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let layers = self.layers.iter().map(|l| l.workspace_bytes(bounds));
        layers.fold(bounds.head(self.hidden()), usize::max)
    }

    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        mut logits: TensorMut<'_>,
    ) -> Result<(), ForwardError> {
        check_batch(&self.info, &self.specs, batch, states, &logits.as_ref(), cx.dev.place())?;
        advance_states(states, batch.spans)?;
        match cx.dev {
            Device::Cpu(_) => self.on_host(cx, batch, states, logits.reborrow()),
            Device::Backend(dev) => {
                let logits = logits.reborrow();
                self.on_device(cx, dev, batch, states, logits, StepMode::Queue)?;
            }
        }
        if self.checked {
            self.take_faults()?;
        }
        cx.tap(|| "logits".into(), logits.as_ref());
        Ok(())
    }

    fn capture(
        &self,
        cx: &mut Cx<'_>,
        batch: &Batch<'_>,
        states: &mut [LayerState],
        logits: TensorMut<'_>,
    ) -> Result<bool, ForwardError> {
        check_batch(&self.info, &self.specs, batch, states, &logits.as_ref(), cx.dev.place())?;
        match cx.dev {
            Device::Cpu(_) => Ok(false),
            Device::Backend(dev) => {
                self.on_device(cx, dev, batch, states, logits, StepMode::Capture)
            }
        }
    }

    fn settle(
        &self,
        cx: &mut Cx<'_>,
        accepted: &[Accepted],
        wanted: usize,
        states: &mut [LayerState],
    ) -> Result<(), ForwardError> {
        self.settle_layers(cx, accepted, wanted, states)
    }

    fn draft_spec(&self) -> Option<StateSpec> {
        self.mtp.as_ref().map(MtpModule::state_spec)
    }

    fn draft_scratch_bytes(&self, rows: usize) -> usize {
        let hidden = self.hidden();
        self.mtp
            .as_ref()
            .map_or(0, |mtp| scratch_of(rows, &[hidden; 3]) + mtp.scratch_bytes(rows, hidden))
    }

    fn draft(
        &self,
        cx: &mut Cx<'_>,
        batch: &DraftBatch<'_>,
        state: &mut LayerState,
        logits: TensorMut<'_>,
        hidden: TensorMut<'_>,
    ) -> Result<(), ForwardError> {
        self.run_mtp(cx, batch, state, [logits, hidden])
    }

    fn mtp(&self) -> Option<&MtpModule> {
        self.mtp.as_ref()
    }

    fn ends(&self) -> Option<Ends<'_>> {
        let (embedding, embed, head) = (&self.embedding, &self.embed, &self.head);
        Some(Ends { embedding, embed, head, pick: &self.pick })
    }
}

/// Taps the output of the layer's feed-forward half, unless that is all of it, and the stream after
/// it.
fn tap_layer(cx: &mut Cx<'_>, layer: usize, stream: &Stream<'_>, is_block: bool) {
    if !cx.has_taps() {
        return;
    }
    let (h, delta) = (stream.h.as_ref(), stream.delta.as_ref());
    if !is_block {
        cx.tap(|| format!("layers.{layer}.mlp_out"), delta);
    }
    let (left, right) = (cx.dev.read(&h), cx.dev.read(&delta));
    let sum: Vec<f32> = left.iter().zip(right).map(|(h, d)| h + d).collect();
    cx.tap(|| format!("layers.{layer}.out"), Tensor::from_f32(&sum, h.shape()));
}
