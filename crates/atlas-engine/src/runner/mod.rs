//! Executes step plans: tables, forward pass, logits. Holds no policy, no clock and no stream.

pub(crate) mod audit;
pub(crate) mod fault;
pub(crate) mod graphs;
mod inputs;
mod keeps;
pub(crate) mod launched;
pub(crate) mod picking;
#[cfg(test)]
mod tests;

use atlas_core::{
    BlockId, DropReason, EngineError, RequestId, SlotAssign, Span, StateFork, StateOp,
    StateRestore, StepPlan, TierObject,
};
use atlas_model::{Batch, Cx, ForwardError, KeepAt, Keeps, Model, TapSink};
use atlas_tensor::{Device, DeviceFault, Fed, LayerState, Memory as Pooled, SpanRows, StateError};
use std::time::Instant;

use crate::engine::config::{EngineConfig, RowHook, StepTaps, TestFault};
use crate::engine::requests::LiveRequests;
use crate::sampling::Outcome;
use crate::state::host_tier::HostArena;
use crate::state::memory::{Memory, MemoryError, MemoryPlan};
use crate::state::slots::{PickedBy, SlotError, SlotTable};
use crate::state::snapshots::SnapshotArena;
use inputs::Inputs;
use keeps::{Keeper, keeps};
#[cfg(test)]
use launched::StepOutput;
use launched::{Launched, Picks};
use picking::{Picked, Picking, edits_max};

/// A step that could not be executed. The state of its sequences is lost, so the engine ends.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the plan of step {step} does not fit the slot tables: {source}")]
    Slots { step: u64, source: SlotError },
    #[error("the forward pass of step {step} failed: {source}")]
    Forward { step: u64, source: ForwardError },
    #[error("layer state in step {step}: {source}")]
    State { step: u64, source: StateError },
    #[error("step {step} has {rows} token rows, the engine holds {rows_max}")]
    TooManyRows { step: u64, rows: usize, rows_max: usize },
    #[error("step {step} wants {rows} rows of logits, the engine holds {rows_max}")]
    TooManyLogits { step: u64, rows: usize, rows_max: usize },
    #[error("step {step}: layers kept {kept} states of {wanted} that snapshots want")]
    MissingState { step: u64, kept: usize, wanted: usize },
    #[error("step {step}: {source}")]
    Device { step: u64, source: DeviceFault },
    #[error("{request} has {scored} of {wanted} prompt scores at its first token")]
    MissingScores { request: RequestId, scored: usize, wanted: usize },
}

/// Owns the model, the device and every pool.
pub(crate) struct Runner {
    pub(crate) model: Box<dyn Model>,
    pub(crate) dev: Device,
    pub(crate) states: Vec<LayerState>,
    pub(crate) snapshots: SnapshotArena,
    pub(crate) host: HostArena,
    pub(crate) scratch: atlas_tensor::Arena,
    pub(crate) logits: Pooled,
    pub(crate) slots: SlotTable,
    pub(crate) picking: Picking,
    /// Launches that pick so far.
    launches: u64,
    /// Edits for which every batch has room.
    pub(crate) edits_max: usize,
    pub(crate) vocab_size: usize,
    pub(crate) rows_max: usize,
    pub(crate) logit_rows_max: usize,
    pub(crate) seq_len_max: usize,
    pub(crate) block_tokens: usize,
    /// Of steps that are finished, to be filled again.
    pub(crate) spare: Vec<Inputs>,
    pub(crate) outcomes: Vec<Result<Outcome, EngineError>>,
    pub(crate) hook: Option<RowHook>,
    taps: Option<StepTaps>,
    pub(crate) fault: Option<TestFault>,
}

