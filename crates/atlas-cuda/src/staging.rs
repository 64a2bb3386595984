//! Device memory that is filled from the host while the device works.

use crate::device::Device;
use crate::error::CudaError;
use crate::memory::{DeviceBuffer, PinnedBuffer};
use crate::stream::{Event, Stream};

/// Device memory, and pinned memory of the host that is copied to it in the stream's order without
/// waiting for the stream.
pub(crate) struct Staging {
    on_device: DeviceBuffer,
    on_host: PinnedBuffer,
    /// Behind the last copy, which reads `on_host`.
    copied: Option<Event>,
}

impl Staging {
    /// # Errors
    /// No memory of either kind.
    pub fn new(device: &Device, bytes: usize) -> Result<Self, CudaError> {
        Ok(Self {
            on_device: DeviceBuffer::new(device, bytes)?,
            on_host: PinnedBuffer::new(device, bytes)?,
            copied: None,
        })
    }

    /// Address of the first byte on the device.
    pub fn ptr(&self) -> u64 {
        self.on_device.ptr()
    }

    pub fn bytes(&self) -> usize {
        self.on_device.bytes()
    }

    /// Queues a copy of `parts`, one after the other. Waits for the copy before this one alone.
    ///
    /// # Errors
    /// They are longer than the memory, or what the driver says.
    pub fn write(&mut self, stream: &Stream, parts: &[&[u8]]) -> Result<(), CudaError> {
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        if bytes > self.bytes() {
            let what = format!("{bytes} bytes into {}", self.bytes());
            return Err(CudaError::bad("staging", what));
        }
        if let Some(copied) = &self.copied {
            copied.synchronize()?;
        }
        let mut at = 0;
        for part in parts {
            self.on_host.as_mut_slice()[at..][..part.len()].copy_from_slice(part);
            at += part.len();
        }
        // SAFETY: `on_host` is written again, and dropped, once `copied` is reached.
        unsafe { self.on_device.write_behind(stream, &self.on_host, bytes) }?;
        match &self.copied {
            Some(copied) => stream.record_again(copied),
            None => stream.record().map(|event| self.copied = Some(event)),
        }
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if let Some(copied) = &self.copied {
            // The copy reads memory that is freed next. After a failure nothing reads it any more.
            let _ = copied.synchronize();
        }
    }
}
