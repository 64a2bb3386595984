//! The plan of the next step while it is made.

use atlas_core::{
    BlockAppend, BlockId, BlockRelease, BlockReplace, DropReason, Epoch, Limits, RequestId,
    SlotAssign, SlotDrop, SlotId, SnapshotId, Span, StateFork, StateOp, StateRestore, StateSave,
    StepPlan, TierCopy,
};

/// Token rows that a step still has room for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Room {
    pub rows: u32,
    /// Prompt rows among them whose logits are wanted.
    pub scored: u32,
}

impl Room {
    /// The room of an empty step, of which `singles` rows are set aside.
    pub fn new(limits: &Limits, singles: u32) -> Self {
        let rows = limits.step_tokens_max.saturating_sub(singles);
        Self { rows, scored: limits.score_rows_max() }
    }

    /// Most rows that a chunk may take.
    pub fn chunk_max(&self, scores: bool) -> u32 {
        if scores { self.rows.min(self.scored) } else { self.rows }
    }

    pub fn take(&mut self, len: u32, scores: bool) {
        self.rows -= len;
        self.scored -= if scores { len } else { 0 };
    }
}

/// Spans and state operations of one step.
///
/// Between steps it collects what has to be told to the runner with the next plan: slots that
/// requests gave up, and changes of block tables.
#[derive(Debug, Default)]
pub(crate) struct PlanBuilder {
    /// Ordinal of the last step that was not empty.
    step: u64,
    ops: Vec<StateOp>,
    spans: Vec<Span>,
    /// Blocks of running sequences that were replaced or released since the last plan. They count
    /// only if the sequence is still in its slot when the plan is finished.
    table_changes: Vec<StateOp>,
}

/// Slot and epoch of a sequence.
type SlotEpoch = (SlotId, Epoch);

impl PlanBuilder {
    /// An empty plan with the next ordinal.
    pub fn empty_plan(&self) -> StepPlan {
        StepPlan { step: self.step + 1, ..StepPlan::default() }
    }

    /// Whether no slot was given up since the last plan.
    pub fn has_no_drops(&self) -> bool {
        self.ops.is_empty()
    }

    pub fn drop_slot(&mut self, (slot, epoch): SlotEpoch, request: RequestId, reason: DropReason) {
        self.ops.push(StateOp::Drop(SlotDrop { slot, epoch, request, reason }));
    }

    pub fn assign_slot(&mut self, (slot, epoch): SlotEpoch, request: RequestId) {
        self.ops.push(StateOp::Assign(SlotAssign { slot, epoch, request }));
    }

    /// Tells that a running sequence uses another block with the same content.
    pub fn replace_block(&mut self, (slot, epoch): SlotEpoch, at: u32, block: BlockId) {
        self.table_changes.push(StateOp::Replace(BlockReplace { slot, epoch, at, block }));
    }

    /// Tells that a running sequence gave back the blocks of the first `until` table entries.
    pub fn release_blocks(&mut self, (slot, epoch): SlotEpoch, until: u32) {
        self.table_changes.push(StateOp::Release(BlockRelease { slot, epoch, until }));
    }

    /// Makes `until` table entries without a block in a newly assigned slot.
    pub fn begin_released(&mut self, (slot, epoch): SlotEpoch, until: u32) {
        self.ops.push(StateOp::Release(BlockRelease { slot, epoch, until }));
    }

    pub fn append_block(&mut self, (slot, epoch): SlotEpoch, block: BlockId) {
        self.ops.push(StateOp::Append(BlockAppend { slot, epoch, block }));
    }

    /// Replaces the block that was appended last, for a planted fault.
    #[cfg(feature = "faults")]
    pub fn change_last_block(&mut self, block: BlockId) {
        let append = self.ops.iter_mut().rev().find_map(|op| match op {
            StateOp::Append(append) => Some(append),
            _ => None,
        });
        if let Some(append) = append {
            append.block = block;
        }
    }

    /// Sets a newly assigned slot to `position`, with the state of a snapshot.
    pub fn restore(&mut self, (slot, epoch): SlotEpoch, position: u32, from: Option<SnapshotId>) {
        self.ops.push(StateOp::Restore(StateRestore { slot, epoch, position, from }));
    }

