//! Eviction order of blocks and snapshots.
//!
//! In each tier every leaf has a value: the cost of recomputing its last block, plus the *floor* at
//! its last use. The leaf with the least value is evicted first, and its value becomes the floor.
//! So a cheap block leaves after a short time without use and a dear one after a long time, with no
//! weight to tune between the two. Snapshots are valued in `ranked/marks.rs`. Blocks are all of one
//! size, and so are snapshots, so cost per byte is cost.
//!
//! A leaf of the first tier is a node behind which no block is in that tier. Where rows see a
//! window, every node with blocks is a leaf, and the first of its blocks gives it its place in the
//! order (`ranked/runs.rs`).

use super::tree::{MarkAt, NodeId};
use atlas_core::Tier;
use std::collections::BTreeSet;

/// Both tiers.
pub(crate) const TIERS: [Tier; 2] = [Tier::Device, Tier::Host];

/// A value, and the ordinal of the last use: of equal values the older use is evicted first.
pub(crate) type OrderKey = (u64, u64);

/// Eviction order of both tiers, the least valuable first.
#[derive(Debug, Default)]
pub(crate) struct EvictionOrder {
    tiers: [TierOrder; 2],
    /// Uses so far: the older of two equals goes first.
    pub uses: u64,
    /// Uses of snapshots so far, and the number of them in which the chance of one more use halves,
    /// by tier: a tier with more places keeps snapshots for longer.
    pub clock: u64,
    pub half_life: [u64; 2],
}

/// Eviction order of one tier.
#[derive(Debug, Default)]
pub(crate) struct TierOrder {
    /// Nodes by the value of the block of them that is evicted first.
    pub leaves: BTreeSet<(OrderKey, NodeId)>,
    pub marks: BTreeSet<(OrderKey, MarkAt)>,
    /// The value of the leaf that was evicted last.
    leaf_floor: u64,
}

impl EvictionOrder {
    /// An empty order; `snapshots` and `on_host` are the places for snapshots in the two tiers.
    pub fn new(snapshots: u32, on_host: u32) -> Self {
        let half_life = |count: u32| u64::from(count / 3).max(1);
        let half_life = [half_life(snapshots), half_life(snapshots.saturating_add(on_host))];
        Self { half_life, ..Self::default() }
    }

    /// The order of one tier.
    pub fn of(&self, tier: Tier) -> &TierOrder {
        &self.tiers[tier as usize]
    }

    /// The order of one tier, to change its snapshots.
    pub fn of_mut(&mut self, tier: Tier) -> &mut TierOrder {
        &mut self.tiers[tier as usize]
    }

    /// Floors of both tiers.
    pub fn floors(&self) -> [u64; 2] {
        TIERS.map(|tier| self.of(tier).leaf_floor)
    }

    /// Books that a leaf of `key` is evicted from a tier.
    pub fn raise_floor(&mut self, tier: Tier, key: OrderKey) {
        let order = self.of_mut(tier);
        order.leaf_floor = order.leaf_floor.max(key.0);
    }

    /// Moves a node from its place in a tier to another; `None` is no place.
    pub fn move_leaf(
        &mut self,
        tier: Tier,
        id: NodeId,
        before: Option<OrderKey>,
        after: Option<OrderKey>,
    ) {
        if before != after {
            let leaves = &mut self.of_mut(tier).leaves;
            before.map(|key| leaves.remove(&(key, id)));
            after.map(|key| leaves.insert((key, id)));
        }
    }

    /// Whether two snapshots have one place in the order: either may be evicted first then.
    #[cfg(test)]
    pub fn has_equal_snapshots(&self) -> bool {
        let marks = self.tiers.iter().map(|tier| tier.marks.iter().map(|&(key, _)| key));
        marks.into_iter().any(|keys| !keys.is_sorted_by(|a, b| a < b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evicted_value_becomes_the_floor_and_it_never_falls() {
        let mut order = EvictionOrder::new(9, 3);
        assert_eq!((order.half_life, order.floors()), ([3, 4], [0, 0]));
        order.raise_floor(Tier::Device, (70, 1));
        order.raise_floor(Tier::Device, (40, 2));
        assert_eq!(order.floors(), [70, 0]);
    }

    #[test]
    fn a_node_has_one_place_in_a_tier() {
        let mut order = EvictionOrder::new(1, 0);
        order.move_leaf(Tier::Host, 5, None, Some((8, 1)));
        order.move_leaf(Tier::Host, 6, None, Some((3, 9)));
        order.move_leaf(Tier::Host, 5, Some((8, 1)), Some((3, 2)));
        let leaves: Vec<_> = order.of(Tier::Host).leaves.iter().map(|&(_, id)| id).collect();
        assert_eq!(leaves, [5, 6], "of equal values the older use comes first");
        order.move_leaf(Tier::Host, 5, Some((3, 2)), None);
        assert_eq!(order.of(Tier::Host).leaves.len(), 1);
    }
}
