//! Copies between the host tier and the device on a stream of their own.
//!
//! They go through pinned memory in chunks: while one is on its way, the one before it is copied
//! out of its chunk, or the next one into its own.

use std::ops::Range;
use std::sync::Arc;

use atlas_tensor::device::{CopyQueue, DeviceFault, Mark, Part};

use super::Shared;
use crate::error::CudaError;
use crate::memory::{read_behind_at, write_behind_at};
use crate::stream::{Event, Stream};
use crate::upload::{Chunk, copy};

/// Bytes of a chunk, and chunks.
const CHUNK: usize = 8 << 20;
const CHUNKS: usize = 3;
/// Threads that copy from and to a chunk.
const THREADS: usize = 4;

/// The stream and its chunks.
pub(super) struct Copies {
    stream: Stream,
    chunks: Vec<Chunk>,
    shared: Arc<Shared>,
}

/// A stretch of parts that fills a chunk: pieces with their offset in it, and its bytes of the
/// whole.
struct Window {
    pieces: Vec<(u64, usize, usize)>,
    range: Range<usize>,
}

impl Copies {
    /// # Errors
    /// No stream, or no pinned memory.
    pub fn new(shared: &Arc<Shared>) -> Result<Self, CudaError> {
        let chunks = (0..CHUNKS).map(|_| Chunk::new(&shared.device, CHUNK));
        Ok(Self {
            stream: shared.device.stream()?,
            chunks: chunks.collect::<Result<_, _>>()?,
            shared: Arc::clone(shared),
        })
    }

    /// Does `work`, unless something has failed before; a failure is the device's.
    fn run(
        &mut self,
        work: impl FnOnce(&Stream, &mut [Chunk]) -> Result<(), CudaError>,
    ) -> Result<(), DeviceFault> {
        if let Some(fault) = self.shared.fault().clone() {
            return Err(fault);
        }
        work(&self.stream, &mut self.chunks).map_err(|error| {
            self.shared.note(&error);
            self.shared.failed(&error)
        })
    }
}

impl CopyQueue for Copies {
    fn after(&mut self, mark: &Mark) -> Result<(), DeviceFault> {
        let event = mark.downcast_ref::<Event>();
        let event = event.ok_or_else(|| CudaError::bad("copy", "a mark of another device"));
        self.run(|stream, _| stream.wait(event?))
    }

    fn read(&mut self, parts: &[Part], out: &mut [u8]) -> Result<(), DeviceFault> {
        let windows = windows(parts, out.len());
        self.run(|stream, chunks| {
            let windows = windows?;
            let drain = |chunks: &[Chunk], at: usize, out: &mut [u8]| {
                let chunk = &chunks[at % CHUNKS];
                chunk.wait()?;
                let range = windows[at].range.clone();
                let bytes = &chunk.memory.as_slice()[..range.len()];
                copy(&mut out[range], bytes, THREADS);
                Ok(())
            };
            for (at, window) in windows.iter().enumerate() {
                let chunk = &mut chunks[at % CHUNKS];
                for &(from, offset, len) in &window.pieces {
                    // SAFETY: inside of memory that the caller's parts own; the chunk is read when
                    // `copied` is reached, and dropped later.
                    unsafe { read_behind_at(stream, from, &mut chunk.memory, offset, len) }?;
                }
                chunk.sent(stream)?;
                if at >= CHUNKS - 1 {
                    drain(chunks, at - (CHUNKS - 1), out)?;
                }
            }
            (windows.len().saturating_sub(CHUNKS - 1)..windows.len())
                .try_for_each(|at| drain(chunks, at, out))
        })
    }

