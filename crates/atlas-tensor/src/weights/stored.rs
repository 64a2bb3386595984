//! Weights that still lie in a checkpoint's files, and their way to a device.
//!
//! A [`StoredBytes`] is a tensor, or rows of one, by its place in a file. A [`Fetch`] reads such
//! bytes into a device's memory; [`Backend::fetcher`](crate::Backend::fetcher) makes one. A
//! request returns at once; [`Fetch::finish`] reports the bytes that could not be read.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::device::{DeviceFault, DeviceMemory};

/// An open file of a checkpoint.
#[derive(Debug)]
pub struct StoredFile {
    name: String,
    path: PathBuf,
    file: File,
    bytes: u64,
}

impl StoredFile {
    /// Opens `path`, which messages call `name`.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn open(name: impl Into<String>, path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        let file = File::open(&path)?;
        let bytes = file.metadata()?.len();
        Ok(Self { name: name.into(), path, file, bytes })
    }

    /// The word for it in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Path at which it was found; another file may be there by now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file as it was opened.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Bytes when it was opened.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Fills `out` with the bytes from `at` on.
    ///
    /// # Errors
    /// What the operating system says, or that the file has become shorter.
    pub fn read_at(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        match self.file.read_exact_at(out, at) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(self.too_short()),
            done => done,
        }
    }

    /// The error of a file that ends before its tensors do.
    fn too_short(&self) -> io::Error {
        let now = self.file.metadata().map_or(0, |m| m.len());
        let what = format!(
            "the file ends too early: it has {now} bytes and had {} when it was opened",
            self.bytes
        );
        io::Error::new(io::ErrorKind::UnexpectedEof, what)
    }
}

/// Bytes of a tensor in a file: ranges of it, one after the other.
#[derive(Clone, Debug)]
pub struct StoredBytes {
    file: Arc<StoredFile>,
    tensor: Arc<str>,
    /// None is empty, and none goes on where the one before it ends.
    ranges: Vec<Range<u64>>,
}

impl StoredBytes {
    /// Bytes `range` of `file`, of the tensor that messages call `tensor`; `None` where the range
    /// is not inside the file.
    pub fn new(file: Arc<StoredFile>, tensor: &str, range: Range<u64>) -> Option<Self> {
        let inside = range.start <= range.end && range.end <= file.bytes();
        let mut bytes = Self { file, tensor: tensor.into(), ranges: Vec::new() };
        bytes.push(range);
        inside.then_some(bytes)
    }

    /// The file that they are in.
    pub fn file(&self) -> &Arc<StoredFile> {
        &self.file
    }

    /// Name of the tensor.
    pub fn tensor(&self) -> &Arc<str> {
        &self.tensor
    }

    /// Ranges of the file, in the order of the bytes.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(|r| (r.end - r.start) as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The bytes of `parts`, counted through all ranges, part after part. Bytes that are not there
    /// are left out.
    pub fn pick(&self, parts: impl IntoIterator<Item = Range<u64>>) -> Self {
        let mut picked =
            Self { file: self.file.clone(), tensor: self.tensor.clone(), ranges: Vec::new() };
        for part in parts {
            let mut before = 0;
            for range in &self.ranges {
                let len = range.end - range.start;
                let from = part.start.clamp(before, before + len) - before;
                let to = part.end.clamp(before, before + len) - before;
                picked.push(range.start + from..range.start + to);
                before += len;
            }
        }
        picked
    }

    /// The bytes, read here.
    ///
    /// # Errors
    /// They could not be read.
    pub fn read(&self) -> Result<Vec<u8>, ReadError> {
        let mut out = vec![0; self.len()];
        let mut rest = &mut *out;
        for range in &self.ranges {
            let (now, later) = rest.split_at_mut((range.end - range.start) as usize);
            self.file.read_at(range.start, now).map_err(|e| ReadError::new(self, e))?;
            rest = later;
        }
        Ok(out)
    }

