//! Device memory as the engine's pools and weights hold it.

use std::ops::Range;
use std::sync::Arc;

use atlas_tensor::DeviceMemory;

use super::Shared;
use crate::error::CudaError;
use crate::memory::{DeviceBuffer, copy_at, fill_at, read_at, write_at};
use crate::upload::{self, Uploads};
use crate::view::{Slice, SliceMut};

/// Zeroed memory; the GPU lives as long as any of it.
pub(super) struct Allocation {
    buffer: DeviceBuffer,
    shared: Arc<Shared>,
}

impl Allocation {
    pub fn new(shared: &Arc<Shared>, bytes: usize) -> Result<Self, CudaError> {
        let mut buffer = DeviceBuffer::new(&shared.device, bytes)?;
        buffer.fill(&shared.stream, 0)?;
        Ok(Self { buffer, shared: Arc::clone(shared) })
    }
}

/// All 16-bit elements of `memory`.
pub(super) fn elements(memory: &dyn DeviceMemory) -> Slice<'_, u16> {
    Slice::new(memory.address(), memory.bytes() / size_of::<u16>())
}

/// `count` 16-bit elements of `memory` from byte `at` on, to be written by what is queued next.
///
/// # Errors
/// They do not lie in the memory.
pub(super) fn elements_mut(
    memory: &dyn DeviceMemory,
    at: usize,
    count: u64,
) -> Result<SliceMut<'_, u16>, CudaError> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let end = count.checked_mul(size_of::<u16>()).and_then(|bytes| bytes.checked_add(at));
    if end.is_none_or(|end| end > memory.bytes()) {
        let what = format!("{count} elements at byte {at} of {}", memory.bytes());
        return Err(CudaError::bad("fill", what));
    }
    Ok(SliceMut::new(memory.address() + at as u64, count))
}

impl Drop for Allocation {
    fn drop(&mut self) {
        self.shared.replays.note_free();
    }
}

impl DeviceMemory for Allocation {
    fn address(&self) -> u64 {
        self.buffer.ptr()
    }

    fn bytes(&self) -> usize {
        self.buffer.bytes()
    }

    fn write(&self, at: usize, data: &[u8]) {
        if at.checked_add(data.len()).is_none_or(|end| end > self.buffer.bytes()) {
            let what = format!("{} bytes at byte {at} of {}", data.len(), self.buffer.bytes());
            return self.shared.queue(|_| Err(CudaError::bad("write", what)));
        }
        let to = self.buffer.ptr() + at as u64;
        if data.len() < upload::BYTES_MIN {
            return self.shared.queue(|stream| write_at(stream, to, data));
        }
        self.shared.queue(|stream| {
            let mut held = self.shared.uploads();
            let uploads = match &mut *held {
                Some(uploads) => uploads,
                none => none.insert(Uploads::new(&self.shared.device)?),
            };
            // SAFETY: inside of the buffer, which the driver frees only when the stream has come
            // past what uses it.
            unsafe { uploads.write(stream, to, data) }
        });
    }

    fn read(&self, at: usize, out: &mut [u8]) {
        out.fill(0);
        self.shared.queue(|stream| read_at(stream, self.buffer.ptr() + at as u64, out));
    }

    fn fill(&self, range: Range<usize>, byte: u8) {
        let (at, bytes) = (self.buffer.ptr() + range.start as u64, range.len());
        self.shared.queue(|stream| fill_at(stream, at, bytes, byte));
    }

    fn copy(&self, at: usize, from: &dyn DeviceMemory, from_at: usize, len: usize) {
        let (to, from) = (self.buffer.ptr() + at as u64, from.address() + from_at as u64);
        self.shared.queue(|stream| copy_at(stream, to, from, len));
    }
}
