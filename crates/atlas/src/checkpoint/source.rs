//! From the command line's model argument to files: the bundled model, a folder, a GGUF file, or a
//! hub id.

use super::address::{self, Address};
use super::gguf::{self, GgufFiles};
use super::{hint, hub};
use anyhow::{Context, Result, bail};
use std::io::Read;
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
    /// A model in GGUF files.
    Gguf(GgufPlace),
}

/// A model in GGUF files of one folder.
#[derive(Clone, Debug, PartialEq)]
pub struct GgufPlace {
    pub folder: PathBuf,
    /// Names of its files, the first part first.
    pub files: GgufFiles,
    /// Name and revision of a model of the hub.
    pub hub: Option<(String, String)>,
    /// Metadata keys that may be unknown.
    pub allowed_keys: Vec<String>,
}

impl Source {
    /// The name under which the model is served unless the user gives others.
    pub fn name(&self) -> String {
        match self {
            Source::Bundled => "atlas-mini".into(),
            Source::Hub { id, .. } => id.clone(),
            Source::Folder(p) => file_name(&std::fs::canonicalize(p).unwrap_or_else(|_| p.clone())),
            Source::ConfigOnly(p) => format!("dummy-{}", file_name(&p.with_extension(""))),
            Source::Gguf(place) => match &place.hub {
                Some((name, _)) => name.clone(),
                None => place.files.stem().to_owned(),
            },
        }
    }

    /// Branch, tag or commit of a repository of the hub.
    pub fn revision(&self) -> Option<&str> {
        match self {
            Source::Hub { revision, .. } => Some(revision),
            Source::Gguf(place) => place.hub.as_ref().map(|(_, revision)| revision.as_str()),
            _ => None,
        }
    }

    /// The folder with the small files of the checkpoint, if they are on disk.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Source::Folder(p) | Source::Hub { folder: p, .. } => Some(p),
            Source::ConfigOnly(p) => p.parent(),
            Source::Bundled | Source::Gguf(_) => None,
        }
    }

    /// A path of the model that names it again; None where it is not one of a folder or file.
    pub fn local_path(&self) -> Option<PathBuf> {
        match self {
            Source::Folder(folder) => Some(folder.clone()),
            Source::Gguf(place) if place.hub.is_none() => {
                Some(place.folder.join(place.files.path()))
            }
            _ => None,
        }
    }

    /// The same with metadata keys that may be unknown, where it is a GGUF model.
    pub fn allowing(mut self, keys: &[String]) -> Self {
        if let Source::Gguf(place) = &mut self {
            place.allowed_keys = keys.to_vec();
        }
        self
    }
}

/// The model that the GGUF file `name` of a folder belongs to.
fn gguf_in(folder: &Path, files: GgufFiles) -> Source {
    // Names without a folder are in the current one.
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Source::Gguf(GgufPlace { folder: here.into(), files, hub: None, allowed_keys: vec![] })
}

/// Whether a file is a GGUF file by its name or its first bytes.
fn is_gguf(path: &Path) -> bool {
    let mut first = [0; 4];
    let mut begins = || std::fs::File::open(path)?.read_exact(&mut first);
    gguf::has_ending(&path.to_string_lossy()) || (begins().is_ok() && &first == b"GGUF")
}

