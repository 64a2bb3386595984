//! The block table of one sequence.

use crate::pool::{Block, BlockPool, Complete, Mutable, Shared};
use atlas_core::BlockId;
use std::collections::VecDeque;

/// The blocks of one sequence in the order of their positions: the block in place `i` holds
/// positions `[i * block_tokens, (i + 1) * block_tokens)`. Places whose blocks were given back come
/// first, then shared blocks, then complete ones, then those that are being written.
#[derive(Debug)]
pub struct BlockTable {
    /// Places without a block: no row that comes sees them.
    released: usize,
    shared: Shared<BlockId>,
    /// Leading places that the index has been given. It keeps their blocks as long as this table
    /// uses them.
    published: usize,
    bookmark: Option<Bookmark>,
    complete: VecDeque<Block<Complete>>,
    mutable: VecDeque<Block<Mutable>>,
    block_tokens: u32,
}

impl BlockTable {
    /// An empty table of blocks of `pool`, each of `block_tokens` positions, at least 1.
    pub fn new(pool: &BlockPool, block_tokens: u32) -> Self {
        Self {
            released: 0,
            shared: pool.none(),
            published: 0,
            bookmark: None,
            complete: VecDeque::new(),
            mutable: VecDeque::new(),
            block_tokens: block_tokens.max(1),
        }
    }

    /// A table that begins with `released` places without a block, and blocks that others have
    /// written.
    pub fn after(
        pool: &BlockPool,
        block_tokens: u32,
        released: u32,
        shared: Shared<BlockId>,
    ) -> Self {
        let released = released as usize;
        let published = released + shared.len();
        Self { released, published, shared, ..Self::new(pool, block_tokens) }
    }

    /// The table of a sequence that goes on where this one stands: it shares every complete block.
    pub fn fork(&mut self) -> Self {
        let Self { released, published, bookmark, block_tokens, .. } = *self;
        let shared = self.share().shared.again();
        let (complete, mutable) = (VecDeque::new(), VecDeque::new());
        Self { released, shared, published, bookmark, complete, mutable, block_tokens }
    }

    /// The block after the complete ones, which is being written.
    pub fn first_mutable(&self) -> Option<BlockId> {
        self.mutable.front().map(Block::id)
    }

    /// Number of places, with a block or without.
    pub fn len(&self) -> u32 {
        self.released() + self.held()
    }

    /// Places at the start whose blocks were given back.
    pub fn released(&self) -> u32 {
        self.released as u32
    }

    /// Number of blocks.
    pub fn held(&self) -> u32 {
        (self.shared.len() + self.complete.len() + self.mutable.len()) as u32
    }

    /// Gives back the blocks in places before `first`, which are complete; says whether there were
    /// any.
    pub fn release_before(&mut self, first: u32) -> bool {
        let complete = self.released + self.shared.len() + self.complete.len();
        let until = complete.min(first as usize);
        let Some(count) = until.checked_sub(self.released).filter(|&count| count > 0) else {
            return false;
        };
        let shared = count.min(self.shared.len());
        self.shared.release_first(shared);
        self.complete.drain(..count - shared);
        self.released = until;
        true
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positions up to the end of the last block.
    pub fn capacity_tokens(&self) -> u64 {
        u64::from(self.len()) * u64::from(self.block_tokens)
    }

    /// Positions in blocks that are complete, shared or not, or were and are given back.
    pub fn complete_tokens(&self) -> u64 {
        let places = self.released + self.shared.len() + self.complete.len();
        places as u64 * u64::from(self.block_tokens)
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
            self.complete.push_back(block.complete());
        }
    }

    /// Whether there are complete blocks that only this table may use yet.
    pub fn has_unshared(&self) -> bool {
        !self.complete.is_empty()
    }