    fn write(&mut self, parts: &[Part], data: &[u8]) -> Result<(), DeviceFault> {
        let windows = windows(parts, data.len());
        self.run(|stream, chunks| {
            for (at, window) in windows?.into_iter().enumerate() {
                let chunk = &mut chunks[at % CHUNKS];
                chunk.wait()?;
                let bytes = &data[window.range];
                copy(&mut chunk.memory.as_mut_slice()[..bytes.len()], bytes, THREADS);
                for (to, offset, len) in window.pieces {
                    // SAFETY: inside of memory that the caller's parts own until the copies are
                    // finished; the chunk is written again, and dropped, once `copied` is reached.
                    unsafe { write_behind_at(stream, to, &chunk.memory, offset, len) }?;
                }
                chunk.sent(stream)?;
            }
            Ok(())
        })
    }

    fn finish(&mut self) -> Result<(), DeviceFault> {
        self.run(|stream, _| stream.synchronize())
    }
}

/// The parts in windows of a chunk.
///
/// # Errors
/// A part is not in its memory, or they are not `bytes` long together.
fn windows(parts: &[Part], bytes: usize) -> Result<Vec<Window>, CudaError> {
    let mut windows: Vec<Window> = Vec::with_capacity(bytes.div_ceil(CHUNK));
    let mut done = 0;
    for Part { memory, range } in parts {
        if range.start > range.end || range.end > memory.bytes() {
            let what = format!("bytes {range:?} of {}", memory.bytes());
            return Err(CudaError::bad("copy", what));
        }
        let mut at = range.start;
        while at < range.end {
            let offset = done % CHUNK;
            if offset == 0 {
                windows.push(Window { pieces: Vec::new(), range: done..done });
            }
            let len = (range.end - at).min(CHUNK - offset);
            if let Some(window) = windows.last_mut() {
                window.pieces.push((memory.address() + at as u64, offset, len));
                window.range.end += len;
            }
            (at, done) = (at + len, done + len);
        }
    }
    if done != bytes {
        return Err(CudaError::bad("copy", format!("{done} bytes of parts for {bytes}")));
    }
    Ok(windows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_tensor::DeviceMemory;

    struct Fake(u64, usize);

    impl DeviceMemory for Fake {
        fn address(&self) -> u64 {
            self.0
        }
        fn bytes(&self) -> usize {
            self.1
        }
        fn write(&self, _: usize, _: &[u8]) {}
        fn read(&self, _: usize, _: &mut [u8]) {}
        fn fill(&self, _: Range<usize>, _: u8) {}
        fn copy(&self, _: usize, _: &dyn DeviceMemory, _: usize, _: usize) {}
    }

    #[test]
    fn parts_are_cut_at_the_ends_of_chunks_and_nowhere_else() {
        let part = |address, range| Part { memory: Arc::new(Fake(address, 4 * CHUNK)), range };
        let parts = [part(1 << 40, 5..105), part(1 << 41, 0..2 * CHUNK), part(1 << 42, 7..8)];
        let windows = windows(&parts, 101 + 2 * CHUNK).unwrap();
        let ranges: Vec<_> = windows.iter().map(|window| window.range.clone()).collect();
        assert_eq!(ranges, [0..CHUNK, CHUNK..2 * CHUNK, 2 * CHUNK..2 * CHUNK + 101]);
        assert_eq!(windows[0].pieces, [((1 << 40) + 5, 0, 100), (1 << 41, 100, CHUNK - 100)]);
        let second = (1 << 41) + (CHUNK - 100) as u64;
        assert_eq!(windows[1].pieces, [(second, 0, CHUNK)]);
        assert_eq!(windows[2].pieces, [(second + CHUNK as u64, 0, 100), ((1 << 42) + 7, 100, 1)]);
    }

    #[test]
    fn parts_outside_of_their_memory_and_wrong_lengths_are_refused() {
        let part = |range| [Part { memory: Arc::new(Fake(64, 10)), range }];
        assert!(windows(&part(0..11), 11).is_err());
        assert!(windows(&part(0..10), 9).is_err());
        assert!(windows(&part(0..0), 0).unwrap().is_empty());
    }
}
