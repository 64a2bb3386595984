//! Blocks whose content goes to other files than the tier's, or comes from them, between steps.

use std::ops::Range;
use std::sync::Arc;

use atlas_disk::{DiskError, Piece};

use super::KvTier;

impl KvTier {
    /// The frame of a block, if it is in memory.
    pub fn frame_of(&self, block: u32) -> Option<u32> {
        self.frames.of(block)
    }

    /// The content of a block that is on the disk.
    ///
    /// # Errors
    /// The disk, or it is not what was written.
    pub fn content(&mut self, block: u32) -> Result<Piece, DiskError> {
        let stored = self.stored(block)?;
        let key = self.blocks[block as usize].key.clone().unwrap_or_default();
        let tag = loop {
            match self.disk.read_whole(&stored, &key) {
                Some(tag) => break tag,
                None => self.disk.wait_any(),
            }
        };
        self.disk.wait(tag)
    }

    /// The range of a part in a whole block.
    pub fn part(&self, part: usize) -> Range<usize> {
        self.disk.part(part)
    }

    /// Begins to take blocks in while no step is under way: none of those that the last one needed
    /// has to stay in memory, and those that are taken in do until the next call.
    pub fn begin_outside_step(&mut self) {
        self.end_ahead();
        self.step += 1;
        self.candidates = None;
    }

    /// Books that a block that was given a frame has its whole content.
    pub fn take_whole(&mut self, block: u32, key: Option<Arc<[u8]>>) {
        let of = &mut self.blocks[block as usize];
        (of.complete, of.key, of.used) = (true, key, self.step);
        if of.key.is_some() && !std::mem::replace(&mut of.unsaved, true) {
            self.unsaved.push_back(block);
        }
    }
}
