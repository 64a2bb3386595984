//! Memory of the device, and memory of the host that copies can run from.

use bytemuck::Pod;

use crate::capture;
use crate::device::Device;
use crate::error::CudaError;
use crate::stream::{Stream, release};
use crate::trace;

/// `CUDA_ERROR_OUT_OF_MEMORY`.
const OUT_OF_MEMORY: i32 = 2;

/// Device memory, freed on drop.
pub struct DeviceBuffer {
    device: Device,
    ptr: u64,
    bytes: usize,
}

impl DeviceBuffer {
    /// `bytes` of memory with no particular content.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`] with what is free, this thread captures a stream, or what the
    /// driver says.
    pub fn new(device: &Device, bytes: usize) -> Result<Self, CudaError> {
        let driver = device.current()?;
        let mut ptr = 0;
        if bytes > 0 {
            capture::refuse("allocating device memory")?;
            let status = (driver.mem_alloc)(&mut ptr, bytes);
            if status == OUT_OF_MEMORY {
                let (free, total) = device.memory()?;
                return Err(CudaError::OutOfMemory { bytes, free, total });
            }
            device.check("cuMemAlloc_v2", status)?;
        }
        Ok(Self { device: device.clone(), ptr, bytes })
    }

    /// The elements of `data`, there once the stream has come to it.
    ///
    /// # Errors
    /// No memory, or what the driver says.
    pub fn of<T: Pod>(stream: &Stream, data: &[T]) -> Result<Self, CudaError> {
        let mut buffer = Self::new(stream.device(), std::mem::size_of_val(data))?;
        buffer.write(stream, 0, data)?;
        Ok(buffer)
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Address of the first byte; 0 for an empty buffer.
    pub fn ptr(&self) -> u64 {
        self.ptr
    }

    /// Copies `data` to byte `offset`. Returns when the copy has read all of it.
    ///
    /// # Errors
    /// The range is not inside the buffer, this thread captures a stream, or what the driver says.
    pub fn write<T: Pod>(
        &mut self,
        stream: &Stream,
        offset: usize,
        data: &[T],
    ) -> Result<(), CudaError> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        self.inside(offset, bytes.len())?;
        write_at(stream, self.ptr + offset as u64, bytes)
    }

    /// Copies the bytes from `offset` on to `data` and waits for them.
    ///
    /// # Errors
    /// The range is not inside the buffer, this thread captures a stream, or what the driver says.
    pub fn read<T: Pod>(
        &self,
        stream: &Stream,
        offset: usize,
        data: &mut [T],
    ) -> Result<(), CudaError> {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(data);
        self.inside(offset, bytes.len())?;
        read_at(stream, self.ptr + offset as u64, bytes)
    }

    /// Copies `bytes` from the start of `from` to the start of this buffer, in the stream's order.
    ///
    /// # Errors
    /// One of them is shorter, or what the driver says.
    pub fn copy_from(
        &mut self,
        stream: &Stream,
        from: &DeviceBuffer,
        bytes: usize,
    ) -> Result<(), CudaError> {
        self.inside(0, bytes)?;
        from.inside(0, bytes)?;
        copy_at(stream, self.ptr, from.ptr, bytes)
    }

    /// Queues a copy of the first `bytes` of `from` to the start of this buffer. In a capture each
    /// launch of the graph copies what `from` holds then.
    ///
    /// # Errors
    /// One of them is shorter, or what the driver says.
    ///
    /// # Safety
    /// `from` stays allocated and as it is until the stream has come past the copy. In a capture
    /// that holds from each launch of the graph until the stream has come past it, as
    /// [`Stream::capture`] says.
    pub unsafe fn write_behind(
        &mut self,
        stream: &Stream,
        from: &PinnedBuffer,
        bytes: usize,
    ) -> Result<(), CudaError> {
        self.inside(0, bytes)?;
        // SAFETY: as the caller promises.
        unsafe { write_behind_at(stream, self.ptr, from, 0, bytes) }
    }

    /// Sets every byte, in the stream's order.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn fill(&mut self, stream: &Stream, value: u8) -> Result<(), CudaError> {
        fill_at(stream, self.ptr, self.bytes, value)
    }

    fn inside(&self, offset: usize, bytes: usize) -> Result<(), CudaError> {
        if offset.checked_add(bytes).is_some_and(|end| end <= self.bytes) {
            return Ok(());
        }
        let what = format!("bytes {offset}.. + {bytes} of a buffer of {}", self.bytes);
        Err(CudaError::bad("copy", what))
    }
}

impl Drop for DeviceBuffer {
    fn drop(&mut self) {
        if self.ptr != 0 {
            // The driver waits for work that uses the memory.
            let ptr = self.ptr;
            release(&self.device, move |driver| {
                (driver.mem_free)(ptr);
            });
        }
    }
}

/// A copy that is waited for cannot be captured; its host memory may be gone when the graph is
/// launched.
pub(crate) fn refuse_waiting(stream: &Stream) -> Result<(), CudaError> {
    let what = "a copy that is waited for";
    capture::refuse(what)?;
    stream.not_captured(what)
}

