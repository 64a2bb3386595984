//! Large uploads from ordinary memory of the host, such as the pages of a mapped file.
//!
//! They go through pinned memory in chunks: while one is on its way to the device, threads read the pages of the
//! next, which is where a file's pages are fetched from the disk.

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

struct Chunk {
    memory: PinnedBuffer,
    /// Behind the last copy, which reads `memory`.
    copied: Option<Event>,
}

impl Uploads {
    /// # Errors
    /// No pinned memory.
    pub fn new(device: &Device) -> Result<Self, CudaError> {
        let chunk = |_| Ok(Chunk { memory: PinnedBuffer::new(device, CHUNK)?, copied: None });
        let chunks = (0..CHUNKS).map(chunk).collect::<Result<_, CudaError>>()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { chunks, next: 0, threads: cores.min(THREADS_MAX) })
    }

    /// Queues a copy of `data` to address `to`; returns when all of it has been read.
    ///
    /// # Errors
    /// This thread captures a stream, or what the driver says.
    ///
    /// # Safety
    /// `to` and the bytes behind it are device memory that stays allocated until the stream has come past the copy.
    pub unsafe fn write(&mut self, stream: &Stream, to: u64, data: &[u8]) -> Result<(), CudaError> {
        refuse_waiting(stream)?;
        let mut at = to;
        for part in data.chunks(CHUNK) {
            let chunk = &mut self.chunks[self.next];
            if let Some(copied) = &chunk.copied {
                copied.synchronize()?;
            }
            copy(&mut chunk.memory.as_mut_slice()[..part.len()], part, self.threads);
            // SAFETY: the chunk is written again, and dropped, once `copied` is reached; the device's memory is as
            // the caller promises.
            unsafe { write_behind_at(stream, at, &chunk.memory, part.len()) }?;
            match &chunk.copied {
                Some(copied) => stream.record_again(copied)?,
                None => chunk.copied = Some(stream.record()?),
            }
            self.next = (self.next + 1) % CHUNKS;
            at += part.len() as u64;
        }
        Ok(())
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        for copied in self.chunks.iter().filter_map(|chunk| chunk.copied.as_ref()) {
            // The copy reads memory that is freed next. After a failure nothing reads it any more.
            let _ = copied.synchronize();
        }
    }
}

/// Copies on several threads.
fn copy(to: &mut [u8], from: &[u8], threads: usize) {
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
