//! Executes step plans: tables, forward pass, logits. Holds no policy, no clock and no stream.

use atlas_core::{
    EngineError, FinishDetail, Moved, RequestId, Retire, Span, SpanResult, StateCopy, StateRestore,
    StepPlan, StepResult, TokenId, Want,
};
use atlas_model::{Batch, Cx, ForwardError, KeepAt, Keeps, Model, TapSink};
use atlas_tensor::{Device, DeviceFault, LayerState, Memory as Pooled, SpanRows, StateError};
use std::time::{Duration, Instant};

use crate::config::{EngineConfig, RowHook, StepTaps, TestFault};
use crate::fault;
use crate::host::HostArena;
use crate::keeps::{Keeper, keeps};
use crate::logits::{Need, Outcome, RowWant};
use crate::memory::{Memory, MemoryError, MemoryPlan};
use crate::picking::Picking;
use crate::record::Records;
use crate::slots::{SlotError, SlotTable};
use crate::snapshots::SnapshotArena;

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

/// A token of a request, or why there is none.
#[derive(Debug)]
pub(crate) struct Pick {
    pub request: RequestId,
    pub outcome: Result<(Outcome, Option<FinishDetail>), EngineError>,
}

/// What came of a step.
#[derive(Debug, Default)]
pub(crate) struct StepOutput {
    pub result: StepResult,
    pub picks: Vec<Pick>,
    /// Forward pass and sampling, with what the host did while they ran.
    pub forward: Duration,
    /// When the forward pass had been queued on a device that has a queue, and when its results were there.
    pub queued: Option<[Instant; 2]>,
    /// Rows and spans that were computed; those of requests that have ended are not.
    pub rows: usize,
    pub spans: usize,
}

/// A row of logits and what it is for.
#[derive(Clone, Copy, Debug)]
struct RowUse {
    request: RequestId,
    /// Index into the plan's spans.
    span: usize,
    /// The position that the row predicts.
    position: u32,
    /// Whether the row scores a prompt token; else a token is picked from it.
    score: bool,
}

