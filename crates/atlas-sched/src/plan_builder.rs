//! The plan of the next step while it is made.

use crate::step_cost::{Estimate, StepShape};
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
    /// Drafts.
    pub drafts: u32,
    /// Time, if it is limited.
    pub time: Option<TimeRoom>,
}

/// Time that a step still has room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeRoom {
    pub estimate: Estimate,
    /// The step so far.
    pub shape: StepShape,
    pub seconds_max: f64,
    /// Prompt rows that the step takes whatever its time, so that prompts get on.
    pub rows_least: u32,
}

impl Room {
    /// The room of an empty step, of which `singles` rows are set aside.
    pub fn new(limits: &Limits, singles: u32, time: Option<TimeRoom>) -> Self {
        let rows = limits.step_tokens_max.saturating_sub(singles);
        let drafts = limits.draft_rows_max().min(rows);
        Self { rows, scored: limits.score_rows_max(), drafts, time }
    }

    /// Most rows that a chunk from `start` on may take.
    pub fn chunk_max(&self, start: u32, scores: bool) -> u32 {
        let rows = if scores { self.rows.min(self.scored) } else { self.rows };
        let Some(time) = &self.time else { return rows };
        let least = time.rows_least.saturating_sub(time.shape.prompt_rows);
        let within = time.estimate.rows_within(&time.shape, start, rows, time.seconds_max);
        within.max(least.min(rows))
    }

    /// Whether no chunk has room any more.
    pub fn is_full(&self) -> bool {
        self.chunk_max(0, false) == 0
    }

    /// Takes rows of drafts.
    pub fn take_drafts(&mut self, drafts: u32) {
        self.rows -= drafts;
        self.drafts = (self.drafts - drafts).min(self.rows);
    }

    /// Takes a chunk from `start` on.
    pub fn take(&mut self, start: u32, len: u32, scores: bool) {
        self.rows -= len;
        self.drafts = self.drafts.min(self.rows);
        self.scored -= if scores { len } else { 0 };
        if let Some(time) = &mut self.time {
            time.shape = time.shape.with(start, len);
        }
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
        plan.span(Span { slot, epoch, start, len, want, sample, drafts: 0 });
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
        let mut room = Room { rows: 10, scored: 4, drafts: 0, time: None };
        assert_eq!((room.chunk_max(0, false), room.chunk_max(0, true)), (10, 4));
        room.take(0, 3, true);
        assert_eq!((room.chunk_max(3, false), room.chunk_max(3, true)), (7, 1));
    }
}
