//! Checking cached prefixes that were used: what is kept is computed once more while there is
//! nothing else to do, and compared.
//!
//! A block is computed from the kept blocks before it. So if every block of a prefix equals what
//! comes out of those before it, all of them are right, and a few spare blocks are enough.

use crate::rng::mix;
use crate::scheduler::Scheduler;
use atlas_cache::{Block, Mutable, Namespace, Pin, Slot};
use atlas_core::{BlockId, SlotId, SnapshotId, TokenId};

/// Hits that wait to be checked; of more the oldest is forgotten.
const WAITING_MAX: usize = 16;

/// Which hits are checked, and those that wait for it.
#[derive(Debug, Default)]
pub(crate) struct Audits {
    waiting: std::collections::VecDeque<(Namespace, Vec<TokenId>)>,
    hits: u64,
}

impl Audits {
    /// Notes a hit on `tokens`; `per_million` of them are picked.
    pub fn note(&mut self, namespace: &Namespace, tokens: &[TokenId], per_million: u32) {
        self.hits += 1;
        if mix(self.hits) % 1_000_000 >= u64::from(per_million) {
            return;
        }
        if self.waiting.len() == WAITING_MAX {
            self.waiting.pop_front();
        }
        self.waiting.push_back((namespace.clone(), tokens.to_vec()));
    }
}

/// A cached prefix that is being computed once more. Dropping it gives everything back.
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

    /// A slot for the state that is computed.
    pub fn slot(&self) -> SlotId {
        self.slot.id()
    }

    /// What is kept: the blocks in their order, and the snapshot at the end.
    pub fn kept(&self) -> (impl Iterator<Item = BlockId>, Option<SnapshotId>) {
        (self.pin.blocks.ids(), self.pin.snapshot_id())
    }

    /// Blocks to compute into, at least one.
    pub fn spare(&self) -> impl ExactSizeIterator<Item = BlockId> {
        self.spare.iter().map(Block::id)
    }
}

impl Scheduler {
    /// A hit to check, if one waits and there is nothing else to do. The audit must be gone before
    /// the next [`Self::step`].
    pub fn begin_audit(&mut self) -> Option<Audit> {
        if !self.is_idle() {
            return None;
        }
        let prefix = self.prefix.as_mut()?;
        let spare_max = self.limits.chunk_tokens_max.div_ceil(self.limits.kv_block_tokens);
        while let Some((namespace, tokens)) = prefix.audits.waiting.pop_front() {
            // What is not in the first tier any more is checked when it comes back.
            let Some(pin) = prefix.index.pin(&namespace, &tokens) else { continue };
            let slot = self.slots.take()?;
            if self.pool.free() == 0 {
                prefix.index.discard_block();
            }
            let free = std::iter::repeat_with(|| self.pool.take()).map_while(|block| block);
            let spare: Vec<_> = free.take(spare_max as usize).collect();
            if !spare.is_empty() {
                return Some(Audit { namespace, tokens, pin, slot, spare });
            }
        }
        None
    }

    /// Puts an audit off that was not finished.
    pub fn defer_audit(&mut self, audit: Audit) {
        if let Some(prefix) = self.prefix.as_mut() {
            prefix.audits.waiting.push_front((audit.namespace, audit.tokens));
        }
    }

    /// Books that an audit found the block `at`, or the snapshot at the end, to be something else:
    /// it is taken out of the cache with all that was computed from it.
    pub fn quarantine(&mut self, audit: Audit, at: Option<u32>) {
        let Some(prefix) = self.prefix.as_mut() else { return };
        let Audit { namespace, tokens, .. } = audit;
        match at {
            Some(block) => {
                let keep = block * self.limits.kv_block_tokens;
                prefix.index.quarantine(&namespace, &tokens, keep)
            }
            None => prefix.index.quarantine_snapshot(&namespace, &tokens),
        };
    }
}
