//! State that is kept for later processes: blocks and snapshots with keys, written while nothing
//! runs.

use std::sync::Arc;

use atlas_cache::Namespace;
use atlas_core::{SlotId, StateSave, TokenId};
use atlas_sched::Scheduler;
use atlas_tensor::{LayerState, NO_BLOCK};
use rustc_hash::FxHashMap;

use super::keys::{self, FoundBlock};
use super::{Block, Kept, KvTier};
use crate::state::slots::SlotTable;
use crate::state::snapshots::SnapshotArena;

/// Blocks that are written at once while nothing runs.
const SAVED_AT_ONCE: usize = 16;

/// A sequence in a slot, as far as its blocks have keys.
#[derive(Debug)]
pub(super) struct Known {
    namespace: Arc<Namespace>,
    /// Places whose chain this is.
    places: u32,
    chain: u128,
}

impl KvTier {
    /// Notes whose blocks a newly assigned slot gets; `None` if they are not to be found again.
    pub fn assign(&mut self, slot: SlotId, namespace: Option<&Arc<Namespace>>) {
        let known =
            namespace.map(|of| Known { namespace: of.clone(), places: 0, chain: keys::START });
        self.sequences[slot.index()] = known;
    }

    /// Marks the blocks of the first `places` places of a slot as complete, and gives them keys.
    pub(super) fn complete(&mut self, slot: SlotId, slots: &SlotTable, places: u32) {
        let table = slots.pool_blocks(slot);
        let places = (places as usize).min(table.len());
        let is_new = |block: &&u32| **block != NO_BLOCK && !self.blocks[**block as usize].complete;
        let first = places - table[..places].iter().rev().take_while(is_new).count();
        for place in first..places {
            let key = self.key(slot, slots, place as u32);
            let block = table[place];
            let of = &mut self.blocks[block as usize];
            (of.complete, of.key) = (true, key);
            if of.key.is_some() && !std::mem::replace(&mut of.unsaved, true) {
                self.unsaved.push_back(block);
            }
        }
    }

    /// The key of the block at a place, whose tokens are known.
    pub(super) fn key(&mut self, slot: SlotId, slots: &SlotTable, place: u32) -> Option<Arc<[u8]>> {
        let size = self.block_tokens;
        let tokens = |place: u32| slots.tokens(slot, place * size, (place + 1) * size).ok();
        let known = self.sequences[slot.index()].as_mut()?;
        if known.places > place {
            (known.places, known.chain) = (0, keys::START);
        }
        while known.places < place {
            known.chain = keys::chain(known.chain, tokens(known.places)?);
            known.places += 1;
        }
        let own = tokens(place)?;
        let key = keys::key(&known.namespace, place * size, known.chain, own);
        (known.places, known.chain) = (place + 1, keys::chain(known.chain, own));
        key
    }

    /// Notes a snapshot of a slot, which a step has taken if `is_taken`; else its place holds
    /// nothing that is to be found again.
    pub fn note_save(&mut self, save: &StateSave, slots: &SlotTable, is_taken: bool) {
        let whole = save.position.is_multiple_of(self.block_tokens) && save.position > 0;
        let place = (save.position / self.block_tokens).saturating_sub(1);
        let key = if whole && is_taken { self.key(save.slot, slots, place) } else { None };
        if let Some(file) = &mut self.snapshots {
            file.note(save.to, key);
        }
    }

    /// Notes that a step has left wrong state in a slot from position `start` on: none of it is to
    /// be found again.
    pub fn spoil(&mut self, slot: SlotId, start: u32, slots: &SlotTable) {
        self.sequences[slot.index()] = None;
        let first = (start / self.block_tokens) as usize;
        for &block in slots.pool_blocks(slot).iter().skip(first).filter(|&&b| b != NO_BLOCK) {
            self.blocks[block as usize].key = None;
        }
    }

