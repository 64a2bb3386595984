//! What is given up first.
//!
//! Every leaf and every snapshot has a value: what recomputing it would cost per byte, on top of
//! the value of what had been evicted when it was last used. What has the least goes first, and
//! raises that floor for whatever is used from then on. So a cheap thing leaves after a short time
//! without use and a dear one after a long time, with no weight to tune between the two. Blocks
//! are all of one size, and so are snapshots, so cost per byte is cost.

use super::tree::{Mark, MarkAt, NodeId, TreeError};
use super::{PrefixFault, PrefixIndex};
use std::collections::BTreeSet;

/// Cost of a token at position 0, in units of 1/64 of it.
const TOKEN_COST: u64 = 64;

/// Positions after which attention over the past costs as much as the rest of a token, divided by
/// [`TOKEN_COST`].
const ATTENTION_TOKENS: u64 = 8192 / TOKEN_COST;

/// What can be evicted, the least valuable first.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    leaves: BTreeSet<((u64, u64), NodeId)>,
    marks: BTreeSet<((u64, u64), MarkAt)>,
    /// The values of what was evicted last.
    leaf_floor: u64,
    mark_floor: u64,
    /// Uses so far: the older of two equals goes first.
    uses: u64,
}

/// What computing the tokens of `[from, to)` costs.
fn cost(from: u32, to: u32) -> u64 {
    let (from, to) = (u64::from(from), u64::from(to));
    (to - from.min(to)) * (TOKEN_COST + (from + to) / 2 / ATTENTION_TOKENS)
}

impl PrefixIndex {
    /// Gives back up to `count` blocks that nobody uses; returns how many there were.
    pub fn evict_blocks(&mut self, count: u32) -> u32 {
        (0..count).take_while(|_| self.evict_block()).count() as u32
    }

    /// Gives back one block that nobody uses, the end of a leaf.
    fn evict_block(&mut self) -> bool {
        let in_use = self.has(PrefixFault::ReferencedBlockEvicted);
        let is_free = |leaf: NodeId| {
            let last = self.tree.node(leaf).blocks.last();
            last.is_some_and(|block| in_use || !block.is_used())
        };
        let found = self.ranks.leaves.iter().find(|(_, leaf)| is_free(*leaf)).copied();
        let Some((key, leaf)) = found else { return false };
        self.ranks.leaf_floor = self.ranks.leaf_floor.max(key.0);
        let Some((block, mark)) = self.tree.pop_block(leaf, self.block_tokens) else {
            return false;
        };
        if let Some(mark) = mark {
            let end = MarkAt { node: leaf, position: mark.position };
            self.ranks.marks.remove(&(mark.key, end));
            self.stats.evicted_snapshots += 1;
        }
        if in_use {
            block.give_back_in_use();
        }
        self.stats.evicted_blocks += 1;
        if self.tree.node(leaf).blocks.is_empty() {
            self.remove(leaf);
        } else {
            self.rank(leaf);
        }
        true
    }

    fn remove(&mut self, leaf: NodeId) {
        self.unrank(leaf);
        let Some(parent) = self.tree.remove(leaf) else { return };
        let node = self.tree.node(parent);
        match &node.namespace {
            Some(namespace) if node.children.is_empty() => {
                self.roots.remove(namespace);
                self.tree.remove(parent);
            }
            _ => self.rank(parent),
        }
    }

    /// Gives back one snapshot that nobody uses. The blocks up to it stay, and serve up to the
    /// snapshot before it.
    pub fn evict_snapshot(&mut self) -> bool {
        loop {
            let is_free = |at: MarkAt| self.tree.mark(at).is_some_and(|m| !m.snapshot.is_used());
            let found = self.ranks.marks.iter().find(|(_, at)| is_free(*at)).copied();
            let Some((key, at)) = found else { return false };
            // Its value has grown if the snapshot before it was evicted since its last use.
            if self.mark_value(at) > key.0 {
                self.rank_mark(at, key.1);
                continue;
            }
            self.ranks.mark_floor = self.ranks.mark_floor.max(key.0);
            self.ranks.marks.remove(&(key, at));
            self.stats.evicted_snapshots += 1;
            if self.has(PrefixFault::StaleSnapshot) {
                if let Some(mark) = self.tree.mark_mut(at) {
                    mark.snapshot.forget_hold();
                }
                return true;
            }
            drop(self.tree.detach(at));
            self.rank(at.node);
            return true;
        }
    }

