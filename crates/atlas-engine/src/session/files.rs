//! The folder of a session.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use atlas_core::{SESSION_PARTIAL, SessionError, SessionHead};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// Version of the form of sessions.
const VERSION: u32 = 1;
/// Most bytes of a head that is read.
const HEAD_BYTES_MAX: u64 = 256 << 20;
/// Numbers folders that are being written.
static FOLDERS: AtomicU64 = AtomicU64::new(0);

/// `session.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HeadFile {
    version: u32,
    /// Tokens whose state the session holds.
    pub cached_tokens: u32,
    /// Blocks at the start that are left out, since no later row sees them.
    pub released: u32,
    pub head: SessionHead,
    /// XXH3 of the same with an empty sum.
    sum: String,
}

/// Only the version, which says how to read the rest.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl HeadFile {
    pub fn new(cached_tokens: u32, released: u32, head: SessionHead) -> Self {
        Self { version: VERSION, cached_tokens, released, head, sum: String::new() }
    }

    fn summed(&self) -> serde_json::Result<String> {
        let bytes = serde_json::to_vec(&Self { sum: String::new(), ..self.clone() })?;
        Ok(format!("{:016x}", xxh3_64(&bytes)))
    }

    /// Writes it to `folder`, down to the disk.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let whole = Self { sum: self.summed()?, ..self.clone() };
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600);
        let mut file = options.open(head_file(folder))?;
        file.write_all(&serde_json::to_vec(&whole)?)?;
        file.sync_all()
    }

    /// Reads that of a session.
    ///
    /// # Errors
    /// There is none, it has another version, it is damaged, or the disk.
    pub fn read(folder: &Path) -> Result<Self, SessionError> {
        let path = head_file(folder);
        let bytes = fs::metadata(&path).and_then(|metadata| match metadata.len() {
            len if len > HEAD_BYTES_MAX => Err(io::Error::from(io::ErrorKind::FileTooLarge)),
            _ => fs::read(&path),
        });
        let bytes = bytes.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => SessionError::Missing,
            _ => SessionError::Disk(format!("{}: {error}", path.display())),
        })?;
        let damaged = |why: &dyn std::fmt::Display| {
            SessionError::Damaged(format!("session.json cannot be read: {why}"))
        };
        let Version { version } = serde_json::from_slice(&bytes).map_err(|e| damaged(&e))?;
        if version != VERSION {
            return Err(SessionError::Foreign(format!("version {version} there, {VERSION} here")));
        }
        let read: Self = serde_json::from_slice(&bytes).map_err(|e| damaged(&e))?;
        let sum = read.summed().map_err(|e| damaged(&e))?;
        match sum == read.sum {
            true => Ok(read),
            false => Err(damaged(&"its checksum is not that of what it says")),
        }
    }
}

fn head_file(folder: &Path) -> PathBuf {
    folder.join("session.json")
}

/// The file of KV blocks.
pub(super) fn block_file(folder: &Path) -> PathBuf {
    folder.join("kv-blocks")
}

/// The file of the snapshot.
pub(super) fn snapshot_file(folder: &Path) -> PathBuf {
    folder.join("snapshot")
}

/// A folder that is being written: it is gone again unless it gets its name.
#[derive(Debug)]
pub(super) struct NewFolder {
    path: PathBuf,
    wanted: PathBuf,
}

impl NewFolder {
    /// Makes a folder beside `wanted`.
    pub fn new(wanted: &Path) -> io::Result<Self> {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{SESSION_PARTIAL}{}-{number}", std::process::id());
        let path = wanted.with_file_name(name);
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        Ok(Self { path, wanted: wanted.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name, in the place of what had that. Returns the bytes of its files.
    pub fn commit(self) -> io::Result<u64> {
        let mut bytes = 0;
        for file in fs::read_dir(&self.path)? {
            bytes += file?.metadata()?.len();
        }
        File::open(&self.path)?.sync_all()?;
        atlas_disk::take_name(&self.path, &self.wanted)?;
        if let Some(folder) = self.wanted.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(bytes)
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        // It has its name by then and this is what had that before, or it is of no use.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Bytes of the files of a session.
pub(super) fn bytes_of(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> SessionHead {
        SessionHead {
            tokens: vec![1, 2, 70_000],
            prompt_len: 2,
            seed: u64::MAX,
            label: "a".into(),
            created: 5,
        }
    }

    #[test]
    fn a_head_comes_back_and_changed_ones_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(HeadFile::read(folder.path()), Err(SessionError::Missing));
        let written = HeadFile::new(2, 0, head());
        written.write(folder.path()).unwrap();
        let read = HeadFile::read(folder.path()).unwrap();
        assert_eq!((&read.head, read.cached_tokens), (&head(), 2));
        let path = head_file(folder.path());
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let read = HeadFile::read(folder.path());
            assert!(read.is_err(), "byte {at}: {}", String::from_utf8_lossy(&changed));
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(HeadFile::read(folder.path()).is_err(), "cut at {at}");
        }
        let newer = String::from_utf8(bytes).unwrap().replace("\"version\":1", "\"version\":2");
        fs::write(&path, newer).unwrap();
        let refused = HeadFile::read(folder.path());
        assert_eq!(refused, Err(SessionError::Foreign("version 2 there, 1 here".into())));
    }

    #[test]
    fn a_folder_takes_its_name_as_a_whole_or_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = folder.path().join("one");
        drop(NewFolder::new(&wanted).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        for text in ["first", "second one"] {
            let new = NewFolder::new(&wanted).unwrap();
            fs::write(new.path().join("session.json"), text).unwrap();
            assert_eq!(new.commit().unwrap(), text.len() as u64);
            assert_eq!(fs::read_to_string(head_file(&wanted)).unwrap(), text);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
