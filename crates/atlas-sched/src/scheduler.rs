//! The scheduler: what happens in a step, in the order in which it happens.
//!
//! Decisions belong to the values it conducts: [`Waiting`] (queue, priorities, overtaking),
//! [`Running`] (sequences in slots), [`Cache`] (blocks, slots, snapshots, prefixes, swaps, loads),
//! [`PlanBuilder`] (spans and state operations of one step) and [`Outstanding`] (plans without a
//! result).

mod inspect;
mod results;
mod starts;

use crate::cache::Cache;
use crate::chaos::RandomChoices;
use crate::faults::Faults;
use crate::integrity::IntegrityError;
use crate::outstanding::Outstanding;
use crate::plan_builder::{PlanBuilder, Room};
use crate::request::Place;
use crate::row_shares::RowShares;
use crate::running::Running;
use crate::sequence::Sequence;
use crate::step_cost::StepShape;
use crate::step_times::StepTimes;
use crate::types::{CancelOutcome, Event, Refusal, SchedOptions, SchedRequest};
use crate::waiting::Waiting;
use atlas_core::{
    CacheExplanation, ClientId, DropReason, Limits, LimitsError, RequestId, SlotId, Span, StepPlan,
};
use rustc_hash::FxHashMap;

/// Plans in which running sequences may keep out a client that runs none, or a request behind more
/// of one call than its width.
const CROWDED_PLANS: u32 = 2;

/// Decides what each step does. See `docs/contracts/scheduler.md`.
#[derive(Debug)]
pub struct Scheduler {
    limits: Limits,
    depth: usize,
    waiting: Waiting,
    running: Running,
    cache: Cache,
    plan: PlanBuilder,
    outstanding: Outstanding,
    /// Where each live request is.
    places: FxHashMap<RequestId, Place>,
    preemptions: u64,
    forks: u64,
    /// Explanations of requests that were started since the last call of
    /// [`Self::take_explanations`].
    explanations: Vec<(RequestId, CacheExplanation)>,
    chaos: RandomChoices,
    step_times: StepTimes,
    faults: Faults,
    /// Most drafts of a sequence in a plan.
    drafts_max: u32,
    /// Client of the request that was started last.
    last_started: Option<ClientId>,
    /// Whether the last plan started none of the waiting requests, and no slot or block was given
    /// back since.
    turned_away: bool,
    /// The first contradiction between a plan and its result.
    broken: Option<IntegrityError>,
}

impl Scheduler {
    /// A scheduler with nothing to do. `paged`: whether the model has layers with KV blocks.
    ///
    /// # Errors
    /// Limits that contradict each other; a depth of 0.
    pub fn new(limits: Limits, paged: bool, options: SchedOptions) -> Result<Self, LimitsError> {
        let window = options.window.filter(|_| paged);
        let options = SchedOptions { window, ..options };
        limits.check(paged, window)?;
        if options.depth == 0 {
            return Err(LimitsError::Zero { name: "depth" });
        }
        if options.call_width == 0 {
            return Err(LimitsError::Zero { name: "call_width" });
        }
        let faults = Faults::new(&options);
        Ok(Self {
            depth: options.depth as usize,
            waiting: Waiting::new(limits.chunk_tokens_max),
            running: Running::new(limits.slot_count, options.call_width),
            cache: Cache::new(&limits, paged, &options, faults.clone()),
            plan: PlanBuilder::default(),
            outstanding: Outstanding::default(),
            places: FxHashMap::default(),
            preemptions: 0,
            forks: 0,
            explanations: Vec::new(),
            chaos: RandomChoices::new(options.chaos),
            step_times: StepTimes::new(options.step_seconds_max),
            faults,
            drafts_max: limits.drafts_max,
            last_started: None,
            turned_away: false,
            broken: None,
            limits,
        })
    }

    /// Takes a request or ends one.
    ///
    /// # Errors
    /// A request that is refused; a cancellation never is (see [`Self::cancel`] for its outcome).
    pub fn push(&mut self, event: Event) -> Result<(), Refusal> {
        match event {
            Event::Submit(request) => self.submit(request),
            Event::Cancel(id) => {
                self.cancel(id);
                Ok(())
            }
        }
    }

    /// Learns from a step of `shape` that took `seconds`, for [`SchedOptions::step_seconds_max`].
    pub fn note_step(&mut self, shape: &StepShape, seconds: f64) {
        self.step_times.observe(shape, seconds);
    }

