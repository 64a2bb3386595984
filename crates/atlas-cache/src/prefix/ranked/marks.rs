//! Value of a snapshot: the cost of recomputing its state, times the chance that a sequence resumes
//! there.
//!
//! The cost is that of the tokens since the snapshot before it. The chance halves with every
//! `EvictionOrder::half_life` uses of snapshots in which its path was not used, so that
//! conversations that are over make room for those that go on. It is larger near the end of a path:
//! nearly every next turn resumes at the last snapshot, a rewritten turn at one of those before it,
//! and only a branch further up. Where paths part already, as behind a system prompt, the next one
//! is likely to part too. The logarithm of the product changes only when a path is used, so it is a
//! place in an order.

use super::RankedTree;
use crate::pool::Cached;
use crate::prefix::cost::cost;
use crate::prefix::host::content_of;
use crate::prefix::order::{OrderKey, TIERS};
use crate::prefix::tree::{Kept, Mark, MarkAt, NodeId, Walk};
use atlas_core::{ContentKey, SnapshotId, Tier, TokenId};

/// Halvings of the chance between the last snapshot of a path and those it is behind, by how many
/// came after it.
const NEAR_THE_END: [u64; 6] = [6, 4, 4, 3, 2, 1];

/// Parts of a halving.
const PARTS: u64 = 16;

/// Most snapshots of a path that a use of it keeps from ageing.
const PATH_MARKS_MAX: usize = 48;

impl RankedTree {
    /// Number of paths that part at a snapshot.
    fn fans(&self, at: MarkAt) -> u64 {
        let node = self.tree.node(at.node);
        if node.end() == at.position { node.children.len() as u64 } else { 1 }
    }

    /// Cost of computing the state of a snapshot again, less for one behind the end of its path by
    /// how much less likely it is used than the last.
    pub fn mark_again(&self, at: MarkAt) -> u64 {
        let Some(mark) = self.tree.mark(at) else { return 0 };
        let near = NEAR_THE_END.get(mark.behind as usize).copied().unwrap_or(0);
        let fans = self.fans(at).max(1);
        let again = cost(self.tree.mark_before(at), at.position) >> (NEAR_THE_END[0] - near);
        again.saturating_mul(fans.saturating_mul(fans))
    }

    /// The place of a snapshot in the eviction order.
    pub fn mark_value(&self, at: MarkAt) -> u64 {
        let Some(mark) = self.tree.mark(at) else { return 0 };
        let fans = self.fans(at);
        let near = NEAR_THE_END.get(mark.behind as usize).copied().unwrap_or(0);
        let halvings =
            log2(cost(self.tree.mark_before(at), at.position)) + near * PARTS + 2 * log2(fans);
        let half_life = self.order.half_life[mark.snapshot.tier() as usize];
        mark.floor.saturating_mul(PARTS).saturating_add(halvings * half_life)
    }

    /// Books that a snapshot was attached or resumed from: its path is in use.
    pub fn use_mark(&mut self, at: MarkAt) {
        self.order.uses += 1;
        self.order.clock += 1;
        let mut next = Some(at);
        for _ in 0..PATH_MARKS_MAX {
            let Some(at) = next else { break };
            let (now, uses) = (self.order.clock, self.order.uses);
            if let Some(mark) = self.tree.mark_mut(at) {
                mark.floor = now;
            }
            self.rank_mark(at, uses);
            next = self.tree.mark_above(at);
        }
        self.rank(at.node);
    }

    /// Books that a snapshot was attached at `at`: those before it are one further from the end.
    pub fn put_behind(&mut self, at: MarkAt) {
        let mut next = self.tree.mark_above(at);
        for behind in 1..=NEAR_THE_END.len() as u32 {
            let Some(at) = next else { return };
            if let Some(mark) = self.tree.mark_mut(at) {
                mark.behind = mark.behind.max(behind);
            }
            next = self.tree.mark_above(at);
        }
    }

