//! Brings absent blocks to attention while a step runs.
//!
//! Reads go ahead of the layers: in the order in which attention will ask, as many at a time as
//! there is memory for. Nothing waits but the call that needs a block, so the disk works while the
//! layers between compute.

use std::collections::VecDeque;
use std::ops::Range;

use atlas_disk::{DiskError, Piece, Stored};
use atlas_tensor::device::KvFeed;
use atlas_tensor::ops::KvPart;
use atlas_tensor::{Device, KvCache, NO_BLOCK, SpanRows, Spans, StepInputs};

use super::disk::Tag;
use super::{KvTier, Part, Reader, parts};

/// Times that a part of a block is read before its readers are given up.
const READS_MAX: u32 = 3;

/// A span of a step whose blocks could not be brought.
#[derive(Clone, Debug)]
pub(crate) struct FeedFailure {
    /// Index of the span among those of the step.
    pub span: usize,
    pub error: DiskError,
}

/// A read of one block for one cache, in the order in which they are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    ordinal: usize,
    part: usize,
    /// Index among the absent blocks of the part.
    index: usize,
}

/// The parts that a step reads, and the reads on their way to it.
pub(crate) struct Feed<'a> {
    tier: &'a mut KvTier,
    dev: &'a Device,
    parts: Vec<Part>,
    /// The spans of the step, without tables.
    spans: Vec<SpanRows<'static>>,
    /// For each part the tables of its spans.
    tables: Vec<Vec<Vec<u32>>>,
    /// Caches that are still to be asked for.
    ordinals: Range<usize>,
    /// The next read to be given to the disk.
    next: Option<Read>,
    reading: VecDeque<(Read, Tag)>,
    failures: Vec<FeedFailure>,
}

impl KvTier {
    /// The feed that brings the absent blocks of `spans` to the caches `ordinals`. `tables`: the
    /// blocks of the pool that each span has.
    pub fn feed<'a>(
        &'a mut self,
        dev: &'a Device,
        spans: &[SpanRows<'_>],
        tables: &[&[u32]],
        ordinals: Range<usize>,
    ) -> Feed<'a> {
        let readers: Vec<Reader<'_>> = (spans.iter().zip(tables))
            .map(|(span, table)| {
                let seen = self.seen(span.start, span.end() as u32, table.len());
                Reader { seen, table }
            })
            .collect();
        let is_absent = |block: u32| block != NO_BLOCK && self.frames.of(block).is_none();
        let moved = self.frames.have_moved();
        let needed = moved
            && readers.iter().any(|reader| {
                reader.table[reader.seen.clone()].iter().any(|&block| is_absent(block))
            });
        let (unit, room) = (self.sizes.unit as usize, self.sizes.staging as usize);
        let parts = match needed {
            true => parts::cut(&readers, unit, room, is_absent),
            false => Vec::new(),
        };
        let tables = parts.iter().map(|part| self.tables(part, &readers)).collect();
        if ordinals.start == 0 {
            self.begin_ahead(dev);
            self.brings = !parts.is_empty();
            // Once a step, whatever drafts read again.
            self.brought_blocks += parts.iter().map(|part| part.absent.len() as u64).sum::<u64>();
        }
        let spans = spans.iter().map(without_table).collect();
        let next = Some(Read { ordinal: ordinals.start, part: 0, index: 0 });
        let mut feed = Feed {
            tier: self,
            dev,
            parts,
            spans,
            tables,
            ordinals,
            next,
            reading: VecDeque::new(),
            failures: Vec::new(),
        };
        feed.read_ahead();
        feed
    }

    /// Frames of the places of a part; places outside of it have none.
    fn tables(&self, part: &Part, readers: &[Reader<'_>]) -> Vec<Vec<u32>> {
        let first = self.frames.count();
        let of_span = |&span: &usize| {
            let Reader { seen, table } = &readers[span];
            let mut frames = vec![NO_BLOCK; table.len()];
            for place in part.places.start.max(seen.start)..part.places.end.min(seen.end) {
                let block = table[place];
                let staged = || part.absent.iter().position(|&absent| absent == block);
                let frame = self.frames.of(block);
                let frame = frame.or_else(|| Some(first + staged()? as u32));
                frames[place] = frame.unwrap_or(NO_BLOCK);
            }
            frames
        };
        part.spans.iter().map(of_span).collect()
    }
}

impl KvTier {
    /// Reads a part of a block, if there is memory for it, or takes the read that was begun early.
    fn read_part(&mut self, stored: &Stored, ordinal: usize) -> Option<Tag> {
        match self.early.front() {
            // The same write: a block that was given out anew since has another one.
            Some(&(write, of, tag)) if (write, of) == (stored.write(), ordinal) => {
                self.early.pop_front();
                return Some(tag);
            }
            // Another step than was expected.
            Some(_) => self.drop_early(),
            None => {}
        }
        self.disk.read_part(stored, ordinal)
    }

