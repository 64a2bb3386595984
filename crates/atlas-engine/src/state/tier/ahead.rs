//! Blocks go to the disk while a device computes, before the next step needs their frames.
//!
//! A step of many prompt tokens writes many blocks, and as many have to leave for the next one. On
//! a device their content is copied out beside the step, on a queue of copies, also while the step
//! brings absent blocks to its layers: when the next one is prepared nothing is left to do but to
//! give up the frames.

use std::collections::VecDeque;
use std::thread::JoinHandle;

use atlas_tensor::device::{CopyQueue, Mark, Part};
use atlas_tensor::{Device, LayerState};
use crossbeam_channel::{Receiver, Sender, unbounded};

use super::evict::caches;
use super::{KvTier, TierError};
use crate::state::slots::SlotTable;

/// Blocks of a step from which it is worth looking for those that leave next.
const TAKEN_MIN: u32 = 16;
/// Blocks that are copied out at a time, and groups on their way.
const GROUP: usize = 16;
const GROUPS: usize = 4;

/// Bytes of the memory for groups on their way, of blocks of these parts.
pub(super) fn bytes(parts: &[usize]) -> u64 {
    (GROUPS * GROUP * parts.iter().sum::<usize>()) as u64
}

/// Blocks to be copied out, behind `mark` and the groups before them.
struct Group {
    mark: Option<Mark>,
    blocks: Vec<u32>,
    parts: Vec<Part>,
    /// Their content, once they are copied; empty if the device did not copy them.
    bytes: Vec<u8>,
}

/// The thread of copies, and what goes through it beside the step at work.
#[derive(Default)]
pub(super) struct Ahead {
    thread: Option<Thread>,
    /// Blocks that leave memory next, with their parts in the device's memory.
    blocks: VecDeque<(u32, Vec<Part>)>,
    mark: Option<Mark>,
    under_way: usize,
    /// Groups that are copied, and wait for memory of the disk.
    copied: VecDeque<Group>,
    spare: Vec<Vec<u8>>,
}

struct Thread {
    groups: Option<Sender<Group>>,
    copied: Receiver<Group>,
    thread: Option<JoinHandle<()>>,
}

impl Thread {
    fn start(mut queue: Box<dyn CopyQueue>) -> std::io::Result<Self> {
        let (groups, received) = unbounded::<Group>();
        let (send, copied) = unbounded();
        let thread = std::thread::Builder::new().name("atlas-kv-out".into()).spawn(move || {
            for mut group in received {
                let begun = group.mark.take().is_none_or(|mark| queue.after(&mark).is_ok());
                let whole = group.parts.iter().map(|part| part.range.len()).sum();
                group.bytes.resize(whole, 0);
                if !begun || queue.read(&group.parts, &mut group.bytes).is_err() {
                    group.bytes.clear();
                }
                // A tier that has ended wants nothing.
                let _ = send.send(group);
            }
        })?;
        Ok(Self { groups: Some(groups), copied, thread: Some(thread) })
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.groups.take();
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported by its own message.
            let _ = thread.join();
        }
    }
}

impl Ahead {
    /// # Errors
    /// The device gives no queue that it could have, or the system no thread.
    pub fn new(dev: &Device) -> Result<Self, TierError> {
        let Device::Backend(dev) = dev else { return Ok(Self::default()) };
        let failed = |source| TierError::Memory { name: "a queue of copies", bytes: 0, source };
        let queue = dev.copy_queue().map_err(failed)?;
        let thread = queue.map(Thread::start).transpose().map_err(failed)?;
        Ok(Self { thread, ..Self::default() })
    }

    /// Gives the thread as many groups as it may have.
    fn send(&mut self) {
        let Some(groups) = self.thread.as_ref().and_then(|thread| thread.groups.as_ref()) else {
            return;
        };
        while self.under_way + self.copied.len() < GROUPS && !self.blocks.is_empty() {
            let next = self.blocks.drain(..GROUP.min(self.blocks.len()));
            let (blocks, parts): (Vec<u32>, Vec<Vec<Part>>) = next.unzip();
            let (mark, bytes) = (self.mark.take(), self.spare.pop().unwrap_or_default());
            let group = Group { mark, blocks, parts: parts.concat(), bytes };
            self.under_way += usize::from(groups.send(group).is_ok());
        }
    }

    /// Takes the groups that are copied; if it `waits`, one at least of those under way.
    fn take(&mut self, waits: bool) {
        let Some(thread) = &self.thread else { return };
        if waits && self.under_way > 0 {
            match thread.copied.recv() {
                Ok(group) => {
                    self.under_way -= 1;
                    self.copied.push_back(group);
                }
                // The thread has ended: none will come.
                Err(_) => (self.under_way, self.blocks) = (0, VecDeque::new()),
            }
        }
        while let Ok(group) = thread.copied.try_recv() {
            self.under_way -= 1;
            self.copied.push_back(group);
        }
    }
}

impl KvTier {
    /// Chooses what leaves memory before a step like the one that is prepared.
    pub(super) fn plan_ahead(&mut self, slots: &SlotTable, layers: &[LayerState]) {
        let lacks = self.taken.saturating_sub(self.frames.free()) as usize;
        if self.ahead.thread.is_none() || self.taken < TAKEN_MIN || lacks == 0 {
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

    /// Begins to copy out what leaves memory next: all of it is written before the step that begins
    /// on the device now.
    pub(super) fn begin_ahead(&mut self, dev: &Device) {
        if self.ahead.blocks.is_empty() {
            return;
        }
        let mark = match dev {
            Device::Backend(dev) => dev.mark().ok(),
            Device::Cpu(_) => None,
        };
        match mark {
            Some(mark) => {
                self.ahead.mark = Some(mark);
                self.ahead.send();
            }
            // They are copied when their frames are needed.
            None => self.ahead.blocks.clear(),
        }
    }

    /// Gives what is copied out to the disk, as far as there is memory for its writes, or all of it
    /// if this `waits` for that.
    pub fn write_ahead(&mut self, waits: bool) {
        loop {
            self.ahead.take(waits && self.ahead.copied.is_empty());
            if self.ahead.copied.is_empty() {
                return;
            }
            self.take_written();
            while let Some(group) = self.ahead.copied.front()
                && (waits || self.disk.free_writes() >= group.blocks.len())
                && let Some(group) = self.ahead.copied.pop_front()
            {
                self.write_group(group);
            }
            self.ahead.send();
            if !waits {
                return;
            }
        }
    }

    /// Waits for the copies under way, and gives up those that have not begun.
    pub(super) fn end_ahead(&mut self) {
        self.ahead.blocks.clear();
        self.write_ahead(true);
        self.ahead.mark = None;
    }

    fn write_group(&mut self, group: Group) {
        let Group { blocks, mut bytes, .. } = group;
        let whole = bytes.len() / blocks.len().max(1);
        for (&block, bytes) in blocks.iter().zip(bytes.chunks_exact(whole.max(1))) {
            if !self.is_unwritten(block) {
                continue;
            }
            let mut rest = bytes;
            self.write_one(block, |_, to| {
                let (part, behind) = rest.split_at(to.len());
                to.copy_from_slice(part);
                rest = behind;
            });
        }
        bytes.clear();
        self.ahead.spare.push(bytes);
    }
}