    /// Moves a snapshot to the place of its value in the order.
    pub fn rank_mark(&mut self, at: MarkAt, used: u64) {
        let key = (self.mark_value(at), used);
        let Some(mark) = self.tree.mark_mut(at) else { return };
        let (before, tier) = (std::mem::replace(&mut mark.key, key), mark.snapshot.tier());
        for tier in TIERS {
            self.order.of_mut(tier).marks.remove(&(before, at));
        }
        self.order.of_mut(tier).marks.insert((key, at));
    }

    /// Ranks snapshots at `to` that were ranked at `from` before.
    pub fn move_marks(&mut self, from: NodeId, to: NodeId) {
        for &Mark { position, key, ref snapshot, .. } in &self.tree.node(to).marks {
            let marks = &mut self.order.of_mut(snapshot.tier()).marks;
            marks.remove(&(key, MarkAt { node: from, position }));
            marks.insert((key, MarkAt { node: to, position }));
        }
        self.rank(from);
        self.rank(to);
    }

    /// The least valuable snapshot of a tier without a user.
    pub fn least_mark(&mut self, tier: Tier) -> Option<(OrderKey, MarkAt)> {
        loop {
            let is_free = |at: MarkAt| self.tree.mark(at).is_some_and(|m| !m.snapshot.is_used());
            let marks = &self.order.of(tier).marks;
            let (key, at) = marks.iter().find(|(_, at)| is_free(*at)).copied()?;
            // Its value has grown if the snapshot before it was evicted since its last use.
            if self.mark_value(at) <= key.0 {
                return Some((key, at));
            }
            self.rank_mark(at, key.1);
        }
    }

    /// Key of a snapshot: that of the block before it.
    pub fn mark_content(&self, at: MarkAt) -> ContentKey {
        let node = self.tree.node(at.node);
        let end = (at.position - node.start) as usize;
        let start = end.saturating_sub(self.rules.block_tokens);
        let tokens = node.tokens.get(start..end).unwrap_or_default();
        content_of(at.position - (end - start) as u32, tokens)
    }

    /// Attaches a snapshot at the end of a walk, in the place of one on the host; returns whether
    /// there was none in the first tier.
    pub fn attach(&mut self, mut walk: Walk, position: u32, snapshot: Cached<SnapshotId>) -> bool {
        self.end_run(&mut walk);
        if let Some(at) = self.tree.deepest_mark(&walk, position, true)
            && at.position == position
            && self.tree.mark(at).is_some_and(|mark| mark.snapshot.tier() == Tier::Host)
        {
            self.tree.move_mark(at, Kept::Device(snapshot));
            self.use_mark(at);
            return true;
        }
        let Some(at) = self.tree.attach(&walk, position, snapshot) else { return false };
        self.put_behind(at);
        self.use_mark(at);
        true
    }

    /// The snapshot of either tier at the end of `tokens`.
    pub fn mark_at(&self, root: Option<NodeId>, tokens: &[TokenId]) -> Option<MarkAt> {
        let (walk, _) = self.tree.walk(root, tokens, self.rules.block_tokens);
        let to = tokens.len() as u32;
        self.tree.deepest_mark(&walk, to, true).filter(|at| at.position == to)
    }
}

/// The logarithm to base 2, in parts of [`PARTS`], to the part below.
fn log2(value: u64) -> u64 {
    let value = value.max(1);
    let whole = u64::from(value.ilog2());
    // The bits after the first say how far it is to the next power of two, nearly.
    let rest = if whole >= 4 { (value >> (whole - 4)) & 15 } else { (value << (4 - whole)) & 15 };
    whole * PARTS + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_grow_with_their_argument() {
        assert_eq!([0, 1, 2, 4, 1024].map(log2), [0, 0, PARTS, 2 * PARTS, 10 * PARTS]);
        assert!((1..5000).map(log2).is_sorted());
        assert_eq!(log2(3), PARTS + PARTS / 2);
    }
}
