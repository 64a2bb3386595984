//! The queue: jobs go in with their memory, and come back when the disk has done them.

mod threads;
mod uring;

use crate::error::DiskError;
use crate::faults::{Fault, Faults};
use crate::file::DataFile;
use crate::memory::{ALIGN_BYTES, Arena, Piece};
use crossbeam_channel::Sender;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Operation of a job on its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Read,
    Write,
    /// Everything written and told to be done before is on the disk when this is done.
    Sync,
}

/// One read or write, which owns its memory.
#[derive(Debug)]
pub struct Job {
    op: Op,
    file: Arc<DataFile>,
    offset: u64,
    piece: Option<Piece>,
    /// Bytes of the piece.
    range: Range<usize>,
    tag: u64,
    /// Stays taken until the job has ended.
    held: Option<Held>,
    /// Planted: the bit of what it reads that is flipped.
    flips: Option<usize>,
}

/// Kept by a job from being used again.
type Held = Arc<dyn fmt::Debug + Send + Sync>;

impl Job {
    /// Fills `range` of `piece` from the file at `offset`.
    pub fn read(
        file: &Arc<DataFile>,
        offset: u64,
        piece: Piece,
        range: Range<usize>,
        tag: u64,
    ) -> Self {
        Self { piece: Some(piece), range, offset, op: Op::Read, ..Self::sync(file, tag) }
    }

    /// Writes `range` of `piece` to the file at `offset`.
    pub fn write(
        file: &Arc<DataFile>,
        offset: u64,
        piece: Piece,
        range: Range<usize>,
        tag: u64,
    ) -> Self {
        Self { op: Op::Write, ..Self::read(file, offset, piece, range, tag) }
    }

    /// Waits until the disk has everything that was written.
    pub fn sync(file: &Arc<DataFile>, tag: u64) -> Self {
        Self {
            op: Op::Sync,
            file: file.clone(),
            offset: 0,
            piece: None,
            range: 0..0,
            tag,
            held: None,
            flips: None,
        }
    }

    /// The same job, which keeps `held` until it has ended.
    pub(crate) fn holding(self, held: Held) -> Self {
        Self { held: Some(held), ..self }
    }

    pub fn op(&self) -> Op {
        self.op
    }

    pub fn offset(&self) -> u64 {
        self.offset
    }

    pub fn tag(&self) -> u64 {
        self.tag
    }

    fn check(&self) -> Result<(), DiskError> {
        let Some(piece) = &self.piece else { return Ok(()) };
        let (offset, bytes) = (self.offset, self.range.len());
        if self.range.end > piece.bytes().len() || !self.range.start.is_multiple_of(ALIGN_BYTES) {
            return Err(DiskError::Unaligned { offset, bytes, align: ALIGN_BYTES });
        }
        self.file.check(offset, bytes)
    }

    fn what(&self) -> &'static str {
        match self.op {
            Op::Read => "reading",
            Op::Write => "writing",
            Op::Sync => "syncing",
        }
    }

    pub(crate) fn failed(&self, error: &io::Error) -> DiskError {
        let (what, offset, bytes) = (self.what(), self.offset, self.range.len());
        match error.kind() {
            io::ErrorKind::UnexpectedEof => DiskError::Short { what, offset, bytes },
            _ => DiskError::Transfer { what, offset, bytes, reason: error.to_string() },
        }
    }
}

/// A job that has ended.
#[derive(Debug)]
pub struct Done {
    pub tag: u64,
    /// The job's memory; after a failed read it holds anything.
    pub piece: Option<Piece>,
    pub result: Result<(), DiskError>,
}

/// A job on its way, and where its end is told.
pub(crate) struct Task {
    job: Job,
    done: Sender<Done>,
}

impl Task {
    /// Tells the end. If its reader has left, the memory goes back to its arena.
    fn end(self, result: Result<(), DiskError>) {
        let Job { mut piece, tag, held, file, range, flips, .. } = self.job;
        if let Some(piece) = piece.as_mut()
            && let Some(bit) = flips.filter(|_| !range.is_empty())
        {
            piece.bytes_mut()[range.start + bit / 8 % range.len()] ^= 1 << (bit % 8);
        }
        // Before it is told: the reader may take the place and close the file at once.
        drop((held, file));
        let _ = self.done.send(Done { tag, piece, result });
    }

