//! Whether parts of a file lie in the operating system's cache.

use std::fs::File;

/// Whether nearly all of `len` bytes from `at` on do. Where the kernel cannot say or may not, they
/// do not.
#[cfg(target_os = "linux")]
pub fn is_cached(file: &File, at: u64, len: usize) -> bool {
    use std::os::fd::AsRawFd;

    /// `cachestat`, the same on all machines, since Linux 6.5.
    const CACHESTAT: libc::c_long = 451;
    const PAGE_BYTES: u64 = 4096;
    let range = [at, len as u64];
    // Pages that are cached, dirty, being written, evicted, lately evicted.
    let mut counts = [0u64; 5];
    let (fd, flags): (libc::c_int, libc::c_uint) = (file.as_raw_fd(), 0);
    // SAFETY: the call reads two words and writes five, as its `cachestat_range` and `cachestat`
    // are laid out.
    let status =
        unsafe { libc::syscall(CACHESTAT, fd, range.as_ptr(), counts.as_mut_ptr(), flags) };
    let pages = (len as u64).div_ceil(PAGE_BYTES);
    status == 0 && counts[0] >= pages - pages / 16
}

#[cfg(not(target_os = "linux"))]
pub fn is_cached(_: &File, _: u64, _: usize) -> bool {
    false
}