    /// Gives the scheduler's prefix cache what earlier processes have left on the disk, and the
    /// arena the snapshots of it; returns the number of blocks and of snapshots.
    pub fn restore_cache(
        &mut self,
        scheduler: &mut Scheduler,
        arena: &mut SnapshotArena,
    ) -> [usize; 2] {
        let mut restored = [0; 2];
        let mut ends: FxHashMap<(Namespace, u128), Vec<TokenId>> = FxHashMap::default();
        for path in keys::paths(std::mem::take(&mut self.found)) {
            let taken = scheduler.adopt(&path.namespace, &path.tokens);
            for block in path.blocks.iter().filter(|_| self.snapshots.is_some()) {
                let tokens = path.tokens[..block.end() as usize].to_vec();
                ends.insert((path.namespace.clone(), block.chain()), tokens);
            }
            let mut blocks: Vec<_> = path.blocks.into_iter().map(Some).collect();
            for (place, block) in taken {
                if let Some(found) = blocks.get_mut(place as usize).and_then(Option::take) {
                    self.adopt(block.0, found);
                    restored[0] += 1;
                }
            }
        }
        let Some(file) = &mut self.snapshots else { return restored };
        for found in file.take_found() {
            let place = (found.namespace().clone(), found.chain());
            let Some(tokens) = ends.get(&place) else { continue };
            let piece = match file.read(&found) {
                Ok(piece) => piece,
                Err(error) => {
                    tracing::warn!(%error, "a snapshot on the disk is left out");
                    continue;
                }
            };
            // Without a free place older ones have none either.
            let Some(snapshot) = scheduler.adopt_snapshot(&place.0, tokens, false) else {
                continue;
            };
            arena.write(snapshot, &piece.bytes()[..arena.snapshot_bytes()]);
            file.adopt(snapshot, found);
            restored[1] += 1;
        }
        restored
    }

    /// Brings the last snapshot of a prompt that the disk has to the prefix cache, if that has
    /// the blocks up to there and no snapshot as near to the end.
    pub fn bring_snapshot(
        &mut self,
        scheduler: &mut Scheduler,
        arena: &mut SnapshotArena,
        namespace: &Namespace,
        tokens: &[TokenId],
    ) {
        let Some(file) = self.snapshots.as_mut().filter(|file| !file.is_empty()) else { return };
        let [usable, cached] = scheduler.cached_tokens(namespace, tokens);
        if cached < usable + self.block_tokens {
            return;
        }
        let size = self.block_tokens as usize;
        let (mut chain, mut last) = (keys::START, None);
        for (place, own) in (0..).zip(tokens[..cached as usize].chunks_exact(size)) {
            let (start, end) = (place * self.block_tokens, (place + 1) * self.block_tokens);
            if end > usable
                && let Some(key) = keys::key(namespace, start, chain, own)
                && file.has(&key)
            {
                last = Some((end, key));
            }
            chain = keys::chain(chain, own);
        }
        let Some((end, key)) = last else { return };
        match file.bring(&key) {
            Ok(Some(piece)) => {
                let tokens = &tokens[..end as usize];
                if let Some(place) = scheduler.adopt_snapshot(namespace, tokens, true) {
                    arena.write(place, &piece.bytes()[..arena.snapshot_bytes()]);
                    file.note_brought(place, key);
                }
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a snapshot on the disk is not used"),
        }
    }

    /// Takes a block that was found as the content of a block of the pool.
    fn adopt(&mut self, block: u32, found: FoundBlock) {
        let FoundBlock { key, stored, .. } = found;
        self.stored += 1;
        self.frames.note_absent();
        self.blocks[block as usize] =
            Block { complete: true, kept: Kept::On(stored), key: Some(key), ..Block::default() };
    }

    /// Writes some complete blocks that have not been written; false if there is none.
    pub fn save_some(&mut self, layers: &[LayerState], arena: &SnapshotArena) -> bool {
        let mut saved = self.snapshots.as_mut().is_some_and(|file| file.save_one(arena));
        for _ in 0..SAVED_AT_ONCE {
            let Some(block) = self.unsaved.pop_front() else { break };
            let of = &mut self.blocks[block as usize];
            of.unsaved = false;
            if of.complete && of.key.is_some() && matches!(of.kept, Kept::Nowhere) {
                self.write(&[block], layers);
            }
            saved = true;
        }
        self.take_written();
        saved
    }

    /// Writes all complete blocks that have not been written, and waits until the disk has them.
    pub fn save_all(&mut self, layers: &[LayerState], arena: &SnapshotArena) {
        if !self.unsaved.is_empty() {
            tracing::info!(blocks = self.unsaved.len(), "cached state goes to the disk");
        }
        while self.save_some(layers, arena) {}
        warn_of(self.disk.finish());
        self.take_written();
        if let Some(file) = &mut self.snapshots {
            file.finish();
        }
    }
}

/// A sync that failed: what is not on the disk is not found again.
pub(super) fn warn_of(synced: Result<(), atlas_disk::DiskError>) {
    if let Err(error) = synced {
        tracing::warn!(%error, "a file of cached state could not be synced");
    }
}
