//! Errors, each with what there is to do about it.

use std::io;
use std::path::PathBuf;

/// Failure of a file or of a queue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiskError {
    #[error("{}: {reason}", path.display())]
    Open { path: PathBuf, reason: String },
    #[error(
        "{}: it needs {needed} bytes and the filesystem has {free} free: give it less, or another \
         folder", path.display()
    )]
    Full { path: PathBuf, needed: u64, free: u64 },
    #[error("{}: another process uses it", path.display())]
    InUse { path: PathBuf },
    #[error("{what} of {bytes} bytes at {offset}: {reason}")]
    Transfer { what: &'static str, offset: u64, bytes: usize, reason: String },
    #[error("{what} of {bytes} bytes at {offset}: the file ends before it")]
    Short { what: &'static str, offset: u64, bytes: usize },
    #[error("{bytes} bytes at {offset} are no whole pages of {align} bytes within the file")]
    Unaligned { offset: u64, bytes: usize, align: usize },
    #[error("the object at place {place} is damaged: {what}")]
    Damaged { place: u32, what: String },
    #[error("{}: it holds state of something else: {differences}", path.display())]
    Foreign { path: PathBuf, differences: String },
    #[error("io_uring cannot be used here: {0}")]
    NoUring(String),
    #[error("the queue has stopped: {0}")]
    Stopped(String),
}

impl DiskError {
    /// Of a file that could not be opened or made.
    pub(crate) fn open(path: &std::path::Path, error: &io::Error) -> Self {
        Self::Open { path: path.to_owned(), reason: error.to_string() }
    }
}
