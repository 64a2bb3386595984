//! The folder in which a checkpoint is made before it takes its name.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::error::QuantiseError;

/// A folder beside the one that is asked for. It is removed on drop unless it is published.
pub(super) struct Staging {
    folder: TempDir,
    /// The folder that it becomes.
    out: PathBuf,
}

impl Staging {
    /// # Errors
    /// `out` is there and no empty folder, or nothing can be written beside it.
    pub fn new(out: &Path) -> Result<Self, QuantiseError> {
        let refused =
            |problem: &str| QuantiseError::Out { path: out.into(), problem: problem.into() };
        let empty = match fs::read_dir(out) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(refused(&format!("it is no folder to write to: {error}"))),
        };
        if !empty {
            return Err(refused("the folder is not empty; give one that is new"));
        }
        // A link stays, and the folder behind it is the one that is replaced.
        let out = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        let (Some(parent), Some(name)) = (out.parent(), out.file_name()) else {
            return Err(refused("it is no name of a folder"));
        };
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if !parent.is_dir() {
            return Err(refused(&format!("there is no folder {} to make it in", parent.display())));
        }
        let prefix = format!(".{}.", name.to_string_lossy());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".partial");
        // The umask takes from them what new folders do not have.
        #[cfg(unix)]
        let permissions: Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        #[cfg(unix)]
        builder.permissions(permissions);
        let folder = builder.tempdir_in(parent);
        match folder {
            Ok(folder) => Ok(Self { folder, out }),
            Err(error) => Err(QuantiseError::Write { path: out, error }),
        }
    }

    /// The error of writing file `name`, which has the path that the file would have had.
    pub fn error(&self, name: &str, error: io::Error) -> QuantiseError {
        QuantiseError::Write { path: self.out.join(name), error }
    }

    /// Creates file `name`, which is not there yet.
    pub fn create(&self, name: &str) -> Result<File, QuantiseError> {
        let created = File::create_new(self.folder.path().join(name));
        created.map_err(|error| self.error(name, error))
    }

    /// Writes all of file `name`.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), QuantiseError> {
        let mut file = self.create(name)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        written.map_err(|error| self.error(name, error))
    }

    /// Gives the folder its name.
    pub fn publish(self) -> Result<(), QuantiseError> {
        // Over an empty folder; one that has been filled meanwhile is an error.
        match fs::rename(self.folder.path(), &self.out) {
            Ok(()) => {
                // The path is gone, so nothing is to be removed.
                let _ = self.folder.keep();
                Ok(())
            }
            Err(error) => Err(QuantiseError::Write { path: self.out.clone(), error }),
        }
    }
}
