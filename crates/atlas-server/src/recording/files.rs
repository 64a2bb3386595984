//! Recordings as files.

use super::format::{FORMAT, Recording};
use serde::Deserialize;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// File name suffix of recordings.
pub const FILE_SUFFIX: &str = ".atlas.json";

/// The file name of a recording: time of arrival, then the random number of its origin.
pub(super) fn name(recording: &Recording) -> String {
    let origin = recording.origin;
    format!("{:013}-{:016x}{FILE_SUFFIX}", origin.unix_millis, origin.entropy)
}

/// Names and sizes of the recordings in a folder, the oldest first.
pub(super) fn sizes(folder: &Path) -> io::Result<Vec<(String, u64)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.ends_with(FILE_SUFFIX) && !name.starts_with('.') {
            // A file that has vanished takes no space.
            let Ok(data) = entry.metadata() else { continue };
            if data.is_file() {
                found.push((name, data.len()));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The recordings that `path` names: itself, or those in the folder, the oldest first.
///
/// # Errors
/// There is no such file or folder, or it cannot be listed.
pub fn find(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !fs::metadata(path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    Ok(sizes(path)?.into_iter().map(|(name, _)| path.join(name)).collect())
}

/// Reads a recording.
///
/// # Errors
/// The file cannot be read, is no recording, or is of another version.
pub fn read(path: &Path) -> io::Result<Recording> {
    #[derive(Deserialize)]
    struct Version {
        atlas_recording: u32,
    }
    let text = fs::read_to_string(path)?;
    let broken = |e: serde_json::Error| {
        io::Error::new(io::ErrorKind::InvalidData, format!("is no recording of Atlas: {e}"))
    };
    let Version { atlas_recording } = serde_json::from_str(&text).map_err(broken)?;
    if atlas_recording != FORMAT {
        let message =
            format!("is a recording of version {atlas_recording}, this build reads {FORMAT}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    serde_json::from_str(&text).map_err(broken)
}
