//! Reading blocks of files past the operating system's cache, or out of it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use atlas_tensor::StoredFile;

use super::cached::is_cached;
use super::plan::ALIGN;

/// A file that blocks are read from.
pub struct Source {
    stored: Arc<StoredFile>,
    /// The same file for reads past the cache.
    direct: Option<File>,
    /// Set when such a read is refused.
    refused: AtomicBool,
    past: CachePolicy,
}

/// Reads that go past the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// Blocks that do not lie in it.
    WhereUncached,
    /// Everything.
    #[cfg(test)]
    Always,
    /// Nothing.
    #[cfg(test)]
    Never,
}

/// The way in which a block was read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadPath {
    /// So many bytes past the cache.
    Direct(usize),
    /// Out of the cache, or through it.
    Cached,
    /// Through the cache, because the file system said this first.
    Refused(String),
}

/// A read that failed, and how many bytes it got before.
#[derive(Debug)]
pub struct Failed {
    pub done: usize,
    pub error: io::Error,
}

impl Source {
    /// Opens the file once more for reads past the cache; where that is refused, also says why.
    pub fn open(stored: Arc<StoredFile>, past: CachePolicy) -> (Self, Option<String>) {
        let (direct, why) = match open_direct(&stored) {
            Ok(file) => (Some(file), None),
            Err(why) => (None, Some(why.to_string())),
        };
        (Self { stored, direct, refused: AtomicBool::new(false), past }, why)
    }

    fn goes_past(&self, file: &File, at: u64, len: usize) -> bool {
        match self.past {
            CachePolicy::WhereUncached => !is_cached(file, at, len),
            #[cfg(test)]
            CachePolicy::Always => true,
            #[cfg(test)]
            CachePolicy::Never => false,
        }
    }

    /// Whether it reads `file`.
    pub fn is_of(&self, file: &Arc<StoredFile>) -> bool {
        Arc::ptr_eq(&self.stored, file)
    }

    /// Reads `len` bytes from `at` on, a multiple of [`ALIGN`], to the start of `out`, which is
    /// aligned too and has room up to the next multiple. What lies in the cache is taken from
    /// there; the rest goes past it.
    pub fn read(&self, at: u64, len: usize, out: &mut [u8]) -> Result<ReadPath, Failed> {
        let through = |done: usize, out: &mut [u8]| {
            let read = self.stored.read_at(at + done as u64, &mut out[done..len]);
            read.map_err(|error| {
                // Of a file that has become shorter the rest was there.
                let short = error.kind() == io::ErrorKind::UnexpectedEof;
                let now = self.stored.file().metadata().map_or(0, |m| m.len());
                let there = if short { now.saturating_sub(at) as usize } else { done };
                Failed { done: there.max(done), error }
            })
        };
        let direct = self.direct.as_ref().filter(|_| !self.refused.load(Ordering::Relaxed));
        let Some(direct) = direct.filter(|file| self.goes_past(file, at, len)) else {
            return through(0, out).map(|()| ReadPath::Cached);
        };
        let (whole, mut done) = (len.next_multiple_of(ALIGN), 0);
        while done < len {
            match direct.read_at(&mut out[done..whole], at + done as u64) {
                // The end of the file, or a read that was cut in the middle of a page.
                Ok(got) if got == 0 || !got.is_multiple_of(ALIGN) => {
                    done += got;
                    if done < len {
                        through(done, out)?;
                    }
                    return Ok(ReadPath::Direct(done));
                }
                Ok(got) => done += got,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_refusal(&error) => {
                    self.refused.store(true, Ordering::Relaxed);
                    through(done, out)?;
                    return Ok(ReadPath::Refused(error.to_string()));
                }
                Err(error) => return Err(Failed { done, error }),
            }
        }
        Ok(ReadPath::Direct(done))
    }
}

/// Whether an error is that of a file system which only reads through the cache, or wants larger
/// multiples.
fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

#[cfg(target_os = "linux")]
fn open_direct(stored: &StoredFile) -> io::Result<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    let flags = rustix::fs::OFlags::DIRECT.bits().cast_signed();
    let file = File::options().read(true).custom_flags(flags).open(stored.path())?;
    let (this, that) = (file.metadata()?, stored.file().metadata()?);
    if (this.dev(), this.ino()) != (that.dev(), that.ino()) {
        return Err(io::Error::other("another file has taken its place"));
    }
    Ok(file)
}

#[cfg(not(target_os = "linux"))]
fn open_direct(_: &StoredFile) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