    /// As [`Self::end`], after the planted delay of a slow disk.
    fn end_after(self, delay: Option<Duration>, result: Result<(), DiskError>) {
        match delay {
            None => self.end(result),
            Some(delay) => drop(std::thread::spawn(move || {
                std::thread::sleep(delay);
                self.end(result);
            })),
        }
    }

    /// Applies the planted fault of this job, if it has one. `None`: the job has ended by it.
    fn faulted(mut self, faults: &Faults) -> Option<(Self, Option<Duration>)> {
        match faults.of(&self.job) {
            None => Some((self, None)),
            Some(Fault::Slow(delay)) => Some((self, Some(delay))),
            Some(Fault::Fails(code)) => {
                let error = Faults::error(&self.job, code);
                self.end(Err(error));
                None
            }
            Some(Fault::Flips(bit)) => {
                self.job.flips = (self.job.op == Op::Read).then_some(bit);
                Some((self, None))
            }
            Some(Fault::Torn(bytes)) => {
                let bytes = bytes / ALIGN_BYTES * ALIGN_BYTES;
                self.job.range.end = self.job.range.end.min(self.job.range.start + bytes);
                if self.job.range.is_empty() {
                    self.end(Ok(()));
                    return None;
                }
                Some((self, None))
            }
        }
    }
}

/// Way in which jobs reach the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// `io_uring`, and threads where it is not allowed.
    #[default]
    Auto,
    Uring,
    Threads,
}

/// The way that a queue has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    pub way: Way,
    /// Whether the kernel keeps the arenas mapped.
    pub registered: bool,
    /// Why it is not the first choice: `io_uring` with registered memory.
    pub why: Option<String>,
}

impl fmt::Display for Ways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.way, self.registered) {
            (Way::Threads, _) => "threads",
            (_, true) => "io_uring with registered memory",
            (_, false) => "io_uring",
        })?;
        self.why.as_ref().map_or(Ok(()), |why| write!(f, " ({why})"))
    }
}

/// Options of a queue.
#[derive(Clone, Debug)]
pub struct QueueOptions {
    pub way: Way,
    /// Jobs that the kernel has at a time.
    pub depth: u32,
    /// Threads, where there is no `io_uring`.
    pub threads: u32,
    pub faults: Faults,
}

impl Default for QueueOptions {
    fn default() -> Self {
        Self { way: Way::Auto, depth: 64, threads: 4, faults: Faults::default() }
    }
}

/// Jobs on their way to the disk. Dropping it waits for those that the kernel has; the others end
/// with [`DiskError::Stopped`].
pub struct Queue {
    engine: Engine,
    ways: Ways,
}

enum Engine {
    Uring(uring::Ring),
    Threads(threads::Threads),
}

impl Queue {
    /// Starts the thread of the ring, or the threads. Memory of `arenas` is registered with the
    /// kernel where that is allowed; pieces of others may be used too.
    ///
    /// # Errors
    /// `io_uring` was asked for and is refused, or the system has no thread for it.
    pub fn new(options: &QueueOptions, arenas: &[Arc<Arena>]) -> Result<Self, DiskError> {
        let threads = |why: Option<String>| {
            let engine = Engine::Threads(threads::Threads::start(options)?);
            Ok(Self { engine, ways: Ways { way: Way::Threads, registered: false, why } })
        };
        if options.way == Way::Threads {
            return threads(None);
        }
        match uring::Ring::start(options, arenas) {
            Ok((ring, refused)) => {
                let ways = Ways { way: Way::Uring, registered: refused.is_none(), why: refused };
                Ok(Self { engine: Engine::Uring(ring), ways })
            }
            Err(error) if options.way == Way::Auto => threads(Some(error.to_string())),
            Err(error) => Err(error),
        }
    }

    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Gives a job to the disk. Its end is told to `done`, in any order, always once; a job that
    /// makes no sense ends at once. Jobs that are given before another has ended may be done in
    /// either order.
    pub fn submit(&self, job: Job, done: &Sender<Done>) {
        let task = Task { job, done: done.clone() };
        if let Err(error) = task.job.check() {
            return task.end(Err(error));
        }
        let refused = match &self.engine {
            Engine::Uring(ring) => ring.submit(task),
            Engine::Threads(threads) => threads.submit(task),
        };
        if let Err(task) = refused {
            task.end(Err(DiskError::Stopped("its thread has ended".to_owned())));
        }
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queue({})", self.ways)
    }
}
