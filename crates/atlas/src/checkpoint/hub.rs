//! Downloading a checkpoint through the hub's own cache layout.

use anyhow::{Context, Result, bail};
use hf_hub::api::sync::{ApiBuilder, ApiError};
use hf_hub::{Repo, RepoType};
use std::path::PathBuf;

/// Files that are never needed: other frameworks' weights, quantised copies, pictures.
fn wanted(name: &str) -> bool {
    let root = !name.contains('/');
    let weights = name.ends_with(".safetensors") && !name.starts_with("consolidated");
    root && (weights || name.ends_with(".json") || name.ends_with(".jinja") || name == "README.md")
}

/// Fetches what serving needs of a repository, with a progress bar a file, and returns the
/// snapshot's folder. Files already in the cache are not fetched again.
///
/// Errors: the hub cannot be reached, the repository or revision does not exist or needs a token,
/// or it holds no safetensors (GGUF-only repositories are named as such).
pub fn download(id: &str, revision: &str) -> Result<PathBuf> {
    let api =
        ApiBuilder::from_env().with_progress(true).build().context("setting up the hub client")?;
    let repo = api.repo(Repo::with_revision(id.into(), RepoType::Model, revision.into()));
    let info =
        repo.info().map_err(explain).with_context(|| format!("reading {id} at {revision}"))?;
    let names: Vec<String> = info.siblings.into_iter().map(|s| s.rfilename).collect();
    if !names.iter().any(|n| n.ends_with(".safetensors")) {
        let gguf = names.iter().any(|n| n.ends_with(".gguf"));
        bail!(
            "{id} holds no safetensors weights{}",
            if gguf { "; GGUF files are not supported" } else { "" }
        );
    }
    let mut folder = None;
    for name in names.iter().filter(|n| wanted(n)) {
        let path = repo.get(name).map_err(explain).with_context(|| format!("fetching {name}"))?;
        if name == "config.json" {
            folder = path.parent().map(PathBuf::from);
        }
    }
    folder.with_context(|| format!("{id} holds no config.json"))
}

/// The hub client's errors in words a user can act on.
fn explain(error: ApiError) -> anyhow::Error {
    let text = error.to_string();
    let hint = if text.contains("401") || text.contains("403") {
        "the repository does not exist or needs a token (HF_TOKEN)"
    } else if text.contains("404") {
        "no such repository, revision or file"
    } else {
        "is this machine offline? Download the checkpoint elsewhere and pass its folder"
    };
    anyhow::Error::new(error).context(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

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
