//! From the command line's model argument to files: the bundled model, a folder, or a hub id.

use super::{address, hint, hub};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// `--revision` where it is not given.
pub const DEFAULT_REVISION: &str = "main";

/// Where a model's files are.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The checkpoint inside this binary.
    Bundled,
    /// A folder on disk.
    Folder(PathBuf),
    /// Only a config.json: weights are made up.
    ConfigOnly(PathBuf),
    /// A repository of the hub, downloaded or already in its cache.
    Hub { id: String, revision: String, folder: PathBuf },
}

impl Source {
    /// The name under which the model is served unless the user gives others.
    pub fn name(&self) -> String {
        match self {
            Source::Bundled => "atlas-mini".into(),
            Source::Hub { id, .. } => id.clone(),
            Source::Folder(p) => file_name(&std::fs::canonicalize(p).unwrap_or_else(|_| p.clone())),
            Source::ConfigOnly(p) => format!("dummy-{}", file_name(&p.with_extension(""))),
        }
    }

    /// Branch, tag or commit of a repository of the hub.
    pub fn revision(&self) -> Option<&str> {
        match self {
            Source::Hub { revision, .. } => Some(revision),
            _ => None,
        }
    }

    /// The folder with the files, if they are on disk.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Source::Folder(p) | Source::Hub { folder: p, .. } => Some(p),
            Source::ConfigOnly(p) => p.parent(),
            Source::Bundled => None,
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| "model".into(), |n| n.to_string_lossy().into_owned())
}

/// Resolves the argument: a path that exists, else a hub id or an address of one.
///
/// # Errors
/// An argument that names nothing, with the nearest hint; a revision given twice; and those of
/// [`hub::find`].
pub fn resolve(model: Option<&str>, revision: &str) -> Result<Source> {
    let Some(model) = model else { return Ok(Source::Bundled) };
    let path = Path::new(model);
    if path.is_dir() {
        return match hint::folder(path) {
            Some(error) => Err(error),
            None => Ok(Source::Folder(path.to_owned())),
        };
    }
    if path.is_file() {
        return Err(hint::file(model));
    }
    if model == "atlas-mini" {
        return Ok(Source::Bundled);
    }
    let address = address::parse(model, hub::endpoint().as_deref())?;
    let (id, of_address) = match address {
        Some(address) => (address.id, address.revision),
        None if address::is_hub_id(model) => (model.to_owned(), None),
        None => return Err(hint::unknown(model, &hub::cached_ids())),
    };
    if let Some(given) = &of_address
        && revision != DEFAULT_REVISION
        && given != revision
    {
        bail!("{model} is at the revision {given}, and --revision says {revision}: give one");
    }
    let revision = of_address.unwrap_or_else(|| revision.to_owned());
    let folder = hub::find(&id, &revision)
        .with_context(|| format!("{model} is no folder here; looking for it on the hub failed"))?;
    Ok(Source::Hub { id, revision, folder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_resolve() {
        assert_eq!(resolve(None, "main").unwrap(), Source::Bundled);
        assert_eq!(resolve(Some("atlas-mini"), "main").unwrap(), Source::Bundled);
        let dir = std::env::temp_dir();
        assert_eq!(resolve(dir.to_str(), "main").unwrap(), Source::Folder(dir));
        let e = resolve(Some("./no-such-folder"), "main").unwrap_err().to_string();
        assert!(e.contains("no such folder"), "{e}");
    }
}