/// The only GGUF model of a folder without safetensors files; None for another folder.
///
/// # Errors
/// Several models, or files of which none is a model.
fn gguf_of_folder(folder: &Path) -> Result<Option<Source>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let is_safetensors = |name: &String| name.contains(".safetensors");
    if names.iter().any(is_safetensors) || !names.iter().any(|name| gguf::has_ending(name)) {
        return Ok(None);
    }
    let shown = folder.display();
    match gguf::models(names.iter().map(String::as_str)).as_slice() {
        [] => bail!("{shown} holds GGUF files, but none of them is a model"),
        [model] => Ok(Some(gguf_in(folder, model.clone()))),
        several => {
            let list = gguf::listed(several.iter().map(GgufFiles::path));
            bail!("{shown} holds several GGUF models; give the path of one of these: {list}")
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
        if let Some(source) = gguf_of_folder(path)? {
            return Ok(source);
        }
        return match hint::folder(path) {
            Some(error) => Err(error),
            None => Ok(Source::Folder(path.to_owned())),
        };
    }
    if path.is_file() {
        let name = path.file_name().and_then(|name| name.to_str());
        return match (name, path.parent()) {
            (Some(name), Some(folder)) if is_gguf(path) => Ok(gguf_in(folder, GgufFiles::of(name))),
            _ => Err(hint::file(model)),
        };
    }
    if model == "atlas-mini" {
        return Ok(Source::Bundled);
    }
    let address = address::parse(model, hub::endpoint().as_deref())?;
    let Some(Address { id, revision: of_address, gguf: wanted }) = address else {
        return Err(hint::unknown(model, &hub::cached_ids()));
    };
    if let Some(given) = &of_address
        && revision != DEFAULT_REVISION
        && given != revision
    {
        bail!("{model} is at the revision {given}, and --revision says {revision}: give one");
    }
    let revision = of_address.unwrap_or_else(|| revision.to_owned());
    let found = hub::find(&id, &revision, wanted.as_deref()).with_context(|| {
        format!("{model} is no file or folder here; looking for it on the hub failed")
    })?;
    let Some(files) = found.gguf else {
        return Ok(Source::Hub { id, revision, folder: found.folder });
    };
    let name = match wanted.as_deref() {
        None => id,
        Some(file) if gguf::has_ending(file) => format!("{id}:{}", files.label()),
        Some(tag) => format!("{id}:{tag}"),
    };
    // The parts of a model lie in one folder, which may be inside that of the repository.
    let inside = Path::new(files.path()).parent().unwrap_or(Path::new(""));
    let folder = found.folder.join(inside);
    let files = GgufFiles::of(files.path().rsplit('/').next().unwrap_or_default());
    let hub = Some((name, revision));
    Ok(Source::Gguf(GgufPlace { folder, files, hub, allowed_keys: vec![] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_resolve() {
        assert_eq!(resolve(None, "main").unwrap(), Source::Bundled);
        assert_eq!(resolve(Some("atlas-mini"), "main").unwrap(), Source::Bundled);
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        assert_eq!(resolve(dir.to_str(), "main").unwrap(), Source::Folder(dir.to_owned()));
        let e = resolve(Some("./no-such-folder"), "main").unwrap_err().to_string();
        assert!(e.contains("no such folder"), "{e}");
    }

    #[test]
    fn gguf_files_and_their_folders_resolve() {
        let dir = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        let find = |name: &str| {
            let path = dir.path().join(name);
            let found = resolve(path.to_str(), "main").map(|s| (s.name(), s.local_path()));
            found.map_err(|error| error.to_string())
        };
        let first = dir.path().join("big-00001-of-00002.gguf");
        for name in ["big-00001-of-00002.gguf", "big-00002-of-00002.gguf", "mmproj-F16.gguf"] {
            put(name, "");
        }
        let whole = Ok(("big".to_owned(), Some(first)));
        assert_eq!(find("big-00002-of-00002.gguf"), whole);
        assert_eq!(find(""), whole, "the only model of the folder");
        put("sha256-00", "GGUF\u{3}");
        let blob = find("sha256-00").map(|(name, _)| name);
        assert_eq!(blob, Ok("sha256-00".to_owned()), "by its first bytes");
        put("small.Q8_0.gguf", "");
        assert_eq!(find("small.Q8_0.gguf").map(|(name, _)| name), Ok("small.Q8_0".to_owned()));
        let error = find("").unwrap_err();
        assert!(error.contains("big-00001-of-00002.gguf, small.Q8_0.gguf"), "{error}");
        put("model.safetensors", "");
        assert_eq!(find("").map(|(_, path)| path), Ok(Some(dir.path().join(""))));
    }
}
