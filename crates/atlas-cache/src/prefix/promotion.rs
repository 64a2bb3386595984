//! Bringing a cached prefix back from the host.
//!
//! A promotion has three stages. The index holds the prefix and counts the blocks that the first
//! tier lacks; the scheduler gives blocks and a place for a snapshot; after the copies the index is
//! told which of them were damaged. Until then the tree is as it was.

use super::host::block_content;
use super::namespace::Namespace;
use super::ranked::RankedTree;
use super::resume::ResumeView;
use super::tree::{Kept, NodeId, PathSegment, Walk};
use crate::pool::{Block, Mutable, Shared, Snapshot};
use atlas_core::{
    BlockId, HostBlockId, HostSnapshotId, SnapshotId, Tier, TierCopy, TierObject, TokenId,
};

/// A prefix on its way back. Dropping it gives everything back. Copies that are booked then write
/// to places that are free; a later plan that takes such a place writes it after them.
#[derive(Debug)]
pub struct Promotion {
    namespace: Namespace,
    tokens: Vec<TokenId>,
    /// Blocks that are in the first tier, held so that they stay there.
    resident: Shared<BlockId>,
    /// Blocks on the host, and their places.
    host: Shared<HostBlockId>,
    places: Vec<usize>,
    /// The snapshot at the end, where it is.
    near: Option<Shared<SnapshotId>>,
    far: Option<Shared<HostSnapshotId>>,
    /// Destinations of the copies.
    blocks: Vec<Block<Mutable>>,
    place: Option<Snapshot<Mutable>>,
    /// Index of its first copy among the booked ones.
    pub(super) first_move: usize,
}

impl Promotion {
    /// Blocks of the first tier that are still needed.
    pub fn lacks_blocks(&self) -> u32 {
        (self.host.len() - self.blocks.len()) as u32
    }

    /// Whether a place for a snapshot is still needed.
    pub fn lacks_place(&self) -> bool {
        self.far.is_some() && self.place.is_none()
    }

    /// Gives a block to copy to.
    pub fn give_block(&mut self, block: Block<Mutable>) {
        self.blocks.push(block);
    }

    /// Gives a place to copy the snapshot to.
    pub fn give_place(&mut self, place: Snapshot<Mutable>) {
        self.place = Some(place);
    }

    /// Blocks of the first tier: those being written, and those in use.
    pub fn block_ids(&self) -> (impl Iterator<Item = BlockId>, impl Iterator<Item = BlockId>) {
        (self.blocks.iter().map(Block::id), self.resident.ids())
    }

    /// Snapshots of the first tier: the one being written, and the one in use.
    pub fn snapshot_ids(
        &self,
    ) -> (impl Iterator<Item = SnapshotId>, impl Iterator<Item = SnapshotId>) {
        (self.place.iter().map(Snapshot::id), self.near.iter().flat_map(Shared::ids))
    }

    /// Blocks on the host in use.
    pub fn host_block_ids(&self) -> impl Iterator<Item = HostBlockId> {
        self.host.ids()
    }

    /// The snapshot on the host in use.
    pub fn host_snapshot_ids(&self) -> impl Iterator<Item = HostSnapshotId> {
        self.far.iter().flat_map(Shared::ids)
    }

    /// Holds the blocks of a walk from the place `first` to the end of `tokens`, in whichever tier
    /// they are; `None` if some are evicted. `none`: empty references to blocks of both tiers.
    pub(super) fn hold(
        namespace: &Namespace,
        tokens: &[TokenId],
        view: ResumeView<'_>,
        walk: &Walk,
        first: usize,
        none: (Shared<BlockId>, Shared<HostBlockId>),
    ) -> Option<Self> {
        let path = view.there(walk, first, tokens.len() as u32)?;
        let (mut resident, mut host) = none;
        resident.use_all(view.tree.blocks_of(&path));
        host.use_all(view.tree.host_blocks_of(&path));
        let places = path.iter().flat_map(|&PathSegment { node, from, to }| {
            let node = view.tree.node(node);
            let start = node.start as usize / view.rules.block_tokens;
            start + node.blocks.len().min(to).max(from)..start + to
        });
        Some(Self {
            namespace: namespace.clone(),
            tokens: tokens.to_vec(),
            resident,
            host,
            places: places.collect(),
            near: None,
            far: None,
            blocks: Vec::new(),
            place: None,
            first_move: 0,
        })
    }