    /// Gives up the reads that were begun early.
    fn drop_early(&mut self) {
        let tags: Vec<Tag> = self.early.drain(..).map(|(_, _, tag)| tag).collect();
        self.disk.forget(tags);
    }
}

impl Feed<'_> {
    /// Spans that lack a block which could not be brought.
    pub fn finish(mut self) -> Vec<FeedFailure> {
        let tags: Vec<Tag> = self.reading.drain(..).map(|(_, tag)| tag).collect();
        self.tier.disk.forget(tags);
        if self.ordinals.start == 0 {
            self.read_again();
        }
        std::mem::take(&mut self.failures)
    }

    /// Begins to read what a next step like this one reads first, as far as there is memory: else
    /// the disk would have nothing to do until that step begins.
    fn read_again(&mut self) {
        self.tier.drop_early();
        let mut next = self.at_or_behind(Read { ordinal: 0, part: 0, index: 0 });
        while let Some(read) = next {
            let block = self.parts[read.part].absent[read.index];
            let Ok(stored) = self.tier.stored(block) else { return };
            let Some(tag) = self.tier.disk.read_part(&stored, read.ordinal) else { return };
            self.tier.early.push_back((stored.write(), read.ordinal, tag));
            next = self.at_or_behind(Read { index: read.index + 1, ..read });
        }
    }

    /// Positions of a part.
    fn positions(&self, part: usize) -> Range<u32> {
        let (Range { start, end }, tokens) = (&self.parts[part].places, self.tier.block_tokens);
        *start as u32 * tokens..*end as u32 * tokens
    }

    /// Whether rows of a part's spans see some of it through a window.
    fn touches(&self, part: usize, window: Option<u32>) -> bool {
        let positions = self.positions(part);
        self.parts[part].spans.iter().any(|&span| sees(&self.spans[span], &positions, window))
    }

    /// The read that comes at or behind `read`, whose places need not exist.
    fn at_or_behind(&self, mut read: Read) -> Option<Read> {
        while read.ordinal < self.ordinals.end {
            let window = self.tier.windows.get(read.ordinal).copied().flatten();
            while let Some(part) = self.parts.get(read.part) {
                if read.index < part.absent.len() && self.touches(read.part, window) {
                    return Some(read);
                }
                read = Read { part: read.part + 1, index: 0, ..read };
            }
            read = Read { ordinal: read.ordinal + 1, part: 0, index: 0 };
        }
        None
    }

    /// Gives the disk as many reads as there is memory for.
    fn read_ahead(&mut self) {
        while let Some(read) = self.next.and_then(|next| self.at_or_behind(next)) {
            self.next = Some(read);
            let block = self.parts[read.part].absent[read.index];
            match self.tier.stored(block) {
                Ok(stored) => match self.tier.read_part(&stored, read.ordinal) {
                    Some(tag) => self.reading.push_back((read, tag)),
                    None => return,
                },
                Err(error) => self.fail(read.part, block, &error),
            }
            self.next = Some(Read { index: read.index + 1, ..read });
        }
        self.next = None;
    }

    /// The read that `wanted` names, which is on its way then; `None` if it cannot be made.
    fn take(&mut self, wanted: Read) -> Option<Tag> {
        loop {
            match self.reading.front().copied() {
                Some((read, tag)) if read <= wanted => {
                    self.reading.pop_front();
                    if read == wanted {
                        return Some(tag);
                    }
                    self.tier.disk.forget([tag]);
                }
                Some(_) => return None,
                None => {
                    self.read_ahead();
                    if self.reading.is_empty() {
                        if self.next.is_none_or(|next| next > wanted) {
                            return None;
                        }
                        // Memory of other reads comes back with their ends.
                        self.tier.disk.wait_any();
                    }
                }
            }
        }
    }

    fn fail(&mut self, part: usize, block: u32, error: &DiskError) {
        let readers = self.parts[part].spans.iter().zip(&self.tables[part]);
        let frame = self.frame_of(part, block);
        let reads = readers.filter(|(_, table)| frame.is_some_and(|frame| table.contains(&frame)));
        let failed: Vec<FeedFailure> =
            reads.map(|(&span, _)| FeedFailure { span, error: error.clone() }).collect();
        self.failures.extend(failed);
    }

    fn frame_of(&self, part: usize, block: u32) -> Option<u32> {
        let index = self.parts[part].absent.iter().position(|&absent| absent == block)?;
        Some(self.tier.frames.count() + index as u32)
    }

    /// Brings the absent blocks of a part to a cache.
    fn bring_part(&mut self, part: usize, cache: &mut KvCache) {
        let (ordinal, len, first) = (cache.ordinal, cache.block_len(), self.tier.frames.count());
        // A device gets the blocks of a part in one copy, which nothing waits for.
        let (on_host, absent) = (cache.is_on_host(), self.parts[part].absent.len());
        let mut gathered = Vec::with_capacity(if on_host { 0 } else { absent * len });
        for index in 0..self.parts[part].absent.len() {
            let read = Read { ordinal, part, index };
            let Some(tag) = self.take(read) else { continue };
            match self.bring(read, tag) {
                Ok(piece) if on_host => {
                    cache.write_block(first + index as u32, &piece.bytes()[..len]);
                }
                Ok(piece) => {
                    // Blocks that were not brought are read by failed spans alone.
                    gathered.resize(index * len, 0);
                    gathered.extend_from_slice(&piece.bytes()[..len]);
                }
                Err(error) => {
                    let block = self.parts[part].absent[index];
                    self.tier.lose(block, &error);
                    self.fail(part, block, &error);
                }
            }
            self.read_ahead();
        }
        if !gathered.is_empty() {
            cache.write_blocks(first, &gathered);
        }
    }

    /// Waits for the part of a block that a read brings; reads it again if the disk fails.
    fn bring(&mut self, read: Read, tag: Tag) -> Result<Piece, DiskError> {
        let mut brought = self.tier.disk.wait(tag);
        let block = self.parts[read.part].absent[read.index];
        for _ in 1..READS_MAX {
            let Err(error) = &brought else { break };
            tracing::warn!(%error, block, "a KV block could not be read; it is read again");
            let stored = self.tier.stored(block)?;
            let tag = self.read_now(&stored, read.ordinal);
            brought = self.tier.disk.wait(tag);
        }
        brought
    }

    /// Reads a part of a block before those that are read ahead, which give up memory for it.
    fn read_now(&mut self, stored: &Stored, ordinal: usize) -> Tag {
        loop {
            if let Some(tag) = self.tier.disk.read_part(stored, ordinal) {
                return tag;
            }
            self.tier.drop_early();
            match self.reading.pop_back() {
                Some((read, tag)) => {
                    self.tier.disk.forget([tag]);
                    self.next = Some(read);
                }
                None => self.tier.disk.wait_any(),
            }
        }
    }
}

