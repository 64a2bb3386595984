//! KV blocks: the pool and the arithmetic of positions, blocks and windows.
//!
//! With a window a row sees only the last positions before it. Once a span is committed, the blocks
//! that lie wholly behind the window of the next position are given back: to the pool, or to the
//! prefix cache if they are published. Positions that are only planned do not count. Rows of steps
//! in flight begin at the committed position and still see the positions before it, and a free
//! block may be written by the very plan that is being made.

use crate::sequence::Sequence;
use atlas_cache::{Block, BlockPool, BlockTable, Mutable, Shared};
use atlas_core::{BlockId, Limits, first_block_seen};

/// The block pool and the sizes of blocks.
#[derive(Debug)]
pub(crate) struct KvBlocks {
    pub pool: BlockPool,
    /// Whether any layer keeps KV blocks. If none does, blocks bound nothing.
    pub paged: bool,
    /// Positions that a row sees at most, if every layer with KV blocks has a window.
    pub window: Option<u32>,
    pub block_tokens: u32,
    /// Most blocks that a sequence holds at a time.
    held_max: u32,
}

impl KvBlocks {
    /// `window` is `None` without paged layers.
    pub fn new(limits: &Limits, paged: bool, window: Option<u32>) -> Self {
        Self {
            pool: BlockPool::new(if paged { limits.kv_block_count } else { 0 }),
            paged,
            window,
            block_tokens: limits.kv_block_tokens,
            held_max: limits.blocks_held_max(window),
        }
    }

    /// Blocks that are free or that only the prefix cache holds.
    pub fn available(&self) -> u32 {
        self.pool.available()
    }

    pub fn take(&self) -> Option<Block<Mutable>> {
        self.pool.take()
    }

    /// Blocks of `tokens` positions from the start.
    pub fn count_for(&self, tokens: u32) -> u32 {
        tokens.div_ceil(self.block_tokens)
    }

    /// Number of positions up to the last end of a block that is not above `position`.
    pub fn round_down(&self, position: u32) -> u32 {
        position / self.block_tokens * self.block_tokens
    }

    /// Index of the first block that rows from `position` on see.
    pub fn first_seen(&self, position: u32) -> u32 {
        first_block_seen(self.window, position, self.block_tokens)
    }

    /// Most blocks that a sequence holds at a time from `position` until it ends at `end`.
    pub fn held_between(&self, position: u32, end: u32) -> u32 {
        self.count_for(end).saturating_sub(self.first_seen(position)).min(self.held_max)
    }

    /// Blocks that a running sequence lacks for the tokens it knows and one more.
    pub fn owed_by(&self, sequence: &Sequence) -> u32 {
        let needed = self.held_between(sequence.committed, sequence.foreseeable());
        needed.saturating_sub(sequence.table.held())
    }

    /// Further positions that a sequence has blocks for or can get blocks for.
    pub fn room_of(&self, sequence: &Sequence) -> u64 {
        let free = u64::from(self.available()) * u64::from(self.block_tokens);
        (sequence.table.capacity_tokens() + free).saturating_sub(u64::from(sequence.planned))
    }

    /// Whether a sequence has no block for some of `len` further positions.
    pub fn lacks_block(&self, sequence: &Sequence, len: u32) -> bool {
        let end = u64::from(sequence.planned) + u64::from(len);
        self.paged && sequence.table.capacity_tokens() < end
    }

    /// An empty table.
    pub fn table(&self) -> BlockTable {
        BlockTable::new(&self.pool, self.block_tokens)
    }

    /// A table that begins with `released` entries without a block, and then cached blocks.
    pub fn table_after(&self, released: u32, cached: Shared<BlockId>) -> BlockTable {
        BlockTable::after(&self.pool, self.block_tokens, released, cached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::HostPlaces;

    fn blocks(window: Option<u32>) -> KvBlocks {
        let limits = Limits {
            slot_count: 2,
            step_tokens_max: 8,
            drafts_max: 0,
            seq_len_max: 64,
            kv_block_tokens: 4,
            kv_block_count: 16,
            chunk_tokens_max: 8,
            queue_len_max: 1,
            overtake_max: 1,
            snapshot_count: 0,
            host: HostPlaces::default(),
        };
        KvBlocks::new(&limits, true, window)
    }

    #[test]
    fn positions_are_counted_in_blocks() {
        let blocks = blocks(None);
        assert_eq!([0, 1, 4, 5].map(|at| blocks.count_for(at)), [0, 1, 1, 2]);
        assert_eq!([0, 3, 4, 7].map(|at| blocks.round_down(at)), [0, 0, 4, 4]);
        assert_eq!((blocks.first_seen(60), blocks.held_between(40, 64)), (0, 16));
    }

    #[test]
    fn a_window_bounds_the_blocks_of_a_sequence() {
        let blocks = blocks(Some(6));
        // The row at 40 sees 35 to 40.
        assert_eq!(blocks.first_seen(40), 8);
        assert_eq!(blocks.held_between(40, 44), 3);
        assert!(blocks.held_between(0, 64) < 16);
    }
}