    /// Holds the snapshot at the end too.
    pub(super) fn hold_snapshot(&mut self, snapshot: &Kept) {
        match snapshot {
            Kept::Device(snapshot) => self.near = Some(snapshot.share()),
            Kept::Host(snapshot) => self.far = Some(snapshot.share()),
        }
    }

    /// Whether any of its state is on the host.
    pub(super) fn is_needed(&self) -> bool {
        !self.host.is_empty() || self.far.is_some()
    }

    pub(super) fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// The copies of a promotion that lacks nothing.
    pub(super) fn copies(&self, block_tokens: usize) -> Vec<TierCopy> {
        let copy = |object, at| {
            let content = block_content(
                at,
                self.tokens.get(at * block_tokens..).unwrap_or_default(),
                block_tokens,
            );
            TierCopy { object, to: Tier::Device, content }
        };
        let blocks = self.blocks.iter().zip(self.host.ids()).zip(&self.places);
        let blocks = blocks
            .map(|((block, host), &at)| copy(TierObject::Block { device: block.id(), host }, at));
        let mut copies: Vec<_> = blocks.collect();
        let from = self.far.as_ref().and_then(|far| far.get(0));
        if let Some((host, device)) = from.zip(self.place.as_ref().map(Snapshot::id)) {
            let last = (self.tokens.len() / block_tokens).saturating_sub(1);
            copies.push(copy(TierObject::Snapshot { device, host }, last));
        }
        copies
    }

    /// Adds the copied blocks and snapshot to the first tier of the tree below `root`: see
    /// [`super::PrefixIndex::finish_promotion`].
    pub(super) fn finish(
        self,
        ranked: &mut RankedTree,
        root: Option<NodeId>,
        broken: impl Fn(usize) -> bool,
    ) {
        let faults = ranked.rules.faults;
        let Self { tokens, resident, host, places, far, blocks, place, first_move, .. } = self;
        let broken = |copy: usize| !faults.ignores_damage() && broken(copy);
        let copies = blocks.len();
        let good = (0..copies).take_while(|i| !broken(first_move + i)).count();
        let snapshot_broken = far.is_some() && broken(first_move + copies);
        let off = usize::from(faults.promotes_one_block_off() && good > 1);
        let mut blocks: Vec<_> = blocks.into_iter().take(good).collect();
        blocks.rotate_left(off);
        let mut path = PromotedPath { ranked, root, tokens: &tokens };
        for (i, (block, &at)) in blocks.into_iter().zip(&places).enumerate() {
            if !path.raise(at, host.get(i), block) {
                break;
            }
        }
        if let (Some(far), Some(place)) = (far.and_then(|f| f.get(0)), place) {
            path.raise_mark(far, place, snapshot_broken);
        }
        if let Some(&at) = places.get(good).filter(|_| good < copies) {
            path.drop_from(at, host.get(good));
        }
        drop(resident);
    }
}

/// The path of a promotion's tokens in the tree.
struct PromotedPath<'a> {
    ranked: &'a mut RankedTree,
    root: Option<NodeId>,
    tokens: &'a [TokenId],
}

