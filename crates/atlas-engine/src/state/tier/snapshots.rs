//! Snapshots of recurrent state on the disk: copies of those in memory, for later processes.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use atlas_core::SnapshotId;
use atlas_disk::{DiskError, Faults, Found, Identity, Piece, Stored};
use rustc_hash::FxHashMap;

use super::disk::{DiskBlocks, OnTheirWay, WriteId};
use super::keys::FoundBlock;
use crate::state::snapshots::SnapshotArena;

/// Snapshots on their way to the disk at a time, and back.
const WHOLE: [u32; 2] = [2, 1];

/// Bytes of the memory for jobs, for snapshots of so many bytes.
pub(crate) fn buffer_bytes(snapshot_bytes: usize) -> u64 {
    u64::from(WHOLE[0] + WHOLE[1]) * atlas_disk::place_bytes(&[snapshot_bytes]) as u64
}

/// The file of snapshots. A snapshot has the key of the block that ends where it was taken.
pub(crate) struct SnapshotFile {
    disk: DiskBlocks,
    places: u32,
    /// By place of the arena: the key of what is there.
    keys: Vec<Option<Arc<[u8]>>>,
    unsaved: VecDeque<SnapshotId>,
    writing: FxHashMap<WriteId, Arc<[u8]>>,
    saved: FxHashMap<Arc<[u8]>, Stored>,
    /// Keys of what is saved, oldest first.
    order: VecDeque<Arc<[u8]>>,
    found: Vec<FoundBlock>,
}

impl SnapshotFile {
    /// Opens the file of `places` snapshots for an arena of `count`.
    ///
    /// # Errors
    /// Those of [`atlas_disk::Store::open`], or no memory.
    pub fn open(
        file: &Path,
        (places, count): (u32, u32),
        snapshot_bytes: usize,
        (identity, block_tokens): (&Identity, u32),
        faults: &Faults,
    ) -> Result<Self, DiskError> {
        let parts = [snapshot_bytes];
        let bytes = atlas_disk::ALIGN_BYTES as u64
            + u64::from(places) * atlas_disk::place_bytes(&parts) as u64;
        let memory = OnTheirWay { reads: 0, writes: WHOLE[0], whole: WHOLE[1] };
        let (disk, found) = DiskBlocks::open(file, bytes, &parts, identity, faults, memory)?;
        let read = |found: Found| FoundBlock::read(found.key, found.stored, block_tokens);
        Ok(Self {
            disk,
            places,
            keys: vec![None; count as usize],
            unsaved: VecDeque::new(),
            writing: FxHashMap::default(),
            saved: FxHashMap::default(),
            order: VecDeque::new(),
            found: found.into_iter().filter_map(read).collect(),
        })
    }

    /// Notes what a place of the arena is about to hold; `None` of what is not to be found again.
    pub fn note(&mut self, snapshot: SnapshotId, key: Option<Arc<[u8]>>) {
        if key.is_some() {
            self.unsaved.push_back(snapshot);
        }
        self.keys[snapshot.index()] = key;
    }

    /// Writes a snapshot that has not been written; false if there is none.
    pub fn save_one(&mut self, arena: &SnapshotArena) -> bool {
        self.take_written();
        let Some(snapshot) = self.unsaved.pop_front() else { return false };
        let Some(key) = self.keys[snapshot.index()].clone() else { return true };
        if self.saved.contains_key(&key) || self.writing.values().any(|other| *other == key) {
            return true;
        }
        while self.saved.len() + self.writing.len() >= self.places as usize {
            match self.order.pop_front() {
                Some(oldest) => drop(self.saved.remove(&oldest)),
                None => {
                    self.disk.wait_any();
                    self.take_written();
                }
            }
        }
        let id = self.disk.write(snapshot.0, key.clone(), |_, bytes| arena.read(snapshot, bytes));
        self.writing.insert(id, key);
        true
    }

    /// Waits until the disk has what was written.
    pub fn finish(&mut self) {
        super::save::warn_of(self.disk.finish());
        self.take_written();
    }

    fn take_written(&mut self) {
        for written in self.disk.take_written() {
            let Some(key) = self.writing.remove(&written.id) else { continue };
            // A snapshot that could not be written is not found again.
            if let Ok(stored) = written.result {
                self.keep(key, stored);
            }
        }
    }

    fn keep(&mut self, key: Arc<[u8]>, stored: Stored) {
        self.saved.insert(key.clone(), stored);
        self.order.push_back(key);
    }

    /// Snapshots that earlier processes have left, newest first.
    pub fn take_found(&mut self) -> Vec<FoundBlock> {
        let mut found = std::mem::take(&mut self.found);
        found.reverse();
        found
    }

    /// The bytes of a snapshot that was found.
    ///
    /// # Errors
    /// The disk, or they are not what was written.
    pub fn read(&mut self, found: &FoundBlock) -> Result<Piece, DiskError> {
        loop {
            if let Some(tag) = self.disk.read_whole(&found.stored, &found.key) {
                return self.disk.wait(tag);
            }
            self.disk.wait_any();
        }
    }

    /// Whether nothing is on the disk.
    pub fn is_empty(&self) -> bool {
        self.saved.is_empty()
    }

    /// Whether the disk has the snapshot of a key.
    pub fn has(&self, key: &[u8]) -> bool {
        self.saved.contains_key(key)
    }

    /// The bytes of the snapshot of a key; `None` if the disk has none.
    ///
    /// # Errors
    /// The disk, or they are not what was written.
    pub fn bring(&mut self, key: &[u8]) -> Result<Option<Piece>, DiskError> {
        let Some(stored) = self.saved.get(key).cloned() else { return Ok(None) };
        loop {
            if let Some(tag) = self.disk.read_whole(&stored, key) {
                return self.disk.wait(tag).map(Some);
            }
            self.disk.wait_any();
        }
    }

    /// Notes that a place of the arena holds a snapshot that the disk has.
    pub fn note_brought(&mut self, snapshot: SnapshotId, key: Arc<[u8]>) {
        self.keys[snapshot.index()] = Some(key);
    }

    /// Takes a snapshot that was found as what is at a place of the arena.
    pub fn adopt(&mut self, snapshot: SnapshotId, found: FoundBlock) {
        self.keys[snapshot.index()] = Some(found.key.clone());
        self.keep(found.key, found.stored);
    }

    /// Bytes read and written since the start.
    pub fn bytes(&self) -> [u64; 2] {
        [self.disk.counts.read_bytes, self.disk.counts.written_bytes]
    }
}
