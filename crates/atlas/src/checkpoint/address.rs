//! Addresses of repositories: `hf://` and those that a browser shows.

use super::gguf;
use anyhow::{Result, bail};

/// A repository of the hub, or a GGUF model in one, as an address names it.
#[derive(Debug, PartialEq)]
pub struct Address {
    /// `OWNER/NAME`.
    pub id: String,
    /// Branch, tag or commit, if the address has one.
    pub revision: Option<String>,
    /// The tag of a GGUF model, or the path of a GGUF file, if the address has one.
    pub gguf: Option<String>,
}

const HOSTS: &[&str] = &["huggingface.co", "www.huggingface.co", "hf.co"];

/// Reads `OWNER/NAME[:TAG]`, `hf://OWNER/NAME[@REVISION][:TAG]` and
/// `https://huggingface.co/OWNER/NAME[:TAG][/tree/REVISION][/blob/REVISION/FILE.gguf]`; None if the
/// text is no address. `endpoint`: a mirror of the hub, such as `https://hub.example`.
///
/// # Errors
/// An address of something else, with what to give instead.
pub fn parse(text: &str, endpoint: Option<&str>) -> Result<Option<Address>> {
    if let Some(rest) = text.strip_prefix("hf://") {
        return repository(text, rest.strip_prefix("models/").unwrap_or(rest)).map(Some);
    }
    let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.to_ascii_lowercase();
    let mirror = endpoint.and_then(|e| e.split_once("://")).map(|(_, host)| host);
    let is_hub = HOSTS.contains(&host.as_str()) || mirror == Some(host.as_str());
    match scheme.as_deref() {
        None if is_hub => repository(text, path).map(Some),
        None => Ok(plain(text)),
        Some("http" | "https") if is_hub => repository(text, path).map(Some),
        Some(scheme) => {
            let place = match scheme {
                "http" | "https" => format!("an address of {host}"),
                _ => format!("an address of the kind {scheme}://"),
            };
            bail!(
                "{text} is {place}, which models are not loaded from; give a repository of the \
                 hub (OWNER/NAME or https://huggingface.co/OWNER/NAME) or a downloaded folder"
            )
        }
    }
}

/// `OWNER/NAME` or `OWNER/NAME:TAG`.
fn plain(text: &str) -> Option<Address> {
    let (id, tag) = match text.split_once(':') {
        Some((id, tag)) => (id, Some(tag)),
        None => (text, None),
    };
    if !is_hub_id(id) || tag.is_some_and(|tag| !is_tag(tag)) {
        return None;
    }
    Some(Address { id: id.to_owned(), revision: None, gguf: tag.and_then(chosen_tag) })
}

/// Whether a tag can be that of a model: a word, or the name of a file.
fn is_tag(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// `latest`, as some programs write it, stands for no choice.
fn chosen_tag(tag: &str) -> Option<String> {
    (!tag.eq_ignore_ascii_case("latest")).then(|| tag.to_owned())
}

/// The repository of a path `OWNER/NAME[@REVISION][:TAG][/tree/REVISION[/...]]`.
fn repository(text: &str, path: &str) -> Result<Address> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (owner, name) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if matches!(owner, "datasets" | "spaces" | "collections" | "papers") {
        bail!("{text} is not a model: it is an address among the hub's {owner}");
    }
    let (name, tag) = match name.split_once(':') {
        Some((name, tag)) if is_tag(tag) => (name, chosen_tag(tag)),
        Some((_, tag)) => bail!("{text}: {tag:?} is not a tag of a GGUF model, such as Q4_K_M"),
        None => (name, None),
    };
    let (name, at) = match name.split_once('@') {
        Some((name, revision)) => (name, Some(decoded(revision))),
        None => (name, None),
    };
    let id = format!("{owner}/{}", name.strip_suffix(".git").unwrap_or(name));
    if !is_hub_id(&id) {
        bail!(
            "{text} names no repository: an address has the form https://huggingface.co/OWNER/NAME"
        );
    }
    let rest: Vec<String> = parts.map(decoded).collect();
    let mut gguf = tag;
    let revision = match rest.first().map(String::as_str) {
        Some("tree" | "blob" | "resolve" | "raw" | "commit") => {
            // Pull requests have three words: refs/pr/1.
            let words = if rest.get(1).is_some_and(|w| w == "refs") { 3 } else { 1 };
            let end = rest.len().min(1 + words);
            if rest.last().is_some_and(|file| gguf::has_ending(file)) && rest.len() > end {
                gguf = Some(rest[end..].join("/"));
            }
            (end > 1).then(|| rest[1..end].join("/"))
        }
        _ => None,
    };
    Ok(Address { id, revision: revision.or(at), gguf })
}

