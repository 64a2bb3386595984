//! Blocks go to the disk while a device computes, before the next step needs their frames.
//!
//! A step of many prompt tokens writes many blocks, and as many have to leave for the next one. On
//! a device their content is copied out beside the step, on a queue of copies: when the next
//! step is prepared nothing is left to do but to give up the frames.

use atlas_tensor::device::{CopyQueue, Mark, Part};
use atlas_tensor::{Device, LayerState};

use super::evict::caches;
use super::{KvTier, TierError};
use crate::state::slots::SlotTable;

/// Blocks of a step from which it is worth looking for those that leave next.
const TAKEN_MIN: u32 = 16;
/// Blocks that are copied out at a time.
const GROUP: usize = 16;

/// The queue of copies, and the place in the device's work where the step at work begins.
#[derive(Default)]
pub(super) struct Ahead {
    queue: Option<Box<dyn CopyQueue>>,
    mark: Option<Mark>,
    bytes: Vec<u8>,
}

impl Ahead {
    /// # Errors
    /// The device gives no queue that it could have.
    pub fn new(dev: &Device) -> Result<Self, TierError> {
        let Device::Backend(dev) = dev else { return Ok(Self::default()) };
        let failed = |source| TierError::Memory { name: "a queue of copies", bytes: 0, source };
        Ok(Self { queue: dev.copy_queue().map_err(failed)?, ..Self::default() })
    }
}

impl KvTier {
    /// Notes where a step begins: all blocks that are complete by now are written before it.
    pub(super) fn note_begin(&mut self, dev: &Device) {
        self.ahead.mark = match dev {
            Device::Backend(dev) if self.lacks_frames() > 0 => dev.mark().ok(),
            _ => None,
        };
    }

    /// Blocks that have to leave memory before a step like the one at work.
    fn lacks_frames(&self) -> u32 {
        match self.ahead.queue.is_some() && self.taken >= TAKEN_MIN {
            true => self.taken.saturating_sub(self.frames.free()),
            false => 0,
        }
    }

    /// Gives the blocks that leave memory next to the disk, while the device works on a step. What
    /// cannot be copied is left to the next step.
    pub fn write_ahead(&mut self, slots: &SlotTable, layers: &[LayerState]) {
        let Some(mark) = self.ahead.mark.take() else { return };
        let lacks = self.lacks_frames() as usize;
        self.take_written();
        self.look(slots);
        let leaving = self.candidates.take().unwrap_or_default();
        let next = leaving.iter().rev().take(lacks).map(|(_, block)| *block);
        let blocks: Vec<u32> = next.filter(|&block| self.is_unwritten(block)).collect();
        let Some(mut queue) = self.ahead.queue.take() else { return };
        let mut bytes = std::mem::take(&mut self.ahead.bytes);
        if queue.after(&mark).is_ok() {
            for group in blocks.chunks(GROUP) {
                if !self.copy_ahead(group, layers, &mut *queue, &mut bytes) {
                    break;
                }
            }
        }
        (self.ahead.queue, self.ahead.bytes) = (Some(queue), bytes);
    }

    /// Copies blocks out and gives them to the disk; false if the device does not copy them.
    fn copy_ahead(
        &mut self,
        blocks: &[u32],
        layers: &[LayerState],
        queue: &mut dyn CopyQueue,
        bytes: &mut Vec<u8>,
    ) -> bool {
        let part = |block: u32| {
            let frame = self.frames.of(block)?;
            caches(layers).map(|cache| cache.block_part(frame)).collect::<Option<Vec<Part>>>()
        };
        let Some(parts) = blocks.iter().map(|&block| part(block)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let lens: Vec<usize> = caches(layers).map(|cache| cache.block_len()).collect();
        let whole: usize = lens.iter().sum();
        bytes.resize(blocks.len() * whole, 0);
        if queue.read(&parts.concat(), bytes).is_err() {
            return false;
        }
        for (&block, bytes) in blocks.iter().zip(bytes.chunks_exact(whole)) {
            let mut rest = bytes;
            self.write_one(block, |_, to| {
                let (part, behind) = rest.split_at(to.len());
                to.copy_from_slice(part);
                rest = behind;
            });
        }
        true
    }
}