impl PromotedPath<'_> {
    /// Follows the first `end` tokens.
    fn walk_to(&self, end: usize) -> Walk {
        let tokens = self.tokens.get(..end).unwrap_or_default();
        self.ranked.tree.walk(self.root, tokens, self.ranked.rules.block_tokens).0
    }

    /// Puts `block` in the place of the block on the host that is `at` in the path of `tokens`;
    /// returns whether that one was still there.
    fn raise(&mut self, at: usize, host: Option<HostBlockId>, block: Block<Mutable>) -> bool {
        let end = (at + 1) * self.ranked.rules.block_tokens;
        let walk = self.walk_to(end);
        let Some(&PathSegment { node, .. }) = walk.path.last() else { return false };
        let next = self.ranked.tree.node(node).host.front().map(|h| h.id());
        let in_order = self.ranked.rules.window.is_some() || walk.resident == at;
        if walk.blocks != at + 1 || !in_order || next != host {
            return false;
        }
        let Some(cached) = block.complete().share().cache(0) else { return false };
        self.ranked.tree.raise(node, cached);
        self.ranked.stats.promoted_blocks += 1;
        self.ranked.use_node(node);
        self.ranked.rank_parent(node);
        true
    }

    fn raise_mark(&mut self, host: HostSnapshotId, place: Snapshot<Mutable>, broken: bool) {
        let Some(at) = self.ranked.mark_at(self.root, self.tokens) else { return };
        let Some(mark) = self.ranked.tree.mark(at) else { return };
        if mark.snapshot.host_id() != Some(host) {
            return;
        }
        let used = mark.key.1;
        if broken {
            self.ranked.detach(at);
        } else if let Some(cached) = place.complete().share().cache(0) {
            self.ranked.tree.move_mark(at, Kept::Device(cached));
            self.ranked.stats.promoted_snapshots += 1;
            self.ranked.rank_mark(at, used);
        }
    }

    /// Drops the block `at` of the path of `tokens`, if it is still `host`, with all state that is
    /// useless without it.
    fn drop_from(&mut self, at: usize, host: Option<HostBlockId>) {
        let end = (at + 1) * self.ranked.rules.block_tokens;
        let walk = self.walk_to(end);
        let Some(&PathSegment { node, to: matched, .. }) = walk.path.last() else { return };
        let run = self.ranked.tree.node(node);
        let there = matched.checked_sub(1 + run.blocks.len()).and_then(|i| run.host.get(i));
        if walk.blocks == at + 1 && there.map(|h| h.id()) == host {
            self.ranked.drop_damaged(node, matched - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pool::{BlockPool, SnapshotPool};
    use crate::prefix::testing::{BLOCK_TOKENS, count, give_up_blocks};
    use crate::prefix::{Namespace, PrefixIndex};
    use crate::table::BlockTable;
    use atlas_core::HostPlaces;

    /// An index whose two blocks are on the host.
    fn demoted() -> (BlockPool, PrefixIndex) {
        let (blocks, snapshots) = (BlockPool::new(4), SnapshotPool::new(0));
        let index = PrefixIndex::new(&blocks, &snapshots, BLOCK_TOKENS, false);
        let mut index = index.with_host(HostPlaces { blocks: 4, snapshots: 0 });
        let mut table = BlockTable::new(&blocks, BLOCK_TOKENS);
        (0..2).for_each(|_| table.push(blocks.take().unwrap()));
        table.complete_to(8);
        index.publish(&Namespace::default(), &count(8), &mut table);
        drop(table);
        assert_eq!((give_up_blocks(&mut index, 2), blocks.free()), (2, 4));
        assert_eq!(index.take_copies().len(), 2);
        (blocks, index)
    }

    #[test]
    fn a_dropped_promotion_gives_everything_back() {
        let (blocks, mut index) = demoted();
        let mut promotion = index.promote(&Namespace::default(), &count(8), 8).unwrap();
        assert_eq!((promotion.lacks_blocks(), promotion.lacks_place()), (2, false));
        promotion.give_block(blocks.take().unwrap());
        assert_eq!(promotion.lacks_blocks(), 1);
        drop(promotion);
        assert_eq!((blocks.free(), index.stats().host_blocks), (4, 2));
        index.check().unwrap();
        index.clear();
        assert_eq!(index.host_free().blocks, 4);
    }

    #[test]
    fn a_damaged_block_ends_the_promoted_path() {
        for (damaged, usable, held) in [(9, 8, (2, 0)), (1, 4, (1, 0)), (0, 0, (0, 0))] {
            let (blocks, mut index) = demoted();
            let mut promotion = index.promote(&Namespace::default(), &count(8), 8).unwrap();
            (0..2).for_each(|_| promotion.give_block(blocks.take().unwrap()));
            index.start_promotion(&mut promotion);
            assert_eq!(index.copy_count(), 2);
            index.finish_promotion(promotion, |copy| copy == damaged);
            index.check().unwrap();
            let found = index.match_longest(&Namespace::default(), &count(9));
            assert_eq!((found.usable_tokens, found.kept_tokens), (usable, usable));
            let stats = index.stats();
            assert_eq!((stats.blocks, stats.host_blocks), held);
        }
    }
}