impl Runner {
    /// Allocates every pool for `model` under the configured limits.
    pub fn new(
        model: Box<dyn Model>,
        dev: Device,
        config: &EngineConfig,
    ) -> Result<Self, MemoryError> {
        let limits = &config.limits;
        let vocab_size = model.info().vocab_size as usize;
        let plan = MemoryPlan::new(&*model, limits, &dev);
        let memory = Memory::allocate(&plan, limits, &dev, vocab_size, config.model_id)?;
        let mut host = memory.host;
        host.watch(config.host_probe.clone(), config.test_fault == Some(TestFault::HostUnchecked));
        Ok(Self {
            states: memory.states,
            snapshots: memory.snapshots,
            host,
            scratch: memory.scratch,
            logits: memory.logits,
            slots: SlotTable::new(limits),
            picking: memory.picking,
            launches: 0,
            edits_max: edits_max(limits, vocab_size),
            vocab_size,
            rows_max: limits.step_tokens_max as usize,
            logit_rows_max: limits.logit_rows_max() as usize,
            seq_len_max: limits.seq_len_max as usize,
            block_tokens: limits.kv_block_tokens as usize,
            spare: Vec::new(),
            outcomes: Vec::new(),
            hook: config.row_hook.clone(),
            taps: config.taps.clone(),
            fault: config.test_fault,
            model,
            dev,
        })
    }

    /// Applies the plan's state operations in their order, and queues the spans with the saves
    /// inside of them and the picking of tokens. Without a queue all of it is done on return. Spans
    /// of requests that have no record any more are not computed and count as ended. Steps are
    /// finished in the order of their launches, by [`Self::finish`]; at most one is not when the
    /// next is launched, and that one is not held.
    pub fn launch(
        &mut self,
        plan: StepPlan,
        requests: &mut LiveRequests,
    ) -> Result<Launched, RunError> {
        let slots = |source| RunError::Slots { step: plan.step, source };
        let damaged_copies = self.apply_ops(&plan, requests)?;
        let mut inputs = self.spare.pop().unwrap_or_default();
        let before = (self.launches, self.picking.picked());
        inputs.gather(&plan, &self.slots, requests, before, self.fault).map_err(slots)?;
        let (rows, rows_max) = (inputs.tokens.len(), self.rows_max);
        if rows > rows_max {
            return Err(RunError::TooManyRows { step: plan.step, rows, rows_max });
        }
        let (wanted, wanted_max) = (inputs.logit_rows.len(), self.logit_rows_max);
        if wanted > wanted_max {
            let (rows, rows_max) = (wanted, wanted_max);
            return Err(RunError::TooManyLogits { step: plan.step, rows, rows_max });
        }
        let begun = Instant::now();
        let (mut picks, mut logits, mut queued) = (Picks::None, None, None);
        if rows > 0 {
            self.prepare_masks(&inputs, requests);
            let wanted = inputs.wanted(requests);
            self.picking.prepare(&wanted);
            self.forward(&plan, &inputs, requests)?;
            let on_device = self.logits.f32(&[wanted.len(), self.vocab_size]);
            logits = self.hook.is_some().then(|| self.dev.read(&on_device));
            if !wanted.is_empty() {
                picks = Picks::Held;
                if self.picking.is_whole(&wanted) {
                    self.launches += 1;
                    self.picking.launch(&on_device, &wanted);
                    picks = Picks::Launched(self.launches);
                }
            }
            queued = self.is_queued().then(Instant::now);
        }
        if let Picks::Launched(launch) = picks {
            for (row, used) in inputs.uses.iter().enumerate().filter(|(_, used)| !used.score) {
                let from = PickedBy { launch, row: row as u32 };
                self.slots.expect_token(plan.spans[used.span].slot, from);
            }
        }
        self.rot(&plan);
        Ok(Launched { plan, inputs, picks, damaged_copies, begun, queued, logits })
    }

    /// [`Self::launch`] and [`Self::finish`].
    #[cfg(test)]
    pub fn execute(
        &mut self,
        plan: &StepPlan,
        requests: &mut LiveRequests,
    ) -> Result<StepOutput, RunError> {
        let launched = self.launch(plan.clone(), requests)?;
        self.finish(launched, requests)
    }

    /// Whether a forward pass is queued and goes on beside this thread.
    pub fn is_queued(&self) -> bool {
        matches!(self.dev, Device::Backend(_))
    }

