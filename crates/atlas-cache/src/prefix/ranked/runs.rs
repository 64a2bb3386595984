//! Nodes of several blocks where rows see a window.
//!
//! There each block has a use, a value and a tier of its own. A node for each block would be the
//! plain form, but a long prompt has a thousand of them. So blocks of the first tier share a node,
//! as a *run*, while each is evicted before the one behind it. That holds for blocks that were used
//! in the order of their positions: later tokens cost more, and of equal ones the earlier was used
//! before. The first block of a run is then the first to be evicted, and gives the node its place
//! in the eviction order.
//!
//! A use, an eviction, a snapshot or a branch of some blocks of a run cuts them off first. Blocks
//! that are used in order are joined again. A block on the host is a node of its own. Evicted
//! entries have no value and are joined if one follows the other.

use super::RankedTree;
use crate::pool::Cached;
use crate::prefix::cost::cost;
use crate::prefix::order::OrderKey;
use crate::prefix::tree::{Node, NodeId, PathSegment, Walk};
use atlas_core::{BlockId, Tier};

impl RankedTree {
    /// Cuts the run of `node` after its first `at` blocks, at least 1 and fewer than it has; the
    /// new node has those.
    pub fn split_run(&mut self, node: NodeId, at: usize) -> NodeId {
        self.unrank(node);
        let head = self.tree.split(node, at, self.rules.block_tokens);
        let tail = self.tree.node_mut(node);
        if let Some(&(floor, used)) = tail.uses.first() {
            tail.floors[Tier::Device as usize] = floor;
            tail.used = used;
        }
        self.rank(head);
        self.rank(node);
        head
    }

    /// The first block of a run as a node of its own.
    pub fn first_of(&mut self, node: NodeId) -> NodeId {
        if self.tree.node(node).run() > 1 { self.split_run(node, 1) } else { node }
    }

    /// Whether a run ends with a block of value 0 behind others. If resuming needs a snapshot, the
    /// last block of a path is worth nothing without one, and so unlike the blocks before it.
    pub fn ends_worthless(&self, node: &Node) -> bool {
        let bare = node.children.is_empty() && node.marks.is_empty();
        self.rules.window.is_some() && self.rules.needs_snapshots && bare && node.blocks.len() > 1
    }

    /// Cuts such a block off.
    pub fn split_worthless(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        if self.ends_worthless(node) {
            self.split_run(id, node.run() - 1);
        }
    }

    /// Ends the last node of a walk where the walk ends.
    pub fn end_run(&mut self, walk: &mut Walk) {
        if self.rules.window.is_some()
            && let Some(last) = walk.path.last_mut()
            && last.to < self.tree.node(last.node).run()
        {
            last.node = self.split_run(last.node, last.to);
        }
    }

    /// The nodes of exactly these blocks, which a walk has found: runs that hold others too are
    /// cut.
    pub fn carve(&mut self, segments: &[PathSegment]) -> Vec<NodeId> {
        let carve = |&PathSegment { node, from, to }: &PathSegment| {
            let head =
                if to < self.tree.node(node).run() { self.split_run(node, to) } else { node };
            if from > 0 {
                self.split_run(head, from);
            }
            head
        };
        segments.iter().map(carve).collect()
    }

    /// Books a use of exactly these blocks.
    pub fn use_segments(&mut self, segments: &[PathSegment]) {
        let nodes = self.carve(segments);
        nodes.iter().for_each(|&node| self.use_node(node));
        self.join_runs(&nodes);
    }

    /// Joins those of these nodes that follow each other and can share a run. The upper node is
    /// removed, so that bookmarks at the end of the lower one stay valid.
    pub fn join_runs(&mut self, nodes: &[NodeId]) {
        for (&above, &id) in nodes.iter().zip(nodes.iter().skip(1)) {
            if self.continues(above, id) {
                [above, id].into_iter().for_each(|node| self.unrank(node));
                self.tree.join_above(id);
                self.rank(id);
            }
        }
    }