    fn submit(&mut self, request: SchedRequest) -> Result<(), Refusal> {
        let id = request.id;
        request.check(self.limits.seq_len_max)?;
        if self.places.contains_key(&id) {
            return Err(Refusal::Duplicate { id });
        }
        // The bound on waiting does not count requests for which a slot is free.
        let (most, free) = (self.limits.queue_len_max, self.cache.slots.free());
        if !self.waiting.has_place(request.client, most, free) {
            return Err(Refusal::QueueFull { waiting: self.waiting.len() });
        }
        let rank = self.waiting.arrive(request, self.cache.prefix.is_some());
        self.places.insert(id, Place::Waiting(rank));
        self.turned_away = false;
        Ok(())
    }

    /// Ends a request at once: its blocks and slot are free for the next plan, which drops the
    /// slot. Results still outstanding for it are ignored.
    pub fn cancel(&mut self, id: RequestId) -> CancelOutcome {
        match self.places.get(&id).copied() {
            None => CancelOutcome::Unknown,
            Some(Place::Waiting(rank)) => {
                self.places.remove(&id);
                self.waiting.remove(rank);
                self.cache.forget(rank);
                CancelOutcome::Waiting
            }
            Some(Place::Running(slot)) => {
                if !self.faults.loses_cancel() {
                    self.end(slot);
                }
                CancelOutcome::Running
            }
        }
    }

    /// The plan of the next step. It has no spans if there is nothing to compute, or nothing before
    /// an outstanding result is committed. Each plan that [`StepPlan::is_answered`] is answered by
    /// one [`Self::commit`], in order; the others by none.
    pub fn step(&mut self) -> StepPlan {
        if self.outstanding.len() >= self.depth {
            return self.plan.empty_plan();
        }
        let preemptions_before = self.preemptions;
        self.preempt_at_random();
        self.preempt_for_clients();
        let mut shares = self.row_shares();
        let room = self.plan_running(&mut shares);
        // A preempted request must not return in the same plan, and the blocks that its preemption
        // was for leave no room for others.
        if self.preemptions == preemptions_before {
            // State that requests which start in this plan would evict moves first.
            self.cache.spill_ahead();
            self.admit(room, &mut shares);
        }
        self.turned_away = !self.plan.assigns_slots() && !self.waiting.is_empty();
        let running = &self.running;
        let copies = self.cache.finish_plan();
        let plan = self.plan.finish(copies, |slot, epoch| running.holds(slot, epoch));
        if plan.is_answered() {
            let owner = |span: &Span| running.get(span.slot).map(|s| s.request.id);
            self.outstanding.expect(&plan, owner);
        }
        self.cache.spill_ahead();
        plan
    }

    /// The room of the next plan beside the sequences that lack one position only.
    fn room(&self) -> Room {
        let time = self.step_times.room(&self.limits, &self.running);
        Room::new(&self.limits, self.running.single_count(), time)
    }

    /// Rows of the next plan that each client may take, if several have prompts to compute: those
    /// with running sequences, and those that run none and wait.
    fn row_shares(&self) -> RowShares {
        let chunk_max = self.limits.chunk_tokens_max;
        let chunks = self.running.iter().filter(|s| s.pending() > 1 && !s.pauses_before_fork());
        let running = chunks.map(|s| (s.request.rank.client, s.pending().min(chunk_max)));
        let has_slot = self.cache.slots.free() > 0;
        let idle = self.waiting.clients().filter(|_| has_slot).filter_map(|(client, lane)| {
            let first = lane.first().filter(|r| r.outstanding == 0)?;
            let idle = self.running.count_of(client) == 0;
            idle.then_some((client, first.known.min(chunk_max)))
        });
        RowShares::new(running.chain(idle), self.room().chunk_max(0, false))
    }

    /// Plans every running sequence, in the order of first starts as far as blocks go. A row is set
    /// aside first for each sequence that lacks one position only; longer runs of known tokens
    /// share the rest, in the shares of their clients. Returns the room left.
    fn plan_running(&mut self, shares: &mut RowShares) -> Room {
        let mut room = self.room();
        let mut chunks = Vec::new();
        let mut at = 0;
        while let Some(slot) = self.running.slot_at(at) {
            let sequence = self.running.get(slot).filter(|s| !s.pauses_before_fork());
            let of = |s: &Sequence| (s.pending(), s.planned, s.scores());
            let (pending, start, scores) = sequence.map_or((0, 0, false), of);
            if pending == 1 {
                let drafts = self.drafts_of(slot, &room);
                let len = self.make_room(at, 1 + drafts);
                let drafts = len.saturating_sub(1);
                room.take_drafts(drafts);
                self.plan_span(slot, len.min(1), drafts);
            } else if pending > 1
                && let client = sequence.map(|s| s.request.rank.client).unwrap_or_default()
                && let rows = room.chunk_max(start, scores).min(shares.of(client))
                && rows > 0
            {
                let len = self.chunk_len(pending, rows);
                let len = self.running.get(slot).map_or(len, |s| s.cut_at_fork(len));
                let len = self.make_room(at, len);
                chunks.push((slot, len));
                room.take(start, len, scores);
                shares.take(client, len);
                // Taken now, so that no sequence behind this one gets them.
                self.take_blocks(slot, len);
            }
            at += 1;
        }
        for (slot, len) in chunks {
            self.plan_span(slot, len, 0);
        }
        room
    }

