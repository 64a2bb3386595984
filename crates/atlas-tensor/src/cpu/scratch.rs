//! Kernel workspace of a device, handed out for the length of one call.

use std::marker::PhantomData;
use std::sync::{MutexGuard, PoisonError};

use super::CpuDevice;
use crate::buffer::Buffer;

/// Alignment of what [`Scratch::take`] gives.
const ALIGN_BYTES: usize = 64;

/// The device's workspace while one call uses it.
pub(crate) struct Scratch<'a> {
    guard: MutexGuard<'a, Buffer>,
    used: usize,
    life: PhantomData<&'a mut [u8]>,
}

impl CpuDevice {
    /// Workspace of `bytes`, for one call. It grows when it must and is then kept; a second
    /// caller waits for the first.
    pub(crate) fn scratch(&self, bytes: usize) -> Scratch<'_> {
        let mut guard = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        // Every piece may lose up to a line to alignment.
        let bytes = bytes + 16 * ALIGN_BYTES;
        if guard.bytes() < bytes {
            *guard = match Buffer::zeroed(bytes.next_power_of_two()) {
                Ok(buffer) => buffer,
                Err(error) => panic!("no memory for {bytes} bytes of kernel workspace: {error}"),
            };
        }
        Scratch { guard, used: 0, life: PhantomData }
    }
}

impl Scratch<'_> {
    /// The next `bytes` bytes, aligned to a cache line; contents are unspecified. Valid until the
    /// scratch is dropped. Panics when more is taken than was asked for.
    pub fn take(&mut self, bytes: usize) -> *mut u8 {
        let start = self.used;
        let end = start + bytes.next_multiple_of(ALIGN_BYTES);
        assert!(end <= self.guard.bytes(), "kernel workspace of {} bytes", self.guard.bytes());
        self.used = end;
        self.guard.ptr().wrapping_add(start)
    }
}