/// The inputs of one forward pass; memory is kept between steps.
#[derive(Debug, Default)]
struct Inputs {
    tokens: Vec<TokenId>,
    positions: Vec<u32>,
    logit_rows: Vec<u32>,
    uses: Vec<RowUse>,
    /// (index into the plan's spans, first row)
    live: Vec<(usize, usize)>,
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
    picking: Picking,
    pub(crate) vocab_size: usize,
    pub(crate) rows_max: usize,
    logit_rows_max: usize,
    seq_len_max: usize,
    pub(crate) block_tokens: usize,
    inputs: Inputs,
    outcomes: Vec<Result<Outcome, EngineError>>,
    hook: Option<RowHook>,
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
            vocab_size,
            rows_max: limits.step_tokens_max as usize,
            logit_rows_max: limits.logit_rows_max() as usize,
            seq_len_max: limits.seq_len_max as usize,
            block_tokens: limits.kv_block_tokens as usize,
            inputs: Inputs::default(),
            outcomes: Vec::new(),
            hook: config.row_hook.clone(),
            taps: config.taps.clone(),
            fault: config.test_fault,
            model,
            dev,
        })
    }

    /// Makes the copies between the tiers, applies drops, seats, swaps, blocks, restores and copies,
    /// runs the spans with the saves inside of them, picks and scores. Picked tokens are in the slots'
    /// buffers and the requests' states afterwards. Spans of requests that have no record any more
    /// are not computed and count as ended. `while_it_runs` is called once between the launch of the
    /// forward pass and the wait for its results where the device has a queue, and not at all where
    /// nothing is computed, the launch fails, or the caller's thread computes.
    pub fn execute(
        &mut self,
        plan: &StepPlan,
        records: &mut Records,
        while_it_runs: &mut dyn FnMut(),
    ) -> Result<StepOutput, RunError> {
        let slots = |source| RunError::Slots { step: plan.step, source };
        for tier_move in &plan.moves {
            if let Moved::State { slot, epoch, .. } = tier_move.what {
                self.slots.check_epoch(slot, epoch).map_err(slots)?;
            }
        }
        let broken_moves = self.move_all(&plan.moves);
        for drop in &plan.drops {
            self.slots.drop_slot(drop).map_err(slots)?;
        }
        self.seat(plan, records).map_err(slots)?;
        for swap in &plan.swaps {
            self.slots.swap_block(swap).map_err(slots)?;
        }
        for append in &plan.blocks {
            self.slots.append_block(append).map_err(slots)?;
        }
        let state = |source| RunError::State { step: plan.step, source };
        for restore in &plan.restores {
            self.restore(restore).map_err(state)?;
        }
        for copy in &plan.copies {
            self.copy(copy).map_err(state)?;
        }
        let mut output = StepOutput::default();
        output.result.step = plan.step;
        output.result.broken_moves = broken_moves;
        self.gather(plan, records).map_err(slots)?;
        output.rows = self.inputs.tokens.len();
        output.spans = self.inputs.live.len();
        if output.rows > self.rows_max {
            let (rows, rows_max) = (output.rows, self.rows_max);
            return Err(RunError::TooManyRows { step: plan.step, rows, rows_max });
        }
        let (rows, rows_max) = (self.inputs.logit_rows.len(), self.logit_rows_max);
        if rows > rows_max {
            return Err(RunError::TooManyLogits { step: plan.step, rows, rows_max });
        }
        let begin = Instant::now();
        if output.rows > 0 {
            self.prepare_masks(records);
            let wanted = wanted(&self.inputs.uses, records);
            self.picking.prepare(&wanted);
            self.forward(plan, records)?;
            let queued = Instant::now();
            if self.is_queued() {
                while_it_runs();
            }
            self.read_logits(&wanted);
            output.queued = self.is_queued().then(|| [queued, Instant::now()]);
        }
        self.rot(plan);
        // Nothing is believed of a device that failed in a copy.
        self.dev.check().map_err(|source| RunError::Device { step: plan.step, source })?;
        output.forward = begin.elapsed();
        self.apply(plan, records, &mut output)?;
        Ok(output)
    }

    /// Whether a forward pass is queued and goes on beside this thread.
    pub fn is_queued(&self) -> bool {
        matches!(self.dev, Device::Backend(_))
    }

    fn seat(&mut self, plan: &StepPlan, records: &Records) -> Result<(), SlotError> {
        for seat in &plan.seats {
            // A request that ended after this step was planned is seated empty and computes
            // nothing; its drop is on the way.
            match records.get(&seat.request) {
                Some(record) if self.fault == Some(TestFault::PreemptionForgetsTokens) => {
                    let (tokens, prompt) = (record.state.tokens(), record.state.prompt_len());
                    self.slots.seat(seat, &fault::forget_tokens(tokens, prompt))?;
                }
                Some(record) => self.slots.seat(seat, record.state.tokens())?,
                None => self.slots.seat(seat, &[])?,
            }
            for state in &mut self.states {
                state.seat(seat.slot.index());
            }
        }
        Ok(())
    }

    /// Lets a newly seated slot go on where a cached prefix ends.
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

    /// Lets a newly seated slot go on where another stands.
    fn copy(&mut self, copy: &StateCopy) -> Result<(), StateError> {
        let (from, to) = (copy.from.index(), copy.to.index());
        let (start, len) = (copy.position, copy.position as usize);
        // No row long: an error unless every layer stands where the plan says.
        let there = SpanRows { slot: from, row: 0, len: 0, start, blocks: &[] };
        let here = SpanRows { slot: to, row: 0, len, start: 0, blocks: &[] };
        for state in &mut self.states {
            state.advance(&[there])?;
            state.advance(&[here])?;
            match state {
                LayerState::Recurrent(memory) => memory.copy_slot(from, to),
                LayerState::Paged(cache) => {
                    if let Some((from, to)) = copy.block {
                        cache.copy_block(from.0, to.0);
                    }
                }
                LayerState::Stateless => {}
            }
        }
        Ok(())
    }

    /// Lays out the rows of the step and decides which of them need logits.
    fn gather(&mut self, plan: &StepPlan, records: &Records) -> Result<(), SlotError> {
        let inputs = &mut self.inputs;
        inputs.tokens.clear();
        inputs.positions.clear();
        inputs.logit_rows.clear();
        inputs.uses.clear();
        inputs.live.clear();
        for (index, span) in plan.spans.iter().enumerate() {
            let holder = self.slots.holder(span.slot, span.epoch);
            let Some(request) = holder else { continue };
            let Some(record) = records.get(&request) else { continue };
            let row = inputs.tokens.len();
            inputs.live.push((index, row));
            inputs.tokens.extend_from_slice(self.slots.tokens(
                span.slot,
                span.start,
                span.end(),
            )?);
            inputs.positions.extend(span.start..span.end());
            let mut want = |position: u32, score| {
                inputs.logit_rows.push((row as u32) + position - 1 - span.start);
                inputs.uses.push(RowUse { request, span: index, position, score });
            };
            if span.want == Want::All
                && let Some(next) = record.next_score()
            {
                // The row of position p predicts p + 1. Rows before `next` were scored before a
                // preemption.
                let end = (record.state.prompt_len() as u32).min(span.end() + 1);
                (next.max(span.start + 1)..end).for_each(|position| want(position, true));
            }
            if span.sample {
                want(span.end(), false);
            }
        }
        Ok(())
    }

    fn forward(&mut self, plan: &StepPlan, records: &Records) -> Result<(), RunError> {
        let Inputs { tokens, positions, logit_rows, live, .. } = &self.inputs;
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
                let prompt_len = holder.and_then(|r| records.get(&r)).map(|r| r.state.prompt_len());
                fault::forget_state(self.fault, &mut self.states, span, prompt_len.unwrap_or(0))
                    .map_err(|source| RunError::State { step: plan.step, source })?;
            }
        }
        let kept =
            keeps(plan, live).map_err(|source| RunError::State { step: plan.step, source })?;
        let at: Vec<KeepAt> = kept.iter().map(|keep| keep.at).collect();
        let keeper = Keeper::new(&mut self.snapshots, kept);
        let keeps = Some(Keeps { at: &at, to: &keeper });
        let batch = Batch { tokens, positions, spans: &spans, logit_rows, keeps };
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
        for save in &plan.saves {
            let block = self.slots.blocks(save.slot).first().copied();
            fault::rot(&mut self.fault, &mut self.snapshots, &mut self.states, save.to, block);
        }
    }

    /// Computes the masks of the rows that a constrained answer's next token is picked from.
    fn prepare_masks(&self, records: &mut Records) {
        for row in self.inputs.uses.iter().filter(|row| !row.score) {
            if let Some(record) = records.get_mut(&row.request) {
                record.state.prepare_mask(self.vocab_size);
            }
        }
    }

    /// Runs the pipeline over the rows of logits.
    fn read_logits(&mut self, rows: &[RowWant<'_>]) {
        self.outcomes.clear();
        let logits = self.logits.f32(&[rows.len(), self.vocab_size]);
        if let Some(hook) = &self.hook {
            let values = self.dev.read(&logits);
            for (row, logits) in self.inputs.uses.iter().zip(values.chunks_exact(self.vocab_size)) {
                hook(row.request, row.position, logits);
            }
        }
        self.picking.run(&logits, rows, &mut self.outcomes);
    }

    /// Moves outcomes into records, slots and the step's result.
    fn apply(
        &mut self,
        plan: &StepPlan,
        records: &mut Records,
        output: &mut StepOutput,
    ) -> Result<(), RunError> {
        output.result.spans.extend(plan.spans.iter().map(|span| SpanResult {
            slot: span.slot,
            epoch: span.epoch,
            accepted: 0,
            sampled: 0,
            token: None,
            ended: true,
        }));
        for &(index, _) in &self.inputs.live {
            let result = &mut output.result.spans[index];
            (result.accepted, result.ended) = (plan.spans[index].len, false);
        }
        for (row, outcome) in self.inputs.uses.iter().zip(self.outcomes.drain(..)) {
            let Some(record) = records.get_mut(&row.request) else { continue };
            let result = &mut output.result.spans[row.span];
            if result.ended {
                continue;
            }
            let outcome = match outcome {
                Ok(scored) if row.score => {
                    record.prompt_scores.extend(scored.logprobs);
                    continue;
                }
                Ok(picked) => {
                    if record.next_score().is_some() {
                        return Err(RunError::MissingScores {
                            request: row.request,
                            scored: record.prompt_scores.len(),
                            wanted: record.state.prompt_len() - 1,
                        });
                    }
                    let slot = plan.spans[row.span].slot;
                    match record.state.accept(picked.token, self.seq_len_max) {
                        Ok(finish) => {
                            self.slots
                                .push_token(slot, picked.token)
                                .map_err(|source| RunError::Slots { step: plan.step, source })?;
                            result.sampled = 1;
                            result.token = Some(picked.token);
                            result.ended = finish.is_some();
                            Ok((picked, finish))
                        }
                        Err(error) => {
                            result.ended = true;
                            Err(error)
                        }
                    }
                }
                Err(error) => {
                    result.ended = true;
                    Err(error)
                }
            };
            output.picks.push(Pick { request: row.request, outcome });
        }
        Ok(())
    }
}

/// What is wanted of each row of logits. Every row's request has a record.
fn wanted<'a>(uses: &[RowUse], records: &'a Records) -> Vec<RowWant<'a>> {
    let want = |row: &RowUse| {
        let record = records.get(&row.request)?;
        let need = match row.score {
            true => Need::Score {
                token: record.state.tokens()[row.position as usize],
                top_n: record.prompt_top_n().unwrap_or(0),
            },
            false => Need::Pick(&record.state),
        };
        Some(RowWant { position: row.position, need })
    };
    uses.iter().filter_map(want).collect()
}

/// The requests that a plan preempts.
pub(crate) fn preempted(plan: &StepPlan) -> impl Iterator<Item = RequestId> + '_ {
    plan.drops.iter().filter(|d| d.why == Retire::Preempted).map(|d| d.request)
}
