//! Which blocks leave memory, and their way to the disk.

use std::ops::Range;

use atlas_tensor::{KvCache, LayerState, NO_BLOCK};

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

    /// Writes a block to the disk, unless it is there, and takes its frame. Those that come next
    /// are written with it, where reading a device's memory costs by the number of copies.
    pub(super) fn evict(&mut self, block: u32, layers: &[LayerState]) {
        if self.is_unwritten(block) {
            // Places of blocks that were given out anew meanwhile are free then.
            self.take_written();
            let next = self.candidates.iter().flatten().rev().map(|(_, next)| *next);
            let unwritten = next.filter(|&next| self.is_unwritten(next));
            let blocks: Vec<u32> =
                [block].into_iter().chain(unwritten.take(TOGETHER - 1)).collect();
            match caches(layers).next().is_some_and(KvCache::is_on_host) {
                true => self.write(&blocks[..1], layers),
                false => self.write(&blocks, layers),
            }
        }
        self.frames.release(block);
    }

    /// Whether a block is in memory, complete, and in no file.
    pub(super) fn is_unwritten(&self, block: u32) -> bool {
        let of = &self.blocks[block as usize];
        self.frames.of(block).is_some() && of.complete && matches!(of.kept, Kept::Nowhere)
    }

    /// Gives blocks in memory to the disk.
    pub(super) fn write(&mut self, blocks: &[u32], layers: &[LayerState]) {
        let there: Vec<(u32, u32)> =
            (blocks.iter()).filter_map(|&block| Some((block, self.frames.of(block)?))).collect();
        let parts = copy_out(&there, layers);
        for (at, &(block, _)) in there.iter().enumerate() {
            self.write_one(block, |part, bytes| {
                bytes.copy_from_slice(&parts[part][at * bytes.len()..][..bytes.len()]);
            });
        }
    }

    /// Gives a block to the disk, whose parts `fill` puts where they are wanted, in their order.
    pub(super) fn write_one(&mut self, block: u32, fill: impl FnMut(usize, &mut [u8])) {
        let key = self.blocks[block as usize].key.clone().unwrap_or_default();
        let id = self.disk.write(block, key, fill);
        self.blocks[block as usize].kept = Kept::Writing(id);
    }
}

/// The content of blocks with their frames: for each cache, one after the other.
pub(crate) fn copy_out(there: &[(u32, u32)], layers: &[LayerState]) -> Vec<Vec<u8>> {
    let read = |cache: &KvCache| {
        let len = cache.block_len();
        let mut bytes = vec![0; there.len() * len];
        for run in runs(there) {
            let to = &mut bytes[run.start * len..run.end * len];
            cache.read_blocks(there[run.start].1, to);
        }
        bytes
    };
    caches(layers).map(read).collect()
}

/// Blocks that are copied out of a device's memory, or into it, at a time.
pub(crate) const TOGETHER: usize = 8;

/// The caches of layers that have one.
pub(super) fn caches(layers: &[LayerState]) -> impl Iterator<Item = &KvCache> {
    layers.iter().filter_map(|layer| match layer {
        LayerState::Paged(cache) => Some(cache),
        LayerState::Recurrent(_) | LayerState::Stateless => None,
    })
}

/// Stretches of `blocks` whose frames follow one another.
pub(super) fn runs(blocks: &[(u32, u32)]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, &(_, frame)) in blocks.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if blocks[run.end - 1].1 + 1 == frame => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_follow_one_another_are_copied_together() {
        let blocks = [(9, 4), (1, 5), (2, 6), (7, 8), (3, 7), (5, 8)];
        assert_eq!(runs(&blocks), [0..3, 3..4, 4..6]);
        assert!(runs(&[]).is_empty());
    }

    #[test]
    fn unused_blocks_leave_first() {
        let mut ranks = [Rank::Live(0), Rank::Idle(9), Rank::Garbage, Rank::Live(3), Rank::Idle(2)];
        ranks.sort_unstable();
        let wanted = [Rank::Garbage, Rank::Idle(2), Rank::Idle(9), Rank::Live(0), Rank::Live(3)];
        assert_eq!(ranks, wanted);
    }
}
