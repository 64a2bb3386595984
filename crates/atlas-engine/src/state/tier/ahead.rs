//! Blocks go to the disk while a device computes, before the next step needs their frames.
//!
//! A step of many prompt tokens writes many blocks, and as many have to leave for the next one. On
//! a device their content is copied out beside the step, on a queue of copies, also while the step
//! brings absent blocks to its layers: when the next one is prepared nothing is left to do but to
//! give up the frames.

use std::collections::VecDeque;

use atlas_tensor::device::{CopyQueue, Part};
use atlas_tensor::{Device, LayerState};

use super::evict::caches;
use super::{KvTier, TierError};
use crate::state::slots::SlotTable;

/// Blocks of a step from which it is worth looking for those that leave next.
const TAKEN_MIN: u32 = 16;
/// Blocks that are copied out at a time.
const GROUP: usize = 16;

/// The queue of copies, and what goes through it beside the step at work.
#[derive(Default)]
pub(super) struct Ahead {
    queue: Option<Box<dyn CopyQueue>>,
    /// Blocks that leave memory next, with their parts in the device's memory.
    blocks: VecDeque<(u32, Vec<Part>)>,
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
    /// Chooses what leaves memory before a step like the one that is prepared.
    pub(super) fn plan_ahead(&mut self, slots: &SlotTable, layers: &[LayerState]) {
        self.ahead.blocks.clear();
        let lacks = self.taken.saturating_sub(self.frames.free()) as usize;
        if self.ahead.queue.is_none() || self.taken < TAKEN_MIN || lacks == 0 {
            return;
        }
        self.take_written();
        self.look(slots);
        let leaving = self.candidates.take().unwrap_or_default();
        let next = leaving.iter().rev().take(lacks).map(|(_, block)| *block);
        let parts = |block: u32| {
            let frame = self.frames.of(block)?;
            let parts = caches(layers).map(|cache| cache.block_part(frame));
            Some((block, parts.collect::<Option<Vec<Part>>>()?))
        };
        let unwritten = next.filter(|&block| self.is_unwritten(block));
        self.ahead.blocks = unwritten.map_while(parts).collect();
    }

    /// Notes where the step begins on the device: all blocks that are complete by now are written
    /// before it.
    pub(super) fn note_begin(&mut self, dev: &Device) {
        if self.ahead.blocks.is_empty() {
            return;
        }
        let mark = match dev {
            Device::Backend(dev) => dev.mark().ok(),
            Device::Cpu(_) => None,
        };
        let queue = self.ahead.queue.as_mut();
        if queue.zip(mark).is_none_or(|(queue, mark)| queue.after(&mark).is_err()) {
            // They are copied when their frames are needed.
            self.ahead.blocks.clear();
        }
    }

    /// Gives some of the blocks that leave memory next to the disk, while the device works: one
    /// group, as far as there is memory for its writes, or all if it `waits` for that.
    pub fn write_ahead(&mut self, waits: bool) {
        if self.ahead.blocks.is_empty() {
            return;
        }
        self.take_written();
        while !self.ahead.blocks.is_empty() && (waits || self.disk.free_writes() >= GROUP) {
            let count = self.ahead.blocks.len().min(GROUP);
            let group: Vec<_> = self.ahead.blocks.drain(..count).collect();
            let group: Vec<_> =
                group.into_iter().filter(|(block, _)| self.is_unwritten(*block)).collect();
            if !self.copy_ahead(&group) {
                self.ahead.blocks.clear();
            }
            if !waits {
                return;
            }
        }
    }

    /// Copies blocks out and gives them to the disk; false if the device does not copy them.
    fn copy_ahead(&mut self, blocks: &[(u32, Vec<Part>)]) -> bool {
        let Some(queue) = &mut self.ahead.queue else { return false };
        let mut bytes = std::mem::take(&mut self.ahead.bytes);
        let parts: Vec<Part> = blocks.iter().flat_map(|(_, parts)| parts.clone()).collect();
        let whole = |parts: &[Part]| parts.iter().map(|part| part.range.len()).sum::<usize>();
        bytes.resize(whole(&parts), 0);
        let copied = queue.read(&parts, &mut bytes).is_ok();
        let mut rest = &bytes[..];
        for (block, _) in blocks.iter().filter(|_| copied) {
            self.write_one(*block, |_, to| {
                let (part, behind) = rest.split_at(to.len());
                to.copy_from_slice(part);
                rest = behind;
            });
        }
        self.ahead.bytes = bytes;
        copied
    }
}
