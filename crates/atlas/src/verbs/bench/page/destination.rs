//! The file of a page.

use anyhow::{Context, Result, bail};
use std::fs::{OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Permissions of a new file, before those that the process takes away.
const MODE: u32 = 0o666;

/// A path that was found writable.
pub struct Destination {
    /// Path as given, for messages.
    given: PathBuf,
    /// Path of the file; of a link that of its end.
    file: PathBuf,
    folder: PathBuf,
    mode: u32,
}

impl Destination {
    /// Checks that a file can be written at `path`, so that a long run does not end without it.
    /// Leaves the path as it is.
    ///
    /// # Errors
    /// A folder, a device, or a place without permission; the message names the path.
    pub fn check(path: &Path) -> Result<Self> {
        let destination = Self::find(path).with_context(|| message(path))?;
        destination.part().with_context(|| message(path))?;
        Ok(destination)
    }

    fn find(path: &Path) -> Result<Self> {
        let (file, mode) = match path.metadata() {
            Ok(found) if found.is_dir() => bail!("it is a folder: give the path of a file"),
            Ok(found) if !found.is_file() => bail!("it is no regular file"),
            Ok(found) => {
                OpenOptions::new().append(true).open(path)?;
                (path.canonicalize()?, found.permissions().mode() & 0o777)
            }
            Err(e) if e.kind() == ErrorKind::NotFound => (path.to_owned(), MODE),
            Err(e) => return Err(e.into()),
        };
        if file.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            bail!("it names no file: give the path of a file");
        }
        let folder = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        if !folder.is_dir() {
            bail!("there is no folder {}: create it first", folder.display());
        }
        Ok(Self { given: path.to_owned(), file, folder, mode })
    }

    /// An empty file in the folder; it is removed when dropped.
    fn part(&self) -> std::io::Result<NamedTempFile> {
        let permissions = Permissions::from_mode(self.mode);
        Builder::new().prefix(".atlas-report-").permissions(permissions).tempfile_in(&self.folder)
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// The place is full, or no longer writable.
    pub fn write(&self, text: &str) -> Result<()> {
        let written = || -> std::io::Result<()> {
            let mut part = self.part()?;
            part.write_all(text.as_bytes())?;
            part.as_file().sync_all()?;
            part.persist(&self.file)?;
            Ok(())
        };
        written().with_context(|| message(&self.given))
    }
}

fn message(path: &Path) -> String {
    format!("--report: {} cannot be written", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |e: std::io::Result<std::fs::DirEntry>| e.unwrap().file_name();
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|e| name(e).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_written_whole_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.html");
        let destination = Destination::check(&path).unwrap();
        assert!(names(folder.path()).is_empty(), "a check leaves nothing");
        destination.write("first").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.html");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        Destination::check(&link).unwrap().write("second").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
        assert!(link.is_symlink());
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["link.html", "run.html"]);
    }

    #[test]
    fn paths_that_cannot_be_written_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "kept").unwrap();
        let folder = folder.path();
        for bad in [
            folder.to_owned(),
            folder.join("missing/run.html"),
            folder.join("missing/"),
            folder.join("file/run.html"),
            PathBuf::from("/dev/null"),
            PathBuf::from(""),
            PathBuf::from("/"),
        ] {
            let error = Destination::check(&bad).err().map(|e| format!("{e:#}"));
            let error = error.unwrap_or_else(|| panic!("{} is accepted", bad.display()));
            assert!(error.contains(&bad.display().to_string()), "{error}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
    }

    #[test]
    fn a_name_without_a_folder_is_in_the_working_folder() {
        assert_eq!(Destination::find(Path::new("x.html")).unwrap().folder, Path::new("."));
    }
}
