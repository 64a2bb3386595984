//! The tree with the eviction order of its nodes and snapshots, which every change keeps true.
//!
//! `removal.rs` evicts and removes, `runs.rs` cuts and joins runs of blocks behind a window, and
//! `marks.rs` attaches and values snapshots.

mod marks;
mod removal;
mod runs;

use super::PrefixStats;
use super::cost::cost;
use super::order::{EvictionOrder, TIERS};
use super::resume::ResumeView;
use super::rules::Rules;
use super::tree::check::TreeError;
use super::tree::{MarkAt, NodeId, Tree, Walk};
use atlas_core::Tier;

/// Cached prefixes with the order in which their blocks and snapshots are evicted.
#[derive(Debug)]
pub(crate) struct RankedTree {
    pub tree: Tree,
    pub order: EvictionOrder,
    pub rules: Rules,
    /// Counts since the start.
    pub stats: PrefixStats,
}

impl RankedTree {
    /// An empty tree; `snapshots` and `on_host` are the places for snapshots in the two tiers.
    pub fn new(rules: Rules, snapshots: u32, on_host: u32) -> Self {
        let order = EvictionOrder::new(snapshots, on_host);
        Self { tree: Tree::default(), order, rules, stats: PrefixStats::default() }
    }

    /// View of the positions where sequences can resume.
    pub fn view(&self) -> ResumeView<'_> {
        ResumeView { tree: &self.tree, rules: &self.rules }
    }

    /// Books a use of the blocks that a sequence needs which resumes at `kept` on a walk.
    pub fn use_walk(&mut self, walk: &Walk, kept: u32) {
        if self.rules.window.is_some() {
            let segments = self.view().seen(walk, kept);
            return self.use_segments(&segments);
        }
        for segment in &walk.path {
            if segment.to == self.tree.node(segment.node).run() {
                self.use_node(segment.node);
            }
        }
    }

    /// Checks the invariants of the tree and of the eviction order.
    pub fn check(&self) -> Result<(), TreeError> {
        self.tree.check(self.rules.block_tokens, self.rules.window.is_some())?;
        self.check_ranks()
    }

    /// Books a use of the blocks of a node, whose run may have changed. Behind a window each block
    /// gets a use of its own, in their order.
    pub fn use_node(&mut self, id: NodeId) {
        let floors = self.order.floors();
        let used = self.order.uses + 1;
        let node = self.tree.node_mut(id);
        (node.floors, node.used) = (floors, used);
        self.order.uses += if self.rules.window.is_some() {
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
    pub fn rank(&mut self, id: NodeId) {
        self.split_worthless(id);
        let used = self.tree.node(id).used;
        for tier in TIERS {
            let key = self.leaf_value(id, tier).map(|value| (value, used));
            let keys = &mut self.tree.node_mut(id).keys;
            let before = std::mem::replace(&mut keys[tier as usize], key);
            self.order.move_leaf(tier, id, before, key);
        }
    }

    /// Ranks the parent of a node whose own tiers have changed.
    pub fn rank_parent(&mut self, id: NodeId) {
        if let Some(parent) = self.tree.node(id).parent {
            self.rank(parent);
        }
    }

    /// Takes a node out of the order of every tier.
    pub fn unrank(&mut self, id: NodeId) {
        for tier in TIERS {
            let before = self.tree.node_mut(id).keys[tier as usize].take();
            self.order.move_leaf(tier, id, before, None);
        }
    }

    /// The value of the last block of a leaf of `tier`; behind a window, of its first. If resuming
    /// needs a snapshot, no sequence can resume from blocks behind the last one: their value is 0.
    fn leaf_value(&self, id: NodeId, tier: Tier) -> Option<u64> {
        let node = self.tree.node(id);
        let goes_on = |&child: &NodeId| !self.tree.node(child).blocks.is_empty();
        let (leaf, end) = match tier {
            Tier::Device => {
                let ends = self.rules.window.is_some() || !node.children.iter().any(goes_on);
                let leaf = !node.blocks.is_empty() && ends;
                let len = if self.rules.window.is_some() { 1 } else { node.blocks.len() };
                (leaf, node.start + (len * self.rules.block_tokens) as u32)
            }
            Tier::Host => {
                let ends = self.rules.window.is_some() || node.children.is_empty();
                (!node.host.is_empty() && ends, node.end())
            }
        };
        if !leaf {
            return None;
        }
        let last = node.marks.last().map_or(node.start, |m| m.position);
        if self.rules.needs_snapshots && last < end && end == node.end() && node.children.is_empty()
        {
            return Some(0);
        }
        let from = end - self.rules.block_tokens as u32;
        Some(node.floors[tier as usize].saturating_add(cost(from, end)))
    }

    /// Checks that all nodes and snapshots are ranked, no others are, and every rank is true.
    fn check_ranks(&self) -> Result<(), TreeError> {
        let (mut leaves, mut marks) = ([0; 2], [0; 2]);
        for id in self.tree.ids() {
            let node = self.tree.node(id);
            let mut ranked = !self.ends_worthless(node) && self.is_in_order(node);
            for tier in TIERS {
                let key = self.leaf_value(id, tier).map(|value| (value, node.used));
                let at = self.order.of(tier);
                ranked &= node.keys[tier as usize] == key;
                ranked &= key.is_none_or(|key| at.leaves.contains(&(key, id)));
                leaves[tier as usize] += usize::from(key.is_some());
            }
            for mark in &node.marks {
                let tier = mark.snapshot.tier();
                let at = MarkAt { node: id, position: mark.position };
                ranked &= self.order.of(tier).marks.contains(&(mark.key, at));
                marks[tier as usize] += 1;
            }
            if !ranked {
                return Err(TreeError::Rank { node: id });
            }
        }
        let ranked = TIERS.map(|tier| {
            let order = self.order.of(tier);
            (order.leaves.len(), order.marks.len())
        });
        match ranked == [(leaves[0], marks[0]), (leaves[1], marks[1])] {
            true => Ok(()),
            false => Err(TreeError::Rank { node: NodeId::MAX }),
        }
    }
}
