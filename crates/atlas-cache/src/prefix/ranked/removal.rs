//! Eviction and removal of nodes and snapshots.

use super::RankedTree;
use crate::prefix::order::OrderKey;
use crate::prefix::tree::{Mark, MarkAt, NodeId, PathSegment};
use atlas_core::{BlockId, Tier, TokenId};

impl RankedTree {
    /// The leaf of the least valuable block of the first tier without a user.
    pub fn least_block(&mut self) -> Option<(OrderKey, NodeId)> {
        if self.rules.window.is_some() {
            return self.least_of_runs();
        }
        let is_free = |leaf: NodeId| {
            let last = self.tree.node(leaf).blocks.last();
            last.is_some_and(|block| !block.is_used() || self.rules.faults.evicts_used_blocks())
        };
        let leaves = &self.order.of(Tier::Device).leaves;
        leaves.iter().copied().find(|&(_, leaf)| is_free(leaf))
    }

    /// Removes the entries after the first `keep` of `node` from the tree, with all behind them.
    /// Users of their blocks keep them.
    pub fn prune(&mut self, node: NodeId, keep: usize) {
        let mut behind = std::mem::take(&mut self.tree.node_mut(node).children);
        while let Some(id) = behind.pop() {
            behind.append(&mut self.tree.node_mut(id).children);
            self.cut(id, 0);
            self.tree.remove(id);
        }
        self.cut(node, keep);
        if keep == 0 || self.tree.node(node).is_evicted_end() {
            self.remove(node);
        } else {
            self.rank(node);
            self.rank_parent(node);
        }
    }

    fn cut(&mut self, id: NodeId, keep: usize) {
        self.unrank(id);
        let node = self.tree.node(id);
        let (blocks, run) = (node.blocks.len(), node.blocks.len() + node.host.len());
        self.stats.evicted_blocks += blocks.saturating_sub(keep) as u64;
        self.stats.host_evicted_blocks += (run - keep.max(blocks).min(run)) as u64;
        let marks = self.tree.cut(id, keep, self.rules.block_tokens);
        self.forget_marks(id, marks);
    }

    /// Books that snapshots of a node were evicted.
    pub fn forget_marks(&mut self, id: NodeId, marks: Vec<Mark>) {
        for mark in marks {
            let tier = mark.snapshot.tier();
            self.order
                .of_mut(tier)
                .marks
                .remove(&(mark.key, MarkAt { node: id, position: mark.position }));
            match tier {
                Tier::Device => self.stats.evicted_snapshots += 1,
                Tier::Host => self.stats.host_evicted_snapshots += 1,
            }
        }
    }

    /// Removes a leaf from the tree, with the nodes above it that are evicted and end a path then.
    pub fn remove(&mut self, mut leaf: NodeId) {
        loop {
            self.unrank(leaf);
            let Some(parent) = self.tree.remove(leaf) else { return };
            let node = self.tree.node(parent);
            match &node.namespace {
                Some(_) if node.children.is_empty() => return self.tree.remove_root(parent),
                None if node.is_evicted_end() => {
                    leaf = parent;
                }
                _ => return self.rank(parent),
            }
        }
    }

    /// Removes a snapshot from the tree.
    pub fn detach(&mut self, at: MarkAt) {
        let Some(mark) = self.tree.detach(at) else { return };
        self.order.of_mut(mark.snapshot.tier()).marks.remove(&(mark.key, at));
        self.rank(at.node);
    }

    /// Evicts the one block of a node. Its entry stays if there are entries behind it. A snapshot
    /// at its end is evicted too: a sequence that resumes there reads the block.
    pub fn evict_in_place(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        self.stats.evicted_blocks += node.blocks.len() as u64;
        self.stats.host_evicted_blocks += node.host.len() as u64;
        let marks = self.tree.evict_entry(id);
        self.forget_marks(id, marks);
        self.rank(id);
        if !self.trim(id) {
            self.tree.join_evicted(id, self.rules.run_blocks_max);
        }
    }

    /// Removes a node that is evicted and ends a path; returns whether it was.
    pub fn trim(&mut self, id: NodeId) -> bool {
        let ends = self.tree.node(id).is_evicted_end();
        if ends {
            self.remove(id);
        }
        ends
    }

    /// Drops a damaged block of the host: the block alone if entries may be evicted, else all
    /// behind it too, which no sequence could reach.
    pub fn drop_damaged(&mut self, node: NodeId, keep: usize) {
        match self.rules.window {
            Some(_) => self.evict_in_place(node),
            None => self.prune(node, keep),
        }
    }

    /// Evicts the last block of a leaf of the first tier, behind a window its first. It has no copy
    /// in another tier then.
    pub fn evict_leaf(&mut self, leaf: NodeId) {
        let blocks = &self.tree.node(leaf).blocks;
        let keep = blocks.len() - 1;
        self.rules.faults.give_back_in_use(&blocks[keep]);
        match self.rules.window {
            Some(_) => self.evict_in_place(leaf),
            None => self.prune(leaf, keep),
        }
    }

