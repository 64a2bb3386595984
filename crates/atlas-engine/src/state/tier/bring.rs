//! The way of whole blocks back to memory.

use std::collections::VecDeque;
use std::ops::Range;

use atlas_disk::{DiskError, Piece, Stored};
use atlas_tensor::{KvCache, LayerState};

use super::evict::{Rank, TOGETHER, caches, runs};
use super::{Kept, KvTier};
use crate::state::slots::SlotTable;

impl KvTier {
    /// Notes that a block cannot be read.
    pub(super) fn lose(&mut self, block: u32, error: &DiskError) {
        let of = &mut self.blocks[block as usize];
        if matches!(of.kept, Kept::On(_)) {
            self.stored -= 1;
        }
        of.kept = Kept::Lost(Box::new(error.clone()));
        self.lost.push(block);
    }

    /// Blocks that were found to be lost since the last call.
    pub fn take_lost(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.lost)
    }

    /// Where a block is on the disk; waits for the end of its write.
    pub(super) fn stored(&mut self, block: u32) -> Result<Stored, DiskError> {
        loop {
            match &self.blocks[block as usize].kept {
                Kept::On(stored) => return Ok(stored.clone()),
                Kept::Lost(error) => return Err(DiskError::clone(error)),
                Kept::Nowhere => {
                    let what = format!("block {block} was never written");
                    return Err(DiskError::Stopped(what));
                }
                Kept::Writing(_) => {
                    self.disk.wait_any();
                    self.take_written();
                }
            }
        }
    }

    /// Brings as many of `absent` to memory, in this order, as there are frames that no running
    /// sequence needs.
    pub(super) fn bring(&mut self, absent: Vec<u32>, slots: &SlotTable, layers: &mut [LayerState]) {
        let mut pending: VecDeque<(u32, u64)> = VecDeque::new();
        for block in absent {
            while self.frames.free() == 0 {
                if !self.evict_one(Rank::Idle(u64::MAX), slots, layers) {
                    return self.arrive_all(&mut pending, layers);
                }
            }
            let Ok(stored) = self.stored(block) else { continue };
            let key = self.blocks[block as usize].key.clone().unwrap_or_default();
            let tag = loop {
                match self.disk.read_whole(&stored, &key) {
                    Some(tag) => break tag,
                    None if pending.is_empty() => self.disk.wait_any(),
                    None => self.arrive(&mut pending, layers),
                }
            };
            self.frames.take(block);
            self.blocks[block as usize].pinned = self.step;
            pending.push_back((block, tag));
        }
        self.arrive_all(&mut pending, layers);
    }

    pub(super) fn arrive_all(
        &mut self,
        pending: &mut VecDeque<(u32, u64)>,
        layers: &mut [LayerState],
    ) {
        while !pending.is_empty() {
            self.arrive(pending, layers);
        }
    }

    /// Waits for the first of `pending` and puts them into the caches: one on the host, some on a
    /// device.
    pub(super) fn arrive(&mut self, pending: &mut VecDeque<(u32, u64)>, layers: &mut [LayerState]) {
        let on_host = caches(layers).next().is_none_or(KvCache::is_on_host);
        let count = if on_host { 1 } else { TOGETHER };
        let (mut there, mut pieces) = (Vec::new(), Vec::new());
        for (block, tag) in pending.drain(..count.min(pending.len())) {
            match (self.disk.wait(tag), self.frames.of(block)) {
                (Ok(piece), Some(frame)) => {
                    there.push((block, frame));
                    pieces.push(piece);
                }
                // Those who read it part by part are told what is wrong with it.
                (Ok(_) | Err(_), _) => self.frames.release(block),
            }
        }
        self.brought_blocks += there.len() as u64;
        let pieces: Vec<&Piece> = pieces.iter().collect();
        copy_in(&there, &pieces, |part| self.disk.part(part), layers);
    }
}

/// Puts blocks, with their frames and in the order of `pieces`, into the caches: `range` says where
/// a piece has the part of each of them.
pub(crate) fn copy_in(
    there: &[(u32, u32)],
    pieces: &[&Piece],
    range: impl Fn(usize) -> Range<usize>,
    layers: &mut [LayerState],
) {
    let caches = layers.iter_mut().filter_map(|layer| match layer {
        LayerState::Paged(cache) => Some(cache),
        LayerState::Recurrent(_) | LayerState::Stateless => None,
    });
    for (part, cache) in caches.enumerate() {
        let range = range(part);
        for run in runs(there) {
            let frame = there[run.start].1;
            match &pieces[run] {
                [piece] => cache.write_block(frame, &piece.bytes()[range.clone()]),
                run => {
                    let mut bytes = Vec::with_capacity(run.len() * range.len());
                    for piece in run {
                        bytes.extend_from_slice(&piece.bytes()[range.clone()]);
                    }
                    cache.write_blocks(frame, &bytes);
                }
            }
        }
    }
}
