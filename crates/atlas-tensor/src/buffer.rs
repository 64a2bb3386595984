//! One page-aligned, zeroed, anonymous memory mapping.

use std::io;
use std::ptr::NonNull;

/// Page-aligned zeroed memory with an exclusive owner. Requests huge pages if it is large.
pub struct Buffer {
    ptr: NonNull<u8>,
    bytes: usize,
}

/// Mappings from this size on ask the kernel for huge pages.
const HUGE_PAGE_BYTES: usize = 2 << 20;

// SAFETY: a `Buffer` owns its mapping alone, like a `Box<[u8]>`.
unsafe impl Send for Buffer {}
// SAFETY: shared access only reads; see `Send`.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// Maps `bytes` zeroed bytes (0 is allowed and maps nothing).
    ///
    /// # Errors
    /// The operating system's error when it has no memory to give.
    pub fn zeroed(bytes: usize) -> io::Result<Self> {
        if bytes == 0 {
            return Ok(Self { ptr: NonNull::<Page>::dangling().cast(), bytes });
        }
        // SAFETY: an anonymous private mapping with no requested address touches no other memory.
        let raw = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if raw == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let ptr = NonNull::new(raw.cast::<u8>()).ok_or_else(io::Error::last_os_error)?;
        if bytes >= HUGE_PAGE_BYTES {
            // SAFETY: the range is the mapping made above. The advice may fail; it only costs
            // speed.
            unsafe { libc::madvise(raw, bytes, libc::MADV_HUGEPAGE) };
        }
        Ok(Self { ptr, bytes })
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    /// The memory as bytes.
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: the mapping holds `bytes` initialised bytes and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), self.bytes) }
    }

    /// The memory as mutable bytes.
    pub fn as_slice_mut(&mut self) -> &mut [u8] {
        // SAFETY: as `as_slice`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr(), self.bytes) }
    }

    /// The memory as `f32` (whole elements; a tail of under 4 bytes is left out).
    pub fn as_f32(&self) -> &[f32] {
        // SAFETY: pages are aligned for f32, every bit pattern is a valid f32.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr().cast(), self.bytes / 4) }
    }

    /// The memory as mutable `f32`.
    pub fn as_f32_mut(&mut self) -> &mut [f32] {
        // SAFETY: as `as_f32`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr().cast(), self.bytes / 4) }
    }

    /// The memory as mutable `u16` (bf16 or f16 bits).
    pub fn as_u16_mut(&mut self) -> &mut [u16] {
        // SAFETY: as `as_f32_mut`.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr().cast(), self.bytes / 2) }
    }

    /// The memory as `u16` (bf16 or f16 bits).
    pub fn as_u16(&self) -> &[u16] {
        // SAFETY: as `as_f32`.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr().cast(), self.bytes / 2) }
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: the range was mapped in `zeroed` and nothing borrows it any more.
            unsafe { libc::munmap(self.ptr.as_ptr().cast(), self.bytes) };
        }
    }
}

/// Gives the dangling pointer of an empty buffer the alignment of a page.
#[repr(align(4096))]
struct Page;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeroed_aligned_and_writable() {
        let mut buffer = Buffer::zeroed(10_000).unwrap();
        assert_eq!(buffer.ptr() as usize % 4096, 0);
        assert!(buffer.as_slice().iter().all(|&b| b == 0));
        buffer.as_f32_mut()[2_499] = 1.5;
        assert_eq!(buffer.as_f32()[2_499], 1.5);
        assert_eq!(Buffer::zeroed(0).unwrap().as_f32().len(), 0);
    }
}
