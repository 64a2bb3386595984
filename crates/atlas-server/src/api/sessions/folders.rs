//! The folders of sessions: one for each owner, and in it one for each session.

use atlas_core::SESSION_PARTIAL;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where sessions are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionFolder {
    pub path: PathBuf,
    /// Most bytes of all of them.
    pub bytes_max: u64,
}

impl SessionFolder {
    /// Makes the folder and removes what earlier processes have left unfinished in it.
    ///
    /// # Errors
    /// The folder cannot be made or read.
    pub fn open(path: PathBuf, bytes_max: u64) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(&path)?;
        for owner in fs::read_dir(&path)?.flatten() {
            let folders = fs::read_dir(owner.path()).into_iter().flatten().flatten();
            let unfinished = folders.filter(|folder| is_left(&folder.file_name()));
            unfinished.for_each(|folder| drop(fs::remove_dir_all(folder.path())));
        }
        Ok(Self { path, bytes_max })
    }

    /// The folder of an owner: a name for each, which says nothing of its key.
    pub fn of(&self, owner: Option<&str>) -> PathBuf {
        let Some(owner) = owner else { return self.path.join("all") };
        let digest = Sha256::digest(format!("atlas session owner {owner}"));
        let name = digest.iter().take(16).fold(String::new(), |mut name, byte| {
            // A string takes whatever is written to it.
            let _ = write!(name, "{byte:02x}");
            name
        });
        self.path.join(name)
    }

    /// Bytes that a session may have which is to take the place of what is at `replaced`.
    pub fn room_for(&self, replaced: &Path) -> u64 {
        let owners = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let sessions = owners.flat_map(|owner| fs::read_dir(owner.path()).into_iter().flatten());
        let used = sessions.flatten().map(|session| session.path());
        let used: u64 = used.filter(|path| path != replaced).map(|path| bytes_of(&path)).sum();
        self.bytes_max.saturating_sub(used)
    }
}

/// Whether a folder was being written by a process that is gone.
fn is_left(name: &std::ffi::OsStr) -> bool {
    let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(SESSION_PARTIAL)) else {
        return false;
    };
    let process = rest.split('-').next().and_then(|id| id.parse::<u32>().ok());
    // This process has written nothing yet: one of its number was another.
    process.is_none_or(|id| {
        id == std::process::id() || !Path::new("/proc").join(id.to_string()).exists()
    })
}

/// Whether a session may have this name.
pub fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=64).contains(&name.len()) && name.chars().all(plain) && !name.starts_with('.')
}

/// Bytes of the files of a session.
fn bytes_of(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum()
}

/// Names of the sessions in an owner's folder, in their order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        for name in ["a", "A-b_c.9", &"x".repeat(64)] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(65);
        for name in ["", ".", "..", ".a", "a/b", "a\\b", "a b", "ä", "a\0", "%2e", &long] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn owners_are_apart_and_their_keys_are_not_told() {
        let root = tempfile::tempdir().unwrap();
        let folder = SessionFolder::open(root.path().join("s"), 100).unwrap();
        let of = [None, Some("sk-one"), Some("sk-two")].map(|owner| folder.of(owner));
        assert!(of[0] != of[1] && of[1] != of[2]);
        assert!(!of[1].to_str().unwrap().contains("one"));
        for (path, bytes) in of.iter().zip([10, 20, 30]) {
            fs::create_dir_all(path.join("one")).unwrap();
            fs::write(path.join("one/kv-blocks"), vec![0; bytes]).unwrap();
        }
        assert_eq!(folder.room_for(&of[0].join("two")), 40);
        assert_eq!(folder.room_for(&of[0].join("one")), 50);
        let left = of[0].join(format!(".partial-{}-0", std::process::id()));
        let live = of[0].join(".partial-1-0");
        for path in [&left, &live] {
            fs::create_dir_all(path).unwrap();
        }
        SessionFolder::open(root.path().join("s"), 100).unwrap();
        assert!(!left.exists() && live.exists());
        assert_eq!(names(&of[0]), ["one"]);
    }
}
