//! From files to the device: threads that read blocks into pinned memory and send them on.
//!
//! Each thread has two chunks of pinned memory and a stream. It reads a block into one of them,
//! past the operating system's cache where the file system allows that, while the copies out of the
//! other are on their way. A request for bytes does not block. Nothing is computed on the way:
//! what a model stores in another order is many copies out of one block.

mod cached;
mod files;
mod plan;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use atlas_tensor::{Fetched, Piece, ReadError, StoredFile};

use crate::device::Device;
use crate::error::CudaError;
use crate::memory::write_behind_at;
use crate::stream::{Event, Stream};
use crate::upload::Chunk;
use files::{CachePolicy, ReadPath, Source};
use plan::{ALIGN, Block, CHUNK};

/// Threads that read; they wait for the disk most of the time.
const THREADS_MIN: usize = 4;
const THREADS_MAX: usize = 8;
/// Chunks of pinned memory of a thread.
const CHUNKS: usize = 2;
/// Interval at which progress is checked.
const LOOK: Duration = Duration::from_millis(100);

/// Why bytes did not come.
#[derive(Debug)]
pub enum Failure {
    /// A file could not be read.
    Read(ReadError),
    /// The device failed.
    Cuda(CudaError),
}

impl From<CudaError> for Failure {
    fn from(error: CudaError) -> Self {
        Self::Cuda(error)
    }
}

/// Reads pieces of files into device memory. Dropped, it gives up what is not done and waits for
/// its threads.
pub struct Fetcher {
    device: Device,
    queue: Arc<Queue>,
    files: Vec<Arc<Source>>,
    threads: Vec<JoinHandle<()>>,
    asked: usize,
    settings: Settings,
}

#[derive(Clone, Copy)]
struct Settings {
    threads: usize,
    /// Bytes of a block at most, a multiple of [`ALIGN`].
    chunk: usize,
    past: CachePolicy,
}

/// Blocks to read, and the results.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    /// There is work, or no more will come.
    work: Condvar,
    /// Something was done, or a thread ended.
    done: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// No more jobs will come.
    closed: bool,
    running: usize,
    done: Fetched,
    failed: Option<Failure>,
}

/// A block, the file to read it from, and what comes before its copies.
struct Job {
    block: Block,
    source: Arc<Source>,
    after: Arc<Event>,
}

impl Fetcher {
    /// Takes nothing before something is asked for.
    pub fn new(device: &Device) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.clamp(THREADS_MIN, THREADS_MAX);
        Self::with(device, Settings { threads, chunk: CHUNK, past: CachePolicy::WhereUncached })
    }

    fn with(device: &Device, settings: Settings) -> Self {
        Self {
            device: device.clone(),
            queue: Arc::default(),
            files: Vec::new(),
            threads: Vec::new(),
            asked: 0,
            settings,
        }
    }

    /// Asks for `pieces`, whose places may be written once `stream` has come past what is queued
    /// now.
    ///
    /// # Errors
    /// A piece is longer than its place, or what the driver says. What could not be read is said by
    /// [`Self::finish`].
    pub fn ask(&mut self, stream: &Stream, pieces: &[Piece]) -> Result<(), CudaError> {
        let blocks = plan::blocks(pieces, self.settings.chunk)?;
        let after = Arc::new(stream.record()?);
        let mut jobs = VecDeque::with_capacity(blocks.len());
        for block in blocks {
            let source = self.source(&block.file);
            jobs.push_back(Job { block, source, after: after.clone() });
        }
        self.asked += jobs.len();
        {
            let mut state = self.queue.lock();
            if state.failed.is_some() {
                return Ok(());
            }
            state.jobs.append(&mut jobs);
        }
        self.queue.work.notify_all();
        while self.threads.len() < self.settings.threads.min(self.asked) {
            if !self.start()? {
                break;
            }
        }
        Ok(())
    }

    /// Waits until all is there; `progress` gets the bytes so far.
    ///
    /// # Errors
    /// The first failure.
    pub fn finish(mut self, progress: &dyn Fn(u64)) -> Result<Fetched, Failure> {
        let mut state = self.queue.lock();
        state.closed = true;
        self.queue.work.notify_all();
        while state.running > 0 {
            let bytes = state.done.bytes;
            drop(state);
            progress(bytes);
            let waited = self.queue.done.wait_timeout_while(self.queue.lock(), LOOK, |state| {
                state.running > 0 && state.done.bytes == bytes
            });
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let (done, failed) = (std::mem::take(&mut state.done), state.failed.take());
        drop(state);
        for thread in self.threads.drain(..) {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
        progress(done.bytes);
        failed.map_or(Ok(done), Err)
    }

    fn source(&mut self, file: &Arc<StoredFile>) -> Arc<Source> {
        if let Some(source) = self.files.iter().find(|source| source.is_of(file)) {
            return source.clone();
        }
        let (source, refused) = Source::open(file.clone(), self.settings.past);
        if let Some(why) = refused {
            self.queue.lock().done.refused.get_or_insert((file.name().to_owned(), why));
        }
        let source = Arc::new(source);
        self.files.push(source.clone());
        source
    }

    /// Starts a thread; false where there is none to be had but others run.
    fn start(&mut self) -> Result<bool, CudaError> {
        let (device, queue, chunk) = (self.device.clone(), self.queue.clone(), self.settings.chunk);
        self.queue.lock().running += 1;
        // Counts the thread out however it ends, also where it never begins.
        let ending = Ending(queue);
        let started = Builder::new().name("fetch".into()).spawn(move || {
            let queue = &ending.0;
            if let Err(failure) = work(&device, queue, chunk) {
                let mut state = queue.lock();
                state.failed.get_or_insert(failure);
                let left = std::mem::take(&mut state.jobs);
                drop(state);
                drop(left);
                queue.work.notify_all();
            }
        });
        match started {
            Ok(thread) => self.threads.push(thread),
            Err(error) if self.threads.is_empty() => {
                return Err(CudaError::bad("fetch", format!("no thread to read files: {error}")));
            }
            Err(_) => return Ok(false),
        }
        Ok(true)
    }
}

impl Drop for Fetcher {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.closed = true;
        let left = std::mem::take(&mut state.jobs);
        drop(state);
        drop(left);
        self.queue.work.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that has panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Queue {
    /// Counts are whole after any panic.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; none when there will be none or something has failed.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.failed.is_some() {
                return None;
            }
            match state.jobs.pop_front() {
                None if !state.closed => {
                    state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                job => return job,
            }
        }
    }
}

