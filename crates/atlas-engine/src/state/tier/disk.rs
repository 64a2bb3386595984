//! Blocks on the disk: jobs on their way, and what they have brought.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use atlas_disk::{
    Arena, DiskError, Done, Faults, Found, Identity, Job, Piece, Queue, QueueOptions, Reading,
    ReadingPart, Store, Stored, Writing, place_bytes,
};
use crossbeam_channel::{Receiver, Sender, unbounded};
use rustc_hash::FxHashMap;

/// Bytes of the memory that reads of parts go to, and of that which writes come from: at most a
/// quarter of the memory for blocks, within these bounds.
const READ_BYTES: (u64, u64) = (16 << 20, 32 << 20);
const WRITE_BYTES: (u64, u64) = (0, 256 << 20);
/// Pieces for parts, at least and at most.
const READS: (usize, usize) = (16, 1024);
/// Whole blocks on their way at a time, to the disk at least, and back.
const WHOLE: u32 = 16;
/// Times that a block is given to the disk before it counts as lost.
const WRITES_MAX: u32 = 3;

/// Counts since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct DiskCounts {
    pub read_bytes: u64,
    pub written_bytes: u64,
    pub failed: u64,
    pub read_wait: Duration,
    pub write_wait: Duration,
}

/// A job of the queue.
pub(crate) type Tag = u64;
/// A write of a block, by the block and a number of its own.
pub(crate) type WriteId = (u32, u64);

enum Waiting {
    Write {
        id: WriteId,
        key: Arc<[u8]>,
        writing: Writing,
        tries: u32,
    },
    Part(ReadingPart),
    Whole(Reading),
    /// Its reader wants it no more.
    Dropped,
}

/// A block that has been written, or could not be.
#[derive(Debug)]
pub(crate) struct Written {
    pub id: WriteId,
    pub result: Result<Stored, DiskError>,
}

/// The file of blocks, its queue, and memory for its jobs.
pub(crate) struct DiskBlocks {
    store: Arc<Store>,
    queue: Queue,
    parts: Arc<Arena>,
    /// For writes, which wait for it. No read has any of it: a write may be what a block that was
    /// read waits for.
    written_from: Arc<Arena>,
    read_to: Arc<Arena>,
    done: (Sender<Done>, Receiver<Done>),
    next: Tag,
    waiting: FxHashMap<Tag, Waiting>,
    brought: FxHashMap<Tag, Result<Piece, DiskError>>,
    written: Vec<Written>,
    deepest: usize,
    pub counts: DiskCounts,
}

/// Bytes of a piece for parts.
fn part_piece(parts: &[usize]) -> usize {
    let page = atlas_disk::ALIGN_BYTES;
    parts.iter().map(|bytes| bytes.next_multiple_of(page)).max().unwrap_or(page)
}

/// Parts, whole blocks to the disk and whole blocks back that are on their way at a time at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnTheirWay {
    pub reads: u32,
    pub writes: u32,
    pub whole: u32,
}

impl OnTheirWay {
    /// Of blocks of these parts, `frames` of which are in memory; a step writes at most `written`.
    pub fn new(parts: &[usize], frames: u32, written: u32) -> Self {
        let (block, place) = (parts.iter().sum::<usize>() as u64, place_bytes(parts) as u64);
        let quarter = u64::from(frames) * block / 4;
        let reads = quarter.clamp(READ_BYTES.0, READ_BYTES.1) as usize / part_piece(parts);
        let writes = quarter.clamp(WRITE_BYTES.0, WRITE_BYTES.1) / place;
        Self {
            reads: reads.clamp(READS.0, READS.1) as u32,
            // More than a step writes never have to leave for it.
            writes: (writes as u32).min(written).max(WHOLE),
            whole: WHOLE,
        }
    }

    /// For blocks of these parts that go to another file, or come from one, one after the other.
    pub fn in_order(parts: &[usize], writes: bool) -> Self {
        let count = 2 * READ_BYTES.1 / place_bytes(parts) as u64;
        let count = (count as u32).clamp(WHOLE, 4 * WHOLE);
        let (writes, whole) = if writes { (count, 1) } else { (1, count) };
        Self { reads: 1, writes, whole }
    }

    /// Bytes of the memory for them.
    pub fn bytes(&self, parts: &[usize]) -> u64 {
        let whole = u64::from(self.writes + self.whole) * place_bytes(parts) as u64;
        u64::from(self.reads) * part_piece(parts) as u64 + whole
    }
}

