//! Seating waiting requests.

use crate::fault::Fault;
use crate::fork::Kin;
use crate::prefix::resume_at;
use crate::scheduler::{Place, Scheduler};
use crate::sequence::{Rank, Request, Seated};
use crate::step::Room;
use atlas_cache::{BlockTable, Match};
use atlas_core::{SlotAssign, SlotId, StateOp, StepPlan};
use std::ops::Range;

/// Requests that may lack blocks and be looked past in one step.
const LOOK_PAST_MAX: usize = 32;

/// What a new seat begins with.
enum Begin {
    Empty,
    /// A cached prefix.
    Cached(Box<Match>),
    /// The state of another of its group.
    Kin(SlotId),
}

impl Begin {
    fn of(found: Option<Match>) -> Self {
        found.map_or(Self::Empty, |found| Self::Cached(Box::new(found)))
    }
}

impl Scheduler {
    /// Seats waiting requests in the order of rank while slots and rows last. A request that lacks
    /// blocks or rows of logits may be passed by later equals (never by a lower priority), at most
    /// `Limits::overtake_max` times in its life.
    pub(crate) fn admit(&mut self, mut room: Room, plan: &mut StepPlan) {
        if self.waiting.is_empty() || self.slots.free() == 0 {
            return;
        }
        let mut owed = self.blocks_owed();
        let mut passed: Vec<Rank> = Vec::new();
        let mut last = None;
        while room.rows > 0 && self.slots.free() > 0 {
            let Some(request) = self.waiting.after(last) else { return };
            let rank = request.rank;
            if passed.first().is_some_and(|p| p.priority != rank.priority) {
                return;
            }
            // Its last results come before its next seat: until then its tokens are not known.
            let outstanding = request.outstanding > 0;
            let scores = request.scores_first();
            let rows_left = room.chunk_max(scores);
            last = Some(rank);
            if self.starves(rank) {
                continue;
            }
            let overtaken = request.overtaken;
            // What has come back from the host for it is its own.
            let alone = outstanding || request.returned.is_some();
            let kin = if alone { Kin::None } else { self.kin(request, plan) };
            if let Kin::Ready(from) = kin
                && self.fits_beside(owed)
            {
                owed = owed.saturating_add(self.seat(rank, 1, Begin::Kin(from), plan));
                room.take(1, false);
                if self.overtake(&passed) {
                    return;
                }
                continue;
            }
            if kin == Kin::Computing && overtaken < self.limits.overtake_max {
                passed.push(rank);
                if passed.len() == LOOK_PAST_MAX {
                    return;
                }
                continue;
            }
            let mut found = if outstanding || rows_left == 0 { None } else { self.look_up(rank) };
            let back = found.as_ref().and_then(|f| self.returned_at(rank, f));
            let comes_back = back.is_none() && self.bring_back(rank, &mut found, owed);
            let Some(request) = self.waiting.get(rank) else { return };
            let known = request.known;
            let usable = found.as_ref().map_or(0, |f| resume_at(f, known));
            let usable = back.unwrap_or(usable);
            let first = self.first_rows(request, usable, room);
            let waits = outstanding || comes_back || rows_left == 0;
            let held = self.held(rank, found.as_ref(), usable);
            let rows = usable..usable + first;
            if waits || !self.has_room(rank, rows, held, owed) {
                let may_pass = overtaken < self.limits.overtake_max;
                passed.push(rank);
                if !may_pass || passed.len() == LOOK_PAST_MAX {
                    return;
                }
                continue;
            }
            let len = self.chunk_len(known - usable, rows_left);
            owed = owed.saturating_add(self.seat(rank, len, Begin::of(found), plan));
            room.take(len, scores);
            if self.overtake(&passed) {
                return;
            }
        }
    }

    /// Blocks that seated sequences lack for the tokens they know and one more each. New requests
    /// leave these free, so that seating one does not soon preempt it or another.
    fn blocks_owed(&self) -> u32 {
        self.seated().map(|s| self.owed_by(s)).fold(0, u32::saturating_add)
    }

    fn owed_by(&self, seated: &Seated) -> u32 {
        let needed = self.blocks_between(seated.committed, seated.foreseeable());
        needed.saturating_sub(seated.table.held())
    }

