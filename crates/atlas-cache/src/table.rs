//! The block table of one sequence.

use crate::block::{Block, Complete, Mutable};
use atlas_core::BlockId;
use std::collections::VecDeque;

/// The blocks of one sequence in the order of their positions: block `i` holds positions
/// `[i * block_tokens, (i + 1) * block_tokens)`. Complete blocks come first.
#[derive(Debug)]
pub struct BlockTable {
    complete: Vec<Block<Complete>>,
    mutable: VecDeque<Block<Mutable>>,
    block_tokens: u32,
}

impl BlockTable {
    /// An empty table of blocks of `block_tokens` positions, at least 1.
    pub fn new(block_tokens: u32) -> Self {
        Self { complete: Vec::new(), mutable: VecDeque::new(), block_tokens: block_tokens.max(1) }
    }

    /// Number of blocks.
    pub fn len(&self) -> u32 {
        (self.complete.len() + self.mutable.len()) as u32
    }

    pub fn is_empty(&self) -> bool {
        self.complete.is_empty() && self.mutable.is_empty()
    }

    /// Positions that the blocks can hold.
    pub fn capacity_tokens(&self) -> u64 {
        u64::from(self.len()) * u64::from(self.block_tokens)
    }

    /// Positions in complete blocks.
    pub fn complete_tokens(&self) -> u64 {
        self.complete.len() as u64 * u64::from(self.block_tokens)
    }

    /// Appends a block.
    pub fn push(&mut self, block: Block<Mutable>) {
        self.mutable.push_back(block);
    }

    /// Completes every block whose positions are all below `committed`, the number of positions
    /// whose writing is committed.
    pub fn complete_to(&mut self, committed: u32) {
        while self.complete_tokens() + u64::from(self.block_tokens) <= u64::from(committed) {
            let Some(block) = self.mutable.pop_front() else { return };
            self.complete.push(block.complete());
        }
    }

    /// Block ids in position order.
    pub fn ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.complete.iter().map(Block::id).chain(self.mutable.iter().map(Block::id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::BlockPool;

    #[test]
    fn only_full_committed_blocks_complete_and_the_order_stays() {
        let pool = BlockPool::new(3);
        let mut table = BlockTable::new(4);
        for _ in 0..3 {
            table.push(pool.take().unwrap());
        }
        let ids: Vec<_> = table.ids().collect();
        for (committed, complete) in [(0, 0), (3, 0), (4, 4), (7, 4), (12, 12), (99, 12)] {
            table.complete_to(committed);
            assert_eq!(table.complete_tokens(), complete);
            assert_eq!(table.ids().collect::<Vec<_>>(), ids);
        }
        assert_eq!((table.len(), table.capacity_tokens()), (3, 12));
        drop(table);
        assert_eq!(pool.free(), 3);
    }
}