/// `owner/name` of letters, digits, `-`, `_` and `.`.
pub(super) fn is_hub_id(text: &str) -> bool {
    let ok = |s: &str| {
        !s.is_empty()
            && !s.starts_with('.')
            && s.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    matches!(text.split_once('/'), Some((owner, name)) if ok(owner) && ok(name))
}

/// Text with its `%XX` as characters; what is no escape stays.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
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
    fn addresses_of_repositories_are_read() {
        for (text, id, revision) in [
            ("hf://Qwen/Qwen3-0.6B", "Qwen/Qwen3-0.6B", None),
            ("hf://models/Qwen/Qwen3-0.6B", "Qwen/Qwen3-0.6B", None),
            ("hf://acme/tiny@v1.0", "acme/tiny", Some("v1.0")),
            ("https://huggingface.co/Qwen/Qwen3-0.6B", "Qwen/Qwen3-0.6B", None),
            ("https://huggingface.co/Qwen/Qwen3-0.6B/", "Qwen/Qwen3-0.6B", None),
            ("https://huggingface.co/a/b.git?x=1#y", "a/b", None),
            ("http://hf.co/a/b/tree/main", "a/b", Some("main")),
            ("huggingface.co/a/b/tree/main/sub", "a/b", Some("main")),
            ("https://huggingface.co/a/b/blob/v2/config.json", "a/b", Some("v2")),
            ("https://huggingface.co/a/b/tree/refs%2Fpr%2F1", "a/b", Some("refs/pr/1")),
            ("https://huggingface.co/a/b/tree/refs/pr/1", "a/b", Some("refs/pr/1")),
            ("https://hub.example:8443/a/b", "a/b", None),
            ("Qwen/Qwen3-0.6B", "Qwen/Qwen3-0.6B", None),
        ] {
            let found = parse(text, Some("https://hub.example:8443")).unwrap().unwrap();
            let revision = revision.map(str::to_owned);
            assert_eq!(found, Address { id: id.to_owned(), revision, gguf: None }, "{text}");
        }
        let others = ["./folder", "/a/b", "qwen3:0.6b", "folder", "a/b@v1", "a/b:", "a/b:x y"];
        for text in others {
            assert_eq!(parse(text, None).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn addresses_of_gguf_models_are_read() {
        for (text, revision, gguf) in [
            ("a/b-GGUF:Q4_K_M", None, Some("Q4_K_M")),
            ("a/b-GGUF:latest", None, None),
            ("hf://a/b-GGUF:q8_0", None, Some("q8_0")),
            ("hf://a/b-GGUF@v1:q8_0", Some("v1"), Some("q8_0")),
            ("hf.co/a/b-GGUF:UD-Q4_K_XL", None, Some("UD-Q4_K_XL")),
            ("https://huggingface.co/a/b-GGUF/blob/main/x.gguf", Some("main"), Some("x.gguf")),
            (
                "https://huggingface.co/a/b-GGUF/resolve/v2/Q8_0/x%2D1.gguf?download=true",
                Some("v2"),
                Some("Q8_0/x-1.gguf"),
            ),
            ("hf.co/a/b-GGUF/blob/refs/pr/1/x.GGUF", Some("refs/pr/1"), Some("x.GGUF")),
            ("hf.co/a/b-GGUF/tree/main/Q8_0", Some("main"), None),
        ] {
            let found = parse(text, None).unwrap().unwrap();
            let (revision, gguf) = (revision.map(str::to_owned), gguf.map(str::to_owned));
            assert_eq!(found, Address { id: "a/b-GGUF".into(), revision, gguf }, "{text}");
        }
    }

    #[test]
    fn other_addresses_are_named_errors() {
        for (text, says) in [
            ("https://ollama.com/library/qwen3", "ollama.com"),
            ("https://hub.example/a/b", "hub.example"),
            ("s3://bucket/model", "s3://"),
            ("https://huggingface.co/datasets/a/b", "datasets"),
            ("https://huggingface.co/gpt2", "OWNER/NAME"),
            ("hf://", "OWNER/NAME"),
            ("hf://a/b:Q4 K", "not a tag"),
        ] {
            let error = parse(text, None).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
