//! The hub's cache on disk, as every client of the hub fills it.

use super::gguf::{self, GgufFiles};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A snapshot of a repository in the cache.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    pub folder: PathBuf,
    /// Files that loading needs and the folder lacks.
    pub missing: Vec<String>,
    /// Whether it has a tokenizer in some form. Without one token ids can be served.
    pub has_tokenizer: bool,
    /// Whether it has weights in safetensors files, whole or not.
    pub has_safetensors: bool,
    /// Its models in GGUF files, whole or not.
    pub gguf: Vec<GgufFiles>,
}

impl Snapshot {
    /// Files of a GGUF model that the folder lacks.
    pub fn lacking(&self, model: &GgufFiles) -> Vec<String> {
        let lacks = |name: &&String| !self.folder.join(name).exists();
        model.files.iter().filter(lacks).cloned().collect()
    }
}

/// The folder of a repository in the cache at `root`.
pub fn repository(root: &Path, id: &str) -> PathBuf {
    root.join(format!("models--{}", id.replace('/', "--")))
}

/// The snapshot of `id` at a branch, tag or commit (whole or its first 7 characters or more).
pub fn snapshot(root: &Path, id: &str, revision: &str) -> Option<Snapshot> {
    // A revision never leads out of the repository's folder.
    if revision.is_empty() || revision.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return None;
    }
    let repository = repository(root, id);
    let named = fs::read_to_string(repository.join("refs").join(revision)).ok();
    let commit = named.as_deref().map_or(revision, str::trim);
    let snapshots = repository.join("snapshots");
    let plain = !commit.contains('/') && !commit.is_empty();
    let folder = Some(snapshots.join(commit)).filter(|folder| plain && folder.is_dir());
    let folder = folder.or_else(|| abbreviated(&snapshots, commit))?;
    let missing = missing(&folder);
    let has_tokenizer =
        ["tokenizer.json", "tokenizer.model", "tekken.json", "vocab.json", "tiktoken.model"]
            .iter()
            .any(|name| folder.join(name).exists());
    let names = names(&folder, 2);
    let has_safetensors = names.iter().any(|n| wanted(n) && (n.contains(".safetensors")));
    let gguf = gguf::models(names.iter().map(String::as_str));
    Some(Snapshot { folder, missing, has_tokenizer, has_safetensors, gguf })
}

/// Paths of the files in a folder and in those inside it, `depth` levels of them. Links count
/// whether their target is there or not.
fn names(folder: &Path, depth: usize) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_folder {
            found.push(name);
        } else if depth > 0 {
            let inside = names(&entry.path(), depth - 1);
            found.extend(inside.into_iter().map(|file| format!("{name}/{file}")));
        }
    }
    found
}

/// The only snapshot whose commit begins with `start`.
fn abbreviated(snapshots: &Path, start: &str) -> Option<PathBuf> {
    if start.len() < 7 || !start.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut found = fs::read_dir(snapshots).ok()?.flatten().filter(|entry| {
        entry.file_name().to_string_lossy().starts_with(&start.to_ascii_lowercase())
    });
    let first = found.next()?;
    found.next().is_none().then(|| first.path())
}

/// Files that are never needed: other frameworks' weights, quantised copies, pictures.
pub fn wanted(name: &str) -> bool {
    let root = !name.contains('/');
    let weights = name.ends_with(".safetensors") && !name.starts_with("consolidated");
    root && (weights || name.ends_with(".json") || name.ends_with(".jinja") || name == "README.md")
}

/// Files that loading needs and `folder` lacks: links whose target is gone count as missing.
fn missing(folder: &Path) -> Vec<String> {
    let here = |name: &str| folder.join(name).exists();
    let mut missing = BTreeSet::new();
    if !here("config.json") {
        missing.insert("config.json".to_owned());
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if wanted(&name) && !here(&name) {
            missing.insert(name);
        }
    }
    let index = fs::read(folder.join("model.safetensors.index.json")).ok();
    let index = index.and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
    let parts = index.as_ref().and_then(|index| index.get("weight_map")?.as_object());
    match parts {
        _ if here("model.safetensors") => {}
        Some(parts) => {
            let names = parts.values().filter_map(serde_json::Value::as_str);
            missing.extend(names.filter(|name| !here(name)).map(str::to_owned));
        }
        None => {
            missing.insert("model.safetensors".to_owned());
        }
    }
    missing.into_iter().collect()
}

/// Ids of the repositories in the cache, sorted.
pub fn ids(root: &Path) -> Vec<String> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let id = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        Some(name.strip_prefix("models--")?.replacen("--", "/", 1))
    };
    let mut ids: Vec<String> = entries.filter_map(id).collect();
    ids.sort();
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn put(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn a_revision_is_a_branch_a_tag_or_a_commit() {
        let root = tempfile::tempdir().unwrap();
        let repository = repository(root.path(), "acme/tiny");
        let folder = repository.join("snapshots").join(COMMIT);
        for name in ["config.json", "model.safetensors", "tokenizer.json"] {
            put(&folder, name, "{}");
        }
        for name in ["main", "v1.0", "refs/pr/3"] {
            put(&repository.join("refs"), name, &format!("{COMMIT}\n"));
        }
        put(&repository.join("refs"), "gone", "f00d");
        let whole = Snapshot {
            folder,
            missing: vec![],
            has_tokenizer: true,
            has_safetensors: true,
            gguf: vec![],
        };
        for revision in ["main", "v1.0", "refs/pr/3", COMMIT, "0123456"] {
            let found = snapshot(root.path(), "acme/tiny", revision);
            assert_eq!(found.as_ref(), Some(&whole), "{revision}");
        }
        for revision in ["gone", "v2", "012345", "", "../refs", "..", "f123456"] {
            assert_eq!(snapshot(root.path(), "acme/tiny", revision), None, "{revision}");
        }
        assert_eq!(snapshot(root.path(), "acme/other", "main"), None);
        assert_eq!(ids(root.path()), ["acme/tiny"]);
    }

    #[test]
    fn files_that_are_missing_are_named() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path();
        assert_eq!(missing(folder), ["config.json", "model.safetensors"]);
        put(folder, "config.json", "{}");
        put(
            folder,
            "model.safetensors.index.json",
            r#"{"weight_map": {"a": "model-1.safetensors", "b": "model-2.safetensors"}}"#,
        );
        put(folder, "model-2.safetensors", "");
        assert_eq!(missing(folder), ["model-1.safetensors"]);
        put(folder, "model-1.safetensors", "");
        assert!(missing(folder).is_empty());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../../blobs/gone", folder.join("tokenizer.json")).unwrap();
            assert_eq!(missing(folder), ["tokenizer.json"]);
        }
    }

    #[test]
    fn only_what_serving_needs() {
        for yes in ["config.json", "model-00001-of-00002.safetensors", "chat_template.jinja"] {
            assert!(wanted(yes), "{yes}");
        }
        for no in
            ["consolidated.safetensors", "pytorch_model.bin", "original/params.json", "x.gguf"]
        {
            assert!(!wanted(no), "{no}");
        }
    }
}
