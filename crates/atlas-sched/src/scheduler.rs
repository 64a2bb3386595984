//! The scheduler: what happens in a step, in the order in which it happens.
//!
//! Decisions belong to the values it conducts: [`Waiting`] (queue, priorities, overtaking),
//! [`Running`] (sequences in slots), [`Cache`] (blocks, slots, snapshots, prefixes, swaps, loads),
//! [`PlanBuilder`] (spans and state operations of one step) and [`Outstanding`] (plans without a
//! result).

mod inspect;
mod results;

use crate::admission::{Admission, Decision, Start};
use crate::cache::Cache;
use crate::cache::explain::explain_fork;
use crate::cache::load::LoadStart;
use crate::cache::prefix::resume_position;
use crate::chaos::RandomChoices;
use crate::faults::Faults;
use crate::integrity::IntegrityError;
use crate::outstanding::Outstanding;
use crate::plan_builder::{PlanBuilder, Room};
use crate::request::{Place, Rank, Request};
use crate::running::{Running, Source};
use crate::sequence::Sequence;
use crate::step_cost::StepShape;
use crate::step_times::StepTimes;
use crate::types::{CancelOutcome, Event, Refusal, SchedOptions, SchedRequest};
use crate::waiting::Waiting;
use atlas_core::{
    CacheExplanation, DropReason, Limits, LimitsError, RequestId, SlotId, Span, StepPlan,
};
use rustc_hash::FxHashMap;
use std::ops::Range;

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
        let faults = Faults::new(&options);
        Ok(Self {
            depth: options.depth as usize,
            waiting: Waiting::default(),
            running: Running::new(limits.slot_count),
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
        let waiting = self.waiting.len();
        if waiting >= self.limits.queue_len_max.saturating_add(self.cache.slots.free()) {
            return Err(Refusal::QueueFull { waiting });
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
        let room = self.plan_running();
        // A preempted request must not return in the same plan, and the blocks that its preemption
        // was for leave no room for others.
        if self.preemptions == preemptions_before {
            // State that requests which start in this plan would evict moves first.
            self.cache.spill_ahead();
            self.admit(room);
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

    /// Plans every running sequence, in the order of rank as far as blocks go. A row is set aside
    /// first for each sequence that lacks one position only; longer runs of known tokens share the
    /// rest. Returns the room left.
    fn plan_running(&mut self) -> Room {
        let time = self.step_times.room(&self.limits, &self.running);
        let mut room = Room::new(&self.limits, self.running.single_count(), time);
        let mut chunks = Vec::new();
        let mut at = 0;
        while let Some(slot) = self.running.slot_at(at) {
            let sequence = self.running.get(slot).filter(|s| !s.pauses_before_fork());
            let of = |s: &Sequence| (s.pending(), s.planned, s.scores());
            let (pending, start, scores) = sequence.map_or((0, 0, false), of);
            if pending == 1 {
                let len = self.make_room(at, 1);
                self.plan_span(slot, len);
            } else if pending > 1 && room.chunk_max(start, scores) > 0 {
                let len = self.chunk_len(pending, room.chunk_max(start, scores));
                let len = self.running.get(slot).map_or(len, |s| s.cut_at_fork(len));
                let len = self.make_room(at, len);
                chunks.push((slot, len));
                room.take(start, len, scores);
                // Taken now, so that no sequence behind this one gets them.
                self.take_blocks(slot, len);
            }
            at += 1;
        }
        for (slot, len) in chunks {
            self.plan_span(slot, len);
        }
        room
    }

    /// Length of a chunk of `pending` known positions if `rows_left` rows remain.
    fn chunk_len(&mut self, pending: u32, rows_left: u32) -> u32 {
        self.chaos.chunk_len(pending.min(rows_left).min(self.limits.chunk_tokens_max))
    }

    /// Number of `len` further positions that the sequence at place `at` by rank can have blocks
    /// for. If there is no block, sequences behind it are preempted, the last first, until there is
    /// one. If none is behind it the answer is 0, and the sequence keeps its blocks and waits.
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
            match self.running.slot_at(self.running.len() - 1) {
                Some(last) if at + 1 < self.running.len() => self.preempt(last),
                _ => return 0,
            }
        }
    }

    fn take_blocks(&mut self, slot: SlotId, len: u32) {
        if let Some(sequence) = self.running.get_mut(slot) {
            self.cache.grow(sequence, len, &mut self.plan);
        }
    }

    /// Plans the next span of a sequence, of at most `len` positions; none if `len` is 0.
    fn plan_span(&mut self, slot: SlotId, len: u32) {
        let Self { running, cache, plan, faults, .. } = self;
        let Some(sequence) = running.get_mut(slot).filter(|_| len > 0) else { return };
        cache.grow(sequence, len, plan);
        let mut span = sequence.plan_span(len);
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

    /// Takes a sequence out of its slot and queues its request again.
    fn preempt(&mut self, slot: SlotId) {
        let Some(sequence) = self.leave(slot, DropReason::Preempted) else { return };
        self.cache.swap_out(&sequence, self.preemptions);
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

    /// Starts waiting requests in the order of rank while slots and rows last.
    fn admit(&mut self, mut room: Room) {
        if self.waiting.is_empty() || self.cache.slots.free() == 0 {
            return;
        }
        let overtake_max = self.limits.overtake_max;
        let owed = self.running.iter().map(|sequence| self.cache.blocks.owed_by(sequence));
        let mut scan = Admission::new(owed.fold(0, u32::saturating_add));
        while !room.is_full() && self.cache.slots.free() > 0 {
            let Some(request) = self.waiting.after(scan.last()) else { return };
            let (rank, overtaken) = (request.rank, request.overtaken);
            if !scan.visit(rank) {
                return;
            }
            if self.faults.starve(rank.arrival, self.waiting.len()) {
                continue;
            }
            match self.decide(rank, scan.owed, room) {
                Decision::Wait => {
                    if !scan.pass(rank, overtaken, overtake_max) {
                        return;
                    }
                }
                Decision::Start { start, position, len, scores } => {
                    let owed = self.start(rank, len, start);
                    scan.owed = scan.owed.saturating_add(owed);
                    room.take(position, len, scores);
                    if self.waiting.overtake(scan.passed(), overtake_max) {
                        return;
                    }
                }
            }
        }
    }

    /// Decides what a waiting request does in this plan. `owed`: blocks that must stay free.
    fn decide(&mut self, rank: Rank, owed: u32, room: Room) -> Decision {
        let Some(request) = self.waiting.get(rank) else { return Decision::Wait };
        // Its tokens are known once its last results are there.
        let outstanding = request.outstanding > 0;
        let scores = request.scores_first();
        // A request does not share state of its own that was swapped in.
        let alone = outstanding || self.cache.swaps.back(rank).is_some();
        match if alone { Source::None } else { self.fork_source(request) } {
            Source::Ready(from) if self.cache.fits_fork(owed) => {
                let position = request.known.saturating_sub(1);
                return Decision::Start {
                    start: Start::Fork(from),
                    position,
                    len: 1,
                    scores: false,
                };
            }
            Source::Computing if request.overtaken < self.limits.overtake_max => {
                return Decision::Wait;
            }
            _ => {}
        }
        let known = request.known;
        if outstanding || room.chunk_max(0, scores) == 0 {
            return Decision::Wait;
        }
        let mut found = self.cache.find(request);
        let back = found.as_ref().and_then(|f| self.cache.swapped_position(request, f));
        if back.is_none()
            && let Some(request) = self.waiting.get_mut(rank)
        {
            let runs = !self.running.is_empty();
            match self.cache.start_load(request, &mut found, owed, runs) {
                LoadStart::Started => return Decision::Wait,
                LoadStart::Later if request.overtaken < self.limits.overtake_max => {
                    return Decision::Wait;
                }
                _ => {}
            }
        }
        let usable = back.or(found.as_ref().map(|f| resume_position(f, known))).unwrap_or(0);
        let rows_left = room.chunk_max(usable, scores);
        if rows_left == 0 {
            return Decision::Wait;
        }
        let rows =
            usable..usable + (known - usable).min(rows_left).min(self.limits.chunk_tokens_max);
        if let Some(request) = self.waiting.get(rank)
            && request.overtaken < self.limits.overtake_max
            && self.cache.awaits_room(request, found.as_ref(), rows.end - rows.start)
        {
            return Decision::Wait;
        }
        let held = self.cache.held(rank, found.as_ref(), usable);
        if !self.has_room(rank, rows, held, owed) {
            return Decision::Wait;
        }
        let len = self.chunk_len(known - usable, rows_left);
        Decision::Start { start: Start::from_match(found), position: usable, len, scores }
    }

    /// State of the group of a waiting request.
    fn fork_source(&self, request: &Request) -> Source {
        let starts_at = |slot, position| self.plan.span_starts_at(slot, position);
        let loads = |rank: Rank| {
            let other = self.waiting.get(rank).filter(|other| other.rank != request.rank);
            other.is_some_and(|o| (o.group, o.fork_at()) == (request.group, request.fork_at()))
        };
        match self.running.fork_source(request, starts_at) {
            Source::None
                if request.fork_at().is_some() && self.cache.transfers.ranks().any(loads) =>
            {
                Source::Computing
            }
            source => source,
        }
    }

    /// Whether the `rows` of the first chunk of a waiting request fit. The first sequence of all
    /// always fits, since `Limits::check` guarantees blocks for one longest sequence; loads for
    /// others make room for it.
    fn has_room(&mut self, rank: Rank, rows: Range<u32>, held: u32, owed: u32) -> bool {
        loop {
            let Some(request) = self.waiting.get(rank) else { return false };
            if self.cache.fits(request, rows.clone(), held, owed) {
                return true;
            }
            if !self.running.is_empty() || !self.cache.transfers.is_empty() {
                return false;
            }
            if !self.cache.release_back(Some(rank)) {
                return true;
            }
        }
    }

    /// Assigns a slot to a waiting request, which begins with the state of `start`, and plans its
    /// next `len` positions. Returns the blocks it owes.
    fn start(&mut self, rank: Rank, len: u32, start: Start) -> u32 {
        let Some(slot) = self.cache.slots.take() else { return 0 };
        let Some(request) = self.waiting.remove(rank) else { return 0 };
        self.cache.swaps.forget_out(rank);
        let (id, slot_id) = (request.id, slot.id());
        self.places.insert(id, Place::Running(slot_id));
        let mut sequence = Sequence::new(request, slot, self.cache.blocks.table());
        if !self.faults.leaves_slot_unassigned() {
            self.plan.assign_slot(sequence.slot_epoch(), id);
        }
        self.begin(&mut sequence, start);
        self.cache.arrived.forget(rank);
        sequence.request.device_tokens_before_load = None;
        let len = sequence.cut_at_fork(len.min(sequence.pending()));
        self.running.insert(sequence);
        self.plan_span(slot_id, len);
        self.running.get(slot_id).map_or(0, |sequence| self.cache.blocks.owed_by(sequence))
    }

    /// Sets a new sequence to the state it begins with.
    fn begin(&mut self, sequence: &mut Sequence, start: Start) {
        let Self { running, cache, plan, explanations, faults, .. } = self;
        let (id, prompt_len) = (sequence.request.id, sequence.request.prompt_len);
        match (start, cache.swaps.take_back(sequence.request.rank)) {
            (Start::Empty, _) => {}
            (Start::Cached(found), Some(back)) => {
                if cache.resume_swapped(sequence, back, &found, plan) {
                    faults.share_last_block(plan, running);
                }
            }
            (Start::Cached(found), None) => {
                let explanation = cache.resume(sequence, *found, plan);
                explanations.extend(explanation.map(|explanation| (id, explanation)));
            }
            (Start::Fork(from), _) => {
                let Some(from) = running.get_mut(from) else { return };
                cache.fork(sequence, from, plan);
                self.forks += 1;
                explanations.push((id, explain_fork(prompt_len, sequence.committed)));
            }
        }
    }
}
