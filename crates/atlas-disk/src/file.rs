//! Files of a fixed length, read and written past the page cache where that is possible.

use crate::error::DiskError;
use crate::memory::ALIGN_BYTES;
use rustix::fs::{CWD, FallocateFlags, RenameFlags, fallocate, fstatvfs, renameat_with};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time for the lock of a process that has just ended.
const LOCK_WAIT: Duration = Duration::from_secs(2);

/// A file that this process alone has open. It is not removed when it is dropped.
#[derive(Debug)]
pub struct DataFile {
    file: File,
    path: PathBuf,
    bytes: u64,
    /// Bytes that it had before.
    before: u64,
    /// Why the page cache is used.
    cached: Option<String>,
}

impl DataFile {
    /// Opens or creates the file with `bytes` bytes on the disk, all of them allocated. What it
    /// held below that length stays.
    ///
    /// # Errors
    /// Another process has it open, the disk has too little room, or what the system says.
    pub fn open(path: &Path, bytes: u64) -> Result<Self, DiskError> {
        let opened = Self::open_unchanged(path, bytes)?;
        opened.allocate()?;
        Ok(opened)
    }

    /// As [`Self::open`], and leaves the file as long as it is until [`Self::allocate`]. Behind
    /// its end nothing can be read.
    pub(crate) fn open_unchanged(path: &Path, bytes: u64) -> Result<Self, DiskError> {
        let open = |flags: i32| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            options.mode(0o600).custom_flags(flags | libc::O_CLOEXEC).open(path)
        };
        let (file, cached) = match open(libc::O_DIRECT) {
            Ok(file) => (file, None),
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
                let file = open(0).map_err(|error| DiskError::open(path, &error))?;
                (file, Some("its filesystem has no direct access".to_owned()))
            }
            Err(error) => return Err(DiskError::open(path, &error)),
        };
        lock(&file, path)?;
        let before = file.metadata().map_err(|error| DiskError::open(path, &error))?.len();
        Ok(Self { file, path: path.to_owned(), bytes, before, cached })
    }

    /// Opens a file to read it as it is, also if it is open elsewhere.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self, DiskError> {
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(libc::O_DIRECT | libc::O_CLOEXEC);
        let opened = options.open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (bytes, file) = opened.map_err(|error| DiskError::open(path, &error))?;
        Ok(Self { file, path: path.to_owned(), bytes, before: bytes, cached: None })
    }

    /// Gives the file its length and its place on the disk.
    ///
    /// # Errors
    /// The disk has too little room, or what the system says.
    pub(crate) fn allocate(&self) -> Result<(), DiskError> {
        let fails = |error: io::Error| DiskError::open(&self.path, &error);
        let length = self.file.metadata().map_err(fails)?.len();
        if length > self.bytes {
            self.file.set_len(self.bytes).map_err(fails)?;
        }
        match fallocate(&self.file, FallocateFlags::empty(), 0, self.bytes) {
            Ok(()) => Ok(()),
            Err(error) if error == rustix::io::Errno::NOSPC => {
                // The part that was allocated is of no use.
                let _ = self.file.set_len(length.min(self.bytes));
                let free = fstatvfs(&self.file).map_or(0, |s| s.f_bavail * s.f_frsize);
                let path = self.path.clone();
                Err(DiskError::Full { path, needed: self.bytes - length.min(self.bytes), free })
            }
            // Without it a disk may be full later, which each write then tells.
            Err(error) if error == rustix::io::Errno::OPNOTSUPP => {
                self.file.set_len(self.bytes).map_err(fails)
            }
            Err(error) => Err(fails(error.into())),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that the file had when it was opened: what lies behind them was never written.
    pub(crate) fn bytes_before(&self) -> u64 {
        self.before
    }

    /// The reason for which reads and writes go through the page cache; `None` where they do not.
    pub fn cached(&self) -> Option<&str> {
        self.cached.as_deref()
    }

    /// # Errors
    /// The stretch is none of whole pages within the file.
    pub(crate) fn check(&self, offset: u64, bytes: usize) -> Result<(), DiskError> {
        let end = offset.checked_add(bytes as u64);
        let whole = offset.is_multiple_of(ALIGN_BYTES as u64) && bytes.is_multiple_of(ALIGN_BYTES);
        match whole && bytes > 0 && end.is_some_and(|end| end <= self.bytes) {
            true => Ok(()),
            false => Err(DiskError::Unaligned { offset, bytes, align: ALIGN_BYTES }),
        }
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }
}

/// Gives the folder `new` the name `wanted`, in one step; what had that name then has the other.
///
/// # Errors
/// The system refuses it.
pub fn take_name(new: &Path, wanted: &Path) -> io::Result<()> {
    match renameat_with(CWD, new, CWD, wanted, RenameFlags::EXCHANGE) {
        // Nothing had the name, or the filesystem cannot exchange two.
        Err(rustix::io::Errno::NOENT) => std::fs::rename(new, wanted),
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => {
            match std::fs::remove_dir_all(wanted) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            std::fs::rename(new, wanted)
        }
        other => other.map_err(io::Error::from),
    }
}

/// Bytes that a file at `path` can have: what its filesystem has free, and what the file has of it
/// already.
///
/// # Errors
/// No folder of the path can be looked at.
pub fn room_for(path: &Path) -> io::Result<u64> {
    let there = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let folders = path.ancestors().skip(1).map(|folder| match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    });
    let folder = folders.into_iter().find(|folder| folder.exists());
    let folder = folder.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let stats = rustix::fs::statvfs(folder)?;
    Ok(stats.f_bavail.saturating_mul(stats.f_frsize).saturating_add(there))
}

