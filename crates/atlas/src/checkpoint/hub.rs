//! Repositories of the hub: from its cache on disk, else downloaded into it.

use super::cache::{self, Snapshot};
use super::gguf::{self, Choice, GgufFiles};
use anyhow::{Context, Result, anyhow, bail};
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

/// The files of a repository.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub folder: PathBuf,
    /// The model in GGUF files that is meant; None: the safetensors checkpoint of the folder.
    pub gguf: Option<GgufFiles>,
}

/// Files of the cache that can be served, and the reason for which the hub may have better ones.
struct Usable {
    found: Found,
    doubt: Option<&'static str>,
}

impl Usable {
    /// The model of a snapshot, or what the snapshot lacks. `wanted` is that of [`find`].
    fn of(snapshot: &Snapshot, wanted: Option<&str>) -> Result<Self, String> {
        let folder = snapshot.folder.clone();
        let lack = |names: &[String]| {
            format!("the hub's cache ({}) lacks {}", folder.display(), names.join(", "))
        };
        if wanted.is_none() && (snapshot.has_safetensors || snapshot.gguf.is_empty()) {
            if !snapshot.missing.is_empty() {
                return Err(lack(&snapshot.missing));
            }
            let doubt = (!snapshot.has_tokenizer).then_some("the hub's cache has no tokenizer");
            return Ok(Self { found: Found { folder, gguf: None }, doubt });
        }
        let choice = gguf::choose(&snapshot.gguf, wanted);
        let Choice { model, is_certain } =
            choice.map_err(|error| format!("in the hub's cache ({}) {error}", folder.display()))?;
        let lacking = snapshot.lacking(model);
        if !lacking.is_empty() {
            return Err(lack(&lacking));
        }
        let doubt = (!is_certain).then_some("the hub's cache may lack the model that is meant");
        let gguf = Some(model.clone());
        Ok(Self { found: Found { folder, gguf }, doubt })
    }
}

/// The files of a repository: the cache's, which costs no request, or those that are fetched now.
/// `wanted`: the tag or file of a GGUF model; None: the safetensors checkpoint, or of a repository
/// without one the usual GGUF model.
///
/// # Errors
/// The cache lacks files, which the error names, and the hub is offline or out of reach; and those
/// of [`download`].
pub fn find(id: &str, revision: &str, wanted: Option<&str>) -> Result<Found> {
    let env = HubEnv::of_process();
    let place = cache::repository(&env.cache, id);
    let usable = match cache::snapshot(&env.cache, id, revision) {
        Some(snapshot) => Usable::of(&snapshot, wanted),
        None => {
            let place = place.display();
            Err(format!("the hub's cache has no revision {revision} of it ({place})"))
        }
    };
    let lack = match usable {
        Ok(Usable { found, doubt }) if doubt.is_none() || env.offline => {
            tracing::info!(%id, folder = %found.folder.display(), "found in the hub's cache");
            return Ok(found);
        }
        Ok(Usable { found, doubt }) => {
            return download(&env, id, revision, wanted).or_else(|error| {
                tracing::warn!("{id}: {}, and {error:#}", doubt.unwrap_or_default());
                Ok(found)
            });
        }
        Err(lack) => lack,
    };
    if env.offline {
        let near = super::hint::nearest(id, &cache::ids(&env.cache))
            .map_or(String::new(), |near| format!("; the cache has {near}"));
        bail!(
            "{id}: {lack}, and HF_HUB_OFFLINE keeps it from being fetched{near}; unset \
             HF_HUB_OFFLINE, or fetch it where there is a network with `hf download {id}`"
        );
    }
    download(&env, id, revision, wanted)
        .map_err(|error| error.context(format!("{id}: {lack}, and fetching it failed")))
}

/// Fetches what serving needs of a repository, with a progress bar a file. Files already in the
/// cache are not fetched again.
///
/// Errors: the hub cannot be reached, the repository or revision does not exist or needs a token,
/// it holds no weights that are read, or no GGUF model as `wanted`.
fn download(env: &HubEnv, id: &str, revision: &str, wanted: Option<&str>) -> Result<Found> {
    let mut api = ApiBuilder::from_cache(Cache::new(env.cache.clone())).with_progress(true);
    if let Some(endpoint) = &env.endpoint {
        api = api.with_endpoint(endpoint.clone());
    }
    let api = api.with_token(env.token.clone()).build().context("setting up the hub client")?;
    let repo = api.repo(Repo::with_revision(id.into(), RepoType::Model, revision.into()));
    let info =
        repo.info().map_err(explain).with_context(|| format!("reading {id} at {revision}"))?;
    let names: Vec<String> = info.siblings.into_iter().map(|s| s.rfilename).collect();
    let get =
        |name: &str| repo.get(name).map_err(explain).with_context(|| format!("fetching {name}"));
    let has_safetensors = names.iter().any(|n| n.ends_with(".safetensors"));
    if wanted.is_none() && has_safetensors {
        let mut folder = None;
        for name in names.iter().filter(|n| cache::wanted(n)) {
            let path = get(name)?;
            if name == "config.json" {
                folder = path.parent().map(PathBuf::from);
            }
        }
        let folder = folder.with_context(|| format!("{id} holds no config.json"))?;
        return Ok(Found { folder, gguf: None });
    }
    let models = gguf::models(names.iter().map(String::as_str));
    match (models.as_slice(), wanted) {
        ([], None) => bail!("{id} holds neither safetensors weights nor a GGUF model"),
        ([], Some(_)) if has_safetensors => {
            bail!("{id} holds no GGUF models, but safetensors weights: give {id} without a tag")
        }
        _ => {}
    }
    let choice = gguf::choose(&models, wanted).map_err(|error| anyhow!("{id}: {error}"))?;
    let model = choice.model.clone();
    if wanted.is_none() {
        let all = gguf::listed(models.iter().map(GgufFiles::label));
        tracing::info!(%id, chosen = model.path(), %all, "no tag was given");
    }
    let mut folder = None;
    for name in &model.files {
        let depth = name.split('/').count();
        folder = get(name)?.ancestors().nth(depth).map(PathBuf::from);
    }
    let folder = folder.with_context(|| format!("{id} has no files of {}", model.path()))?;
    Ok(Found { folder, gguf: Some(model) })
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