/// Places beside those of the pool's blocks: a block that is given out anew keeps the place of its
/// old content until its write has ended. Half of them may be kept so.
const SPARE: u64 = 2 * STALE_MAX as u64;
/// Writes of old content at a time.
pub(super) const STALE_MAX: u32 = 16;

/// Blocks of a pool for which a file of so many bytes has places.
pub fn blocks_within(bytes: u64, parts: &[usize]) -> u32 {
    let place = place_bytes(parts) as u64;
    let rest = bytes.saturating_sub(atlas_disk::ALIGN_BYTES as u64);
    u32::try_from((rest / place).saturating_sub(SPARE)).unwrap_or(u32::MAX)
}

impl DiskBlocks {
    /// Opens the file; also the objects that it holds, oldest first, each with its key. There is
    /// memory for so many parts, writes and reads of whole objects at a time.
    ///
    /// # Errors
    /// Those of [`Store::open`], or no memory.
    pub fn open(
        path: &Path,
        bytes: u64,
        parts: &[usize],
        identity: &Identity,
        faults: &Faults,
        on_their_way: OnTheirWay,
    ) -> Result<(Self, Vec<Found>), DiskError> {
        let OnTheirWay { reads, writes, whole } = on_their_way;
        let piece = part_piece(parts).min(place_bytes(parts));
        let failed = |error: std::io::Error| DiskError::Open {
            path: path.to_owned(),
            reason: format!("no memory for its reads and writes: {error}"),
        };
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).map_err(|error| DiskError::Open {
            path: folder.to_owned(),
            reason: format!("the folder cannot be made: {error}"),
        })?;
        let arenas = [
            Arena::new(piece, reads.max(1)).map_err(failed)?,
            Arena::new(place_bytes(parts), writes.max(1)).map_err(failed)?,
            Arena::new(place_bytes(parts), whole.max(1)).map_err(failed)?,
        ];
        let options = QueueOptions { faults: faults.clone(), ..QueueOptions::default() };
        let queue = Queue::new(&options, &arenas)?;
        let (store, found) = Store::open(path, bytes, parts, identity, &queue)?;
        let [parts, written_from, read_to] = arenas;
        let blocks = Self {
            store,
            queue,
            parts,
            written_from,
            read_to,
            done: unbounded(),
            next: 0,
            waiting: FxHashMap::default(),
            brought: FxHashMap::default(),
            written: Vec::new(),
            deepest: 0,
            counts: DiskCounts::default(),
        };
        Ok((blocks, found))
    }

    /// The way in which its jobs are done.
    pub fn ways(&self) -> String {
        self.queue.ways().to_string()
    }

    /// Most jobs that were on their way at once since [`Self::begin_step`].
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// Begins to count [`Self::deepest`] anew.
    pub fn begin_step(&mut self) {
        self.deepest = self.waiting.len();
    }

    /// Writes a block, whose parts `fill` puts where they are wanted. Waits for memory, not for the
    /// disk. [`Self::take_written`] tells the end.
    pub fn write(
        &mut self,
        block: u32,
        key: Arc<[u8]>,
        mut fill: impl FnMut(usize, &mut [u8]),
    ) -> WriteId {
        let begun = Instant::now();
        let mut piece = loop {
            match self.written_from.try_take() {
                Some(piece) => break piece,
                None => self.wait_any(),
            }
        };
        self.counts.write_wait += begun.elapsed();
        let mut part = 0;
        while let Some(range) = self.store.parts().get(part).cloned() {
            fill(part, &mut piece.bytes_mut()[range]);
            part += 1;
        }
        let id = (block, self.tag());
        self.write_piece(id, key, piece, 1);
        id
    }

    fn write_piece(&mut self, id: WriteId, key: Arc<[u8]>, piece: Piece, tries: u32) {
        let tag = self.tag();
        let Some(place) = self.store.take() else {
            let error = DiskError::Stopped("the file has no free place".to_owned());
            return self.written.push(Written { id, result: Err(error) });
        };
        match self.store.write(place, &key, piece, tag) {
            Ok((job, writing)) => {
                self.counts.written_bytes += self.store.place_bytes() as u64;
                self.submit(tag, job, Waiting::Write { id, key, writing, tries });
            }
            Err(error) => self.written.push(Written { id, result: Err(error) }),
        }
    }

    /// Blocks that can be written without waiting for memory.
    pub fn free_writes(&self) -> usize {
        self.written_from.free()
    }

    /// Reads a part of a block, if there is memory for it.
    pub fn read_part(&mut self, stored: &Stored, part: usize) -> Option<Tag> {
        let piece = self.parts.try_take()?;
        let tag = self.tag();
        let (job, reading) = self.store.read_part(stored, part, piece, tag);
        self.counts.read_bytes += self.store.part_bytes(part) as u64;
        self.submit(tag, job, Waiting::Part(reading));
        Some(tag)
    }

    /// Reads a block, if there is memory for it.
    pub fn read_whole(&mut self, stored: &Stored, key: &[u8]) -> Option<Tag> {
        let piece = self.read_to.try_take()?;
        let tag = self.tag();
        let (job, reading) = self.store.read(stored, key, piece, tag);
        self.counts.read_bytes += self.store.place_bytes() as u64;
        self.submit(tag, job, Waiting::Whole(reading));
        Some(tag)
    }

    /// The memory that a read has filled, once it has.
    ///
    /// # Errors
    /// The disk, or what it brought is not what was written.
    pub fn wait(&mut self, tag: Tag) -> Result<Piece, DiskError> {
        let begun = Instant::now();
        let brought = loop {
            match self.brought.remove(&tag) {
                Some(brought) => break brought,
                None => self.wait_any(),
            }
        };
        self.counts.read_wait += begun.elapsed();
        brought
    }

    /// Gives up reads that nothing waits for.
    pub fn forget(&mut self, tags: impl IntoIterator<Item = Tag>) {
        for tag in tags {
            self.brought.remove(&tag);
            if let Some(waiting) = self.waiting.get_mut(&tag) {
                *waiting = Waiting::Dropped;
            }
        }
    }

    /// Blocks whose writes have ended since the last call.
    pub fn take_written(&mut self) -> Vec<Written> {
        while let Ok(done) = self.done.1.try_recv() {
            self.end(done);
        }
        std::mem::take(&mut self.written)
    }

    /// Waits until some job has ended.
    pub fn wait_any(&mut self) {
        // A sender is kept, so the channel is open; without a job there is nothing to wait for.
        if !self.waiting.is_empty()
            && let Ok(done) = self.done.1.recv()
        {
            self.end(done);
        }
    }

    /// Waits for all jobs, then until the disk has what was written.
    ///
    /// # Errors
    /// The disk could not be asked for that.
    pub fn finish(&mut self) -> Result<(), DiskError> {
        while !self.waiting.is_empty() {
            self.wait_any();
        }
        let (sender, done) = unbounded();
        self.queue.submit(Job::sync(self.store.file(), 0), &sender);
        let synced = done.recv().map_err(|error| DiskError::Stopped(error.to_string()));
        synced.and_then(|done| done.result)
    }

    /// The range of a part in a whole block.
    pub fn part(&self, part: usize) -> std::ops::Range<usize> {
        self.store.part(part)
    }

    fn tag(&mut self) -> Tag {
        self.next += 1;
        self.next
    }

    fn submit(&mut self, tag: Tag, job: Job, waiting: Waiting) {
        self.waiting.insert(tag, waiting);
        self.deepest = self.deepest.max(self.waiting.len());
        self.queue.submit(job, &self.done.0);
    }

    fn end(&mut self, done: Done) {
        let tag = done.tag;
        let brought = match self.waiting.remove(&tag) {
            None | Some(Waiting::Dropped) => return,
            Some(Waiting::Part(reading)) => reading.finish(done),
            Some(Waiting::Whole(reading)) => reading.finish(done),
            Some(Waiting::Write { id, key, writing, tries }) => {
                return self.end_write(done, (id, key, tries), writing);
            }
        };
        self.counts.failed += u64::from(brought.is_err());
        self.brought.insert(tag, brought);
    }

    /// A write that failed is made again elsewhere, as its memory is still there.
    fn end_write(
        &mut self,
        done: Done,
        (id, key, tries): (WriteId, Arc<[u8]>, u32),
        writing: Writing,
    ) {
        match writing.finish(&done) {
            Ok(stored) => self.written.push(Written { id, result: Ok(stored) }),
            Err(error) => {
                self.counts.failed += 1;
                tracing::warn!(%error, tries, "a KV block could not be written to the disk");
                match done.piece.filter(|_| tries < WRITES_MAX) {
                    Some(piece) => self.write_piece(id, key, piece, tries + 1),
                    None => self.written.push(Written { id, result: Err(error) }),
                }
            }
        }
    }
}
