//! Blocks behind the window, where every layer with KV blocks has one.
//!
//! A row sees the positions of its window alone. So once a span is committed the blocks that lie
//! wholly behind the window of the next position are given back: to the pool, or to the cache if
//! they are published. Positions that are only planned do not count: rows of steps in flight begin
//! at the committed position and still see what is before it, and whatever is free may be written
//! by the very plan that is being made.

use crate::fault::Fault;
use crate::scheduler::Scheduler;
use crate::sequence::Seated;
use atlas_core::{BlockRelease, SlotId, StateOp, StepPlan, first_block_seen};

impl Scheduler {
    /// The place of the first block that rows from `position` on see.
    pub(crate) fn first_block(&self, position: u32) -> u32 {
        first_block_seen(self.options.window, position, self.limits.kv_block_tokens)
    }

    /// Blocks that a sequence holds at a time, at most, from where it goes on at `position` until
    /// its end is at `end`.
    pub(crate) fn blocks_between(&self, position: u32, end: u32) -> u32 {
        let all = self.limits.blocks_for(end).saturating_sub(self.first_block(position));
        all.min(self.limits.blocks_held_max(self.options.window))
    }

    /// Gives back what lies behind the window of the next position of a sequence.
    pub(crate) fn release_behind(&mut self, slot: SlotId) {
        let Some(seated) = self.seats[slot.index()].as_ref() else { return };
        let first = self.first_block(seated.committed);
        let early = self.options.fault.strikes(Fault::DroppedOneBlockEarly);
        self.release_before(slot, first + u32::from(early));
    }

    /// The planted fault: what lies behind the window of positions that are only planned is given
    /// back, before those before them have run.
    pub(crate) fn release_behind_planned(&mut self, slot: SlotId) {
        if self.options.window.is_none() {
            return;
        }
        let Some(seated) = self.seats[slot.index()].as_ref() else { return };
        let first = self.first_block(seated.planned);
        let some = first > seated.table.released();
        if !some || !self.options.fault.strikes(Fault::DroppedBehindPlanned) {
            return;
        }
        // Nobody is told, so that what shows is what others write there.
        if let Some(seated) = self.seats[slot.index()].as_mut() {
            seated.table.release_before(first);
        }
    }

    fn release_before(&mut self, slot: SlotId, first: u32) {
        let Some(seated) = self.seats[slot.index()].as_mut() else { return };
        if seated.table.release_before(first) {
            let (epoch, until) = (seated.slot.epoch(), seated.table.released());
            self.releases.push(BlockRelease { slot, epoch, until });
            self.turned_away = false;
        }
    }

    /// Says of a new seat which places of its table have no block.
    pub(crate) fn plan_released(&mut self, seated: &Seated, plan: &mut StepPlan) {
        let (slot, epoch, until) = (seated.slot.id(), seated.slot.epoch(), seated.table.released());
        if until > 0 && !self.options.fault.strikes(Fault::ReleaseUntold) {
            plan.ops.push(StateOp::Release(BlockRelease { slot, epoch, until }));
        }
    }

    /// What sequences that still sit where they sat have given back.
    pub(crate) fn plan_releases(&mut self, plan: &mut StepPlan) {
        for release in self.releases.drain(..) {
            let seated = self.seats[release.slot.index()].as_ref();
            if seated.is_some_and(|s| s.slot.epoch() == release.epoch) {
                plan.ops.push(StateOp::Release(release));
            }
        }
    }
}
