//! Step scratch: a bump arena over one mapping, with frames that give memory back in order.

use std::cell::Cell;

use crate::buffer::Buffer;
use crate::tensor::TensorMut;

/// Alignment of every allocation: one cache line, one AVX-512 register.
const ALIGN_BYTES: usize = 64;

/// A bump arena. Memory comes back when the [`Frame`] it was taken from is dropped.
pub struct Arena {
    buffer: Buffer,
    used: Cell<usize>,
    high_water: Cell<usize>,
    open_frames: Cell<usize>,
}

/// A stretch of arena memory. Only the innermost open frame allocates; frames close in reverse
/// order of opening.
pub struct Frame<'a> {
    arena: &'a Arena,
    start: usize,
    depth: usize,
}

impl Arena {
    /// Maps `bytes` zeroed bytes.
    ///
    /// # Errors
    /// The operating system's error when it has no memory to give.
    pub fn with_bytes(bytes: usize) -> std::io::Result<Self> {
        let buffer = Buffer::zeroed(bytes.next_multiple_of(ALIGN_BYTES))?;
        Ok(Self { buffer, used: Cell::new(0), high_water: Cell::new(0), open_frames: Cell::new(0) })
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.buffer.bytes()
    }

    /// The most bytes ever in use at once.
    pub fn high_water(&self) -> usize {
        self.high_water.get()
    }

    /// Bytes that an allocation of `elements` 4-byte elements takes.
    pub const fn alloc_bytes(elements: usize) -> usize {
        (elements * 4).next_multiple_of(ALIGN_BYTES)
    }

    /// Opens a frame: what is allocated from it is given back when it is dropped.
    pub fn frame(&self) -> Frame<'_> {
        let depth = self.open_frames.get() + 1;
        self.open_frames.set(depth);
        Frame { arena: self, start: self.used.get(), depth }
    }

    /// An f32 tensor that lives as long as the arena. Its contents are unspecified.
    /// Panics, naming need and size, when the arena is exhausted, and when a frame is open.
    pub fn alloc(&self, shape: &[usize]) -> TensorMut<'_> {
        TensorMut::from_f32(self.take_f32(shape.iter().product(), 0), shape)
    }

    /// `n` words that live as long as the arena. Panics as [`Self::alloc`].
    pub fn alloc_u32(&self, n: usize) -> &mut [u32] {
        bytemuck::cast_slice_mut(self.take_f32(n, 0))
    }

    // Each call hands out a fresh range, so several exclusive borrows of one arena are sound.
    #[allow(clippy::mut_from_ref)]
    fn take_f32(&self, elements: usize, depth: usize) -> &mut [f32] {
        let open = self.open_frames.get();
        assert!(depth == open, "allocation at frame depth {depth} while depth {open} is open");
        let (start, bytes) = (self.used.get(), Self::alloc_bytes(elements));
        let end = start + bytes;
        assert!(
            end <= self.bytes(),
            "arena exhausted: {bytes} bytes needed with {start} in use of {}",
            self.bytes()
        );
        self.used.set(end);
        self.high_water.set(self.high_water.get().max(end));
        // SAFETY: start..end is inside the mapping, aligned, and handed out to nobody else until
        // the frame it belongs to is dropped, which the returned borrow outlaws.
        let slice = unsafe {
            std::slice::from_raw_parts_mut(self.buffer.ptr().add(start).cast::<f32>(), elements)
        };
        if cfg!(debug_assertions) {
            // A kernel that reads before it writes shows up as NaN.
            slice.fill(f32::NAN);
        }
        slice
    }
}

impl Frame<'_> {
    /// An f32 tensor that lives as long as this frame. Its contents are unspecified.
    /// Panics, naming need and size, when the arena is exhausted, and when a later frame is open.
    pub fn alloc(&self, shape: &[usize]) -> TensorMut<'_> {
        TensorMut::from_f32(self.arena.take_f32(shape.iter().product(), self.depth), shape)
    }

    /// `n` words that live as long as this frame. Panics as [`Self::alloc`].
    #[allow(clippy::mut_from_ref)]
    pub fn alloc_u32(&self, n: usize) -> &mut [u32] {
        bytemuck::cast_slice_mut(self.arena.take_f32(n, self.depth))
    }

    /// Opens a frame inside this one.
    pub fn frame(&self) -> Frame<'_> {
        self.arena.frame()
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let open = self.arena.open_frames.get();
        // Out of order, nothing is given back: memory of the frame still open stays its own.
        assert!(self.depth == open, "frame {} closed while frame {open} is open", self.depth);
        self.arena.open_frames.set(open - 1);
        self.arena.used.set(self.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_give_memory_back() {
        let arena = Arena::with_bytes(4096).unwrap();
        for _ in 0..100 {
            let outer = arena.frame();
            let mut a = outer.alloc(&[16, 16]);
            {
                let inner = arena.frame();
                let mut b = inner.alloc(&[16, 32]);
                b.f32_mut().fill(2.0);
                a.f32_mut().fill(1.0);
                assert!(b.as_ref().f32().iter().all(|&x| x == 2.0));
            }
            assert_eq!(outer.alloc_u32(3).len(), 3);
            assert!(a.as_ref().f32().iter().all(|&x| x == 1.0));
        }
        assert_eq!(arena.high_water(), 3072);
    }

    #[test]
    #[should_panic(expected = "1088 bytes needed with 64 in use of 1024")]
    fn exhaustion_names_the_numbers() {
        let arena = Arena::with_bytes(1000).unwrap();
        arena.alloc(&[3]);
        arena.alloc(&[257]);
    }

    #[test]
    #[should_panic(expected = "while depth 2 is open")]
    fn an_outer_frame_cannot_allocate_under_an_inner_one() {
        let arena = Arena::with_bytes(1000).unwrap();
        let outer = arena.frame();
        let _inner = outer.frame();
        outer.alloc(&[1]);
    }
}