/// The rows of a span.
fn without_table(span: &SpanRows<'_>) -> SpanRows<'static> {
    let &SpanRows { slot, row, len, start, drafts, .. } = span;
    SpanRows { slot, row, len, start, drafts, blocks: &[] }
}

/// Whether rows of a span see some of `positions` through a window.
fn sees(span: &SpanRows<'_>, positions: &Range<u32>, window: Option<u32>) -> bool {
    let window = window.map_or(usize::MAX, |window| window as usize);
    let first = (span.start as usize + 1).saturating_sub(window);
    (positions.start as usize) < span.end() && positions.end as usize > first
}

impl KvFeed for Feed<'_> {
    fn is_needed(&self) -> bool {
        !self.parts.is_empty()
    }

    fn each_part(
        &mut self,
        cache: &mut KvCache,
        [rows, heads, width]: [usize; 3],
        window: Option<u32>,
        attend: &mut dyn FnMut(&KvCache, Spans<'_>, KvPart<'_>),
    ) {
        for part in 0..self.parts.len() {
            if !self.touches(part, window) {
                continue;
            }
            self.bring_part(part, cache);
            let positions = self.positions(part);
            let tables = &self.tables[part];
            let spans: Vec<SpanRows<'_>> = (self.parts[part].spans.iter().zip(tables))
                .map(|(&span, table)| SpanRows { blocks: table, ..self.spans[span] })
                .collect();
            let shape = [rows, heads, KvPart::carry_len(width)];
            let carry = self.tier.carry.f32_mut(&shape);
            let part_of = KvPart { positions, carry };
            match self.dev {
                Device::Cpu(_) => attend(cache, (&spans).into(), part_of),
                Device::Backend(dev) => {
                    // Of a part a device is told the tables alone: no kernel of it reads tokens.
                    let inputs = StepInputs {
                        tokens: &vec![0; rows],
                        fed: None,
                        positions: &vec![0; rows],
                        spans: &spans,
                        logit_rows: &[],
                        blocks: Some((cache.block_count, cache.block_tokens)),
                    };
                    // A device that refuses has failed, which ends the step.
                    let Ok(staged) = dev.stage_part(&inputs) else { return };
                    attend(cache, Spans::staged(&spans, &*staged), part_of);
                    self.tier.write_ahead(false);
                }
            }
        }
    }
}