    /// Gives back one block on the host without a user, the end of a leaf.
    pub fn evict_host_block(&mut self) -> bool {
        let is_free = |leaf: NodeId| {
            let last = self.tree.node(leaf).host.back();
            last.is_some_and(|block| !block.is_used())
        };
        let leaves = &self.order.of(Tier::Host).leaves;
        let Some((key, leaf)) = leaves.iter().find(|(_, leaf)| is_free(*leaf)).copied() else {
            return false;
        };
        self.order.raise_floor(Tier::Host, key);
        match self.rules.window {
            Some(_) => self.evict_in_place(leaf),
            None => self.prune(leaf, self.tree.node(leaf).run() - 1),
        }
        true
    }

    /// Gives back one snapshot on the host without a user.
    pub fn evict_host_snapshot(&mut self) -> bool {
        let Some((key, at)) = self.least_mark(Tier::Host) else { return false };
        self.stats.host_evicted_snapshots += 1;
        if self.rules.faults.keeps_stale_mark(Tier::Host, &mut self.tree, at) {
            self.order.of_mut(Tier::Host).marks.remove(&(key, at));
            return true;
        }
        self.detach(at);
        true
    }

    /// Removes all entries behind the first `keep` of `tokens`; returns whether there were any.
    pub fn quarantine(&mut self, root: Option<NodeId>, tokens: &[TokenId], keep: u32) -> bool {
        let at = keep as usize / self.rules.block_tokens;
        let tokens = tokens.get(..(at + 1) * self.rules.block_tokens).unwrap_or(tokens);
        let (walk, _) = self.tree.walk(root, tokens, self.rules.block_tokens);
        let Some(&PathSegment { node, to: matched, .. }) = walk.path.last() else { return false };
        if walk.blocks != at + 1 {
            return false;
        }
        self.stats.quarantined += 1;
        self.prune(node, matched - 1);
        true
    }

    /// Removes a block with all entries behind it; returns whether it was there.
    pub fn quarantine_block(&mut self, block: BlockId) -> bool {
        let place = |id: &NodeId| {
            let at = self.tree.node(*id).blocks.iter().position(|cached| cached.id() == block)?;
            Some((*id, at))
        };
        let found = self.tree.ids().collect::<Vec<_>>().iter().find_map(place);
        let Some((node, at)) = found else { return false };
        self.stats.quarantined += 1;
        self.prune(node, at);
        true
    }

    /// Removes the snapshot at the end of `tokens` with all blocks behind it; returns whether there
    /// was one.
    pub fn quarantine_snapshot(&mut self, root: Option<NodeId>, tokens: &[TokenId]) -> bool {
        let Some(at) = self.mark_at(root, tokens) else { return false };
        self.detach(at);
        self.stats.quarantined += 1;
        let keep = (at.position - self.tree.node(at.node).start) as usize / self.rules.block_tokens;
        self.prune(at.node, keep);
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::prefix::testing::{Bench, count};

    #[test]
    fn quarantined_entries_go_with_all_behind_them() {
        let mut bench = Bench::new(None, false);
        let _table = bench.publish(&count(16));
        let root = Some(bench.root);
        assert!(!bench.ranked.quarantine(root, &[9; 16], 4), "other tokens");
        assert!(bench.ranked.quarantine(root, &count(16), 5));
        assert_eq!((bench.walk(&count(16)).blocks, bench.ranked.stats.quarantined), (1, 1));
        bench.ranked.check().unwrap();
    }

    #[test]
    fn a_block_goes_with_all_behind_it_and_once() {
        let mut bench = Bench::new(None, false);
        let table = bench.publish(&count(16));
        let block = table.ids().nth(2).unwrap();
        assert!(bench.ranked.quarantine_block(block) && !bench.ranked.quarantine_block(block));
        assert_eq!((bench.walk(&count(16)).blocks, bench.ranked.stats.quarantined), (2, 1));
        bench.ranked.check().unwrap();
    }

    #[test]
    fn the_last_entry_takes_the_namespace_with_it() {
        let mut bench = Bench::new(None, false);
        drop(bench.publish(&count(8)));
        for _ in 0..2 {
            let (_, leaf) = bench.ranked.least_block().unwrap();
            bench.ranked.evict_leaf(leaf);
        }
        assert!(bench.ranked.least_block().is_none() && bench.ranked.tree.roots.is_empty());
        assert_eq!((bench.blocks.free(), bench.ranked.stats.evicted_blocks), (32, 2));
    }

    #[test]
    fn a_block_in_use_is_not_evicted() {
        for window in [None, Some(6)] {
            let mut bench = Bench::new(window, false);
            let table = bench.publish(&count(8));
            assert!(bench.ranked.least_block().is_none());
            drop(table);
            assert!(bench.ranked.least_block().is_some());
            bench.ranked.check().unwrap();
        }
    }
}
