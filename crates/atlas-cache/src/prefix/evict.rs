//! Eviction: the order of blocks and snapshots, and their way out of a tier.
//!
//! In each tier every leaf has a value: the cost of recomputing its last block, plus the *floor* at
//! its last use. The leaf with the least value is evicted first, and its value becomes the floor.
//! So a cheap block leaves after a short time without use and a dear one after a long time, with no
//! weight to tune between the two. Snapshots are valued in `value.rs`. Blocks are all of one size,
//! and so are snapshots, so cost per byte is cost.
//!
//! A block or snapshot that leaves the first tier moves to the host if there is one, where the same
//! order makes room for it. A leaf of the first tier is a node behind which no block is in that
//! tier. Where rows see a window, every node with blocks is a leaf, and the first of its blocks
//! gives it its place in the order (`run.rs`).

use super::PrefixIndex;
use super::shape::TreeError;
use super::tree::{Kept, Mark, MarkAt, NodeId};
use atlas_core::{Tier, TierCopy, TierObject};
use std::collections::BTreeSet;

/// Cost of a token at position 0, in units of 1/64 of it.
const TOKEN_COST: u64 = 64;

/// Positions after which attention over the past costs as much as the rest of a token, divided by
/// [`TOKEN_COST`].
const ATTENTION_TOKENS: u64 = 8192 / TOKEN_COST;

const TIERS: [Tier; 2] = [Tier::Device, Tier::Host];

/// Eviction order of both tiers, the least valuable first.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    tiers: [TierRanks; 2],
    /// Uses so far: the older of two equals goes first.
    pub(super) uses: u64,
    /// Uses of snapshots so far, and the number of them in which the chance of one more use halves,
    /// by tier: a tier with more places keeps snapshots for longer.
    pub(super) clock: u64,
    pub(super) half_life: [u64; 2],
}

/// Eviction order of one tier.
#[derive(Debug, Default)]
struct TierRanks {
    leaves: BTreeSet<((u64, u64), NodeId)>,
    marks: BTreeSet<((u64, u64), MarkAt)>,
    /// The value of the leaf that was evicted last.
    leaf_floor: u64,
}

impl Ranks {
    /// An empty order; `snapshots` and `on_host` are the places for snapshots in the two tiers.
    pub(super) fn new(snapshots: u32, on_host: u32) -> Self {
        let half_life = |count: u32| u64::from(count / 3).max(1);
        let half_life = [half_life(snapshots), half_life(snapshots.saturating_add(on_host))];
        Self { half_life, ..Self::default() }
    }
}

/// Cost of computing the tokens of `[from, to)`, in units of 1/64 of a token at position 0.
pub fn cost(from: u32, to: u32) -> u64 {
    let (from, to) = (u64::from(from), u64::from(to));
    (to - from.min(to)) * (TOKEN_COST + (from + to) / 2 / ATTENTION_TOKENS)
}

impl PrefixIndex {
    fn ranks(&mut self, tier: Tier) -> &mut TierRanks {
        &mut self.ranks.tiers[tier as usize]
    }

    /// Gives back up to `count` blocks of the first tier without a user; returns their number. With
    /// a tier on the host they are moved there: see [`Self::take_copies`].
    pub fn evict_blocks(&mut self, count: u32) -> u32 {
        (0..count).take_while(|_| self.evict_block()).count() as u32
    }

    /// Gives back one block without a user, the last of a leaf of the first tier.
    fn evict_block(&mut self) -> bool {
        let Some((key, leaf)) = self.least_block() else { return false };
        let ranks = self.ranks(Tier::Device);
        ranks.leaf_floor = ranks.leaf_floor.max(key.0);
        // A block of value 0 is not worth a place on the host.
        if key.0 > 0 && !self.faults.evicts_used_blocks() && self.demote_block(leaf) {
            return true;
        }
        let blocks = &self.tree.node(leaf).blocks;
        let keep = blocks.len() - 1;
        self.faults.give_back_in_use(&blocks[keep]);
        match self.window {
            Some(_) => self.evict_in_place(leaf),
            None => self.prune(leaf, keep),
        }
        true
    }

