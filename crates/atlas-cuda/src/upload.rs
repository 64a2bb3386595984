//! Large uploads from ordinary memory of the host, such as weights of the bundled model. Files are
//! read by `fetch`.
//!
//! They go through pinned memory in chunks: while one is on its way to the device, threads fill the
//! next.

use crate::device::Device;
use crate::error::CudaError;
use crate::memory::{PinnedBuffer, refuse_waiting, write_behind_at};
use crate::stream::{Event, Stream};

/// Uploads of at least so many bytes are worth the detour.
pub const BYTES_MIN: usize = 2 << 20;
/// Bytes of a chunk.
pub const CHUNK: usize = 32 << 20;
/// Chunks that are on their way or being filled.
const CHUNKS: usize = 3;
/// Most threads that fill a chunk, and the least that one of them copies.
const THREADS_MAX: usize = 8;
const PART_MIN: usize = 1 << 20;

/// Pinned memory for chunks in turn.
pub struct Uploads {
    chunks: Vec<Chunk>,
    next: usize,
    threads: usize,
}

/// Pinned memory that copies read, dropped once they have.
pub(crate) struct Chunk {
    pub(crate) memory: PinnedBuffer,
    /// Behind the last copy, which reads `memory`.
    copied: Option<Event>,
}

impl Chunk {
    /// # Errors
    /// No pinned memory.
    pub(crate) fn new(device: &Device, bytes: usize) -> Result<Self, CudaError> {
        Ok(Self { memory: PinnedBuffer::new(device, bytes)?, copied: None })
    }

    /// Waits until the memory may be written again.
    ///
    /// # Errors
    /// Errors of the driver.
    pub(crate) fn wait(&self) -> Result<(), CudaError> {
        self.copied.as_ref().map_or(Ok(()), Event::synchronize)
    }

    /// Notes that copies were queued on `stream`.
    ///
    /// # Errors
    /// Errors of the driver.
    pub(crate) fn sent(&mut self, stream: &Stream) -> Result<(), CudaError> {
        match &self.copied {
            Some(copied) => stream.record_again(copied),
            None => stream.record().map(|event| self.copied = Some(event)),
        }
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        // A copy reads memory that is freed next. After a failure nothing reads it any more.
        let _ = self.wait();
    }
}

impl Uploads {
    /// # Errors
    /// No pinned memory.
    pub fn new(device: &Device) -> Result<Self, CudaError> {
        let chunks = (0..CHUNKS).map(|_| Chunk::new(device, CHUNK));
        let chunks = chunks.collect::<Result<_, CudaError>>()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { chunks, next: 0, threads: cores.min(THREADS_MAX) })
    }

    /// Queues a copy of `data` to address `to`; returns when all of it has been read.
    ///
    /// # Errors
    /// This thread captures a stream, or what the driver says.
    ///
    /// # Safety
    /// `to` and the bytes behind it are device memory that stays allocated until the stream has
    /// come past the copy.
    pub unsafe fn write(&mut self, stream: &Stream, to: u64, data: &[u8]) -> Result<(), CudaError> {
        refuse_waiting(stream)?;
        let mut at = to;
        for part in data.chunks(CHUNK) {
            let chunk = &mut self.chunks[self.next];
            chunk.wait()?;
            copy(&mut chunk.memory.as_mut_slice()[..part.len()], part, self.threads);
            // SAFETY: the chunk is written again, and dropped, once `copied` is reached; the
            // device's memory is as the caller promises.
            unsafe { write_behind_at(stream, at, &chunk.memory, 0, part.len()) }?;
            chunk.sent(stream)?;
            self.next = (self.next + 1) % CHUNKS;
            at += part.len() as u64;
        }
        Ok(())
    }
}

/// Copies on several threads.
pub(crate) fn copy(to: &mut [u8], from: &[u8], threads: usize) {
    let part = from.len().div_ceil(threads.max(1)).max(PART_MIN);
    if from.len() <= part {
        return to.copy_from_slice(from);
    }
    std::thread::scope(|scope| {
        for (to, from) in to.chunks_mut(part).zip(from.chunks(part)) {
            scope.spawn(move || to.copy_from_slice(from));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_copied_whatever_the_threads() {
        let from: Vec<u8> = (0..3 * PART_MIN + 5).map(|i| ((i * 31) >> 3) as u8).collect();
        for (bytes, threads) in
            [(0, 3), (1, 3), (PART_MIN, 8), (PART_MIN + 1, 2), (from.len(), 1), (from.len(), 7)]
        {
            let mut to = vec![0xa5; bytes];
            copy(&mut to, &from[..bytes], threads);
            assert!(to == from[..bytes], "{bytes} bytes, {threads} threads");
        }
    }
}
