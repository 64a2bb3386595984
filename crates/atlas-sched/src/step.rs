//! Planning one step.

use crate::fault::Fault;
use crate::prefix::Prefix;
use crate::scheduler::{InFlight, Place, Scheduler};
use atlas_core::{BlockAppend, DropReason, Limits, SlotId, StateOp, StepPlan};

/// Rows that a step still has room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub rows: u32,
    /// Of them, rows of prompts whose logits are wanted.
    pub scored: u32,
}

impl Room {
    fn new(limits: &Limits) -> Self {
        Self { rows: limits.step_tokens_max, scored: limits.score_rows_max() }
    }

    /// The most rows that a chunk may take.
    pub fn chunk_max(&self, scores: bool) -> u32 {
        if scores { self.rows.min(self.scored) } else { self.rows }
    }

    pub fn take(&mut self, len: u32, scores: bool) {
        self.rows -= len;
        self.scored -= if scores { len } else { 0 };
    }
}

impl Scheduler {
    /// What the next step does. The plan has no spans when there is nothing to compute, or nothing
    /// before an outstanding result is committed. Every plan that [`StepPlan::is_answered`] is
    /// answered by one [`Self::commit`], in order; the others by none.
    pub fn step(&mut self) -> StepPlan {
        let mut plan = self.blank_plan();
        if self.in_flight.len() >= self.options.depth as usize {
            return plan;
        }
        plan.ops.extend(self.drops.drain(..).map(StateOp::Drop));
        let preemptions_before = self.preemptions;
        self.preempt_at_random(&mut plan);
        let room = self.plan_seated(&mut plan);
        // What was just preempted must not come back in the same plan, and what made it necessary
        // leaves no room for others.
        if self.preemptions == preemptions_before {
            self.admit(room, &mut plan);
        }
        self.turned_away = plan.assignments().next().is_none() && !self.waiting.is_empty();
        self.plan_swaps(&mut plan);
        self.plan_releases(&mut plan);
        let copies = self.prefix.as_mut().map(Prefix::end_plan).unwrap_or_default();
        plan.ops.extend(copies.into_iter().map(StateOp::Copy));
        // Stable: operations of one stage stay in the order in which they were decided on.
        plan.ops.sort_by_key(StateOp::stage);
        if !plan.is_empty() {
            self.step += 1;
        }
        if plan.is_answered() {
            let owner = |slot: SlotId| self.seats[slot.index()].as_ref().map(|s| s.request.id);
            let spans = plan.spans.iter().filter_map(|s| Some((*s, owner(s.slot)?))).collect();
            let coming = std::mem::take(&mut self.coming);
            self.in_flight.push_back(InFlight { step: self.step, spans, coming });
        }
        plan
    }

    /// Plans every seated sequence, in the order of rank as far as blocks go. Rows are set aside
    /// first for each sequence that lacks one position only; longer runs of known tokens share the
    /// rest. Returns the room left.
    fn plan_seated(&mut self, plan: &mut StepPlan) -> Room {
        let single = self.seated().filter(|s| s.pending() == 1).count() as u32;
        let mut room = Room::new(&self.limits);
        room.rows = room.rows.saturating_sub(single);
        let mut chunks = Vec::new();
        let mut i = 0;
        while i < self.order.len() {
            let slot = self.order[i];
            let seated = self.seats[slot.index()].as_ref();
            let seated = seated.filter(|s| !s.pauses());
            let (pending, scores) = seated.map_or((0, false), |s| (s.pending(), s.scores()));
            if pending == 1 {
                let len = self.make_room(i, 1, plan);
                self.plan_span(slot, len, plan);
            } else if pending > 1 && room.chunk_max(scores) > 0 {
                let len = self.chunk_len(pending, room.chunk_max(scores));
                let len = self.cut(slot, len);
                let len = self.make_room(i, len, plan);
                chunks.push((slot, len));
                room.take(len, scores);
                // The blocks are this sequence's from now on, whoever comes after it.
                self.take_blocks(slot, len, plan);
            }
            i += 1;
        }
        for (slot, len) in chunks {
            self.plan_span(slot, len, plan);
        }
        room
    }