    /// Whether a node is the rest of the run of the one before it.
    fn continues(&self, above: NodeId, id: NodeId) -> bool {
        let Some(node) = self.tree.get(id) else { return false };
        if node.parent != Some(above) {
            return false;
        }
        let above = self.tree.node(above);
        let (first, second) = (above.blocks.len(), node.blocks.len());
        let alone = above.children.len() == 1 && above.marks.is_empty();
        let ranked = first > 0 && second > 0;
        let next = ranked && self.key_in_run(above, first - 1) < self.key_in_run(node, 0);
        let fits = first + second <= self.rules.run_blocks_max;
        let worthless =
            self.rules.needs_snapshots && node.children.is_empty() && node.marks.is_empty();
        alone && next && fits && !worthless
    }

    /// The node whose first block is the least valuable one of the first tier without a user. A
    /// block that is in use is booked as used, so that later searches do not meet the blocks of
    /// long sequences again and again.
    pub fn least_of_runs(&mut self) -> Option<(OrderKey, NodeId)> {
        let mut used = Vec::new();
        let found = loop {
            let mut order = self.order.of(Tier::Device).leaves.iter().copied();
            let (least, next) = (order.next(), order.next().map(|(key, _)| key));
            let Some((key, leaf)) = least else { break None };
            let busy = self.used_before(leaf, next);
            if busy == 0 {
                break Some((key, leaf));
            }
            let run = self.tree.node(leaf).run();
            let busy = if busy < run { self.split_run(leaf, busy) } else { leaf };
            self.unrank(busy);
            used.push(busy);
        };
        used.into_iter().for_each(|node| self.use_node(node));
        found.map(|(key, leaf)| (key, self.first_of(leaf)))
    }

    /// Number of blocks at the start of a run that are in use and come before `next` in the order.
    fn used_before(&self, leaf: NodeId, next: Option<OrderKey>) -> usize {
        let node = self.tree.node(leaf);
        let first = node.keys[Tier::Device as usize];
        let is_before = |i: usize| {
            let key = if i == 0 { first } else { Some(self.key_in_run(node, i)) };
            next.is_none_or(|next| key.is_some_and(|key| key < next))
        };
        let busy = node.blocks.iter().enumerate();
        let is_kept =
            |block: &Cached<BlockId>| block.is_used() && !self.rules.faults.evicts_used_blocks();
        busy.take_while(|&(i, block)| is_kept(block) && is_before(i)).count()
    }

    /// Whether each block of a run is evicted before the one behind it. Without a window nodes have
    /// no such order.
    pub fn is_in_order(&self, node: &Node) -> bool {
        let runs = if self.rules.window.is_some() { node.blocks.len() } else { 0 };
        (1..runs).all(|i| self.key_in_run(node, i - 1) < self.key_in_run(node, i))
    }

    /// The place of block `i` of a run in the eviction order.
    pub fn key_in_run(&self, node: &Node, i: usize) -> OrderKey {
        let from = node.start + (i * self.rules.block_tokens) as u32;
        let value = cost(from, from + self.rules.block_tokens as u32);
        let (floor, used) = node.uses.get(i).copied().unwrap_or_default();
        (floor.saturating_add(value), used)
    }
}

#[cfg(test)]
mod tests {
    use crate::prefix::testing::{Bench, count};

    #[test]
    fn blocks_used_in_order_share_a_node() {
        let mut bench = Bench::new(Some(6), false);
        let _table = bench.publish(&count(16));
        assert_eq!(bench.walk(&count(16)).path.len(), 1);
        // A use of two blocks in the middle cuts them off; a use of all joins them again.
        let middle = bench.walk(&count(16)).segments_between(1, 3);
        bench.ranked.use_segments(&middle);
        assert_eq!(bench.walk(&count(16)).path.len(), 3);
        bench.ranked.check().unwrap();
        let all = bench.walk(&count(16)).segments_between(0, 4);
        bench.ranked.use_segments(&all);
        assert_eq!(bench.walk(&count(16)).path.len(), 1);
        bench.ranked.check().unwrap();
    }
}