    /// Blocks that a waiting request holds already of those for its `usable` tokens: what the match
    /// pins, and what has come back from the host. What the index holds before the latter is pinned
    /// when it is seated, and others may have it until then.
    fn held(&self, rank: Rank, found: Option<&Match>, usable: u32) -> u32 {
        let back = self.waiting.get(rank).and_then(|request| request.returned.as_ref());
        match (back, found) {
            (Some(back), Some(found)) => {
                let pinned = self.limits.blocks_for(found.usable_tokens.min(back.from));
                let first = self.first_block(back.position).max(found.pin.released);
                pinned.saturating_sub(first) + back.blocks.len() as u32
            }
            _ => self.limits.blocks_for(usable) - self.first_block(usable),
        }
    }

    /// Whether there are blocks to seat `request`: for the `rows` of its first chunk, or for all
    /// its tokens if it was preempted before, beside those it holds and those owed. If nobody is
    /// seated and nothing comes back from the host it always fits, since `Limits::check` guarantees
    /// blocks for one longest sequence.
    fn fits(&self, request: &Request, rows: Range<u32>, held: u32, owed: u32) -> bool {
        if !self.paged {
            return true;
        }
        let end = if request.preemptions > 0 { request.known } else { rows.end };
        let lacks = self.blocks_between(rows.start, end).saturating_sub(held);
        lacks.saturating_add(owed) <= self.pool.available()
    }

    /// Whether there is a block for one more that parts from another, beside those owed.
    fn fits_beside(&self, owed: u32) -> bool {
        !self.paged || owed < self.pool.available()
    }

    /// [`Self::fits`]; what comes back for others makes room for the first sequence of all.
    fn has_room(&mut self, rank: Rank, rows: Range<u32>, held: u32, owed: u32) -> bool {
        loop {
            let Some(request) = self.waiting.get(rank) else { return false };
            if self.fits(request, rows.clone(), held, owed) {
                return true;
            }
            if !self.order.is_empty() || !self.release_coming(Some(rank)) {
                return self.order.is_empty();
            }
        }
    }

    /// What of a waiting request is cached, held until it is seated or passed.
    fn look_up(&mut self, rank: Rank) -> Option<Match> {
        let request = self.waiting.remove(rank)?;
        let found = self.find_prefix(&request);
        self.waiting.insert(request);
        found
    }

    /// Seats a waiting request, which begins where `begin` says, and plans its next `len`
    /// positions; returns the blocks it owes.
    fn seat(&mut self, rank: Rank, len: u32, begin: Begin, plan: &mut StepPlan) -> u32 {
        let Some(slot) = self.slots.take() else { return 0 };
        let Some(mut request) = self.waiting.remove(rank) else { return 0 };
        request.swapped = None;
        let (id, epoch, request_id) = (slot.id(), slot.epoch(), request.id);
        let stale = self.options.fault.strikes(Fault::StaleSlot);
        if !stale {
            let assign = SlotAssign { slot: id, epoch, request: request_id };
            plan.ops.push(StateOp::Assign(assign));
        }
        self.places.insert(request_id, Place::Seated(id));
        let before = |s: &Seated| s.request.rank < rank;
        let at = self.order.partition_point(|s| self.seats[s.index()].as_ref().is_some_and(before));
        self.order.insert(at, id);
        let table = BlockTable::new(&self.pool, self.limits.kv_block_tokens);
        let mut seated = Seated::new(request, slot, table);
        match (begin, seated.request.returned.take()) {
            (Begin::Empty, _) => {}
            (Begin::Cached(found), Some(back)) => {
                self.resume_returned(&mut seated, back, &found, plan);
            }
            (Begin::Cached(found), None) => self.resume(&mut seated, *found, plan),
            (Begin::Kin(from), _) => self.part_from(&mut seated, from, plan),
        }
        seated.request.asked_host = None;
        let len = len.min(seated.pending());
        self.seats[id.index()] = Some(seated);
        let len = self.cut(id, len);
        self.plan_span(id, len, plan);
        self.seats[id.index()].as_ref().map_or(0, |s| self.owed_by(s))
    }

    /// Books that one request was seated past each of `passed`; true if none may be passed again.
    fn overtake(&mut self, passed: &[Rank]) -> bool {
        let mut at_bound = false;
        for &rank in passed {
            if let Some(request) = self.waiting.get_mut(rank) {
                request.overtaken += 1;
                at_bound |= request.overtaken >= self.limits.overtake_max;
            }
        }
        at_bound
    }

    /// The planted fault: one request in `every` is passed over if anyone else waits.
    fn starves(&self, rank: Rank) -> bool {
        let every = self.options.fault.interval(Fault::Starvation);
        every.is_some_and(|n| rank.arrival.is_multiple_of(n)) && self.waiting.len() > 1
    }
}
