//! Executes step plans: state operations, forward pass, picking. Holds no policy, no clock and no
//! stream.

pub(crate) mod audit;
mod calibration;
mod drafted;
mod drafting;
pub(crate) mod error;
mod forward_pass;
pub(crate) mod graphs;
mod inputs;
mod keeps;
mod kept;
pub(crate) mod launched;
mod outcomes;
pub(crate) mod picking;
#[cfg(test)]
mod tests;

use atlas_core::{DropReason, EngineError, RequestId, StepPlan, TokenId};
use atlas_model::{ForwardError, Model};
use atlas_sched::{Audit, Transfer};
use atlas_tensor::{Device, DeviceFault};
use crossbeam_channel::Sender;
use std::sync::Arc;
use std::time::Instant;

use crate::draft::{Choice, Propose};
use crate::engine::config::{EngineConfig, GraphsAtStart, RowHook};
use crate::engine::requests::LiveRequests;
use crate::faults::Faults;
use crate::sampling::Outcome;
use crate::state::memory::{Memory, MemoryError, MemoryPlan};
use crate::state::sequences::SequenceState;
use crate::state::slots::{PickedBy, SlotTable};
use crate::state::transfers::{SharedArena, Transferred, Transfers};
use audit::{Found, HitCheck};
pub use calibration::CalibrationError;
use drafting::Drafting;
pub(crate) use error::RunError;
use forward_pass::ForwardPass;
use graphs::Captured;
use inputs::Inputs;
use kept::KeptState;
use launched::{Launched, Picks, StepOutput};
use outcomes::Booking;
use picking::{Picking, edits_max};

/// Executes plans: the forward pass, the state of all sequences and the picking of tokens.
pub(crate) struct Runner {
    pass: ForwardPass,
    pub(crate) state: SequenceState,
    picking: Picking,
    /// Launches that pick so far.
    launches: u64,
    /// Edits for which every batch has room.
    edits_max: usize,
    rows_max: usize,
    logit_rows_max: usize,
    seq_len_max: usize,
    /// Inputs of finished steps, whose memory the next ones use.
    spare: Vec<Inputs>,
    outcomes: Vec<Result<Outcome, EngineError>>,
    hook: Option<RowHook>,
    /// The thread of transfers, if there is one.
    transfers: Option<Transfers>,
    drafting: Drafting,
    /// Takes the place of drafts.
    script: Option<Arc<dyn Propose>>,
    kept: KeptState,
}

impl Runner {
    /// Allocates every pool for `model` under the configured limits.
    ///
    /// # Errors
    /// Memory that the system or the device does not give.
    pub fn new(
        model: Box<dyn Model>,
        dev: Device,
        config: &EngineConfig,
    ) -> Result<Self, MemoryError> {
        let limits = &config.memory_limits();
        let vocab_size = model.info().vocab_size as usize;
        let tier = (config.tier.as_ref(), config.depth());
        let proposer = config.proposer.as_ref();
        let (plan, sizes) = MemoryPlan::with_tier(&*model, &config.limits, &dev, proposer, tier);
        let memory = Memory::allocate(&plan, limits, &dev, vocab_size, config.model_id)?;
        let drafting =
            Drafting::new(config.proposer.as_ref(), memory.module, limits, &dev, vocab_size)?;
        let slots = SlotTable::new(limits);
        let kept = KeptState::new(&plan, &config.limits, config.model_id, sizes);
        let mut host = memory.host;
        host.faults = Faults::new(config);
        let state = SequenceState {
            layers: memory.states,
            slots,
            snapshots: memory.snapshots,
            host: SharedArena::new(host),
            tier: None,
            block_tokens: limits.kv_block_tokens as usize,
            faults: Faults::new(config),
        };
        let (scratch, logits, taps) = (memory.scratch, memory.logits, config.taps.clone());
        Ok(Self {
            pass: ForwardPass { model, dev, scratch, logits, vocab_size, taps },
            state,
            picking: memory.picking,
            launches: 0,
            edits_max: edits_max(limits, vocab_size),
            rows_max: limits.step_tokens_max as usize,
            logit_rows_max: limits.logit_rows_max() as usize,
            seq_len_max: limits.seq_len_max as usize,
            spare: Vec::new(),
            outcomes: Vec::new(),
            hook: config.row_hook.clone(),
            transfers: None,
            drafting,
            script: config.draft_script.clone(),
            kept,
        })
    }

    /// Sets the scales of the KV cache ([`calibration`]); returns the number of layers whose scales
    /// were found by `tokens`.
    ///
    /// # Errors
    /// Those of the calibration.
    pub fn calibrate(&mut self, tokens: &[TokenId]) -> Result<usize, CalibrationError> {
        let rows_max = self.rows_max.min(self.seq_len_max);
        calibration::calibrate(&mut self.pass, &mut self.state.layers, tokens, rows_max)
    }

