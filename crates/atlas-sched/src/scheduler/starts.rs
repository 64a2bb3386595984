//! Starts of waiting requests.

use super::Scheduler;
use crate::admission::{Admission, Decision, Start};
use crate::cache::explain::explain_fork;
use crate::cache::load::LoadStart;
use crate::cache::prefix::resume_position;
use crate::plan_builder::Room;
use crate::request::{Place, Rank, Request};
use crate::row_shares::RowShares;
use crate::running::Source;
use crate::sequence::Sequence;
use std::ops::Range;

impl Scheduler {
    /// Starts waiting requests in the order of [`Waiting::next`] while slots and rows last.
    pub(super) fn admit(&mut self, mut room: Room, shares: &mut RowShares) {
        let owed = self.running.iter().map(|sequence| self.cache.blocks.owed_by(sequence));
        let mut scan = Admission::new(owed.fold(0, u32::saturating_add));
        while !self.waiting.is_empty() && !room.is_full() && self.cache.slots.free() > 0 {
            let Some(request) = self.next_waiting(&scan) else { break };
            let rank = request.rank;
            let is_urgent = self.waiting.is_urgent(rank);
            if self.faults.starve(rank.arrival, self.waiting.len()) {
                scan.skip(rank);
                continue;
            }
            if !scan.visit(rank, is_urgent) {
                continue;
            }
            match self.decide(rank, scan.owed, room, shares) {
                Decision::Wait => {
                    let (at_bound, client_at_bound) =
                        self.waiting.bounds(rank, self.limits.overtake_max);
                    scan.pass(rank, is_urgent, at_bound, client_at_bound);
                }
                Decision::Start { start, position, len, scores } => {
                    let had_none = self.running.count_of(rank.client) == 0;
                    let owed = self.start(rank, position, len, start);
                    scan.owed = scan.owed.saturating_add(owed);
                    room.take(position, len, scores);
                    shares.take(rank.client, len);
                    let Self { waiting, running, limits, .. } = self;
                    // A client without running sequences may pass those that have some.
                    let yields = |client| !had_none || running.count_of(client) == 0;
                    waiting.overtake(&mut scan, rank, limits.overtake_max, yields);
                }
            }
            if scan.has_ended {
                break;
            }
        }
        if self.cache.slots.free() == 0 {
            self.waiting.crowd_all(&self.running);
        }
    }

    fn next_waiting(&self, scan: &Admission) -> Option<&Request> {
        let last = self.faults.keeps_turn().then_some(self.last_started).flatten();
        let runs = |client| match last {
            Some(last) => client != last,
            None => self.running.count_of(client) > 0,
        };
        let keeps_call = self.faults.keeps_call();
        self.waiting.next(scan, runs, |request| !keeps_call && self.running.is_wide(request))
    }

    /// Decides what a waiting request does in this plan. `owed`: blocks that must stay free.
    fn decide(&mut self, rank: Rank, owed: u32, room: Room, shares: &RowShares) -> Decision {
        let patient = self.waiting.may_pass(rank, self.limits.overtake_max);
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
            Source::Computing if patient => return Decision::Wait,
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
                LoadStart::Later if patient => return Decision::Wait,
                _ => {}
            }
        }
        let usable = back.or(found.as_ref().map(|f| resume_position(f, known))).unwrap_or(0);
        let mut rows_left = room.chunk_max(usable, scores);
        if self.running.count_of(rank.client) == 0 {
            rows_left = rows_left.min(shares.of(rank.client));
        }
        if rows_left == 0 {
            return Decision::Wait;
        }
        let rows =
            usable..usable + (known - usable).min(rows_left).min(self.limits.chunk_tokens_max);
        if let Some(request) = self.waiting.get(rank)
            && patient
            && self.cache.awaits_room(request, found.as_ref(), rows.end - rows.start)
        {
            return Decision::Wait;
        }
        let held = self.cache.held(rank, found.as_ref(), usable);
        if !self.has_room(rank, rows, held, owed) {
            if self.waiting.get(rank).is_some_and(|request| self.running.yields_to(request)) {
                self.waiting.crowd(rank.client);
            }
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
    /// next `len` positions from `position` on. Returns the blocks it owes.
    fn start(&mut self, rank: Rank, position: u32, len: u32, start: Start) -> u32 {
        let Some(slot) = self.cache.slots.take() else { return 0 };
        let in_turn = self.running.count_of(rank.client) > 0;
        let ages = !self.faults.forgets_age();
        let Some(request) = self.waiting.start(rank, position, in_turn, ages) else { return 0 };
        self.last_started = Some(rank.client);
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
        self.plan_span(slot_id, len, 0);
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
