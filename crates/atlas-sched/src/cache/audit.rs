//! Audits of cached prefixes that were used: while the engine is idle, the prefix is computed once
//! more and compared.
//!
//! A block is computed from the cached blocks before it. If every block of a prefix equals the
//! result computed from those before it, all of them are right. So a few spare blocks are enough.

use crate::cache::blocks::KvBlocks;
use crate::rng::mix;
use atlas_cache::{Block, Mutable, Namespace, Pin, PrefixIndex, Slot, Slots};
use atlas_core::{BlockId, SlotId, SnapshotId, TokenId};
use std::collections::VecDeque;

/// Most hits in the queue; if there are more, the oldest is forgotten.
const QUEUED_MAX: usize = 16;

/// Choice and queue of the hits to audit.
#[derive(Debug, Default)]
pub(crate) struct Audits {
    queue: VecDeque<(Namespace, Vec<TokenId>)>,
    hits: u64,
}

impl Audits {
    /// Counts a hit on `tokens`; of a million hits `per_million` are queued.
    pub fn note(&mut self, namespace: &Namespace, tokens: &[TokenId], per_million: u32) {
        self.hits += 1;
        if mix(self.hits) % 1_000_000 >= u64::from(per_million) {
            return;
        }
        if self.queue.len() == QUEUED_MAX {
            self.queue.pop_front();
        }
        self.queue.push_back((namespace.clone(), tokens.to_vec()));
    }

    /// An audit of the first queued hit that is still on the device. `spare_max`: most blocks to
    /// compute into.
    pub fn begin(
        &mut self,
        index: &mut PrefixIndex,
        blocks: &KvBlocks,
        slots: &Slots,
        spare_max: u32,
    ) -> Option<Audit> {
        while let Some((namespace, tokens)) = self.queue.pop_front() {
            // A prefix that left the device is checked when it comes back.
            let Some(pin) = index.pin(&namespace, &tokens) else { continue };
            let slot = slots.take()?;
            if blocks.pool.free() == 0 {
                index.evict_blocks(1);
            }
            let free = std::iter::repeat_with(|| blocks.take()).map_while(|block| block);
            let spare: Vec<_> = free.take(spare_max as usize).collect();
            if !spare.is_empty() {
                return Some(Audit { namespace, tokens, pin, slot, spare });
            }
        }
        None
    }

    /// Queues an audit again that was not finished.
    pub fn defer(&mut self, audit: Audit) {
        self.queue.push_front((audit.namespace, audit.tokens));
    }
}

/// A cached prefix that is being computed once more. Dropping it gives its blocks and slot back.
#[derive(Debug)]
pub struct Audit {
    namespace: Namespace,
    tokens: Vec<TokenId>,
    pin: Pin,
    slot: Slot,
    spare: Vec<Block<Mutable>>,
}

impl Audit {
    /// The tokens of the prefix: whole blocks.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// Slot for the computed state.
    pub fn slot(&self) -> SlotId {
        self.slot.id()
    }

    /// The cached blocks in their order, and the snapshot at the end.
    pub fn kept(&self) -> (impl Iterator<Item = BlockId>, Option<SnapshotId>) {
        (self.pin.blocks.ids(), self.pin.snapshot_id())
    }

    /// Blocks to compute into, at least one.
    pub fn spare(&self) -> impl ExactSizeIterator<Item = BlockId> {
        self.spare.iter().map(Block::id)
    }

    /// Takes the block `at` of the prefix, or the snapshot at its end, out of the index, with
    /// everything that was computed from it.
    pub(crate) fn quarantine(self, at: Option<u32>, index: &mut PrefixIndex, block_tokens: u32) {
        // Its hold on the prefix ends first.
        let Self { namespace, tokens, .. } = self;
        match at {
            Some(block) => index.quarantine(&namespace, &tokens, block * block_tokens),
            None => index.quarantine_snapshot(&namespace, &tokens),
        };
    }
}