/// Counts a thread out when it ends.
struct Ending(Arc<Queue>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
        self.0.done.notify_all();
    }
}

/// Does jobs until there are no more.
fn work(device: &Device, queue: &Queue, chunk: usize) -> Result<(), Failure> {
    let Some(mut job) = queue.next() else { return Ok(()) };
    // Before the chunks, which are dropped first and wait for their copies.
    let stream = device.stream()?;
    let mut chunks: Vec<Chunk> = Vec::with_capacity(CHUNKS);
    for turn in (0..CHUNKS).cycle() {
        if chunks.len() == turn {
            chunks.push(Chunk::new(device, chunk + ALIGN)?);
        }
        bring(&stream, &mut chunks[turn], &job, queue)?;
        match queue.next() {
            Some(next) => job = next,
            None => break,
        }
    }
    Ok(stream.synchronize()?)
}

/// Reads a block and queues its copies.
fn bring(stream: &Stream, chunk: &mut Chunk, job: &Job, queue: &Queue) -> Result<(), Failure> {
    let Job { block, source, after } = job;
    chunk.wait()?;
    let memory = chunk.memory.as_mut_slice();
    let skip = memory.as_ptr().align_offset(ALIGN);
    let how = source.read(block.at, block.len, &mut memory[skip..]).map_err(|failed| {
        let (file, tensor) = (block.file.name().into(), block.tensor_at(failed.done).into());
        Failure::Read(ReadError { file, tensor, error: failed.error })
    })?;
    stream.wait(after)?;
    let mut bytes = 0;
    for copy in &block.copies {
        let to = copy.to.address() + copy.at as u64;
        // SAFETY: `blocks` has checked that the bytes are inside of memory that the job holds, and
        // that the driver frees only when streams have come past what uses it. The chunk is written
        // again, and dropped, once the stream has come past the copy.
        unsafe { write_behind_at(stream, to, &chunk.memory, skip + copy.from, copy.len) }?;
        bytes += copy.len as u64;
    }
    chunk.sent(stream)?;
    let mut state = queue.lock();
    state.done.bytes += bytes;
    match how {
        ReadPath::Direct(read) => state.done.direct += read as u64,
        ReadPath::Cached => {}
        ReadPath::Refused(why) => {
            state.done.refused.get_or_insert((block.file.name().to_owned(), why));
        }
    }
    drop(state);
    queue.done.notify_all();
    Ok(())
}
