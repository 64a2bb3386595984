//! Step scratch: a bump arena over one mapping, with frames that give memory back in order.

use std::cell::Cell;

use crate::buffer::Buffer;
use crate::device::{Device, Memory};
use crate::place::SliceMut;
use crate::tensor::{DType, TensorMut};

/// Alignment of every allocation: one cache line, one AVX-512 register.
const ALIGN_BYTES: usize = 64;

/// A bump arena. Memory comes back when the [`Frame`] it was taken from is dropped.
pub struct Arena {
    memory: Memory,
    /// Type of activations: f32 on the CPU, what it computes in on a device.
    dtype: DType,
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
    /// Maps `bytes` zeroed bytes of host memory.
    ///
    /// # Errors
    /// The operating system's error when it has no memory to give.
    pub fn with_bytes(bytes: usize) -> std::io::Result<Self> {
        let buffer = Buffer::zeroed(bytes.next_multiple_of(ALIGN_BYTES))?;
        Ok(Self::over(Memory::Host(buffer), DType::F32))
    }

    /// `bytes` of the device's memory.
    ///
    /// # Errors
    /// The device has no memory left.
    pub fn on(dev: &Device, bytes: usize) -> std::io::Result<Self> {
        let memory = dev.allocate(bytes.next_multiple_of(ALIGN_BYTES))?;
        Ok(Self::over(memory, dev.activations()))
    }

    fn over(memory: Memory, dtype: DType) -> Self {
        let (used, high_water, open_frames) = (Cell::new(0), Cell::new(0), Cell::new(0));
        Self { memory, dtype, used, high_water, open_frames }
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Address of the first byte, in the memory that it lies in.
    pub fn address(&self) -> u64 {
        self.memory.address()
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

    /// A tensor of activations that lives as long as the arena. Its contents are unspecified.
    /// Panics, naming need and size, when the arena is exhausted, and when a frame is open.
    pub fn alloc(&self, shape: &[usize]) -> TensorMut<'_> {
        self.tensor(shape, self.dtype, 0)
    }

    /// `n` words that live as long as the arena. Panics as [`Self::alloc`].
    pub fn alloc_u32(&self, n: usize) -> SliceMut<'_, u32> {
        self.words(n, 0)
    }

    fn tensor(&self, shape: &[usize], dtype: DType, depth: usize) -> TensorMut<'_> {
        let elements = shape.iter().product();
        let start = self.take(elements, depth);
        match &self.memory {
            Memory::Host(buffer) => TensorMut::from_f32(host(buffer, start, elements), shape),
            Memory::Device(memory) => {
                // SAFETY: a fresh range of the arena, which lives as long as the frame.
                unsafe { TensorMut::of_device(memory.address() + start as u64, dtype, shape) }
            }
        }
    }

    fn words(&self, n: usize, depth: usize) -> SliceMut<'_, u32> {
        let start = self.take(n, depth);
        match &self.memory {
            Memory::Host(buffer) => bytemuck::cast_slice_mut(host(buffer, start, n)).into(),
            Memory::Device(memory) => {
                // SAFETY: as above.
                unsafe { SliceMut::of_device(memory.address() + start as u64, n) }
            }
        }
    }

    /// Byte offset of a fresh range of this many 4-byte elements. The range is not handed out again
    /// until its frame is dropped, and borrows of the range keep the frame alive.
    fn take(&self, elements: usize, depth: usize) -> usize {
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
        if cfg!(debug_assertions) {
            // A kernel that reads before it writes shows up as NaN.
            match &self.memory {
                Memory::Host(buffer) => host(buffer, start, elements).fill(f32::NAN),
                Memory::Device(memory) => memory.fill(start..end, 0xff),
            }
        }
        start
    }
}

/// Elements of a range that [`Arena::take`] gave.
#[allow(clippy::mut_from_ref)]
fn host(buffer: &Buffer, start: usize, elements: usize) -> &mut [f32] {
    // SAFETY: the range is inside the mapping, aligned, and belongs to its taker alone.
    unsafe { std::slice::from_raw_parts_mut(buffer.ptr().add(start).cast::<f32>(), elements) }
}

impl Frame<'_> {
    /// A tensor of activations that lives as long as this frame. Its contents are unspecified.
    /// Panics, naming need and size, when the arena is exhausted, and when a later frame is open.
    pub fn alloc(&self, shape: &[usize]) -> TensorMut<'_> {
        self.arena.tensor(shape, self.arena.dtype, self.depth)
    }

    /// A tensor that is f32 whatever the type of activations. Panics as [`Self::alloc`].
    pub fn alloc_f32(&self, shape: &[usize]) -> TensorMut<'_> {
        self.arena.tensor(shape, DType::F32, self.depth)
    }

    /// A tensor of activations, all zero. Panics as [`Self::alloc`].
    pub fn alloc_zeroed(&self, shape: &[usize]) -> TensorMut<'_> {
        let start = self.arena.used.get();
        let mut tensor = self.alloc(shape);
        match &self.arena.memory {
            Memory::Host(_) => tensor.f32_mut().fill(0.0),
            Memory::Device(memory) => memory.fill(start..self.arena.used.get(), 0),
        }
        tensor
    }

    /// `n` words that live as long as this frame. Panics as [`Self::alloc`].
    pub fn alloc_u32(&self, n: usize) -> SliceMut<'_, u32> {
        self.arena.words(n, self.depth)
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
