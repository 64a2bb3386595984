//! The forward pass: the model on its device, with scratch memory and the logits of a step.

use atlas_core::StepPlan;
use atlas_model::{Accepted, Batch, Capture, Cx, ForwardError, KeepAt, Keeps, Model, TapSink};
use atlas_tensor::{Arena, Device, Fed, KvFeed, LayerState, Memory, SpanRows, Tensor};

use super::drafting::Kept;
use super::error::RunError;
use super::inputs::Inputs;
use super::keeps::{Keeper, keeps};
use super::picking::Picked;
use crate::engine::config::StepTaps;
use crate::engine::requests::LiveRequests;
use crate::state::sequences::SequenceState;
use crate::state::slots::SlotTable;
use crate::state::tier::{Feed, KvTier};

/// The model, its device and the memory of one forward pass.
pub(crate) struct ForwardPass {
    pub model: Box<dyn Model>,
    pub dev: Device,
    pub scratch: Arena,
    pub logits: Memory,
    pub vocab_size: usize,
    pub taps: Option<StepTaps>,
}

impl ForwardPass {
    /// Logits of the last step, `[rows, vocab]`.
    pub fn logits(&self, rows: usize) -> Tensor<'_> {
        self.logits.f32(&[rows, self.vocab_size])
    }

    /// Number of the model's own layers; the layer of a multi-token-prediction module follows them.
    pub fn layer_count(&self) -> usize {
        self.model.state_specs().len()
    }

    /// The states of the model's own layers.
    pub fn own_layers<'a>(&self, layers: &'a mut [LayerState]) -> &'a mut [LayerState] {
        let count = self.layer_count();
        &mut layers[..count]
    }

    /// Queues the forward pass of a plan's live spans, with the saves inside of them. `picked`: the
    /// tokens of the last launch, which fed rows read.
    ///
    /// # Errors
    /// A span that does not fit its slot or the layers, a failed forward pass, or a layer that
    /// kept no state where the plan saves it.
    ///
    /// Returns spans of the plan, by index, whose blocks could not be brought, and why.
    // Long: one batch after the other of what the model takes.
    pub fn run(
        &mut self,
        plan: &StepPlan,
        inputs: &Inputs,
        state: &mut SequenceState,
        requests: &LiveRequests,
        (picked, kept_for): (Picked<'_>, Kept<'_>),
    ) -> Result<Vec<(usize, String)>, RunError> {
        let step = plan.step;
        let Inputs { tokens, fed, positions, logit_rows, live, .. } = inputs;
        let SequenceState { faults, layers, slots, .. } = &mut *state;
        faults
            .forget_chunks(plan, live, layers, slots, requests)
            .map_err(|source| RunError::State { step, source })?;
        let planted_tables = faults.block_tables(plan, live, slots);
        let mut spans = Vec::with_capacity(live.len());
        for (i, &(index, row)) in live.iter().enumerate() {
            let span = &plan.spans[index];
            let blocks = match &planted_tables {
                Some(tables) => tables[i].as_slice(),
                None => state.slots.blocks(span.slot),
            };
            state
                .check_blocks(span, blocks.len())
                .map_err(|source| RunError::Slots { step, source })?;
            let (slot, len, start) = (span.slot.index(), inputs.rows_of(i), span.start);
            spans.push(SpanRows { slot, row, len, start, drafts: inputs.drafts[i].len(), blocks });
        }
        let kept = keeps(plan, live).map_err(|source| RunError::State { step, source })?;
        let at: Vec<KeepAt> = kept.iter().map(|keep| keep.at).collect();
        let keeper = Keeper::new(&mut state.snapshots, kept);
        let keeps = Some(Keeps { at: &at, to: &keeper });
        let fed = match picked {
            Picked::Device(tokens) if !fed.is_empty() => Some(Fed { rows: fed, tokens }),
            _ => None,
        };
        let batch = Batch { tokens, fed, positions, spans: &spans, logit_rows, keeps };
        let mut sink = self.taps.as_ref().and_then(|taps| taps(tokens.len()));
        let taps = sink.as_mut().map(|sink| &mut **sink as &mut dyn TapSink);
        let (layers, module) = state.layers.split_at_mut(self.layer_count());
        let caches = layers.iter().filter(|layer| layer.blocks().is_some()).count();
        let tables: Vec<&[u32]> = live
            .iter()
            .map(|(index, _)| state.slots.pool_blocks(plan.spans[*index].slot))
            .collect();
        let dev = self.dev.clone();
        let mut feed =
            (state.tier.as_mut()).map(|tier| tier.feed(&dev, &spans, &tables, 0..caches));
        let brings = feed.as_mut().map(|feed| feed as &mut dyn KvFeed);
        self.forward(&batch, layers, (taps, brings), kept_for)
            .map_err(|source| RunError::Forward { step, source })?;
        let failed = feed.map(Feed::finish).unwrap_or_default();
        let failed = failed.into_iter().map(|failure| {
            let why = format!("KV blocks of this sequence cannot be read: {}", failure.error);
            (live[failure.span].0, why)
        });
        let failed: Vec<(usize, String)> = failed.collect();
        if let Some(tier) = &mut state.tier {
            book_kept(tier, plan, live, &failed, &state.slots);
        }
        // The module's own layer gets its rows when it follows the step.
        for layer in module {
            layer.advance(&spans).map_err(|source| RunError::State { step, source })?;
        }
        let [kept, wanted] = keeper.copies();
        if kept != wanted {
            return Err(RunError::MissingState { step, kept, wanted });
        }
        let shape = [logit_rows.len(), self.vocab_size];
        state.faults.perturb(&mut self.logits, &shape, self.dev.threads());
        Ok(failed)
    }

    /// Queues the forward pass of a batch.
    ///
    /// # Errors
    /// Those of the model.
    pub fn forward<'a>(
        &'a mut self,
        batch: &Batch<'_>,
        layers: &mut [LayerState],
        (taps, feed): (Option<&'a mut dyn TapSink>, Option<&'a mut dyn KvFeed>),
        kept: Kept<'a>,
    ) -> Result<(), ForwardError> {
        let (rows, width) = (batch.tokens.len(), self.model.info().hidden_size as usize);
        let dtype = self.dev.activations();
        let mut cx = Cx { taps, feed, ..Cx::new(&self.dev, &self.scratch) };
        match kept {
            Kept::Nothing => {}
            Kept::Hidden(memory) => cx.hidden = Some(memory.tensor_mut(dtype, 0, &[rows, width])),
            Kept::Layers(layers, memory) => {
                let out = memory.tensor_mut(dtype, 0, &[rows, layers.len() * width]);
                cx.captured = Some(Capture { layers, out });
            }
        }
        let logits = self.logits.f32_mut(&[batch.logit_rows.len(), self.vocab_size]);
        self.model.forward(&mut cx, batch, layers, logits)
    }

    /// Queues what brings recurrent layers past the accepted drafts of the last step.
    ///
    /// # Errors
    /// Those of the model.
    pub fn settle(
        &mut self,
        accepted: &[Accepted],
        wanted: usize,
        layers: &mut [LayerState],
    ) -> Result<(), ForwardError> {
        let mut cx = Cx::new(&self.dev, &self.scratch);
        self.model.settle(&mut cx, accepted, wanted, layers)
    }

    /// Captures the kernels of a batch; false if the device captured nothing.
    ///
    /// # Errors
    /// Those of [`Model::capture`].
    pub fn capture(
        &mut self,
        batch: &Batch<'_>,
        layers: &mut [LayerState],
    ) -> Result<bool, ForwardError> {
        let mut cx = Cx::new(&self.dev, &self.scratch);
        let logits = self.logits.f32_mut(&[batch.logit_rows.len(), self.vocab_size]);
        self.model.capture(&mut cx, batch, layers, logits)
    }
}

/// Tells the tier of the snapshots that a step has taken, and of the spans whose state is wrong.
fn book_kept(
    tier: &mut KvTier,
    plan: &StepPlan,
    live: &[(usize, usize)],
    failed: &[(usize, String)],
    slots: &SlotTable,
) {
    for (index, _) in failed {
        let span = &plan.spans[*index];
        tier.spoil(span.slot, span.start, slots);
    }
    for save in plan.saves() {
        let of_it = |index: usize| {
            let span = &plan.spans[index];
            (span.slot, span.epoch) == (save.slot, save.epoch)
        };
        let is_taken = live.iter().any(|&(index, _)| of_it(index))
            && !failed.iter().any(|&(index, _)| of_it(index));
        tier.note_save(save, slots, is_taken);
    }
}