    fn push(&mut self, range: Range<u64>) {
        match self.ranges.last_mut() {
            _ if range.is_empty() => {}
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }
}

/// A tensor that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{file}: tensor {tensor}: {error}")]
pub struct ReadError {
    /// Name of the file.
    pub file: String,
    /// Name of the tensor.
    pub tensor: String,
    /// The error of the read.
    pub error: io::Error,
}

impl ReadError {
    /// The error of reading `from`.
    pub fn new(from: &StoredBytes, error: io::Error) -> Self {
        Self { file: from.file.name.clone(), tensor: from.tensor.to_string(), error }
    }
}

/// Bytes to be brought to a device.
pub struct Piece {
    /// Place of the bytes.
    pub from: StoredBytes,
    /// The device's memory that they go to.
    pub to: Arc<dyn DeviceMemory>,
    /// The byte of it where they begin.
    pub at: usize,
}

/// Brings bytes of files to a device. One that is dropped before [`Self::finish`] gives up what is
/// not done.
pub trait Fetch: Send {
    /// Requests `pieces`. They are there when [`Self::finish`] says so; nothing else writes to
    /// their places until then.
    fn fetch(&mut self, pieces: Vec<Piece>);

    /// Blocks until all requested bytes are there. `progress` gets the bytes brought so far.
    ///
    /// # Errors
    /// The first failure; later requests are not read.
    fn finish(self: Box<Self>, progress: &dyn Fn(u64)) -> Result<Fetched, FetchError>;
}

/// Bytes that came to a device, and the way they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Bytes of tensors.
    pub bytes: u64,
    /// Bytes that were read past the operating system's cache, with what had to be read around
    /// them.
    pub direct: u64,
    /// The file that was the first to be read through the cache because its file system reads in no
    /// other way, and what it said.
    pub refused: Option<(String, String)>,
}

/// Why bytes did not come to a device.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The file's fault.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The device's.
    #[error(transparent)]
    Device(#[from] DeviceFault),
}

/// Reads in the caller's thread, piece by piece: for devices without a way of their own.
#[derive(Default)]
pub struct PlainFetch {
    done: Fetched,
    failed: Option<ReadError>,
}

impl PlainFetch {
    const BLOCK: usize = 1 << 20;

    fn bring(&mut self, piece: &Piece) -> Result<(), ReadError> {
        let mut at = piece.at;
        let mut block = vec![0; Self::BLOCK.min(piece.from.len())];
        for range in piece.from.ranges() {
            let mut from = range.start;
            while from < range.end {
                let len = (range.end - from).min(Self::BLOCK as u64) as usize;
                let block = &mut block[..len];
                let read = piece.from.file.read_at(from, block);
                read.map_err(|e| ReadError::new(&piece.from, e))?;
                piece.to.write(at, block);
                at += len;
                from += len as u64;
                self.done.bytes += len as u64;
            }
        }
        Ok(())
    }
}

impl Fetch for PlainFetch {
    fn fetch(&mut self, pieces: Vec<Piece>) {
        for piece in &pieces {
            if self.failed.is_none() {
                self.failed = self.bring(piece).err();
            }
        }
    }

    fn finish(self: Box<Self>, progress: &dyn Fn(u64)) -> Result<Fetched, FetchError> {
        progress(self.done.bytes);
        self.failed.map_or(Ok(self.done), |e| Err(e.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> (tempfile::TempDir, Arc<StoredFile>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.safetensors");
        std::fs::write(&path, bytes).unwrap();
        let file = StoredFile::open("a.safetensors", path).unwrap();
        (folder, Arc::new(file))
    }

    #[test]
    fn bytes_are_picked_and_read() {
        let all: Vec<u8> = (0..100).collect();
        let (_folder, file) = file(&all);
        assert!(StoredBytes::new(file.clone(), "t", 90..101).is_none());
        let bytes = StoredBytes::new(file.clone(), "t", 10..90).unwrap();
        assert_eq!((bytes.len(), bytes.read().unwrap()), (80, all[10..90].to_vec()));
        let picked = bytes.pick([70..80, 0..5, 5..7, 79..99]);
        assert_eq!(picked.ranges(), [80..90, 10..17, 89..90]);
        assert_eq!(picked.read().unwrap(), [&all[80..90], &all[10..17], &all[89..90]].concat());
        assert_eq!(picked.pick(std::iter::once(8..12)).ranges(), [88..90, 10..12]);
        assert!(picked.pick(std::iter::once(3..3)).is_empty());
    }

    #[test]
    fn a_file_that_was_shortened_is_named_with_its_tensor() {
        let (folder, file) = file(&[7; 100]);
        let bytes = StoredBytes::new(file, "t", 10..90).unwrap();
        let path = folder.path().join("a.safetensors");
        std::fs::OpenOptions::new().write(true).open(path).unwrap().set_len(50).unwrap();
        let text = bytes.read().unwrap_err().to_string();
        assert!(text.starts_with("a.safetensors: tensor t: the file ends too early: it has 50 b"));
    }
}