/// Copies `data` to address `to`. Returns when the copy has read all of it.
pub(crate) fn write_at(stream: &Stream, to: u64, data: &[u8]) -> Result<(), CudaError> {
    if data.is_empty() {
        return Ok(());
    }
    refuse_waiting(stream)?;
    let driver = stream.device().current()?;
    let status = (driver.memcpy_to_device)(to, data.as_ptr().cast(), data.len(), stream.handle());
    stream.device().check("cuMemcpyHtoDAsync_v2", status)?;
    stream.synchronize()
}

/// Queues a copy of `bytes` of `from`, from byte `at` on, to address `to`.
///
/// # Safety
/// As [`DeviceBuffer::write_behind`].
pub(crate) unsafe fn write_behind_at(
    stream: &Stream,
    to: u64,
    from: &PinnedBuffer,
    at: usize,
    bytes: usize,
) -> Result<(), CudaError> {
    let data = &from.as_slice()[at..][..bytes];
    if data.is_empty() {
        return Ok(());
    }
    let driver = stream.device().current()?;
    let status = (driver.memcpy_to_device)(to, data.as_ptr().cast(), bytes, stream.handle());
    stream.device().check("cuMemcpyHtoDAsync_v2", status)
}

/// Copies from address `from` and waits for the bytes.
pub(crate) fn read_at(stream: &Stream, from: u64, out: &mut [u8]) -> Result<(), CudaError> {
    if out.is_empty() {
        return Ok(());
    }
    refuse_waiting(stream)?;
    let driver = stream.device().current()?;
    let to = out.as_mut_ptr().cast();
    let status = (driver.memcpy_to_host)(to, from, out.len(), stream.handle());
    stream.device().check("cuMemcpyDtoHAsync_v2", status)?;
    stream.synchronize()
}

/// Queues a copy of `bytes` from address `from` to `to`, from byte `at` on.
///
/// # Errors
/// `to` is shorter, the stream is captured, or what the driver says.
///
/// # Safety
/// `from` and the bytes behind it are device memory. It stays allocated, and `to` is neither read
/// nor dropped, until the stream has come past the copy.
pub(crate) unsafe fn read_behind_at(
    stream: &Stream,
    from: u64,
    to: &mut PinnedBuffer,
    at: usize,
    bytes: usize,
) -> Result<(), CudaError> {
    stream.not_captured("a copy to the host")?;
    let out = to.as_mut_slice().get_mut(at..).and_then(|out| out.get_mut(..bytes));
    let out = out.ok_or_else(|| CudaError::bad("copy", format!("{bytes} bytes to the host")))?;
    if out.is_empty() {
        return Ok(());
    }
    let driver = stream.device().current()?;
    let status = (driver.memcpy_to_host)(out.as_mut_ptr().cast(), from, bytes, stream.handle());
    stream.device().check("cuMemcpyDtoHAsync_v2", status)
}

/// Copies on the device, in the stream's order.
pub(crate) fn copy_at(stream: &Stream, to: u64, from: u64, bytes: usize) -> Result<(), CudaError> {
    if bytes == 0 || to == from || trace::note(("copy", to, from, bytes)) {
        return Ok(());
    }
    let driver = stream.device().current()?;
    let status = (driver.memcpy_on_device)(to, from, bytes, stream.handle());
    stream.device().check("cuMemcpyDtoDAsync_v2", status)
}

/// Sets bytes, in the stream's order.
pub(crate) fn fill_at(stream: &Stream, at: u64, bytes: usize, byte: u8) -> Result<(), CudaError> {
    if bytes == 0 || trace::note(("fill", at, bytes, byte)) {
        return Ok(());
    }
    let driver = stream.device().current()?;
    let status = (driver.memset_u8)(at, byte, bytes, stream.handle());
    stream.device().check("cuMemsetD8Async", status)
}

/// Host memory that the device copies from and to at full speed, freed on drop.
pub struct PinnedBuffer {
    device: Device,
    ptr: usize,
    bytes: usize,
}

impl PinnedBuffer {
    /// `bytes` of zeros.
    ///
    /// # Errors
    /// This thread captures a stream, or what the driver says.
    pub fn new(device: &Device, bytes: usize) -> Result<Self, CudaError> {
        let driver = device.current()?;
        let mut ptr = std::ptr::null_mut();
        if bytes > 0 {
            capture::refuse("allocating pinned memory")?;
            device.check("cuMemAllocHost_v2", (driver.mem_alloc_host)(&mut ptr, bytes))?;
            // SAFETY: the driver gave `bytes` writable bytes.
            unsafe { ptr.cast::<u8>().write_bytes(0, bytes) };
        }
        Ok(Self { device: device.clone(), ptr: ptr as usize, bytes })
    }

    pub fn as_slice(&self) -> &[u8] {
        if self.bytes == 0 {
            return &[];
        }
        // SAFETY: `bytes` initialised bytes that belong to this buffer.
        unsafe { std::slice::from_raw_parts(self.ptr as *const u8, self.bytes) }
    }

    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        if self.bytes == 0 {
            return &mut [];
        }
        // SAFETY: as above, and exclusively borrowed.
        unsafe { std::slice::from_raw_parts_mut(self.ptr as *mut u8, self.bytes) }
    }
}

impl Drop for PinnedBuffer {
    fn drop(&mut self) {
        if self.ptr != 0 {
            let ptr = self.ptr;
            release(&self.device, move |driver| {
                (driver.mem_free_host)(ptr as *mut _);
            });
        }
    }
}
