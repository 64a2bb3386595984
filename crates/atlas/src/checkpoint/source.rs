//! From the command line's model argument to files: the bundled model, a folder, or a hub id.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

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
    Hub { id: String, folder: PathBuf },
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

/// Resolves the argument. A path that exists wins over a hub id of the same spelling.
pub fn resolve(model: Option<&str>, revision: &str) -> Result<Source> {
    let Some(model) = model else { return Ok(Source::Bundled) };
    let path = Path::new(model);
    if path.is_dir() {
        return Ok(Source::Folder(path.to_owned()));
    }
    if path.is_file() {
        bail!(
            "{model} is a file; give the folder of a Hugging Face checkpoint (config.json, \
             *.safetensors, tokenizer.json){}",
            if model.ends_with(".gguf") { "; GGUF files are not supported" } else { "" }
        );
    }
    if model == "atlas-mini" {
        return Ok(Source::Bundled);
    }
    if is_hub_id(model) {
        let folder = super::hub::download(model, revision).with_context(|| {
            format!("{model} is no folder here; fetching it from the hub failed")
        })?;
        return Ok(Source::Hub { id: model.to_owned(), folder });
    }
    bail!("{model}: no such folder, and not a hub id of the form owner/name");
}

/// `owner/name` of letters, digits, `-`, `_` and `.`.
fn is_hub_id(text: &str) -> bool {
    let ok = |s: &str| {
        !s.is_empty()
            && !s.starts_with('.')
            && s.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    matches!(text.split_once('/'), Some((owner, name)) if ok(owner) && ok(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hub_ids() {
        assert!(is_hub_id("Qwen/Qwen3-0.6B"));
        for bad in ["Qwen", "./model", "../x", "a/b/c", "/abs/path", "a/", "a b/c"] {
            assert!(!is_hub_id(bad), "{bad}");
        }
    }

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