    fn mark_value(&self, at: MarkAt) -> u64 {
        let floor = self.tree.mark(at).map_or(0, |m| m.floor);
        floor.saturating_add(cost(self.tree.mark_before(at), at.position))
    }

    /// Books a use of a snapshot.
    pub(super) fn use_mark(&mut self, at: MarkAt) {
        self.ranks.uses += 1;
        let (floor, uses) = (self.ranks.mark_floor, self.ranks.uses);
        if let Some(mark) = self.tree.mark_mut(at) {
            mark.floor = floor;
        }
        self.rank_mark(at, uses);
        self.rank(at.node);
    }

    /// The snapshots that stand at `to` now were ranked at `from`.
    pub(super) fn move_marks(&mut self, from: NodeId, to: NodeId) {
        for &Mark { position, key, .. } in &self.tree.node(to).marks {
            self.ranks.marks.remove(&(key, MarkAt { node: from, position }));
            self.ranks.marks.insert((key, MarkAt { node: to, position }));
        }
    }

    /// Puts a snapshot where its value belongs.
    fn rank_mark(&mut self, at: MarkAt, used: u64) {
        let key = (self.mark_value(at), used);
        let Some(mark) = self.tree.mark_mut(at) else { return };
        let before = std::mem::replace(&mut mark.key, key);
        self.ranks.marks.remove(&(before, at));
        self.ranks.marks.insert((key, at));
    }

    /// Books a use of the blocks of a node, and that its run may have changed.
    pub(super) fn use_node(&mut self, id: NodeId) {
        self.ranks.uses += 1;
        let (floor, used) = (self.ranks.leaf_floor, self.ranks.uses);
        let node = self.tree.node_mut(id);
        (node.floor, node.used) = (floor, used);
        self.rank(id);
    }

    /// Puts a node where its value belongs, if it is a leaf.
    fn rank(&mut self, id: NodeId) {
        self.unrank(id);
        let Some(value) = self.leaf_value(id) else { return };
        let node = self.tree.node_mut(id);
        let key = (value, node.used);
        node.key = Some(key);
        self.ranks.leaves.insert((key, id));
    }

    fn unrank(&mut self, id: NodeId) {
        if let Some(key) = self.tree.node_mut(id).key.take() {
            self.ranks.leaves.remove(&(key, id));
        }
    }

    /// The value of the last block of a leaf. Blocks behind the last snapshot can serve nobody
    /// where resuming needs one: they are worth nothing.
    fn leaf_value(&self, id: NodeId) -> Option<u64> {
        let node = self.tree.node(id);
        if !node.children.is_empty() || node.blocks.is_empty() {
            return None;
        }
        let last = node.marks.last().map_or(node.start, |m| m.position);
        if self.needs_snapshots && last < node.end() {
            return Some(0);
        }
        let from = node.end() - self.block_tokens as u32;
        Some(node.floor.saturating_add(cost(from, node.end())))
    }

    /// Checks that what is ranked is what there is, and that every rank is true.
    pub(super) fn check_ranks(&self) -> Result<(), TreeError> {
        let (mut leaves, mut marks) = (0, 0);
        for id in self.tree.ids() {
            let node = self.tree.node(id);
            let key = self.leaf_value(id).map(|value| (value, node.used));
            let ranked = key.is_none_or(|key| self.ranks.leaves.contains(&(key, id)));
            let marked = node.marks.iter().all(|m| {
                self.ranks.marks.contains(&(m.key, MarkAt { node: id, position: m.position }))
            });
            if node.key != key || !ranked || !marked {
                return Err(TreeError::Rank { node: id });
            }
            leaves += usize::from(key.is_some());
            marks += node.marks.len();
        }
        match (self.ranks.leaves.len(), self.ranks.marks.len()) == (leaves, marks) {
            true => Ok(()),
            false => Err(TreeError::Rank { node: NodeId::MAX }),
        }
    }
}