    /// Length of a chunk of `pending` known positions when `rows_left` rows remain.
    pub(crate) fn chunk_len(&mut self, pending: u32, rows_left: u32) -> u32 {
        let len = pending.min(rows_left).min(self.limits.chunk_tokens_max);
        match self.options.chaos {
            Some(chaos) if chaos.random_chunks => 1 + self.chaos.below(len),
            _ => len,
        }
    }

    /// How many of `len` further positions the sequence at `order[i]` can have blocks for. If not
    /// even one, sequences behind it are preempted, the last first, until there is one; only if
    /// none is behind it the answer is 0 and the sequence keeps what it has and waits.
    fn make_room(&mut self, i: usize, len: u32, plan: &mut StepPlan) -> u32 {
        if !self.paged {
            return len;
        }
        loop {
            let Some(seated) = self.seats[self.order[i].index()].as_ref() else { return 0 };
            let free_tokens =
                u64::from(self.pool.available()) * u64::from(self.limits.kv_block_tokens);
            let room = (seated.table.capacity_tokens() + free_tokens)
                .saturating_sub(u64::from(seated.planned));
            if room > 0 {
                return u32::try_from(room).unwrap_or(u32::MAX).min(len);
            }
            // What comes back for those who wait comes after those who run.
            if self.release_coming(None) {
                continue;
            }
            match self.order.last() {
                Some(&last) if i + 1 < self.order.len() => self.preempt(last, plan),
                _ => return 0,
            }
        }
    }

    /// Gives a sequence the blocks for `len` further positions.
    pub(crate) fn take_blocks(&mut self, slot: SlotId, len: u32, plan: &mut StepPlan) {
        loop {
            let seated = self.seats[slot.index()].as_ref().filter(|_| self.paged);
            let lacks = seated
                .is_some_and(|s| s.table.capacity_tokens() < u64::from(s.planned) + u64::from(len));
            let Some(block) = lacks.then(|| self.take_block()).flatten() else { return };
            let Some(seated) = self.seats[slot.index()].as_mut() else { return };
            let epoch = seated.slot.epoch();
            let append = BlockAppend { slot, epoch, block: block.id() };
            plan.ops.push(StateOp::Append(append));
            seated.table.push(block);
        }
    }

    /// Plans the next span of a sequence, of at most `len` positions; of none if `len` is 0.
    pub(crate) fn plan_span(&mut self, slot: SlotId, len: u32, plan: &mut StepPlan) {
        if len == 0 {
            return;
        }
        self.take_blocks(slot, len, plan);
        let Some(seated) = self.seats[slot.index()].as_mut() else { return };
        let mut span = seated.next_span(len);
        seated.planned = span.end();
        seated.sampling += u32::from(span.sample);
        seated.request.outstanding += 1;
        if self.options.fault.strikes(Fault::EarlyPublish) {
            seated.table.complete_to(seated.planned);
        }
        if span.len > 1 && self.options.fault.strikes(Fault::OffByOneSpan) {
            span.len -= 1;
        }
        plan.spans.push(span);
        self.plan_save(&span, plan);
        self.release_behind_planned(slot);
    }

    /// Takes a sequence out of its slot and puts its request back into the queue.
    fn preempt(&mut self, slot: SlotId, plan: &mut StepPlan) {
        let Some((mut seated, dropped)) = self.unseat(slot, DropReason::Preempted) else { return };
        self.swap_out(&mut seated);
        plan.ops.push(StateOp::Drop(dropped));
        self.preemptions += 1;
        seated.request.preemptions += 1;
        if self.options.fault.strikes(Fault::LeakOnPreemption) {
            std::mem::forget(seated.table);
        }
        self.places.insert(seated.request.id, Place::Waiting(seated.request.rank));
        self.waiting.insert(seated.request);
    }

    fn preempt_at_random(&mut self, plan: &mut StepPlan) {
        let Some(chaos) = self.options.chaos else { return };
        if self.chaos.chance(chaos.preempt_per_mille) && !self.order.is_empty() {
            let victim = self.chaos.below(self.order.len() as u32) as usize;
            self.preempt(self.order[victim], plan);
        }
    }
}