    /// Applies the state operations of a plan in their order. Saves happen later, inside of the
    /// spans. Returns the indices of copies from the host that found damage.
    fn apply_ops(
        &mut self,
        plan: &StepPlan,
        requests: &LiveRequests,
    ) -> Result<Vec<u32>, RunError> {
        let slots = |source| RunError::Slots { step: plan.step, source };
        let state = |source| RunError::State { step: plan.step, source };
        let mut damaged = Vec::new();
        for (index, op) in plan.ops.iter().enumerate() {
            match op {
                StateOp::Copy(copy) => {
                    if let TierObject::SlotState { slot, epoch, .. } = copy.object {
                        self.slots.check_epoch(slot, epoch).map_err(slots)?;
                    }
                    if self.copy_between_tiers(copy).is_err() {
                        damaged.push(index as u32);
                    }
                }
                StateOp::Drop(drop) => self.slots.drop_slot(drop).map_err(slots)?,
                StateOp::Assign(assign) => self.assign(assign, requests).map_err(slots)?,
                StateOp::Replace(replace) => self.slots.replace_block(replace).map_err(slots)?,
                StateOp::Release(release) => self.slots.release_blocks(release).map_err(slots)?,
                StateOp::Append(append) => self.slots.append_block(append).map_err(slots)?,
                StateOp::Restore(restore) => self.restore(restore).map_err(state)?,
                StateOp::Fork(fork) => self.fork(fork).map_err(state)?,
                StateOp::Save(_) => {}
            }
        }
        Ok(damaged)
    }

    fn assign(&mut self, assign: &SlotAssign, requests: &LiveRequests) -> Result<(), SlotError> {
        // A request that ended after this step was planned gets an empty slot and computes nothing;
        // a later plan drops it.
        match requests.get(&assign.request) {
            Some(record) if self.fault == Some(TestFault::PreemptionForgetsTokens) => {
                let (tokens, prompt) = (record.state.tokens(), record.state.prompt_len());
                self.slots.assign(assign, &fault::forget_tokens(tokens, prompt))?;
            }
            Some(record) => self.slots.assign(assign, record.state.tokens())?,
            None => self.slots.assign(assign, &[])?,
        }
        for state in &mut self.states {
            state.assign_slot(assign.slot.index());
        }
        Ok(())
    }

    /// Sets a newly assigned slot to the end of a cached prefix.
    fn restore(&mut self, restore: &StateRestore) -> Result<(), StateError> {
        let (slot, len) = (restore.slot.index(), restore.position as usize);
        let consumed = SpanRows { slot, row: 0, len, start: 0, blocks: &[] };
        for state in &mut self.states {
            state.advance(&[consumed])?;
        }
        if let Some(from) = restore.from
            && self.fault != Some(TestFault::RestoreForgetsState)
        {
            self.snapshots.restore(&mut self.states, from, slot);
        }
        Ok(())
    }

    /// Sets a newly assigned slot to the state of another slot.
    fn fork(&mut self, fork: &StateFork) -> Result<(), StateError> {
        let (from, to) = (fork.from.index(), fork.to.index());
        let (start, len) = (fork.position, fork.position as usize);
        // No row long: an error unless every layer stands where the plan says.
        let there = SpanRows { slot: from, row: 0, len: 0, start, blocks: &[] };
        let here = SpanRows { slot: to, row: 0, len, start: 0, blocks: &[] };
        for state in &mut self.states {
            state.advance(&[there])?;
            state.advance(&[here])?;
            match state {
                LayerState::Recurrent(memory) => memory.copy_slot(from, to),
                LayerState::Paged(cache) => {
                    if let Some((from, to)) = fork.block {
                        cache.copy_block(from.0, to.0);
                    }
                }
                LayerState::Stateless => {}
            }
        }
        Ok(())
    }

