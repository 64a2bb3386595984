//! The ceiling of reads: a file in order, past the page cache, many pieces at a time.

use crate::error::DiskError;
use crate::file::DataFile;
use crate::memory::Arena;
use crate::queue::{Job, Queue, QueueOptions};
use crossbeam_channel::unbounded;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Bytes of a read, and reads at a time.
const PIECE_BYTES: usize = 1 << 20;
const DEPTH: u32 = 32;

/// Bytes a second of reads of the first `bytes` bytes of a file, in order and over again for
/// `time`.
/// Another process, or this one, may have it open.
///
/// # Errors
/// The file has fewer bytes or cannot be read.
pub fn sequential_read(path: &Path, bytes: u64, time: Duration) -> Result<f64, DiskError> {
    let file = Arc::new(DataFile::open_to_read(path)?);
    let pieces = bytes.min(file.bytes()) / PIECE_BYTES as u64;
    if pieces == 0 {
        return Err(DiskError::Open {
            path: path.to_owned(),
            reason: format!("{bytes} bytes are too few to measure"),
        });
    }
    let memory = |error: std::io::Error| DiskError::open(path, &error);
    let arena = Arena::new(PIECE_BYTES, DEPTH).map_err(memory)?;
    let queue = Queue::new(&QueueOptions::default(), std::slice::from_ref(&arena))?;
    let (sender, done) = unbounded();
    let (begun, mut next, mut read, mut waiting) = (Instant::now(), 0, 0u64, 0u32);
    loop {
        let more = begun.elapsed() < time;
        while more && let Some(piece) = arena.try_take() {
            let at = next % pieces * PIECE_BYTES as u64;
            queue.submit(Job::read(&file, at, piece, 0..PIECE_BYTES, next), &sender);
            (next, waiting) = (next + 1, waiting + 1);
        }
        if waiting == 0 {
            return Ok(read as f64 / begun.elapsed().as_secs_f64());
        }
        let end = done.recv().map_err(|error| DiskError::Stopped(error.to_string()))?;
        end.result?;
        (read, waiting) = (read + PIECE_BYTES as u64, waiting - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_open_is_measured_and_a_short_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kv");
        std::fs::write(&path, vec![7; 3 << 20]).unwrap();
        let _open = DataFile::open(&path, 3 << 20).unwrap();
        let rate = sequential_read(&path, 3 << 20, Duration::from_millis(20)).unwrap();
        assert!(rate > 1e6, "{rate}");
        assert!(sequential_read(&path, 4096, Duration::from_millis(1)).is_err());
        assert!(sequential_read(&folder.path().join("none"), 1 << 30, Duration::ZERO).is_err());
    }
}
