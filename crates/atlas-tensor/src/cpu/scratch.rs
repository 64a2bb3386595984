//! Kernel workspace of a device, handed out for the length of one call.

use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::buffer::Buffer;

/// Alignment of what [`Scratch::take`] gives.
const ALIGN_BYTES: usize = 64;
/// Every piece may lose up to a line to alignment; a call takes this many that its kernel did not
/// reckon with.
const SLACK_BYTES: usize = 16 * ALIGN_BYTES;

/// The memory behind every call's [`Scratch`].
pub(super) struct Workspace(Mutex<Reserve>);

struct Reserve {
    buffer: Buffer,
    /// Whether the size was planned. A planned workspace does not grow.
    reserved: bool,
    /// Most bytes that a call has requested.
    high_water: usize,
}

/// The device's workspace while one call uses it.
pub(crate) struct Scratch<'a> {
    guard: MutexGuard<'a, Reserve>,
    used: usize,
    life: PhantomData<&'a mut [u8]>,
}

impl Workspace {
    /// An empty workspace that grows to the largest call.
    pub fn growing() -> std::io::Result<Self> {
        let buffer = Buffer::zeroed(0)?;
        Ok(Self(Mutex::new(Reserve { buffer, reserved: false, high_water: 0 })))
    }

    fn lock(&self) -> MutexGuard<'_, Reserve> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fixes the size to what calls of up to `bytes` need.
    pub fn reserve(&self, bytes: usize) -> std::io::Result<()> {
        let buffer = Buffer::zeroed(Self::reserved_bytes(bytes))?;
        *self.lock() = Reserve { buffer, reserved: true, high_water: 0 };
        Ok(())
    }

    /// Bytes that [`Self::reserve`] allocates.
    pub fn reserved_bytes(bytes: usize) -> usize {
        (bytes + SLACK_BYTES).next_multiple_of(ALIGN_BYTES)
    }

    /// Bytes held now.
    pub fn bytes(&self) -> usize {
        self.lock().buffer.bytes()
    }

    /// Most bytes that one call has requested.
    pub fn high_water(&self) -> usize {
        self.lock().high_water
    }

    /// Memory of `bytes` for one call. Panics if a reserved workspace is too small, or the system
    /// has no memory to give.
    pub fn scratch(&self, bytes: usize) -> Scratch<'_> {
        let mut guard = self.lock();
        guard.high_water = guard.high_water.max(bytes);
        let (wanted, held) = (bytes + SLACK_BYTES, guard.buffer.bytes());
        if held < wanted {
            assert!(!guard.reserved, "a kernel needs {wanted} bytes of the {held} planned for it");
            guard.buffer = match Buffer::zeroed(wanted.next_power_of_two()) {
                Ok(buffer) => buffer,
                Err(error) => panic!("no memory for {bytes} bytes of kernel workspace: {error}"),
            };
        }
        Scratch { guard, used: 0, life: PhantomData }
    }
}

impl Scratch<'_> {
    /// The next `bytes` bytes, aligned to a cache line; contents are unspecified. Valid until the
    /// scratch is dropped. Panics if more is taken than was requested.
    pub fn take(&mut self, bytes: usize) -> *mut u8 {
        let start = self.used;
        let end = start + bytes.next_multiple_of(ALIGN_BYTES);
        let held = self.guard.buffer.bytes();
        assert!(end <= held, "kernel workspace of {held} bytes");
        self.used = end;
        self.guard.buffer.ptr().wrapping_add(start)
    }

    /// [`Self::take`] of `floats` f32 for each of `threads` threads, no two on one cache line:
    /// [`PerThread::bytes`] in all.
    pub fn take_each(&mut self, threads: usize, floats: usize) -> PerThread {
        let base = self.take(PerThread::bytes(threads, floats)).cast();
        PerThread { base, stride_floats: PerThread::stride_floats(floats) }
    }
}

/// As many f32 for every thread of a device; each dereferences its own.
#[derive(Clone, Copy)]
pub(crate) struct PerThread {
    base: *mut f32,
    stride_floats: usize,
}

// SAFETY: a plain address; every thread uses its own stretch.
unsafe impl Sync for PerThread {}

impl PerThread {
    const fn stride_floats(floats: usize) -> usize {
        floats.next_multiple_of(ALIGN_BYTES / size_of::<f32>())
    }

    /// Bytes that `floats` f32 for each of `threads` threads take.
    pub const fn bytes(threads: usize, floats: usize) -> usize {
        threads * Self::stride_floats(floats) * size_of::<f32>()
    }

    /// The first f32 of a thread.
    pub fn of(&self, thread: usize) -> *mut f32 {
        self.base.wrapping_add(thread * self.stride_floats)
    }
}

/// An address that threads may share; each dereferences its own part.
#[derive(Clone, Copy)]
pub(crate) struct Address<T>(pub *mut T);

// SAFETY: a plain address.
unsafe impl<T> Send for Address<T> {}
// SAFETY: a plain address.
unsafe impl<T> Sync for Address<T> {}

impl<T> Address<T> {
    pub fn get(&self) -> *mut T {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use crate::{Compute, CpuDevice, Isa};

    #[test]
    fn a_reserved_workspace_does_not_grow() {
        let dev = CpuDevice::new(1, Isa::Portable, Compute::F32).expect("a device");
        dev.scratch(5000).take(5000);
        dev.reserve_workspace(100).expect("a little memory");
        assert_eq!(dev.workspace_bytes(), CpuDevice::reserved_bytes(100));
        dev.scratch(100).take(100);
        assert_eq!(dev.workspace_high_water(), 100);
        let beyond = std::panic::AssertUnwindSafe(|| drop(dev.scratch(101 + 1024)));
        assert!(std::panic::catch_unwind(beyond).is_err());
    }
}