    fn forward(
        &mut self,
        plan: &StepPlan,
        inputs: &Inputs,
        requests: &LiveRequests,
    ) -> Result<(), RunError> {
        let Inputs { tokens, fed, positions, logit_rows, live, .. } = inputs;
        let faulty_tables = fault::neighbour_tables(self.fault, &self.slots, plan, live);
        let mut spans = Vec::with_capacity(live.len());
        for (i, &(index, row)) in live.iter().enumerate() {
            let Span { slot, start, len, .. } = plan.spans[index];
            let blocks = match &faulty_tables {
                Some(tables) => tables[i].as_slice(),
                None => self.slots.blocks(slot),
            };
            let span = SpanRows { slot: slot.index(), row, len: len as usize, start, blocks };
            self.check_blocks(&plan.spans[index], blocks.len())
                .map_err(|source| RunError::Slots { step: plan.step, source })?;
            spans.push(span);
        }
        if self.fault.is_some() {
            for (span, &(index, _)) in spans.iter().zip(live) {
                let planned = &plan.spans[index];
                let holder = self.slots.holder(planned.slot, planned.epoch);
                let prompt_len =
                    holder.and_then(|r| requests.get(&r)).map(|r| r.state.prompt_len());
                fault::forget_state(self.fault, &mut self.states, span, prompt_len.unwrap_or(0))
                    .map_err(|source| RunError::State { step: plan.step, source })?;
            }
        }
        let kept =
            keeps(plan, live).map_err(|source| RunError::State { step: plan.step, source })?;
        let at: Vec<KeepAt> = kept.iter().map(|keep| keep.at).collect();
        let keeper = Keeper::new(&mut self.snapshots, kept);
        let keeps = Some(Keeps { at: &at, to: &keeper });
        let fed = match self.picking.picked() {
            Picked::Device(tokens) if !fed.is_empty() => Some(Fed { rows: fed, tokens }),
            _ => None,
        };
        let batch = Batch { tokens, fed, positions, spans: &spans, logit_rows, keeps };
        let mut sink = self.taps.as_ref().and_then(|taps| taps(tokens.len()));
        let taps = sink.as_mut().map(|sink| &mut **sink as &mut dyn TapSink);
        let mut cx = Cx { dev: &self.dev, scratch: &self.scratch, taps };
        let shape = [logit_rows.len(), self.vocab_size];
        let logits = self.logits.f32_mut(&shape);
        self.model
            .forward(&mut cx, &batch, &mut self.states, logits)
            .map_err(|source| RunError::Forward { step: plan.step, source })?;
        let [kept, wanted] = keeper.copies();
        if kept != wanted {
            return Err(RunError::MissingState { step: plan.step, kept, wanted });
        }
        if self.fault == Some(TestFault::ThreadsChangeSums) {
            fault::perturb(self.logits.f32_mut(&shape).f32_mut(), self.dev.threads());
        }
        Ok(())
    }

    fn check_blocks(&self, span: &Span, blocks: usize) -> Result<(), SlotError> {
        let (end, block_tokens) = (span.end() as usize, self.block_tokens);
        let paged = self.states.iter().any(|s| matches!(s, LayerState::Paged(_)));
        if paged && blocks * block_tokens < end {
            return Err(SlotError::MissingBlocks { slot: span.slot, blocks, block_tokens, end });
        }
        Ok(())
    }

    /// Plants the faults that damage what was kept.
    fn rot(&mut self, plan: &StepPlan) {
        for save in plan.saves() {
            let blocks = self.slots.blocks(save.slot);
            let block = blocks.iter().copied().find(|&block| block != BlockId::NONE.0);
            fault::rot(&mut self.fault, &mut self.snapshots, &mut self.states, save.to, block);
        }
    }

    /// Computes the masks of the rows that a constrained answer's next token is picked from.
    fn prepare_masks(&self, inputs: &Inputs, requests: &mut LiveRequests) {
        for row in inputs.uses.iter().filter(|row| !row.score) {
            if let Some(record) = requests.get_mut(&row.request) {
                record.state.prepare_mask(self.vocab_size);
            }
        }
    }
}

/// The requests that a plan preempts.
pub(crate) fn preempted(plan: &StepPlan) -> impl Iterator<Item = RequestId> + '_ {
    plan.drops().filter(|d| d.reason == DropReason::Preempted).map(|d| d.request)
}
