//! A published path, for the unit tests of the values under the index.

use super::index::PrefixIndex;
use super::namespace::Namespace;
use super::publication::Publication;
use super::ranked::RankedTree;
use super::rules::Rules;
use super::tree::{NodeId, Walk};
use crate::pool::{BlockPool, SnapshotPool};
use crate::table::BlockTable;
use atlas_core::TokenId;

/// Blocks of four tokens.
pub const BLOCK_TOKENS: u32 = 4;

/// A tree with one namespace, and the pools of the first tier.
pub struct Bench {
    pub blocks: BlockPool,
    pub snapshots: SnapshotPool,
    pub ranked: RankedTree,
    pub root: NodeId,
}

impl Bench {
    pub fn new(window: Option<u32>, needs_snapshots: bool) -> Self {
        let rules = Rules { window, ..Rules::new(BLOCK_TOKENS, needs_snapshots) };
        let mut ranked = RankedTree::new(rules, 8, 0);
        let root = ranked.tree.add_root(&Namespace::default());
        Self { blocks: BlockPool::new(32), snapshots: SnapshotPool::new(8), ranked, root }
    }

    /// Publishes `tokens`, a multiple of the block length; the table holds their blocks.
    pub fn publish(&mut self, tokens: &[TokenId]) -> BlockTable {
        let mut table = BlockTable::new(&self.blocks, BLOCK_TOKENS);
        let count = tokens.len() / BLOCK_TOKENS as usize;
        (0..count).for_each(|_| table.push(self.blocks.take().unwrap()));
        table.complete_to(tokens.len() as u32);
        Publication { ranked: &mut self.ranked, root: self.root }.publish(tokens, &mut table);
        table
    }

    pub fn walk(&self, tokens: &[TokenId]) -> Walk {
        self.ranked.tree.walk(Some(self.root), tokens, BLOCK_TOKENS as usize).0
    }

    /// Attaches a snapshot at the end of `tokens`.
    pub fn attach(&mut self, tokens: &[TokenId]) -> bool {
        let snapshot = self.snapshots.take().unwrap().complete().share().cache(0).unwrap();
        let walk = self.walk(tokens);
        self.ranked.attach(walk, tokens.len() as u32, snapshot)
    }
}

/// The tokens `0..len`.
pub fn count(len: u32) -> Vec<TokenId> {
    (0..len).collect()
}

/// Gives back up to `count` blocks without a user; they move to the host while it has room.
pub(crate) fn give_up_blocks(index: &mut PrefixIndex, count: u32) -> u32 {
    let one = |_| {
        let Some(spill) = index.spill_block(|_, cost| cost > 0) else {
            return index.evict_blocks(1) > 0;
        };
        spill.copy.into_iter().for_each(|copy| index.push_copy(copy));
        true
    };
    (0..count).map(one).take_while(|&given| given).count() as u32
}

/// Gives back a snapshot without a user; it moves to the host if that has room.
pub(crate) fn give_up_snapshot(index: &mut PrefixIndex) -> bool {
    let Some(spill) = index.spill_snapshot(|_, _| true) else {
        return index.evict_snapshot();
    };
    spill.copy.into_iter().for_each(|copy| index.push_copy(copy));
    true
}
