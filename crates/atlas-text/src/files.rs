//! Sources of a checkpoint's small files.

use atlas_core::git_lfs::refuse_pointer;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Reads files of a checkpoint by name: a directory, or files embedded in the binary.
pub trait FileSource {
    /// The file's content, or `None` if there is no such file.
    ///
    /// # Errors
    /// Any failure other than the file not existing.
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>>;
}

/// The files of a directory.
#[derive(Clone, Debug)]
pub struct DirFiles(PathBuf);

impl DirFiles {
    pub fn new(dir: impl AsRef<Path>) -> Self {
        Self(dir.as_ref().to_owned())
    }
}

impl FileSource for DirFiles {
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>> {
        match std::fs::read(self.0.join(name)) {
            Ok(bytes) => refuse_pointer(&bytes).map(|()| Some(Cow::Owned(bytes))),
            Err(e)
                if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
            {
                Ok(None)
            }
            Err(e) => Err(e),
        }
    }
}

/// Files in memory, as `(name, content)` pairs.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles<'a>(pub Vec<(&'a str, &'a [u8])>);

impl FileSource for MemoryFiles<'_> {
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>> {
        Ok(self.0.iter().find(|(n, _)| *n == name).map(|(_, bytes)| Cow::Borrowed(*bytes)))
    }
}
