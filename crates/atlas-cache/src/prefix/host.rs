//! The tier in host memory: its places, and the copies that have to be made.

use super::PrefixIndex;
use super::tree::MarkAt;
use crate::pool::{Holders, Mutable, Pool, PoolError, PoolId, Unit};
use atlas_core::{ContentKey, HostBlockId, HostPlaces, HostSnapshotId, TierCopy, TokenId};
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

/// All places of the tier, and the copies that no plan has taken yet.
#[derive(Debug)]
pub(super) struct Host {
    pub blocks: Pool<HostBlockId>,
    pub snapshots: Pool<HostSnapshotId>,
    pub moves: Vec<TierCopy>,
    /// Whether blocks and snapshots that leave the first tier move to the host.
    pub takes: bool,
}

impl Host {
    pub fn new(places: HostPlaces) -> Self {
        Self {
            blocks: Pool::new(places.blocks),
            snapshots: Pool::new(places.snapshots),
            moves: Vec::new(),
            takes: places.blocks > 0,
        }
    }
}

/// Key of the tokens of `[start, start + tokens.len())`. A reader that expects other tokens sees
/// the difference. No object is found by it and it is no secret.
pub fn content_of(start: u32, tokens: &[TokenId]) -> ContentKey {
    let mut hash = Xxh3::new();
    tokens.iter().for_each(|token| hash.update(&token.to_le_bytes()));
    ContentKey { start, end: start + tokens.len() as u32, hash: hash.digest() }
}

impl PrefixIndex {
    /// A place on the host. If none is free, the least valuable block without a user is evicted.
    pub fn host_block(&mut self) -> Option<HostBlock> {
        if !self.host.takes {
            return None;
        }
        let free = self.host.blocks.take();
        free.or_else(|| if self.evict_host_block() { self.host.blocks.take() } else { None })
    }

    /// A place for a snapshot on the host. If none is free, the least valuable snapshot without a
    /// user is evicted.
    pub fn host_snapshot(&mut self) -> Option<HostSnapshot> {
        if !self.host.takes {
            return None;
        }
        let free = self.host.snapshots.take();
        free.or_else(|| if self.evict_host_snapshot() { self.host.snapshots.take() } else { None })
    }

    /// Books a copy that must be made, behind those before it.
    pub fn push_copy(&mut self, copy: TierCopy) {
        self.host.moves.push(copy);
    }

    /// Copies booked and not taken.
    pub fn copy_count(&self) -> usize {
        self.host.moves.len()
    }

    /// The copies between the tiers that have to be made, in this order, before anything is
    /// written that was free when they were booked.
    pub fn take_copies(&mut self) -> Vec<TierCopy> {
        std::mem::take(&mut self.host.moves)
    }

    /// Key of the block in place `at` of a sequence.
    pub(super) fn content(&self, at: usize, tokens: &[TokenId]) -> ContentKey {
        content_of((at * self.block_tokens) as u32, tokens)
    }

    /// Key of a snapshot: that of the block before it.
    pub(super) fn mark_content(&self, at: MarkAt) -> ContentKey {
        let node = self.tree.node(at.node);
        let end = (at.position - node.start) as usize;
        let start = end.saturating_sub(self.block_tokens);
        let tokens = node.tokens.get(start..end).unwrap_or_default();
        content_of(at.position - (end - start) as u32, tokens)
    }

    /// Blocks on the host that the index holds.
    pub fn host_block_ids(&self) -> impl Iterator<Item = HostBlockId> + '_ {
        self.tree.nodes().flat_map(|node| node.host.iter().map(|b| b.id()))
    }

    /// Snapshots on the host that the index holds.
    pub fn host_snapshot_ids(&self) -> impl Iterator<Item = HostSnapshotId> + '_ {
        self.tree.nodes().flat_map(|node| node.marks.iter().filter_map(|m| m.snapshot.host_id()))
    }

    /// Checks the places on the host against the handles that hold them beside the index: exclusive
    /// ones and shared ones.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check_host(
        &self,
        blocks: (Vec<HostBlockId>, Vec<HostBlockId>),
        snapshots: (Vec<HostSnapshotId>, Vec<HostSnapshotId>),
    ) -> Result<(), PoolError> {
        let ((exclusive, shared), cached) = (blocks, self.host_block_ids());
        self.host.blocks.check(Holders { exclusive, shared, cached })?;
        let ((exclusive, shared), cached) = (snapshots, self.host_snapshot_ids());
        self.host.snapshots.check(Holders { exclusive, shared, cached })
    }

    /// Places on the host that are free: blocks and snapshots.
    pub fn host_free(&self) -> HostPlaces {
        HostPlaces { blocks: self.host.blocks.free(), snapshots: self.host.snapshots.free() }
    }
}
