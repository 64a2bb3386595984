//! Repositories of the hub: from its cache on disk, else downloaded into it.

use super::cache;
use anyhow::{Context, Result, bail};
use hf_hub::api::sync::{ApiBuilder, ApiError};
use hf_hub::{Cache, Repo, RepoType};
use std::path::PathBuf;

/// Settings of the hub's clients, from their environment variables.
struct HubEnv {
    /// `HF_HUB_CACHE`, else `hub` in `HF_HOME`, else `~/.cache/huggingface/hub`.
    cache: PathBuf,
    /// `HF_ENDPOINT`; None: the hub's own.
    endpoint: Option<String>,
    /// `HF_TOKEN`, or the content of the file that `hf auth login` writes.
    token: Option<String>,
    /// `HF_HUB_OFFLINE` or `TRANSFORMERS_OFFLINE`.
    offline: bool,
}

impl HubEnv {
    /// `var`: the value of an environment variable.
    fn read(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.trim().is_empty());
        let path = |name: &str| set(name).map(PathBuf::from);
        let user = || {
            let home = std::env::home_dir().map(|home| home.join(".cache"));
            path("XDG_CACHE_HOME").or(home).unwrap_or_default().join("huggingface")
        };
        let home = path("HF_HOME").unwrap_or_else(user);
        let cache = path("HF_HUB_CACHE").or_else(|| path("HUGGINGFACE_HUB_CACHE"));
        let token = set("HF_TOKEN").or_else(|| set("HUGGING_FACE_HUB_TOKEN")).or_else(|| {
            let file = path("HF_TOKEN_PATH").unwrap_or_else(|| home.join("token"));
            std::fs::read_to_string(file).ok()
        });
        let on = |name: &str| {
            let value = set(name).unwrap_or_default().to_lowercase();
            matches!(value.trim(), "1" | "on" | "yes" | "true")
        };
        Self {
            cache: cache.unwrap_or_else(|| home.join("hub")),
            endpoint: set("HF_ENDPOINT").map(|e| e.trim().trim_end_matches('/').to_owned()),
            token: token.map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()),
            offline: on("HF_HUB_OFFLINE") || on("TRANSFORMERS_OFFLINE"),
        }
    }

    fn of_process() -> Self {
        Self::read(|name| std::env::var(name).ok())
    }
}

/// `HF_ENDPOINT`, if it is set.
pub fn endpoint() -> Option<String> {
    HubEnv::of_process().endpoint
}

/// Ids of the repositories that the cache has.
pub fn cached_ids() -> Vec<String> {
    cache::ids(&HubEnv::of_process().cache)
}

/// The folder with the files of a repository: the cache's, which costs no request, or one that
/// is fetched now.
///
/// # Errors
/// The cache lacks files, which the error names, and the hub is offline or out of reach; and those
/// of [`download`].
pub fn find(id: &str, revision: &str) -> Result<PathBuf> {
    let env = HubEnv::of_process();
    let cached = cache::snapshot(&env.cache, id, revision);
    let usable = cached.as_ref().filter(|s| s.missing.is_empty());
    if let Some(snapshot) = usable.filter(|s| s.has_tokenizer || env.offline) {
        tracing::info!(%id, folder = %snapshot.folder.display(), "found in the hub's cache");
        return Ok(snapshot.folder.clone());
    }
    let place = cache::repository(&env.cache, id);
    let lack = match &cached {
        Some(s) if !s.missing.is_empty() => {
            format!("the hub's cache ({}) lacks {}", s.folder.display(), s.missing.join(", "))
        }
        _ => format!("the hub's cache has no revision {revision} of it ({})", place.display()),
    };
    if env.offline {
        let near = super::hint::nearest(id, &cache::ids(&env.cache))
            .map_or(String::new(), |near| format!("; the cache has {near}"));
        bail!(
            "{id}: {lack}, and HF_HUB_OFFLINE keeps it from being fetched{near}; unset \
             HF_HUB_OFFLINE, or fetch it where there is a network with `hf download {id}`"
        );
    }
    match (download(&env, id, revision), usable) {
        (Ok(folder), _) => Ok(folder),
        (Err(error), Some(snapshot)) => {
            tracing::warn!("the hub's cache has no tokenizer of {id}, and {error:#}");
            Ok(snapshot.folder.clone())
        }
        (Err(error), None) => Err(error.context(format!("{id}: {lack}, and fetching it failed"))),
    }
}

/// Fetches what serving needs of a repository, with a progress bar a file, and returns the
/// snapshot's folder. Files already in the cache are not fetched again.
///
/// Errors: the hub cannot be reached, the repository or revision does not exist or needs a token,
/// or it holds no safetensors (GGUF-only repositories are named as such).
fn download(env: &HubEnv, id: &str, revision: &str) -> Result<PathBuf> {
    let mut api = ApiBuilder::from_cache(Cache::new(env.cache.clone())).with_progress(true);
    if let Some(endpoint) = &env.endpoint {
        api = api.with_endpoint(endpoint.clone());
    }
    let api = api.with_token(env.token.clone()).build().context("setting up the hub client")?;
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
    for name in names.iter().filter(|n| cache::wanted(n)) {
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
    fn the_environment_of_the_hubs_clients_counts() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("token"), "from-file\n").unwrap();
        let at = home.path().to_str().unwrap().to_owned();
        let read = |vars: &[(&str, &str)]| {
            let vars: Vec<(String, String)> =
                vars.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
            HubEnv::read(move |name| {
                vars.iter().find(|(k, _)| k == name).map(|(_, value)| value.clone())
            })
        };
        let env = read(&[("HF_HOME", &at)]);
        assert_eq!(env.cache, home.path().join("hub"));
        assert_eq!((env.token.as_deref(), env.offline), (Some("from-file"), false));
        assert_eq!(env.endpoint, None);
        let env = read(&[
            ("HF_HOME", &at),
            ("HF_HUB_CACHE", "/elsewhere"),
            ("HF_TOKEN", "mine"),
            ("HF_ENDPOINT", "https://mirror.example/"),
            ("HF_HUB_OFFLINE", "True"),
        ]);
        assert_eq!(env.cache, PathBuf::from("/elsewhere"));
        assert_eq!((env.token.as_deref(), env.offline), (Some("mine"), true));
        assert_eq!(env.endpoint.as_deref(), Some("https://mirror.example"));
        assert!(!read(&[("HF_HUB_OFFLINE", "0")]).offline);
        assert_eq!(read(&[("XDG_CACHE_HOME", "/x")]).cache, PathBuf::from("/x/huggingface/hub"));
    }
}
