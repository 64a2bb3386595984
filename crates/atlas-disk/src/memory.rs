//! Memory for reads and writes: equal pieces of one allocation, each with one owner.

use crossbeam_channel::{Receiver, Sender, bounded};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::io;
use std::ptr::NonNull;
use std::sync::Arc;

/// Pieces, offsets and lengths are multiples of this: what direct access asks for at most.
pub const ALIGN_BYTES: usize = 4096;

/// One allocation, cut into pieces of equal size.
pub struct Arena {
    base: NonNull<u8>,
    layout: Layout,
    piece_bytes: usize,
    free: (Sender<u32>, Receiver<u32>),
}

// SAFETY: the memory is reached through pieces alone, each of which has one owner.
unsafe impl Send for Arena {}
// SAFETY: as for `Send`; the arena itself gives out indices only.
unsafe impl Sync for Arena {}

impl Arena {
    /// `count` zeroed pieces of `piece_bytes` bytes.
    ///
    /// # Errors
    /// Sizes that are 0, no multiples of [`ALIGN_BYTES`] or too large, or no memory.
    pub fn new(piece_bytes: usize, count: u32) -> io::Result<Arc<Self>> {
        let refused = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why.to_owned()));
        if piece_bytes == 0 || count == 0 || !piece_bytes.is_multiple_of(ALIGN_BYTES) {
            return refused("pieces of whole pages, at least one");
        }
        let Some(bytes) = piece_bytes.checked_mul(count as usize) else {
            return refused("pieces of more bytes than there are addresses");
        };
        let Ok(layout) = Layout::from_size_align(bytes, ALIGN_BYTES) else {
            return refused("pieces of more bytes than there are addresses");
        };
        // SAFETY: the layout's size is not 0.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) });
        let base = base.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let free = bounded(count as usize);
        for index in 0..count {
            // The channel has room for all indices, and its receiver is here.
            let _ = free.0.send(index);
        }
        Ok(Arc::new(Self { base, layout, piece_bytes, free }))
    }

    pub fn piece_bytes(&self) -> usize {
        self.piece_bytes
    }

    /// Pieces without an owner.
    pub fn free(&self) -> usize {
        self.free.1.len()
    }

    /// A piece, with what its last owner left in it; waits for one.
    pub fn take(self: &Arc<Self>) -> Piece {
        // The arena holds a sender, so the channel is open.
        let index = self.free.1.recv().unwrap_or_else(|_| unreachable!("an open channel"));
        Piece { arena: self.clone(), index }
    }

    /// A piece, if there is one now.
    pub fn try_take(self: &Arc<Self>) -> Option<Piece> {
        let index = self.free.1.try_recv().ok()?;
        Some(Piece { arena: self.clone(), index })
    }

    /// Address and length of all pieces, for a kernel that keeps them mapped.
    pub(crate) fn whole(&self) -> (*mut u8, usize) {
        (self.base.as_ptr(), self.layout.size())
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout; a piece holds the arena, so none is left.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arena({} free of {} bytes)", self.free(), self.piece_bytes)
    }
}

/// A piece of an arena, which gets it back when this is dropped.
pub struct Piece {
    arena: Arc<Arena>,
    index: u32,
}

impl Piece {
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: this piece's part of the allocation, which no other piece has, and initialised.
        unsafe { std::slice::from_raw_parts(self.start(), self.arena.piece_bytes) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`, borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.start(), self.arena.piece_bytes) }
    }

    pub(crate) fn start(&self) -> *mut u8 {
        let at = self.index as usize * self.arena.piece_bytes;
        // SAFETY: the index is below the number of pieces.
        unsafe { self.arena.base.as_ptr().add(at) }
    }

    pub(crate) fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        // There is room for every index, and the arena holds the receiver.
        let _ = self.arena.free.0.send(self.index);
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({} of {} bytes)", self.index, self.arena.piece_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap_and_come_back() {
        let arena = Arena::new(ALIGN_BYTES, 3).unwrap();
        let mut pieces: Vec<Piece> = (0..3).map(|_| arena.take()).collect();
        assert!(arena.try_take().is_none());
        for (piece, value) in pieces.iter_mut().zip(1..) {
            assert!(piece.start().addr().is_multiple_of(ALIGN_BYTES));
            piece.bytes_mut().fill(value);
        }
        for (piece, value) in pieces.iter().zip(1..) {
            assert!(piece.bytes().iter().all(|&byte| byte == value));
        }
        pieces.clear();
        assert_eq!(arena.free(), 3);
    }

    #[test]
    fn sizes_without_sense_are_refused() {
        for (bytes, count) in [(0, 1), (4096, 0), (4097, 1), (usize::MAX / 4096 * 4096, 2)] {
            assert!(Arena::new(bytes, count).is_err(), "{bytes} {count}");
        }
    }
}