    /// Applies the plan's state operations in their order, then queues the spans with the saves
    /// inside of them and the picking of tokens. Without a queue all of it is done on return.
    /// Spans of requests that have ended are not computed. [`Self::finish`] takes steps in the
    /// order of their launches; at most one step is unfinished when the next is launched, and that
    /// one is not held.
    ///
    /// # Errors
    /// A plan that does not fit the slots, the layers or the memory of a step.
    pub fn launch(
        &mut self,
        plan: StepPlan,
        choice: Choice,
        requests: &mut LiveRequests,
    ) -> Result<Launched, RunError> {
        let damaged_copies = self
            .state
            .apply_ops(&plan, requests)
            .map_err(|error| RunError::of_op(plan.step, error))?;
        let proposing = Instant::now();
        let mut drafts = self.propose(&plan, requests)?;
        let draft_seconds = proposing.elapsed().as_secs_f64();
        let mut inputs = self.spare.pop().unwrap_or_default();
        let before = (self.launches, self.picking.picked());
        inputs
            .gather(&plan, &self.state.slots, requests, before, (&mut drafts, &self.state.faults))
            .map_err(|source| RunError::Slots { step: plan.step, source })?;
        self.check_rows(&plan, &inputs)?;
        let begun = Instant::now();
        let (mut picks, mut logits, mut queued) = (Picks::None, None, None);
        let mut failed = Vec::new();
        if !inputs.tokens.is_empty() {
            inputs.prepare_masks(requests, self.pass.vocab_size);
            let wanted = inputs.wanted(requests);
            let drafted = inputs.has_drafts();
            self.picking.prepare(if drafted { &[] } else { &wanted });
            let fed = (self.picking.picked(), self.drafting.kept());
            failed = self.pass.run(&plan, &inputs, &mut self.state, requests, fed)?;
            let on_device = self.pass.logits(wanted.len());
            logits = self.hook.is_some().then(|| self.pass.dev.read(&on_device));
            if !wanted.is_empty() {
                picks = Picks::Held;
                // Rows behind a draft wait until it counts, and the module follows with the tokens
                // that are picked.
                let follows = self.drafting.follows() && choice != Choice::Asleep;
                if !drafted && !follows && self.picking.is_whole(&wanted) {
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
                self.state.slots.expect_token(plan.spans[used.span].slot, from);
            }
        }
        self.state.damage_saved(&plan);
        Ok(Launched {
            plan,
            inputs,
            picks,
            damaged_copies,
            failed,
            begun,
            queued,
            logits,
            draft_seconds,
            choice,
        })
    }

    /// Waits for the results of a step, the oldest that is not finished, and moves them into
    /// requests, slots and the step's result. Results of requests that have ended are dropped.
    ///
    /// # Errors
    /// A device that failed, or results that do not fit the slots or the request.
    pub fn finish(
        &mut self,
        launched: Launched,
        requests: &mut LiveRequests,
    ) -> Result<StepOutput, RunError> {
        let step = launched.plan.step;
        let Launched { plan, inputs, picks, .. } = &launched;
        let mut booking = Booking::new(plan, inputs, *picks, &mut self.state.slots, requests);
        booking.fail(&launched.failed, inputs, requests);
        if inputs.has_drafts() {
            self.pick_drafted(inputs, &mut booking, requests)?;
            let sample_seconds = self.picking.take_seconds();
            self.show_logits(&launched, &booking, requests);
            self.pass.dev.check().map_err(|source| RunError::Device { step, source })?;
            self.settle(&launched, &booking, requests)?;
            let (output, inputs) = booking.finish(launched);
            self.spare.push(inputs);
            return Ok(StepOutput { sample_seconds, ..output });
        }
        self.show_logits(&launched, &booking, requests);
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        match picks {
            Picks::None => {}
            Picks::Held => {
                let wanted = inputs.wanted(requests);
                self.picking.run(&self.pass.logits(wanted.len()), &wanted, &mut outcomes);
            }
            Picks::Launched(_) => self.picking.read(&mut outcomes),
        }
        // Results of a device that failed in a copy are not used. Steps behind this one are not
        // waited for.
        match picks {
            Picks::Launched(_) => self.pass.dev.failed(),
            Picks::None | Picks::Held => self.pass.dev.check(),
        }
        .map_err(|source| RunError::Device { step, source })?;
        for (row, outcome) in inputs.uses.iter().zip(outcomes.drain(..)) {
            booking.book(row, outcome, requests, &mut self.state.slots, self.seq_len_max)?;
        }
        self.follow(&launched, &booking, requests)?;
        self.outcomes = outcomes;
        let (output, inputs) = booking.finish(launched);
        self.spare.push(inputs);
        Ok(StepOutput { sample_seconds: self.picking.take_seconds(), ..output })
    }

    /// Lets a device measure the picking of the steps that follow, or no longer.
    pub fn measure_picking(&mut self, on: bool) {
        self.picking.measure(on);
    }

    /// [`Self::launch`] and [`Self::finish`].
    #[cfg(test)]
    pub fn execute(
        &mut self,
        plan: &StepPlan,
        requests: &mut LiveRequests,
    ) -> Result<StepOutput, RunError> {
        let launched = self.launch(plan.clone(), Choice::Drafts(0), requests)?;
        self.finish(launched, requests)
    }

    /// Whether a forward pass is queued and goes on beside this thread.
    pub fn is_queued(&self) -> bool {
        matches!(self.pass.dev, Device::Backend(_))
    }

    /// Whether a plan may be launched before the tokens of the steps before it are read: nothing
    /// that it needs depends on them.
    pub fn may_follow(&self, plan: &StepPlan, requests: &LiveRequests) -> bool {
        launched::may_follow(plan, &self.state.slots, requests, self.edits_max)
    }

    /// Captures the graphs of decode steps before the engine takes requests.
    ///
    /// # Errors
    /// The device has failed. A device that captures nothing is no error.
    pub fn capture_graphs(&mut self, at_start: &GraphsAtStart) -> Result<Captured, DeviceFault> {
        let rows_max = self.rows_max.min(self.state.slots.count()).min(self.logit_rows_max);
        graphs::capture(
            &mut self.pass,
            &mut self.state.layers,
            &mut self.picking,
            rows_max,
            at_start,
        )
    }

    /// Computes more tokens of a cached prefix and compares them with the cache; `done` tokens are
    /// compared already.
    ///
    /// # Errors
    /// Those of the forward pass.
    pub fn audit(&mut self, audit: &Audit, done: u32) -> Result<Found, ForwardError> {
        let (pass, state, rows_max) = (&mut self.pass, &mut self.state, self.rows_max);
        HitCheck { pass, state, rows_max }.compare_more(audit, done)
    }

    /// Starts a thread for transfers, if the device has a queue of copies and there is a tier on
    /// the host; without one they are made on this thread. `made`: see [`Transfers::start`].
    /// Returns whether there is such a thread.
    ///
    /// # Errors
    /// No queue, or no thread.
    pub fn start_transfers(&mut self, made: Sender<Transferred>) -> std::io::Result<bool> {
        if let Device::Backend(dev) = &self.pass.dev
            && let Some(queue) = dev.copy_queue()?
        {
            self.transfers = Some(Transfers::start(queue, self.state.host.clone(), made)?);
        }
        Ok(self.transfers.is_some())
    }

    /// Begins a transfer behind all that was launched. Returns the indices of copies that found
    /// damage if it is made already.
    ///
    /// # Errors
    /// The device has failed, or the thread of the transfers has ended.
    pub fn transfer(&mut self, transfer: &Transfer) -> Result<Option<Vec<u32>>, RunError> {
        let beside = self.transfers.as_ref().zip(self.state.parts(transfer));
        let (Some((transfers, copies)), Device::Backend(dev)) = (beside, &self.pass.dev) else {
            return Ok(Some(self.state.transfer(transfer)));
        };
        let mark = dev.mark().map_err(|source| RunError::Transfer { source })?;
        match transfers.queue(transfer.id, mark, copies) {
            true => Ok(None),
            false => Err(RunError::NoTransfers),
        }
    }

    /// Objects of the host tier that were damaged when they were read.
    pub fn damaged_objects(&self) -> u64 {
        self.state.host.damaged()
    }

    fn check_rows(&self, plan: &StepPlan, inputs: &Inputs) -> Result<(), RunError> {
        let step = plan.step;
        let (rows, rows_max) = (inputs.tokens.len(), self.rows_max);
        if rows > rows_max {
            return Err(RunError::TooManyRows { step, rows, rows_max });
        }
        let (rows, rows_max) = (inputs.logit_rows.len(), self.logit_rows_max);
        if rows > rows_max {
            return Err(RunError::TooManyLogits { step, rows, rows_max });
        }
        Ok(())
    }

    /// Calls the row hook with the logits of every row whose request is live, but for those behind
    /// drafts that do not count.
    fn show_logits(&self, launched: &Launched, booking: &Booking, requests: &LiveRequests) {
        let Some(hook) = &self.hook else { return };
        let rows = launched.logits.iter().flat_map(|l| l.chunks_exact(self.pass.vocab_size));
        for (row, logits) in launched.inputs.uses.iter().zip(rows) {
            let counts = row.behind <= booking.accepted_drafts(row.span);
            if counts && requests.contains_key(&row.request) {
                hook(row.request, row.position, logits);
            }
        }
    }
}

/// The requests that a plan preempts.
pub(crate) fn preempted(plan: &StepPlan) -> impl Iterator<Item = RequestId> + '_ {
    plan.drops().filter(|d| d.reason == DropReason::Preempted).map(|d| d.request)
}
