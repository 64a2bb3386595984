//! Bringing a cached prefix back from the host.
//!
//! A promotion has three stages. The index holds the prefix and counts the blocks that the first
//! tier lacks; the scheduler gives blocks and a place for a snapshot; after the copies the index is
//! told which of them were damaged. Until then the tree is as it was.

use super::tree::{Kept, MarkAt, PathSegment, Walk};
use super::{Namespace, Pin, PrefixIndex};
use crate::pool::{Block, Mutable, Shared, Snapshot};
use atlas_core::{
    BlockId, ContentKey, HostBlockId, HostSnapshotId, SnapshotId, Tier, TierCopy, TierObject,
    TokenId,
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
    /// Where the copies go.
    blocks: Vec<Block<Mutable>>,
    place: Option<Snapshot<Mutable>>,
    /// Of the first copy among those booked.
    first_move: usize,
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
}

impl PrefixIndex {
    /// Holds the cached state of the first `to` of `tokens`, as a match has found it. `None` if the
    /// first tier lacks nothing of it, or if some was evicted since.
    pub fn promote(&mut self, ns: &Namespace, tokens: &[TokenId], to: u32) -> Option<Promotion> {
        let tokens = tokens.get(..to as usize)?;
        let walk = self.walk_of(ns, tokens);
        let mut promotion = self.promote_walk(ns, tokens, &walk, self.first_block(to))?;
        if self.needs_snapshots {
            let at = self.tree.deepest_mark(&walk, to, true).filter(|at| at.position == to)?;
            match &self.tree.mark(at)?.snapshot {
                Kept::Device(snapshot) => promotion.near = Some(snapshot.share()),
                Kept::Host(snapshot) => promotion.far = Some(snapshot.share()),
            }
        }
        (!promotion.host.is_empty() || promotion.far.is_some()).then_some(promotion)
    }

    /// As [`Self::promote`], for the blocks from the place `first` on alone: the recurrent state at
    /// the end is kept elsewhere.
    pub fn promote_blocks(
        &mut self,
        ns: &Namespace,
        tokens: &[TokenId],
        first: u32,
        to: u32,
    ) -> Option<Promotion> {
        let tokens = tokens.get(..to as usize)?;
        let walk = self.walk_of(ns, tokens);
        let promotion = self.promote_walk(ns, tokens, &walk, first as usize)?;
        (!promotion.host.is_empty()).then_some(promotion)
    }

