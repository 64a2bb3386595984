//! Which blocks leave memory, and their way to the disk.

use atlas_tensor::{LayerState, NO_BLOCK};

use super::{Kept, KvTier};
use crate::state::slots::SlotTable;

/// Order in which blocks leave memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Never completed, and in no table.
    Garbage,
    /// In no table, by last use.
    Idle(u64),
    /// In a table, by place.
    Live(u32),
}

impl KvTier {
    /// Takes the frame of the block that is needed least, of those up to `most`; false if there is
    /// none.
    pub(super) fn evict_one(
        &mut self,
        most: Rank,
        slots: &SlotTable,
        layers: &[LayerState],
    ) -> bool {
        if self.candidates.is_none() {
            self.look(slots);
        }
        while let Some((rank, block)) = self.candidates.as_mut().and_then(Vec::pop) {
            if self.frames.of(block).is_none() || self.blocks[block as usize].pinned == self.step {
                continue;
            }
            if rank > most {
                if let Some(candidates) = &mut self.candidates {
                    candidates.push((rank, block));
                }
                return false;
            }
            self.evict(block, layers);
            return true;
        }
        false
    }

    /// Looks through all tables for what may leave memory.
    pub(super) fn look(&mut self, slots: &SlotTable) {
        self.looks += 1;
        for slot in slots.held() {
            for (place, &block) in (0..).zip(slots.pool_blocks(slot)) {
                if block != NO_BLOCK {
                    self.blocks[block as usize].live = (self.looks, place);
                }
            }
        }
        let mut found: Vec<(Rank, u32)> = Vec::new();
        for block in self.frames.blocks() {
            let of = &self.blocks[block as usize];
            let rank = match (of.complete, of.live.0 == self.looks) {
                (false, true) => continue,
                (false, false) => Rank::Garbage,
                (true, false) => Rank::Idle(of.used),
                (true, true) => Rank::Live(of.live.1),
            };
            found.push((rank, block));
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        self.candidates = Some(found);
    }

    /// Writes a block to the disk, unless it is there, and takes its frame.
    pub(super) fn evict(&mut self, block: u32, layers: &[LayerState]) {
        let of = &self.blocks[block as usize];
        if of.complete && matches!(of.kept, Kept::Nowhere) {
            self.write(block, layers);
        }
        self.frames.release(block);
    }

    /// Gives a block in memory to the disk.
    pub(super) fn write(&mut self, block: u32, layers: &[LayerState]) {
        let Some(frame) = self.frames.of(block) else { return };
        let mut caches = layers.iter().filter_map(|layer| match layer {
            LayerState::Paged(cache) => Some(cache),
            LayerState::Recurrent(_) | LayerState::Stateless => None,
        });
        let key = self.blocks[block as usize].key.clone().unwrap_or_default();
        let id = self.disk.write(block, key, |_, bytes| {
            if let Some(cache) = caches.next() {
                cache.read_block(frame, bytes);
            }
        });
        self.blocks[block as usize].kept = Kept::Writing(id);
    }
}
