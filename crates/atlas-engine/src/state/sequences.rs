//! The state of all sequences, and the state operations of a plan.

use atlas_core::{
    SlotAssign, Span, StateFork, StateOp, StateRestore, StepPlan, TierCopy, TierObject,
};
use atlas_sched::Transfer;
use atlas_tensor::{LayerState, SpanRows, StateError};

use crate::engine::requests::LiveRequests;
use crate::faults::Faults;
use crate::state::host_tier::Damage;
use crate::state::slots::{SlotError, SlotTable};
use crate::state::snapshots::SnapshotArena;
use crate::state::tier::{KvTier, TierError};
use crate::state::tiers;
use crate::state::transfers::{PartsCopy, SharedArena, with_parts};

/// A state operation that does not fit the state it is applied to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StateOpError {
    #[error(transparent)]
    Slots(#[from] SlotError),
    #[error(transparent)]
    Layers(#[from] StateError),
    #[error(transparent)]
    Tier(#[from] TierError),
}

/// State of all sequences: layer memory, slot tables, snapshots and the host tier.
pub(crate) struct SequenceState {
    /// One entry a layer, each with memory for every slot.
    pub layers: Vec<LayerState>,
    pub slots: SlotTable,
    pub snapshots: SnapshotArena,
    pub host: SharedArena,
    /// Residency of KV blocks, where the pool has more of them than there is memory for.
    pub tier: Option<KvTier>,
    /// Tokens of one KV block.
    pub block_tokens: usize,
    pub faults: Faults,
}

impl SequenceState {
    /// Applies the state operations of a plan in their order. Saves happen later, inside of the
    /// spans. Returns the indices of copies from the host that found damage.
    ///
    /// # Errors
    /// An operation that does not fit the slot tables or the layers.
    pub fn apply_ops(
        &mut self,
        plan: &StepPlan,
        requests: &LiveRequests,
    ) -> Result<Vec<u32>, StateOpError> {
        let mut damaged = Vec::new();
        if let Some(tier) = &mut self.tier {
            tier.before_ops(plan, &self.slots, &self.layers);
        }
        for (index, op) in plan.ops.iter().enumerate() {
            match op {
                StateOp::Copy(copy) => {
                    if let TierObject::SlotState { slot, epoch, .. } = copy.object {
                        self.slots.check_epoch(slot, epoch)?;
                    }
                    if self.copy_between_tiers(copy).is_err() {
                        damaged.push(index as u32);
                    }
                }
                StateOp::Drop(drop) => self.slots.drop_slot(drop)?,
                StateOp::Assign(assign) => self.assign(assign, requests)?,
                StateOp::Replace(replace) => self.slots.replace_block(replace)?,
                StateOp::Release(release) => self.slots.release_blocks(release)?,
                StateOp::Append(append) => self.slots.append_block(append)?,
                StateOp::Restore(restore) => self.restore(restore)?,
                StateOp::Fork(fork) => self.fork(fork)?,
                StateOp::Save(_) => {}
            }
        }
        if let Some(tier) = &mut self.tier {
            tier.prepare(plan, requests, &mut self.slots, &mut self.layers)?;
        }
        Ok(damaged)
    }

    /// Copies an object between the tiers.
    ///
    /// # Errors
    /// A stored object that is damaged or holds the state of other tokens. Nothing is written then.
    pub fn copy_between_tiers(&mut self, copy: &TierCopy) -> Result<(), Damage> {
        if let TierObject::SlotState { slot, .. } = copy.object
            && self.faults.swap_forgets_state()
        {
            self.clear_slot(slot.index());
        }
        tiers::copy(copy, &mut self.layers, &mut self.snapshots, &mut self.host.lock())
    }

    /// Makes a transfer on this thread. Returns the indices of copies from the host that found
    /// damage.
    pub fn transfer(&mut self, transfer: &Transfer) -> Vec<u32> {
        let copies = transfer.copies.iter().enumerate();
        let damaged = copies.filter(|(_, copy)| self.copy_between_tiers(copy).is_err());
        damaged.map(|(i, _)| i as u32).collect()
    }

    /// The copies of a transfer with where they lie in a device's memory; `None` on the host.
    pub fn parts(&self, transfer: &Transfer) -> Option<Vec<PartsCopy>> {
        with_parts(transfer, |copy| tiers::parts(copy, &self.layers, &self.snapshots))
    }

    /// Sets every layer of a slot to the empty sequence.
    pub fn clear_slot(&mut self, slot: usize) {
        self.layers.iter_mut().for_each(|layer| layer.assign_slot(slot));
    }

    /// Checks that the blocks of a span's slot hold all positions of the span.
    ///
    /// # Errors
    /// Too few blocks, if a layer is paged.
    pub fn check_blocks(&self, span: &Span, blocks: usize) -> Result<(), SlotError> {
        let (end, block_tokens) = (span.end() as usize, self.block_tokens);
        let paged = self.layers.iter().any(|s| matches!(s, LayerState::Paged(_)));
        if paged && blocks * block_tokens < end {
            return Err(SlotError::MissingBlocks { slot: span.slot, blocks, block_tokens, end });
        }
        Ok(())
    }

    /// Hook of the faults that damage state which the plan's saves kept.
    pub fn damage_saved(&mut self, plan: &StepPlan) {
        self.faults.damage_saved(plan, &self.slots, &mut self.snapshots, &mut self.layers);
    }

    fn assign(&mut self, assign: &SlotAssign, requests: &LiveRequests) -> Result<(), SlotError> {
        // A request that ended after this step was planned gets an empty slot and computes nothing;
        // a later plan drops it.
        match requests.get(&assign.request) {
            Some(request) => {
                self.slots.assign(assign, &self.faults.known_tokens(&request.state))?;
            }
            None => self.slots.assign(assign, &[])?,
        }
        if let Some(tier) = &mut self.tier {
            let request = requests.get(&assign.request);
            tier.assign(assign.slot, request.and_then(|request| request.namespace.as_ref()));
        }
        self.clear_slot(assign.slot.index());
        Ok(())
    }

    /// Sets a newly assigned slot to the end of a cached prefix.
    fn restore(&mut self, restore: &StateRestore) -> Result<(), StateError> {
        let (slot, len) = (restore.slot.index(), restore.position as usize);
        let consumed = SpanRows { slot, row: 0, len, start: 0, drafts: 0, blocks: &[] };
        for layer in &mut self.layers {
            layer.advance(&[consumed])?;
        }
        if let Some(from) = restore.from
            && !self.faults.restore_forgets_state()
        {
            self.snapshots.restore(&mut self.layers, from, slot);
        }
        Ok(())
    }

    /// Sets a newly assigned slot to the state of another slot.
    fn fork(&mut self, fork: &StateFork) -> Result<(), StateOpError> {
        let (from, to) = (fork.from.index(), fork.to.index());
        let block = match (&mut self.tier, fork.block) {
            (Some(tier), Some((from, to))) => {
                Some(tier.fork([from.0, to.0], &self.slots, &self.layers)?)
            }
            (None, block) => block.map(|(from, to)| [from.0, to.0]),
            (Some(_), None) => None,
        };
        let (start, len) = (fork.position, fork.position as usize);
        // A span of no rows is an error unless every layer of the source is at the plan's position.
        let source = SpanRows { slot: from, row: 0, len: 0, start, drafts: 0, blocks: &[] };
        let target = SpanRows { slot: to, row: 0, len, start: 0, drafts: 0, blocks: &[] };
        for layer in &mut self.layers {
            layer.advance(&[source])?;
            layer.advance(&[target])?;
            match layer {
                LayerState::Recurrent(memory) => memory.copy_slot(from, to),
                LayerState::Paged(cache) => {
                    if let Some([from, to]) = block {
                        cache.copy_block(from, to);
                    }
                }
                LayerState::Stateless => {}
            }
        }
        Ok(())
    }
}