    /// The leaf of the least valuable block of the first tier without a user.
    fn least_block(&mut self) -> Option<((u64, u64), NodeId)> {
        if self.window.is_some() {
            return self.least_of_runs();
        }
        let is_free = |leaf: NodeId| {
            let last = self.tree.node(leaf).blocks.last();
            last.is_some_and(|block| !block.is_used() || self.faults.evicts_used_blocks())
        };
        self.least_blocks().find(|&(_, leaf)| is_free(leaf))
    }

    /// The leaves of the first tier with their places in the order, the least valuable first.
    pub(super) fn least_blocks(&self) -> impl Iterator<Item = ((u64, u64), NodeId)> + '_ {
        self.ranks.tiers[Tier::Device as usize].leaves.iter().copied()
    }

    /// Moves the last block of `leaf` in the first tier to the host.
    fn demote_block(&mut self, leaf: NodeId) -> bool {
        let Some(place) = self.host_block() else { return false };
        let host = place.id();
        let Some(place) = place.complete().share().cache(0) else { return false };
        let Some(block) = self.tree.lower(leaf, place) else { return false };
        let node = self.tree.node(leaf);
        let at = node.start as usize / self.block_tokens + node.blocks.len();
        let first = node.blocks.len() * self.block_tokens;
        let content = self.content(at, &node.tokens[first..][..self.block_tokens]);
        let object = TierObject::Block { device: block.id(), host };
        self.stats.evicted_blocks += 1;
        self.stats.demoted_blocks += 1;
        if !self.faults.forgets_demotion() {
            self.push_copy(TierCopy { object, to: Tier::Host, content });
        }
        let floor = self.ranks(Tier::Host).leaf_floor;
        self.tree.node_mut(leaf).floors[Tier::Host as usize] = floor;
        self.rank(leaf);
        self.rank_parent(leaf);
        true
    }

    /// Gives back one block on the host without a user, the end of a leaf.
    pub(super) fn evict_host_block(&mut self) -> bool {
        let is_free = |leaf: NodeId| {
            let last = self.tree.node(leaf).host.back();
            last.is_some_and(|block| !block.is_used())
        };
        let leaves = &self.ranks.tiers[Tier::Host as usize].leaves;
        let Some((key, leaf)) = leaves.iter().find(|(_, leaf)| is_free(*leaf)).copied() else {
            return false;
        };
        let ranks = self.ranks(Tier::Host);
        ranks.leaf_floor = ranks.leaf_floor.max(key.0);
        match self.window {
            Some(_) => self.evict_in_place(leaf),
            None => self.prune(leaf, self.tree.node(leaf).run() - 1),
        }
        true
    }

    /// Removes the entries after the first `keep` of `node` from the tree, with all behind them.
    /// Users of their blocks keep them.
    pub(super) fn prune(&mut self, node: NodeId, keep: usize) {
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
        let marks = self.tree.cut(id, keep, self.block_tokens);
        self.forget_marks(id, marks);
    }

    /// Books that snapshots of a node were evicted.
    pub(super) fn forget_marks(&mut self, id: NodeId, marks: Vec<Mark>) {
        for mark in marks {
            let tier = mark.snapshot.tier();
            self.ranks(tier)
                .marks
                .remove(&(mark.key, MarkAt { node: id, position: mark.position }));
            match tier {
                Tier::Device => self.stats.evicted_snapshots += 1,
                Tier::Host => self.stats.host_evicted_snapshots += 1,
            }
        }
    }

    /// Removes a leaf from the tree, with the nodes above it that are evicted and end a path then.
    pub(super) fn remove(&mut self, mut leaf: NodeId) {
        loop {
            self.unrank(leaf);
            let Some(parent) = self.tree.remove(leaf) else { return };
            let node = self.tree.node(parent);
            match &node.namespace {
                Some(namespace) if node.children.is_empty() => {
                    self.roots.remove(namespace);
                    self.tree.remove(parent);
                    return;
                }
                None if node.is_evicted_end() => {
                    leaf = parent;
                }
                _ => return self.rank(parent),
            }
        }
    }

    /// Gives back one snapshot of the first tier without a user, or moves it to the host. The
    /// blocks up to it stay, and serve up to the snapshot before it.
    pub fn evict_snapshot(&mut self) -> bool {
        let Some((key, at)) = self.least_mark(Tier::Device) else { return false };
        self.ranks(Tier::Device).marks.remove(&(key, at));
        self.stats.evicted_snapshots += 1;
        if self.faults.keeps_stale_mark(Tier::Device, &mut self.tree, at) {
            return true;
        }
        if !self.demote_mark(at, key.1) {
            drop(self.tree.detach(at));
        }
        self.rank(at.node);
        true
    }

    /// Moves a snapshot to the host. `used` is the ordinal of its last use; the move is no use.
    fn demote_mark(&mut self, at: MarkAt, used: u64) -> bool {
        let Some(place) = self.host_snapshot() else { return false };
        let host = place.id();
        let Some(place) = place.complete().share().cache(0) else { return false };
        let Some(device) = self.tree.mark(at).and_then(|m| m.snapshot.device_id()) else {
            return false;
        };
        let content = self.mark_content(at);
        self.tree.move_mark(at, Kept::Host(place));
        self.stats.demoted_snapshots += 1;
        let object = TierObject::Snapshot { device, host };
        if !self.faults.forgets_demotion() {
            self.push_copy(TierCopy { object, to: Tier::Host, content });
        }
        self.rank_mark(at, used);
        true
    }

    /// Gives back one snapshot on the host without a user.
    pub(super) fn evict_host_snapshot(&mut self) -> bool {
        let Some((key, at)) = self.least_mark(Tier::Host) else { return false };
        self.stats.host_evicted_snapshots += 1;
        if self.faults.keeps_stale_mark(Tier::Host, &mut self.tree, at) {
            self.ranks(Tier::Host).marks.remove(&(key, at));
            return true;
        }
        self.detach(at);
        true
    }

    /// Removes a snapshot from the tree.
    pub(super) fn detach(&mut self, at: MarkAt) {
        let Some(mark) = self.tree.detach(at) else { return };
        self.ranks(mark.snapshot.tier()).marks.remove(&(mark.key, at));
        self.rank(at.node);
    }

    /// The least valuable snapshot of a tier without a user.
    fn least_mark(&mut self, tier: Tier) -> Option<((u64, u64), MarkAt)> {
        loop {
            let is_free = |at: MarkAt| self.tree.mark(at).is_some_and(|m| !m.snapshot.is_used());
            let marks = &self.ranks.tiers[tier as usize].marks;
            let (key, at) = marks.iter().find(|(_, at)| is_free(*at)).copied()?;
            // Its value has grown if the snapshot before it was evicted since its last use.
            if self.mark_value(at) <= key.0 {
                return Some((key, at));
            }
            self.rank_mark(at, key.1);
        }
    }

    /// Ranks snapshots at `to` that were ranked at `from` before.
    pub(super) fn move_marks(&mut self, from: NodeId, to: NodeId) {
        for &Mark { position, key, ref snapshot, .. } in &self.tree.node(to).marks {
            let marks = &mut self.ranks.tiers[snapshot.tier() as usize].marks;
            marks.remove(&(key, MarkAt { node: from, position }));
            marks.insert((key, MarkAt { node: to, position }));
        }
        self.rank(from);
        self.rank(to);
    }

    /// Moves a snapshot to the place of its value in the order.
    pub(super) fn rank_mark(&mut self, at: MarkAt, used: u64) {
        let key = (self.mark_value(at), used);
        let Some(mark) = self.tree.mark_mut(at) else { return };
        let (before, tier) = (std::mem::replace(&mut mark.key, key), mark.snapshot.tier());
        for ranks in &mut self.ranks.tiers {
            ranks.marks.remove(&(before, at));
        }
        self.ranks(tier).marks.insert((key, at));
    }

    /// Books a use of the blocks of a node, whose run may have changed. Behind a window each block
    /// gets a use of its own, in their order.
    pub(super) fn use_node(&mut self, id: NodeId) {
        let floors = TIERS.map(|tier| self.ranks.tiers[tier as usize].leaf_floor);
        let used = self.ranks.uses + 1;
        let node = self.tree.node_mut(id);
        (node.floors, node.used) = (floors, used);
        self.ranks.uses += if self.window.is_some() {
            let ordinals = (used..).take(node.blocks.len());
            node.uses.clear();
            node.uses.extend(ordinals.map(|used| (floors[Tier::Device as usize], used)));
            node.run() as u64
        } else {
            1
        };
        self.rank(id);
    }

    /// Moves a node to the place of its value in each tier that it is a leaf of.
    pub(super) fn rank(&mut self, id: NodeId) {
        self.split_worthless(id);
        let used = self.tree.node(id).used;
        for tier in TIERS {
            let key = self.leaf_value(id, tier).map(|value| (value, used));
            let keys = &mut self.tree.node_mut(id).keys;
            let before = std::mem::replace(&mut keys[tier as usize], key);
            if before != key {
                let leaves = &mut self.ranks(tier).leaves;
                before.map(|key| leaves.remove(&(key, id)));
                key.map(|key| leaves.insert((key, id)));
            }
        }
    }

    /// Ranks the parent of a node whose own tiers have changed.
    pub(super) fn rank_parent(&mut self, id: NodeId) {
        if let Some(parent) = self.tree.node(id).parent {
            self.rank(parent);
        }
    }

    pub(super) fn unrank(&mut self, id: NodeId) {
        for tier in TIERS {
            if let Some(key) = self.tree.node_mut(id).keys[tier as usize].take() {
                self.ranks(tier).leaves.remove(&(key, id));
            }
        }
    }

    /// The value of the last block of a leaf of `tier`; behind a window, of its first. If resuming
    /// needs a snapshot, no sequence can resume from blocks behind the last one: their value is 0.
    fn leaf_value(&self, id: NodeId, tier: Tier) -> Option<u64> {
        let node = self.tree.node(id);
        let goes_on = |&child: &NodeId| !self.tree.node(child).blocks.is_empty();
        let (leaf, end) = match tier {
            Tier::Device => {
                let ends = self.window.is_some() || !node.children.iter().any(goes_on);
                let leaf = !node.blocks.is_empty() && ends;
                let len = if self.window.is_some() { 1 } else { node.blocks.len() };
                (leaf, node.start + (len * self.block_tokens) as u32)
            }
            Tier::Host => {
                let ends = self.window.is_some() || node.children.is_empty();
                (!node.host.is_empty() && ends, node.end())
            }
        };
        if !leaf {
            return None;
        }
        let last = node.marks.last().map_or(node.start, |m| m.position);
        if self.needs_snapshots && last < end && end == node.end() && node.children.is_empty() {
            return Some(0);
        }
        let from = end - self.block_tokens as u32;
        Some(node.floors[tier as usize].saturating_add(cost(from, end)))
    }

    /// Whether two snapshots have one place in the order: either may be evicted first then.
    #[cfg(test)]
    pub(super) fn has_equal_snapshots(&self) -> bool {
        let marks = self.ranks.tiers.iter().map(|tier| tier.marks.iter().map(|&(key, _)| key));
        marks.into_iter().any(|keys| !keys.is_sorted_by(|a, b| a < b))
    }

    /// Checks that all nodes and snapshots are ranked, no others are, and every rank is true.
    pub(super) fn check_ranks(&self) -> Result<(), TreeError> {
        let (mut leaves, mut marks) = ([0; 2], [0; 2]);
        for id in self.tree.ids() {
            let node = self.tree.node(id);
            let mut ranked = !self.ends_worthless(node) && self.is_in_order(node);
            for tier in TIERS {
                let key = self.leaf_value(id, tier).map(|value| (value, node.used));
                let at = &self.ranks.tiers[tier as usize];
                ranked &= node.keys[tier as usize] == key;
                ranked &= key.is_none_or(|key| at.leaves.contains(&(key, id)));
                leaves[tier as usize] += usize::from(key.is_some());
            }
            for mark in &node.marks {
                let tier = mark.snapshot.tier() as usize;
                let at = MarkAt { node: id, position: mark.position };
                ranked &= self.ranks.tiers[tier].marks.contains(&(mark.key, at));
                marks[tier] += 1;
            }
            if !ranked {
                return Err(TreeError::Rank { node: id });
            }
        }
        let ranks = &self.ranks.tiers;
        let ranked = [0, 1].map(|t: usize| (ranks[t].leaves.len(), ranks[t].marks.len()));
        match ranked == [(leaves[0], marks[0]), (leaves[1], marks[1])] {
            true => Ok(()),
            false => Err(TreeError::Rank { node: NodeId::MAX }),
        }
    }
}
