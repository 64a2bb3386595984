//! Host memory that is filled from the device while the host does other things.

use crate::device::Device;
use crate::error::CudaError;
use crate::memory::{PinnedBuffer, read_behind_at};
use crate::stream::{Event, Stream};

/// Pinned memory of the host that is copied to in the stream's order without waiting for the
/// stream.
pub(crate) struct Readback {
    on_host: PinnedBuffer,
    /// Behind the last copy, which writes `on_host`.
    copied: Option<Event>,
    /// Whether the copy has been waited for.
    is_there: bool,
}

impl Readback {
    /// # Errors
    /// No memory.
    pub fn new(device: &Device, bytes: usize) -> Result<Self, CudaError> {
        Ok(Self { on_host: PinnedBuffer::new(device, bytes)?, copied: None, is_there: true })
    }

    /// Sets the first `bytes.len()` bytes, once no copy is under way: what is found where none
    /// comes.
    ///
    /// # Errors
    /// Errors of any launch before.
    pub fn preset(&mut self, bytes: &[u8]) -> Result<(), CudaError> {
        self.wait()?;
        self.on_host.as_mut_slice()[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Queues a copy of the first `bytes` behind address `from`, once the one before has been
    /// waited for.
    ///
    /// # Errors
    /// They are more than the memory holds, the stream is captured, or what the driver says.
    ///
    /// # Safety
    /// `from` and the bytes behind it are device memory that stays allocated until the copy is
    /// waited for.
    pub unsafe fn fetch(
        &mut self,
        stream: &Stream,
        from: u64,
        bytes: usize,
    ) -> Result<(), CudaError> {
        self.wait()?;
        let room = self.on_host.as_slice().len();
        if bytes > room {
            return Err(CudaError::bad("readback", format!("{bytes} bytes into {room}")));
        }
        self.is_there = false;
        // SAFETY: `on_host` is neither read nor dropped before `copied` is reached.
        let queued = unsafe { read_behind_at(stream, from, &mut self.on_host, 0, bytes) };
        match &self.copied {
            Some(copied) => stream.record_again(copied)?,
            None => self.copied = Some(stream.record()?),
        }
        queued
    }

    /// The memory, when the last copy is done.
    ///
    /// # Errors
    /// Errors of any launch before.
    pub fn bytes(&mut self) -> Result<&[u8], CudaError> {
        self.wait()?;
        Ok(self.on_host.as_slice())
    }

    fn wait(&mut self) -> Result<(), CudaError> {
        if let Some(copied) = self.copied.as_ref().filter(|_| !self.is_there) {
            // After a failure nothing is copied any more.
            self.is_there = true;
            copied.synchronize()?;
        }
        Ok(())
    }
}

impl Drop for Readback {
    fn drop(&mut self) {
        // The copy writes memory that is freed next.
        let _ = self.wait();
    }
}