    pub fn fork(&mut self, fork: StateFork) {
        self.ops.push(StateOp::Fork(fork));
    }

    /// Saves the state of a slot at `position`, inside of its span or at the end.
    pub fn save(&mut self, (slot, epoch): SlotEpoch, position: u32, to: SnapshotId) {
        self.ops.push(StateOp::Save(StateSave { slot, epoch, position, to }));
    }

    pub fn span(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Whether a span of the plan starts at `position` of the sequence in `slot`.
    pub fn span_starts_at(&self, slot: SlotId, position: u32) -> bool {
        self.spans.iter().any(|span| span.slot == slot && span.start == position)
    }

    /// Whether the plan assigns a slot.
    pub fn assigns_slots(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, StateOp::Assign(_)))
    }

    /// The plan, with the copies between the tiers that it needs. `is_current` tells whether a
    /// sequence is still in its slot.
    pub fn finish(
        &mut self,
        copies: Vec<TierCopy>,
        is_current: impl Fn(SlotId, Epoch) -> bool,
    ) -> StepPlan {
        let mut ops = std::mem::take(&mut self.ops);
        ops.extend(self.table_changes.drain(..).filter(|op| match op {
            StateOp::Replace(replace) => is_current(replace.slot, replace.epoch),
            StateOp::Release(release) => is_current(release.slot, release.epoch),
            _ => true,
        }));
        ops.extend(copies.into_iter().map(StateOp::Copy));
        // Stable: operations of one stage stay in the order of their decisions.
        ops.sort_by_key(StateOp::stage);
        let spans = std::mem::take(&mut self.spans);
        let plan = StepPlan { step: self.step + 1, ops, spans };
        if !plan.is_empty() {
            self.step = plan.step;
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{ContentKey, HostBlockId, Tier, TierObject, Want};

    fn copy() -> TierCopy {
        let object = TierObject::Block { device: BlockId(1), host: HostBlockId(2) };
        TierCopy { object, to: Tier::Host, content: ContentKey::default() }
    }

    #[test]
    fn operations_are_sorted_by_stage_and_keep_their_order_within_one() {
        let (old, new) = ((SlotId(0), Epoch(1)), (SlotId(0), Epoch(2)));
        let mut plan = PlanBuilder::default();
        plan.assign_slot(new, RequestId(2));
        plan.restore(new, 8, None);
        plan.append_block(new, BlockId(5));
        plan.append_block(new, BlockId(3));
        plan.drop_slot(old, RequestId(1), DropReason::Ended);
        plan.replace_block(old, 0, BlockId(9));
        plan.replace_block(new, 1, BlockId(7));
        let (slot, epoch) = new;
        let (start, len, want, sample) = (8, 1, Want::Last, true);
        plan.span(Span { slot, epoch, start, len, want, sample });
        assert!(plan.span_starts_at(slot, 8) && !plan.span_starts_at(slot, 9));
        let finished = plan.finish(vec![copy()], |slot, epoch| (slot, epoch) == new);
        let blocks = |op: &StateOp| match op {
            StateOp::Append(append) => Some(append.block.0),
            StateOp::Replace(replace) => Some(replace.block.0),
            _ => None,
        };
        let stages: Vec<_> = finished.ops.iter().map(StateOp::stage).collect();
        assert_eq!(stages, [0, 1, 2, 3, 5, 5, 6]);
        let blocks: Vec<_> = finished.ops.iter().filter_map(blocks).collect();
        assert_eq!(blocks, [7, 5, 3], "a change of a table that is gone is not told");
        assert_eq!((finished.step, plan.step), (1, 1));
    }

    #[test]
    fn an_empty_plan_takes_no_ordinal() {
        let mut plan = PlanBuilder::default();
        assert!(plan.finish(Vec::new(), |_, _| true).is_empty());
        assert_eq!((plan.step, plan.empty_plan().step), (0, 1));
    }

    #[test]
    fn rows_that_score_have_room_of_their_own() {
        let mut room = Room { rows: 10, scored: 4 };
        assert_eq!((room.chunk_max(false), room.chunk_max(true)), (10, 4));
        room.take(3, true);
        assert_eq!((room.chunk_max(false), room.chunk_max(true)), (7, 1));
    }
}
