//! Value of a snapshot: the cost of recomputing its state, times the chance that a sequence resumes
//! there.
//!
//! The cost is that of the tokens since the snapshot before it. The chance halves with every
//! [`Ranks::half_life`] uses of snapshots in which its path was not used, so that conversations
//! that are over make room for those that go on. It is larger near the end of a path: nearly every
//! next turn resumes at the last snapshot, a rewritten turn at one of those before it, and only a
//! branch further up. Where paths part already, as behind a system prompt, the next one is likely
//! to part too. The logarithm of the product changes only when a path is used, so it is a place in
//! an order.
//!
//! [`Ranks::half_life`]: super::evict::Ranks

use super::PrefixIndex;
use super::evict::cost;
use super::tree::MarkAt;

/// Halvings of the chance between the last snapshot of a path and those it is behind, by how many
/// came after it.
const NEAR_THE_END: [u64; 6] = [6, 4, 4, 3, 2, 1];

/// Parts of a halving.
const PARTS: u64 = 16;

/// Most snapshots of a path that a use of it keeps from ageing.
const PATH_MARKS_MAX: usize = 48;

impl PrefixIndex {
    /// The place of a snapshot in the eviction order.
    pub(super) fn mark_value(&self, at: MarkAt) -> u64 {
        let Some(mark) = self.tree.mark(at) else { return 0 };
        let node = self.tree.node(at.node);
        let fans = if node.end() == at.position { node.children.len() as u64 } else { 1 };
        let near = NEAR_THE_END.get(mark.behind as usize).copied().unwrap_or(0);
        let halvings =
            log2(cost(self.tree.mark_before(at), at.position)) + near * PARTS + 2 * log2(fans);
        let half_life = self.ranks.half_life[mark.snapshot.tier() as usize];
        mark.floor.saturating_mul(PARTS).saturating_add(halvings * half_life)
    }

    /// Books that a snapshot was attached or resumed from: its path is in use.
    pub(super) fn use_mark(&mut self, at: MarkAt) {
        self.ranks.uses += 1;
        self.ranks.clock += 1;
        let mut next = Some(at);
        for _ in 0..PATH_MARKS_MAX {
            let Some(at) = next else { break };
            let (now, uses) = (self.ranks.clock, self.ranks.uses);
            if let Some(mark) = self.tree.mark_mut(at) {
                mark.floor = now;
            }
            self.rank_mark(at, uses);
            next = self.tree.mark_above(at);
        }
        self.rank(at.node);
    }

    /// Books that a snapshot was attached at `at`: those before it are one further from the end.
    pub(super) fn put_behind(&mut self, at: MarkAt) {
        let mut next = self.tree.mark_above(at);
        for behind in 1..=NEAR_THE_END.len() as u32 {
            let Some(at) = next else { return };
            if let Some(mark) = self.tree.mark_mut(at) {
                mark.behind = mark.behind.max(behind);
            }
            next = self.tree.mark_above(at);
        }
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