    /// Drafts that the next span of a sequence may have.
    fn drafts_of(&mut self, slot: SlotId, room: &Room) -> u32 {
        let stop = self.cache.snapshot_stops();
        let Some(sequence) = self.running.get(slot) else { return 0 };
        let stop = stop.filter(|_| sequence.request.key.is_some());
        self.chaos.drafts(sequence.drafts_max(stop).min(room.drafts).min(self.drafts_max))
    }

    /// Sets the most drafts of a sequence in the next plans.
    pub fn set_drafts_max(&mut self, drafts: u32) {
        self.drafts_max = drafts;
    }

    /// Length of a chunk of `pending` known positions if `rows_left` rows remain.
    fn chunk_len(&mut self, pending: u32, rows_left: u32) -> u32 {
        self.chaos.chunk_len(pending.min(rows_left).min(self.limits.chunk_tokens_max))
    }

    /// Number of `len` further positions that the sequence at place `at` can have blocks for. If
    /// there is no block, sequences behind it are preempted, those of the client with the most of
    /// them first and of these the last, until there is one. If none is behind it the answer is 0,
    /// and the sequence keeps its blocks and waits.
    fn make_room(&mut self, at: usize, len: u32) -> u32 {
        if !self.cache.blocks.paged {
            return len;
        }
        loop {
            let slot = self.running.slot_at(at);
            let Some(sequence) = slot.and_then(|slot| self.running.get(slot)) else { return 0 };
            let room = self.cache.blocks.room_of(sequence);
            if room > 0 {
                return u32::try_from(room).unwrap_or(u32::MAX).min(len);
            }
            // Running sequences come before swapped state of waiting ones.
            if self.cache.release_back(None) {
                continue;
            }
            // Blocks that are being copied are free soon.
            if !self.cache.transfers.is_empty() {
                return 0;
            }
            match self.running.last_behind(at) {
                Some(last) => self.preempt(last),
                None => return 0,
            }
        }
    }

    fn take_blocks(&mut self, slot: SlotId, len: u32) {
        if let Some(sequence) = self.running.get_mut(slot) {
            self.cache.grow(sequence, len, &mut self.plan);
        }
    }

    /// Plans the next span of a sequence, of at most `len` positions and `drafts` behind them; none
    /// if `len` is 0.
    fn plan_span(&mut self, slot: SlotId, len: u32, drafts: u32) {
        let Self { running, cache, plan, faults, .. } = self;
        let Some(sequence) = running.get_mut(slot).filter(|_| len > 0) else { return };
        cache.grow(sequence, len + drafts, plan);
        let mut span = sequence.plan_span(len, drafts);
        faults.change_span(sequence, &mut span);
        plan.span(span);
        cache.plan_saves(sequence, &span, plan);
        faults.release_behind_planned(sequence, &cache.blocks);
    }

    fn preempt_at_random(&mut self) {
        let victim = self.chaos.victim(self.running.len());
        if let Some(slot) = victim.and_then(|at| self.running.slot_at(at)) {
            self.preempt(slot);
        }
    }

    /// Preempts a sequence ([`Running::victim_for`]) if running sequences kept a request out for
    /// some plans that they should give way to.
    fn preempt_for_clients(&mut self) {
        if let Some(slot) = self.waiting.take_crowded(&self.running, CROWDED_PLANS) {
            self.preempt(slot);
        }
    }

    /// Takes a sequence out of its slot and queues its request again.
    fn preempt(&mut self, slot: SlotId) {
        let Some(sequence) = self.leave(slot, DropReason::Preempted) else { return };
        // The state behind drafts is not known yet.
        if !sequence.drafting {
            self.cache.swap_out(&sequence, self.preemptions);
        }
        self.preemptions += 1;
        let Sequence { mut request, table, .. } = sequence;
        self.faults.drop_table(table);
        request.preemptions += 1;
        self.places.insert(request.id, Place::Waiting(request.rank));
        self.waiting.insert(request);
    }

    /// Frees the slot of a request that has ended.
    fn end(&mut self, slot: SlotId) {
        if let Some(sequence) = self.leave(slot, DropReason::Ended) {
            self.places.remove(&sequence.request.id);
            self.turned_away = false;
        }
    }

    fn leave(&mut self, slot: SlotId, reason: DropReason) -> Option<Sequence> {
        let mut sequence = self.running.remove(slot)?;
        self.cache.leave(&mut sequence);
        self.plan.drop_slot(sequence.slot_epoch(), sequence.request.id, reason);
        Some(sequence)
    }
}