    /// Lets others use every complete block.
    pub(crate) fn share(&mut self) -> Sharing<'_> {
        self.shared.append_units(self.complete.drain(..));
        let Self { released, shared, published, .. } = self;
        Sharing { released: *released, published: *published, shared }
    }

    /// Books that the index has all shared blocks, and where it has the last of them.
    pub(crate) fn published(&mut self, at: Option<Bookmark>) {
        self.published = self.released + self.shared.len();
        self.bookmark = at;
    }

    /// Number of places that the index has been given, and where it had the last of them then.
    pub(crate) fn bookmark(&self) -> Option<(usize, Bookmark)> {
        self.bookmark.map(|bookmark| (self.published, bookmark))
    }

    /// For tests of what publishing does with it.
    #[cfg(test)]
    pub(crate) fn forget_bookmark(&mut self) {
        self.bookmark = None;
    }

    /// Block ids in position order.
    pub fn ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.shared.ids().chain(self.exclusive_ids())
    }

    /// Blocks that no other table and no index can use.
    pub fn exclusive_ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.complete.iter().map(Block::id).chain(self.mutable.iter().map(Block::id))
    }

    /// Blocks that others may use too.
    pub fn shared_ids(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.shared.ids()
    }
}

/// Where the index has the last block that a table has published: a node that may be gone since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bookmark {
    /// The tree, the node, and the serial that tells the node from others that have been in its
    /// place.
    pub root: u32,
    pub node: u32,
    pub serial: u64,
}

/// The complete blocks of a table, all of them shared.
pub(crate) struct Sharing<'a> {
    /// Places before them.
    pub released: usize,
    /// Leading places that the index has been given.
    pub published: usize,
    pub shared: &'a mut Shared<BlockId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_full_committed_blocks_complete_and_the_order_stays() {
        let pool = BlockPool::new(3);
        let mut table = BlockTable::new(&pool, 4);
        for _ in 0..3 {
            table.push(pool.take().unwrap());
        }
        let ids: Vec<_> = table.ids().collect();
        for (committed, complete) in [(0, 0), (3, 0), (4, 4), (7, 4), (12, 12), (99, 12)] {
            table.complete_to(committed);
            assert_eq!(table.complete_tokens(), complete);
            assert_eq!(table.ids().collect::<Vec<_>>(), ids);
            table.share();
            assert_eq!(table.shared_ids().count() as u64 * 4, complete);
            assert_eq!(table.ids().collect::<Vec<_>>(), ids);
        }
        assert_eq!((table.len(), table.capacity_tokens()), (3, 12));
        drop(table);
        assert_eq!(pool.free(), 3);
    }

    #[test]
    fn blocks_behind_the_window_are_released_and_keep_their_places() {
        let pool = BlockPool::new(5);
        let mut table = BlockTable::new(&pool, 4);
        (0..5).for_each(|_| table.push(pool.take().unwrap()));
        let ids: Vec<_> = table.ids().collect();
        table.complete_to(8);
        table.share();
        table.complete_to(17);
        assert!(!table.release_before(0) && table.release_before(3) && !table.release_before(3));
        assert!(table.ids().eq(ids[3..].iter().copied()));
        assert_eq!((table.len(), table.held(), table.released(), pool.free()), (5, 2, 3, 3));
        assert_eq!((table.capacity_tokens(), table.complete_tokens()), (20, 16));
        let fork = table.fork();
        assert_eq!((fork.len(), fork.released(), fork.held()), (4, 3, 1));
        assert!(table.release_before(9), "what is complete of it");
        assert_eq!((table.released(), table.held(), pool.free()), (4, 1, 3), "the fork uses one");
        drop((table, fork));
        assert_eq!(pool.free(), 5);
    }

    #[test]
    fn a_fork_shares_the_complete_blocks_and_no_others() {
        let pool = BlockPool::new(4);
        let mut table = BlockTable::new(&pool, 4);
        (0..3).for_each(|_| table.push(pool.take().unwrap()));
        table.complete_to(9);
        let written = table.first_mutable();
        let mut fork = table.fork();
        assert!(fork.ids().eq(table.ids().take(2)));
        assert!(table.exclusive_ids().eq(written) && fork.first_mutable().is_none());
        fork.push(pool.take().unwrap());
        assert!(pool.take().is_none());
        drop(table);
        assert_eq!(pool.free(), 1, "the fork still uses the two");
        drop(fork);
        assert_eq!(pool.free(), 4);
    }
}
