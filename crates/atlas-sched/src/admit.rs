//! Seating waiting requests.

use crate::fault::Fault;
use crate::prefix::resume_at;
use crate::scheduler::{Place, Scheduler};
use crate::sequence::{Rank, Request, Seated};
use crate::step::Room;
use atlas_cache::{BlockTable, Match};
use atlas_core::{Seat, StepPlan};

/// Requests that may lack blocks and be looked past in one step.
const LOOK_PAST_MAX: usize = 32;

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
            let found = if outstanding || rows_left == 0 { None } else { self.look_up(rank) };
            let Some(request) = self.waiting.get(rank) else { return };
            let known = request.known;
            let usable = found.as_ref().map_or(0, |f| resume_at(f, known));
            let first = self.first_rows(request, usable, room);
            if outstanding || rows_left == 0 || !self.fits(request, usable, first, owed) {
                let may_pass = overtaken < self.limits.overtake_max;
                passed.push(rank);
                if !may_pass || passed.len() == LOOK_PAST_MAX {
                    return;
                }
                continue;
            }
            let len = self.chunk_len(known - usable, rows_left);
            owed = owed.saturating_add(self.seat(rank, len, found, plan));
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
        self.limits.blocks_for(seated.foreseeable()).saturating_sub(seated.table.len())
    }

    /// Whether there are blocks to seat `request`: for its first chunk, or for all its tokens if it
    /// was preempted before, beside those owed. If nobody is seated it always fits, since
    /// `Limits::check` guarantees blocks for one longest sequence.
    fn fits(&self, request: &Request, usable: u32, first: u32, owed: u32) -> bool {
        if !self.paged || self.order.is_empty() {
            return true;
        }
        let end = if request.preemptions > 0 { request.known } else { usable + first };
        // Those of the usable tokens are held by the match.
        let lacks = self.limits.blocks_for(end) - self.limits.blocks_for(usable);
        lacks.saturating_add(owed) <= self.pool.available()
    }

    /// What of a waiting request is cached, held until it is seated or passed.
    fn look_up(&mut self, rank: Rank) -> Option<Match> {
        let request = self.waiting.remove(rank)?;
        let found = self.find_prefix(&request);
        self.waiting.insert(request);
        found
    }

    /// Seats a waiting request, which resumes from what was `found` of it, and plans its next
    /// `len` positions; returns the blocks it owes.
    fn seat(&mut self, rank: Rank, len: u32, found: Option<Match>, plan: &mut StepPlan) -> u32 {
        let Some(slot) = self.slots.take() else { return 0 };
        let Some(request) = self.waiting.remove(rank) else { return 0 };
        let (id, epoch, request_id) = (slot.id(), slot.epoch(), request.id);
        let stale = self.options.fault.strikes(Fault::StaleSlot);
        if !stale {
            plan.seats.push(Seat { slot: id, epoch, request: request_id });
        }
        self.places.insert(request_id, Place::Seated(id));
        let before = |s: &Seated| s.request.rank < rank;
        let at = self.order.partition_point(|s| self.seats[s.index()].as_ref().is_some_and(before));
        self.order.insert(at, id);
        let table = BlockTable::new(&self.pool, self.limits.kv_block_tokens);
        let mut seated = Seated::new(request, slot, table);
        if let Some(found) = found {
            self.resume(&mut seated, found, plan);
        }
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