    /// Holds the blocks of a walk from the place `first` to the end of `tokens`; `None` if some are
    /// evicted.
    fn promote_walk(
        &self,
        ns: &Namespace,
        tokens: &[TokenId],
        walk: &Walk,
        first: usize,
    ) -> Option<Promotion> {
        let path = self.there(walk, first, tokens.len() as u32)?;
        let mut resident = self.no_blocks.none();
        resident.use_all(self.tree.blocks_of(&path));
        let mut host = self.host.blocks.none();
        host.use_all(self.tree.host_blocks_of(&path));
        let places = path.iter().flat_map(|&PathSegment { node, from, to }| {
            let node = self.tree.node(node);
            let start = node.start as usize / self.block_tokens;
            start + node.blocks.len().min(to).max(from)..start + to
        });
        Some(Promotion {
            namespace: ns.clone(),
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

    /// Holds the blocks of `tokens` from the place `first` to `to`, if all of them are in the first
    /// tier.
    pub fn pin_blocks(
        &mut self,
        ns: &Namespace,
        tokens: &[TokenId],
        first: u32,
        to: u32,
    ) -> Option<Shared<BlockId>> {
        let walk = self.walk_of(ns, tokens.get(..to as usize)?);
        let mut pins = self.no_blocks.none();
        pins.use_all(self.tree.blocks_of(&self.resident(&walk, first as usize, to)?));
        Some(pins)
    }

    /// Books the copies of a promotion that lacks nothing.
    pub fn start_promotion(&mut self, promotion: &mut Promotion) {
        promotion.first_move = self.copy_count();
        let blocks = promotion.blocks.iter().zip(promotion.host.ids());
        for ((block, host), &at) in blocks.zip(&promotion.places) {
            let content = self.block_content(&promotion.tokens, at);
            let object = TierObject::Block { device: block.id(), host };
            self.host.moves.push(TierCopy { object, to: Tier::Device, content });
        }
        let from = promotion.far.as_ref().and_then(|far| far.get(0));
        if let Some((host, device)) = from.zip(promotion.place.as_ref().map(Snapshot::id)) {
            let last = (promotion.tokens.len() / self.block_tokens).saturating_sub(1);
            let content = self.block_content(&promotion.tokens, last);
            let object = TierObject::Snapshot { device, host };
            self.host.moves.push(TierCopy { object, to: Tier::Device, content });
        }
    }

    fn block_content(&self, tokens: &[TokenId], at: usize) -> ContentKey {
        let tokens = tokens.get(at * self.block_tokens..).unwrap_or_default();
        self.content(at, &tokens[..tokens.len().min(self.block_tokens)])
    }

    /// Adds the copied blocks and snapshot to the first tier. `broken` tells of a copy, by its
    /// index among the booked ones, whether it was damaged. From the first damaged block on the
    /// path is dropped.
    pub fn finish_promotion(&mut self, promotion: Promotion, broken: impl Fn(usize) -> bool) {
        let believes = self.faults.ignores_damage();
        let first_move = promotion.first_move;
        let broken = |copy: usize| !believes && broken(copy);
        let Promotion { namespace, tokens, resident, host, places, far, blocks, place, .. } =
            promotion;
        let copies = blocks.len();
        let good = (0..copies).take_while(|i| !broken(first_move + i)).count();
        let snapshot_broken = far.is_some() && broken(first_move + copies);
        let off = usize::from(self.faults.promotes_one_block_off() && good > 1);
        let mut blocks: Vec<_> = blocks.into_iter().take(good).collect();
        blocks.rotate_left(off);
        for (i, (block, &at)) in blocks.into_iter().zip(&places).enumerate() {
            if !self.raise(&namespace, &tokens, at, host.get(i), block) {
                break;
            }
        }
        if let (Some(far), Some(place)) = (far.and_then(|f| f.get(0)), place) {
            self.raise_mark(&namespace, &tokens, far, place, snapshot_broken);
        }
        if let Some(&at) = places.get(good).filter(|_| good < copies) {
            self.drop_from(&namespace, &tokens, at, host.get(good));
        }
        drop(resident);
    }

    /// Puts `block` in the place of the block on the host that is `at` in the path of `tokens`;
    /// returns whether that one was still there.
    fn raise(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
        at: usize,
        host: Option<HostBlockId>,
        block: Block<Mutable>,
    ) -> bool {
        let end = (at + 1) * self.block_tokens;
        let walk = self.walk_of(namespace, tokens.get(..end).unwrap_or_default());
        let Some(&PathSegment { node, .. }) = walk.path.last() else { return false };
        let next = self.tree.node(node).host.front().map(|h| h.id());
        let in_order = self.window.is_some() || walk.resident == at;
        if walk.blocks != at + 1 || !in_order || next != host {
            return false;
        }
        let Some(cached) = block.complete().share().cache(0) else { return false };
        self.tree.raise(node, cached);
        self.stats.promoted_blocks += 1;
        self.use_node(node);
        self.rank_parent(node);
        true
    }

    fn raise_mark(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
        host: HostSnapshotId,
        place: Snapshot<Mutable>,
        broken: bool,
    ) {
        let Some(at) = self.mark_at(namespace, tokens) else { return };
        let Some(mark) = self.tree.mark(at) else { return };
        if mark.snapshot.host_id() != Some(host) {
            return;
        }
        let used = mark.key.1;
        if broken {
            self.detach(at);
        } else if let Some(cached) = place.complete().share().cache(0) {
            self.tree.move_mark(at, Kept::Device(cached));
            self.stats.promoted_snapshots += 1;
            self.rank_mark(at, used);
        }
    }

    /// Drops the block `at` of the path of `tokens`, if it is still `host`, with all state that is
    /// useless without it.
    fn drop_from(
        &mut self,
        ns: &Namespace,
        tokens: &[TokenId],
        at: usize,
        host: Option<HostBlockId>,
    ) {
        let end = (at + 1) * self.block_tokens;
        let walk = self.walk_of(ns, tokens.get(..end).unwrap_or_default());
        let Some(&PathSegment { node, to: matched, .. }) = walk.path.last() else { return };
        let run = self.tree.node(node);
        let there = matched.checked_sub(1 + run.blocks.len()).and_then(|i| run.host.get(i));
        if walk.blocks == at + 1 && there.map(|h| h.id()) == host {
            self.drop_damaged(node, matched - 1);
        }
    }

    /// Holds the state of exactly these tokens from the first one on, if all of it is in the first
    /// tier.
    pub fn pin(&mut self, ns: &Namespace, tokens: &[TokenId]) -> Option<Pin> {
        let walk = self.walk_of(ns, tokens);
        let path = self.resident(&walk, 0, tokens.len() as u32).filter(|path| !path.is_empty())?;
        let mut pin = Pin { blocks: self.no_blocks.none(), released: 0, snapshot: None };
        if self.needs_snapshots {
            let mark = self.tree.mark(self.mark_at(ns, tokens)?)?;
            let Kept::Device(snapshot) = &mark.snapshot else { return None };
            pin.snapshot = Some(snapshot.share());
        }
        pin.blocks.use_all(self.tree.blocks_of(&path));
        Some(pin)
    }

    /// Evicts one block without a user and does not demote it: no plan could copy it.
    pub fn discard_block(&mut self) -> bool {
        let takes = std::mem::replace(&mut self.host.takes, false);
        let given = self.evict_blocks(1) > 0;
        self.host.takes = takes;
        given
    }

    /// Removes all entries behind the first `keep` of `tokens` from the index: state computed from
    /// them is wrong. Users of their blocks keep them. Returns whether there were any.
    pub fn quarantine(&mut self, ns: &Namespace, tokens: &[TokenId], keep: u32) -> bool {
        let at = keep as usize / self.block_tokens;
        let end = (at + 1) * self.block_tokens;
        let walk = self.walk_of(ns, tokens.get(..end).unwrap_or(tokens));
        let Some(&PathSegment { node, to: matched, .. }) = walk.path.last() else { return false };
        if walk.blocks != at + 1 {
            return false;
        }
        self.stats.quarantined += 1;
        self.prune(node, matched - 1);
        true
    }

    /// Removes the snapshot at the end of `tokens` from the index, with all blocks behind it.
    pub fn quarantine_snapshot(&mut self, ns: &Namespace, tokens: &[TokenId]) -> bool {
        let Some(at) = self.mark_at(ns, tokens) else { return false };
        self.detach(at);
        self.stats.quarantined += 1;
        let keep = (at.position - self.tree.node(at.node).start) as usize / self.block_tokens;
        self.prune(at.node, keep);
        true
    }

    fn mark_at(&self, namespace: &Namespace, tokens: &[TokenId]) -> Option<MarkAt> {
        let walk = self.walk_of(namespace, tokens);
        let to = tokens.len() as u32;
        self.tree.deepest_mark(&walk, to, true).filter(|at| at.position == to)
    }

    pub(super) fn walk_of(&self, namespace: &Namespace, tokens: &[TokenId]) -> Walk {
        let root = self.root_of(namespace);
        self.tree.walk(root, tokens, self.block_tokens).0
    }
}
