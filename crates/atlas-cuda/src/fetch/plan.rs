//! Which blocks of files are read, and where their bytes go.

use std::ops::Range;
use std::sync::Arc;

use atlas_tensor::{DeviceMemory, Piece, StoredBytes, StoredFile};

use crate::error::CudaError;

/// Blocks begin at multiples of this, as reads past the cache must on any file system in use.
pub const ALIGN: usize = 4096;
/// Bytes of a block at most.
pub const CHUNK: usize = 8 << 20;
/// Gaps of up to so many unneeded bytes are read rather than left out of a block.
const GAP: u64 = 256 << 10;

/// A block of a file, and what is done with it.
pub struct Block {
    pub file: Arc<StoredFile>,
    /// The first byte, a multiple of [`ALIGN`].
    pub at: u64,
    /// Bytes up to the last that is wanted.
    pub len: usize,
    pub copies: Vec<Copy>,
}

/// Bytes of a block that go to one place.
pub struct Copy {
    /// The first byte, counted in the block.
    pub from: usize,
    pub len: usize,
    pub to: Arc<dyn DeviceMemory>,
    /// The first byte there.
    pub at: usize,
    /// Tensor that they belong to.
    pub tensor: Arc<str>,
}

impl Block {
    /// The tensor that a read which got `done` bytes failed in.
    pub fn tensor_at(&self, done: usize) -> &str {
        let behind = self.copies.iter().find(|copy| copy.from + copy.len > done);
        behind.or(self.copies.last()).map_or("", |copy| &copy.tensor)
    }
}

/// Bytes that lie together in a file and in memory.
struct Span<'a> {
    from: &'a StoredBytes,
    range: Range<u64>,
    to: &'a Arc<dyn DeviceMemory>,
    at: usize,
}

/// Blocks of up to `chunk` bytes, file by file in the files' order, that hold all of `pieces`.
///
/// # Errors
/// A piece is longer than its place.
pub fn blocks(pieces: &[Piece], chunk: usize) -> Result<Vec<Block>, CudaError> {
    let mut spans = Vec::new();
    for Piece { from, to, at } in pieces {
        if at.checked_add(from.len()).is_none_or(|end| end > to.bytes()) {
            let what = format!("{} bytes at byte {at} of {}", from.len(), to.bytes());
            return Err(CudaError::bad("fetch", what));
        }
        let mut at = *at;
        for range in from.ranges() {
            spans.push(Span { from, range: range.clone(), to, at });
            at += (range.end - range.start) as usize;
        }
    }
    // Files in the order in which they were asked for.
    let mut files: Vec<*const StoredFile> = Vec::new();
    let mut place = |file: &Arc<StoredFile>| {
        let file = Arc::as_ptr(file);
        files.iter().position(|&f| f == file).unwrap_or_else(|| {
            files.push(file);
            files.len() - 1
        })
    };
    let mut ordered: Vec<_> =
        spans.into_iter().map(|s| ((place(s.from.file()), s.range.start), s)).collect();
    ordered.sort_by_key(|(order, _)| *order);
    let mut blocks: Vec<Block> = Vec::new();
    for (_, Span { from, mut range, to, mut at }) in ordered {
        while !range.is_empty() {
            let fits = |b: &Block| {
                Arc::ptr_eq(&b.file, from.file())
                    // Before it begins bytes that are wanted twice.
                    && range.start >= b.at
                    && range.start <= b.at + b.len as u64 + GAP
                    && range.start < b.at + chunk as u64
            };
            if !blocks.last().is_some_and(fits) {
                let (file, first) =
                    (from.file().clone(), range.start / ALIGN as u64 * ALIGN as u64);
                blocks.push(Block { file, at: first, len: 0, copies: Vec::new() });
            }
            let Some(block) = blocks.last_mut() else { break };
            let end = range.end.min(block.at + chunk as u64);
            let (first, len) = ((range.start - block.at) as usize, (end - range.start) as usize);
            block.len = block.len.max(first + len);
            match block.copies.last_mut() {
                Some(last) if last.goes_on(first, at, to, from.tensor()) => last.len += len,
                _ => {
                    let (to, tensor) = (to.clone(), from.tensor().clone());
                    block.copies.push(Copy { from: first, len, to, at, tensor });
                }
            }
            range.start = end;
            at += len;
        }
    }
    Ok(blocks)
}

impl Copy {
    /// Whether bytes from `from` of the block that go to byte `at` of `to` go on where these end.
    fn goes_on(&self, from: usize, at: usize, to: &Arc<dyn DeviceMemory>, tensor: &str) -> bool {
        let ends = (self.from + self.len, self.at + self.len);
        // The address alone: two handles of one memory are rare and harmless.
        ends == (from, at) && self.to.address() == to.address() && *self.tensor == *tensor
    }
}
