//! The tier in host memory: its places, and the copies that have to be made.

use super::ranked::RankedTree;
use super::tree::{Kept, MarkAt, NodeId};
use crate::pool::{Holders, Mutable, Pool, PoolError, PoolId, Shared, Unit};
use atlas_core::{
    BlockId, ContentKey, HostBlockId, HostPlaces, HostSnapshotId, SnapshotId, Tier, TierCopy,
    TierObject, TokenId,
};
use xxhash_rust::xxh3::Xxh3;

impl PoolId for HostBlockId {
    const KIND: &'static str = "host block";
    fn of(number: u32) -> Self {
        Self(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

impl PoolId for HostSnapshotId {
    const KIND: &'static str = "host snapshot";
    fn of(number: u32) -> Self {
        Self(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

/// A place on the host that is being written.
pub type HostBlock = Unit<Mutable, HostBlockId>;
/// A place for a snapshot on the host that is being written.
pub type HostSnapshot = Unit<Mutable, HostSnapshotId>;

/// A block or a snapshot on its way to the host. Its entry is there already; until this is dropped
/// both places keep what the copy reads and writes.
#[derive(Debug, Default)]
pub struct Spill {
    /// `None` under a planted fault that forgets it.
    pub copy: Option<TierCopy>,
    block: Option<(Shared<BlockId>, Shared<HostBlockId>)>,
    snapshot: Option<(Shared<SnapshotId>, Shared<HostSnapshotId>)>,
}

impl Spill {
    /// Block and snapshot of the first tier that it holds.
    pub fn device_ids(&self) -> (Option<BlockId>, Option<SnapshotId>) {
        let block = self.block.as_ref().and_then(|(device, _)| device.get(0));
        (block, self.snapshot.as_ref().and_then(|(device, _)| device.get(0)))
    }

    /// Places on the host that it holds.
    pub fn host_ids(&self) -> (Option<HostBlockId>, Option<HostSnapshotId>) {
        let block = self.block.as_ref().and_then(|(_, host)| host.get(0));
        (block, self.snapshot.as_ref().and_then(|(_, host)| host.get(0)))
    }
}

/// Exclusive and shared holders of ids.
type HeldIds<I> = (Vec<I>, Vec<I>);

/// All places of the tier, and the copies that no plan has taken yet.
#[derive(Debug)]
pub(crate) struct HostTier {
    pub blocks: Pool<HostBlockId>,
    pub snapshots: Pool<HostSnapshotId>,
    /// In the order in which they were booked.
    pub copies: Vec<TierCopy>,
    /// Whether blocks and snapshots that leave the first tier move to the host.
    pub takes: bool,
}

impl HostTier {
    pub fn new(places: HostPlaces) -> Self {
        Self {
            blocks: Pool::new(places.blocks),
            snapshots: Pool::new(places.snapshots),
            copies: Vec::new(),
            takes: places.blocks > 0,
        }
    }

    /// A place for a block. If none is free, the least valuable block without a user is evicted.
    pub fn take_block(&mut self, ranked: &mut RankedTree) -> Option<HostBlock> {
        if !self.takes {
            return None;
        }
        let evict = || if ranked.evict_host_block() { self.blocks.take() } else { None };
        self.blocks.take().or_else(evict)
    }

    /// A place for a snapshot. If none is free, the least valuable snapshot without a user is
    /// evicted.
    pub fn take_snapshot(&mut self, ranked: &mut RankedTree) -> Option<HostSnapshot> {
        if !self.takes {
            return None;
        }
        let evict = || if ranked.evict_host_snapshot() { self.snapshots.take() } else { None };
        self.snapshots.take().or_else(evict)
    }

    /// Moves the last block of `leaf` in the first tier to the host.
    pub fn demote_block(&mut self, ranked: &mut RankedTree, leaf: NodeId) -> Option<Spill> {
        let place = self.take_block(ranked)?;
        let host = place.id();
        let place = place.complete().share();
        let block = ranked.tree.lower(leaf, place.cache(0)?)?;
        let held = (block.share(), place);
        let node = ranked.tree.node(leaf);
        let at = node.start as usize / ranked.rules.block_tokens + node.blocks.len();
        let first = node.blocks.len() * ranked.rules.block_tokens;
        let content = block_content(at, &node.tokens[first..], ranked.rules.block_tokens);
        let object = TierObject::Block { device: block.id(), host };
        ranked.stats.evicted_blocks += 1;
        ranked.stats.demoted_blocks += 1;
        let copy = TierCopy { object, to: Tier::Host, content };
        let copy = (!forgets_demotion(ranked)).then_some(copy);
        let [_, floor] = ranked.order.floors();
        ranked.tree.node_mut(leaf).floors[Tier::Host as usize] = floor;
        ranked.rank(leaf);
        ranked.rank_parent(leaf);
        Some(Spill { copy, block: Some(held), snapshot: None })
    }

    /// Moves a snapshot to the host. `used` is the ordinal of its last use; the move is no use.
    pub fn demote_mark(&mut self, ranked: &mut RankedTree, at: MarkAt, used: u64) -> Option<Spill> {
        let place = self.take_snapshot(ranked)?;
        let host = place.id();
        let place = place.complete().share();
        let Kept::Device(snapshot) = &ranked.tree.mark(at)?.snapshot else { return None };
        let (device, held) = (snapshot.id(), snapshot.share());
        let content = ranked.mark_content(at);
        ranked.tree.move_mark(at, Kept::Host(place.cache(0)?));
        ranked.stats.demoted_snapshots += 1;
        let object = TierObject::Snapshot { device, host };
        let copy = TierCopy { object, to: Tier::Host, content };
        let copy = (!forgets_demotion(ranked)).then_some(copy);
        ranked.rank_mark(at, used);
        Some(Spill { copy, block: None, snapshot: Some((held, place)) })
    }

    /// Checks the places against the handles that hold them and those of the tree.
    pub fn check(
        &self,
        ranked: &RankedTree,
        (exclusive, shared): HeldIds<HostBlockId>,
        snapshots: HeldIds<HostSnapshotId>,
    ) -> Result<(), PoolError> {
        let cached = ranked.tree.host_block_ids();
        self.blocks.check(Holders { exclusive, shared, cached })?;
        let ((exclusive, shared), cached) = (snapshots, ranked.tree.host_snapshot_ids());
        self.snapshots.check(Holders { exclusive, shared, cached })
    }

    /// Places that are free.
    pub fn free(&self) -> HostPlaces {
        HostPlaces { blocks: self.blocks.free(), snapshots: self.snapshots.free() }
    }
}

/// Whether a planted fault loses the copy of the demotion that was counted last.
fn forgets_demotion(ranked: &RankedTree) -> bool {
    let stats = &ranked.stats;
    ranked.rules.faults.forgets_demotion(stats.demoted_blocks + stats.demoted_snapshots)
}

/// Key of the block in place `at` of a sequence, whose tokens `tokens` begins with.
pub(crate) fn block_content(at: usize, tokens: &[TokenId], block_tokens: usize) -> ContentKey {
    content_of((at * block_tokens) as u32, &tokens[..tokens.len().min(block_tokens)])
}

/// Key of the tokens of `[start, start + tokens.len())`. A reader that expects other tokens sees
/// the difference. No object is found by it and it is no secret.
pub fn content_of(start: u32, tokens: &[TokenId]) -> ContentKey {
    let mut hash = Xxh3::new();
    tokens.iter().for_each(|token| hash.update(&token.to_le_bytes()));
    ContentKey { start, end: start + tokens.len() as u32, hash: hash.digest() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prefix::testing::{Bench, count};

    #[test]
    fn without_places_nothing_is_demoted() {
        let mut bench = Bench::new(None, false);
        drop(bench.publish(&count(8)));
        let mut host = HostTier::new(HostPlaces::default());
        let (_, leaf) = bench.ranked.least_block().unwrap();
        assert!(host.demote_block(&mut bench.ranked, leaf).is_none());
        assert!(host.copies.is_empty());
    }

    #[test]
    fn the_least_valuable_block_on_the_host_makes_room() {
        let mut bench = Bench::new(None, false);
        drop(bench.publish(&count(12)));
        let mut host = HostTier::new(HostPlaces { blocks: 1, snapshots: 0 });
        let mut contents = Vec::new();
        for free in [30, 31] {
            let (_, leaf) = bench.ranked.least_block().unwrap();
            let spill = host.demote_block(&mut bench.ranked, leaf).unwrap();
            assert_eq!(bench.blocks.free(), free - 1, "the copy reads it still");
            contents.push(spill.copy.unwrap().content);
            drop(spill);
            assert_eq!((bench.blocks.free(), host.free().blocks), (free, 0));
            bench.ranked.check().unwrap();
        }
        let tokens = count(12);
        assert_eq!(contents, [content_of(8, &tokens[8..]), content_of(4, &tokens[4..8])]);
        assert_eq!(bench.ranked.stats.host_evicted_blocks, 1);
        assert_eq!(bench.walk(&count(12)).blocks, 2, "the evicted end of the path is gone");
        assert!(host.check(&bench.ranked, Default::default(), Default::default()).is_ok());
    }
}