/// Locks the file for this process. The kernel keeps the files of a ring for a moment after its
/// process has been killed, so the lock of another is waited for a little.
fn lock(file: &File, path: &Path) -> Result<(), DiskError> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_WAIT => {
                std::thread::sleep(LOCK_WAIT / 100);
            }
            Err(TryLockError::WouldBlock) => {
                return Err(DiskError::InUse { path: path.to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(DiskError::open(path, &error)),
        }
    }
}

impl AsRawFd for DataFile {
    fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_length_keeps_its_bytes_and_one_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kv");
        std::fs::write(&path, b"kept").unwrap();
        let file = DataFile::open(&path, 1 << 20).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 1 << 20);
        let again = DataFile::open(&path, 1 << 20);
        assert_eq!(again.unwrap_err(), DiskError::InUse { path: path.clone() });
        drop(file);
        DataFile::open(&path, 4096).unwrap();
        assert_eq!(std::fs::read(&path).unwrap()[..4], *b"kept");
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 4096);
    }

    #[test]
    fn a_full_disk_is_told_with_its_numbers_and_leaves_no_file_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kv");
        let needed = 1 << 46;
        match DataFile::open(&path, needed) {
            Err(DiskError::Full { needed: told, free, .. }) => {
                assert!(told == needed && free > 0 && free < needed, "{told} {free}");
                assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
            }
            // Some filesystems have no files of this length.
            Err(DiskError::Open { reason, .. }) => assert!(reason.contains("large"), "{reason}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_may_take_what_is_free_and_what_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("not/yet/there");
        let free = room_for(&path).unwrap();
        assert!(free > 1 << 20);
        assert!(room_for(Path::new("kv")).is_ok());
    }

    #[test]
    fn stretches_are_whole_pages_within_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = DataFile::open(&folder.path().join("kv"), 8192).unwrap();
        for (offset, bytes) in [(0, 8192), (4096, 4096)] {
            assert!(file.check(offset, bytes).is_ok());
        }
        for (offset, bytes) in [(0, 0), (1, 4096), (0, 100), (8192, 4096), (u64::MAX - 4095, 4096)]
        {
            assert!(file.check(offset, bytes).is_err(), "{offset} {bytes}");
        }
    }
}
