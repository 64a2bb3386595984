//! Cached state on its way to a file or from one: held in the prefix cache while it is copied.

use crate::cache::Cache;
use atlas_cache::{BlockTable, Match, Namespace};
use atlas_core::{BlockId, SnapshotId, TokenId};

/// Held blocks: a prefix that is read, or the blocks that have come so far.
#[derive(Debug, Default)]
pub(crate) struct Held {
    found: Option<Match>,
    table: Option<BlockTable>,
}

/// A cached prefix: the state after `position` tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldPrefix {
    pub position: u32,
    /// Blocks at the start that no later row sees.
    pub released: u32,
    /// The blocks behind them.
    pub blocks: Vec<BlockId>,
    /// The snapshot at the end, where the model needs one.
    pub snapshot: Option<SnapshotId>,
}

impl Held {
    /// Blocks that are held.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        let found = self.found.iter().flat_map(|found| found.pin.blocks.ids());
        found.chain(self.table.iter().flat_map(BlockTable::shared_ids))
    }

    /// The snapshot that is held.
    pub fn snapshot(&self) -> Option<SnapshotId> {
        self.found.as_ref()?.pin.snapshot_id()
    }
}

impl Cache {
    /// Holds the longest cached prefix of `tokens`, all of them included, in the place of what was
    /// held; `None` if there is none.
    pub fn hold(&mut self, namespace: &Namespace, tokens: &[TokenId]) -> Option<HeldPrefix> {
        self.held = Held::default();
        // The last token of a prompt is never resumed after: one more makes it one before the last.
        let tokens: Vec<TokenId> = tokens.iter().copied().chain([0]).collect();
        let found = self.prefix.as_mut()?.index.match_longest(namespace, &tokens);
        let held = HeldPrefix {
            position: found.usable_tokens,
            released: found.pin.released,
            blocks: found.pin.blocks.ids().collect(),
            snapshot: found.pin.snapshot_id(),
        };
        self.held.found = Some(found).filter(|_| held.position > 0);
        self.held.found.is_some().then_some(held)
    }

    /// Begins to take state from elsewhere, without its first `released` blocks.
    pub fn begin_adoption(&mut self, released: u32) {
        let table = self.blocks.table_after(released, self.blocks.pool.none());
        self.held = Held { found: None, table: Some(table) };
    }

    /// Takes the next blocks of `tokens`, as many as there are up to its end, complete; those that
    /// are there already stay. Returns the blocks of the pool whose content is to be written, each
    /// with its place; `None`, and nothing is held any more, if not enough can be had.
    pub fn adopt_more(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
    ) -> Option<Vec<(u32, BlockId)>> {
        let mut table = self.held.table.take()?;
        let prefix = self.prefix.as_mut()?;
        let first = table.len();
        for _ in first..tokens.len() as u32 / self.blocks.block_tokens {
            table.push(prefix.take_block(&self.blocks.pool)?);
        }
        table.complete_to(tokens.len() as u32);
        let own: Vec<BlockId> = table.exclusive_ids().collect();
        let replaced = prefix.index.publish(namespace, tokens, &mut table);
        self.held.table = Some(table);
        let is_own = |(place, _): &(u32, BlockId)| replaced.iter().all(|(at, _)| at != place);
        Some((first..).zip(own).filter(is_own).collect())
    }
}
