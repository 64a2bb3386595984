//! Errors of a model argument that names nothing, each with the nearest thing that it may mean.

use anyhow::{Error, anyhow};
use std::path::{Path, PathBuf};

/// Similarity from which a name is offered, of 0 to 1.
const NEAR: f64 = 0.6;

/// Models of Ollama's library: name, default tag, and id on the hub, whose `{}` is the tag.
const OLLAMA: &[(&str, &str, &str)] = &[
    ("qwen3-coder", "30b", "Qwen/Qwen3-Coder-{}-A3B-Instruct"),
    ("qwen3", "8b", "Qwen/Qwen3-{}"),
    ("qwen2.5-coder", "7b", "Qwen/Qwen2.5-Coder-{}-Instruct"),
    ("qwen2.5", "7b", "Qwen/Qwen2.5-{}-Instruct"),
    ("qwen2", "7b", "Qwen/Qwen2-{}-Instruct"),
    ("llama3.3", "70b", "meta-llama/Llama-3.3-{}-Instruct"),
    ("llama3.2", "3b", "meta-llama/Llama-3.2-{}-Instruct"),
    ("llama3.1", "8b", "meta-llama/Llama-3.1-{}-Instruct"),
    ("llama3", "8b", "meta-llama/Meta-Llama-3-{}-Instruct"),
    ("mistral-nemo", "2407", "mistralai/Mistral-Nemo-Instruct-{}"),
    ("mistral", "7b", "mistralai/Mistral-{}-Instruct-v0.3"),
    ("smollm2", "1.7b", "HuggingFaceTB/SmolLM2-{}-Instruct"),
];

/// Owners on the hub by the first letters of a model's name.
const OWNERS: &[(&str, &str)] = &[
    ("qwen", "Qwen"),
    ("llama", "meta-llama"),
    ("meta-llama", "meta-llama"),
    ("mistral", "mistralai"),
    ("smollm", "HuggingFaceTB"),
];

/// The name of `names` that is most like `text`, if one is alike; case does not count.
pub fn nearest<'a>(text: &str, names: &'a [String]) -> Option<&'a String> {
    let text = text.to_lowercase();
    let likeness =
        |name: &String| strsim::normalized_damerau_levenshtein(&text, &name.to_lowercase());
    let rated = names.iter().map(|name| (likeness(name), name));
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= NEAR).then_some(best.1)
}

/// The error of a path that is a file.
pub fn file(model: &str) -> Error {
    let path = Path::new(model);
    let end = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let kind = match end.as_str() {
        "ggml" => "a GGML file, which came before GGUF: convert the model to GGUF again",
        "bin" | "pt" | "pth" | "ckpt" | "pkl" => {
            "a file of pickled weights, which are not read: convert them to safetensors"
        }
        "onnx" => "an ONNX file; ONNX files are not supported",
        "zip" | "tar" | "gz" | "tgz" | "zst" | "7z" => "an archive: unpack it first",
        "llamafile" => "a llamafile; llamafiles are not supported",
        _ => "a file",
    };
    let folder = path.parent().filter(|p| p.join("config.json").is_file());
    let hint = match folder {
        Some(folder) => format!(": give its folder, {}", shown(folder)),
        _ => "; give a GGUF file, or the folder of a Hugging Face checkpoint (config.json, \
              *.safetensors, tokenizer.json)"
            .to_owned(),
    };
    anyhow!("{model} is {kind}{hint}")
}

/// The error of a folder that holds no checkpoint itself but one further down; None for others.
pub fn folder(path: &Path) -> Option<Error> {
    if path.join("config.json").exists() {
        return None;
    }
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> =
            entries.map(|e| e.path()).filter(|p| p.join("config.json").is_file()).collect();
        found.sort();
        found
    };
    let mut found = inside(path);
    found.extend(inside(&path.join("snapshots")));
    let list: Vec<String> = found.iter().take(3).map(|p| shown(p)).collect();
    if list.is_empty() {
        return None;
    }
    let more = if found.len() > 3 { ", ..." } else { "" };
    Some(anyhow!("{} holds no config.json; did you mean {}{more}?", shown(path), list.join(" or ")))
}

/// The error of a name or path that nothing has. `cached`: ids in the hub's cache.
pub fn unknown(model: &str, cached: &[String]) -> Error {
    if let Some(rest) = model.strip_prefix('~') {
        return anyhow!("{model}: no such folder; ~ is the shell's: write $HOME{rest}");
    }
    if let Some((id, revision)) = model.split_once('@')
        && super::address::is_hub_id(id)
    {
        return anyhow!(
            "{model}: a hub id and its branch, tag or commit stand apart; give {id} --revision \
             {revision}"
        );
    }
    if let Some((name, tag)) = model.split_once(':').filter(|(_, tag)| !tag.contains('/')) {
        let name = name.rsplit_once("library/").map_or(name, |(_, name)| name);
        if super::address::is_hub_id(name) {
            return anyhow!(
                "{model}: behind a hub id stands the tag of a GGUF model, such as {name}:Q4_K_M; \
                 a branch, tag or commit is chosen with --revision"
            );
        }
        return anyhow!(
            "{model} looks like a name of Ollama; give a hub id such as {}, a GGUF file or a \
             folder",
            ollama(name, tag).unwrap_or_else(|| "Qwen/Qwen3-0.6B".into())
        );
    }
    if super::gguf::has_ending(model) {
        let near = near_path(Path::new(model), |path| {
            path.is_dir() || super::gguf::has_ending(&path.to_string_lossy())
        });
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        return anyhow!("{model}: no such file{near}");
    }
    let near = near_path(Path::new(model), Path::is_dir).or_else(|| near_id(model, cached));
    let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    anyhow!("{model}: no such folder, and not a hub id of the form owner/name{near}")
}

/// The id on the hub of a model of Ollama's library.
fn ollama(name: &str, tag: &str) -> Option<String> {
    let name = name.to_lowercase();
    let (_, default, id) = OLLAMA.iter().find(|(known, ..)| *known == name)?;
    // A tag goes on with the kind and the quantisation: 0.6b-q4_K_M.
    let size = tag.split('-').next().unwrap_or_default();
    let is_size = size.starts_with(|c: char| c.is_ascii_digit());
    Some(id.replace("{}", &(if is_size { size } else { default }).to_uppercase()))
}

/// The id that a name without an owner may mean.
fn near_id(model: &str, cached: &[String]) -> Option<String> {
    if model.contains(['/', '\\']) {
        return nearest(model, cached).cloned();
    }
    let tail = |id: &String| id.rsplit('/').next().unwrap_or_default().to_owned();
    let tails: Vec<String> = cached.iter().map(tail).collect();
    if let Some(near) = nearest(model, &tails) {
        return cached.iter().find(|id| tail(id) == *near).cloned();
    }
    if let Some(id) = ollama(model, "") {
        return Some(id);
    }
    let lower = model.to_lowercase();
    let (_, owner) = OWNERS.iter().find(|(start, _)| lower.starts_with(start))?;
    Some(format!("{owner}/{model}"))
}

/// The path beside a missing one, or beside a missing folder of its, whose name is most like it.
fn near_path(path: &Path, is_offered: impl Fn(&Path) -> bool) -> Option<String> {
    let mut missing = path;
    let parent = loop {
        let parent = missing.parent()?;
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if parent.is_dir() {
            break parent;
        }
        missing = parent;
    };
    let entries = std::fs::read_dir(parent).ok()?.flatten().filter(|e| is_offered(&e.path()));
    let mut names: Vec<String> =
        entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let near = nearest(&missing.file_name()?.to_string_lossy(), &names)?;
    let rest = path.strip_prefix(missing).ok()?;
    Some(shown(&parent.join(near).join(rest)))
}

fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    let text = text.trim_end_matches('/');
    if text.is_empty() { ".".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_the_nearest_hint() {
        let cached = ["Qwen/Qwen3-0.6B".to_owned(), "acme/tiny-llama".to_owned()];
        for (model, says) in [
            ("qwen3:0.6b", "Qwen/Qwen3-0.6B"),
            ("qwen2.5:7b-instruct-q4_K_M", "Qwen/Qwen2.5-7B-Instruct"),
            ("llama3.2:latest", "meta-llama/Llama-3.2-3B-Instruct"),
            ("unheard:1b", "Ollama"),
            ("Qwen/Qwen3-0.6B-GGUF:", "Qwen/Qwen3-0.6B-GGUF:Q4_K_M"),
            ("Qwen/Qwen3-0.6B@v1", "Qwen/Qwen3-0.6B --revision v1"),
            ("Qwen3-0.6B", "did you mean Qwen/Qwen3-0.6B?"),
            ("tinyllama", "did you mean acme/tiny-llama?"),
            ("Qwen3-4B-Instruct-2507", "did you mean Qwen/Qwen3-4B-Instruct-2507?"),
            ("mistral", "did you mean mistralai/Mistral-7B-Instruct-v0.3?"),
            ("zzz.gguf", "no such file"),
            ("~/models/x", "$HOME/models/x"),
            ("xyzzy", "owner/name"),
        ] {
            let error = unknown(model, &cached).to_string();
            assert!(error.starts_with(model) && error.contains(says), "{model}: {error}");
        }
    }

    #[test]
    fn folders_and_files_get_the_nearest_hint() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
        std::fs::create_dir_all(root.path().join("models/qwen3-tiny")).unwrap();
        std::fs::write(root.path().join("models/qwen3-tiny/config.json"), "{}").unwrap();
        for missing in ["models/qwen3-tinny", "model/qwen3-tiny"] {
            let error = unknown(&at(missing), &[]).to_string();
            assert!(error.contains(&at("models/qwen3-tiny")), "{error}");
        }
        std::fs::write(root.path().join("models/qwen3-tiny/tiny-Q8_0.gguf"), "").unwrap();
        for missing in ["models/qwen3-tinny/tiny-Q8_0.gguf", "models/qwen3-tiny/tiny-Q8.gguf"] {
            let error = unknown(&at(missing), &[]).to_string();
            let near = at("models/qwen3-tiny/tiny-Q8_0.gguf");
            assert!(error.ends_with(&format!("did you mean {near}?")), "{error}");
        }
        let error = folder(&root.path().join("models")).unwrap().to_string();
        assert!(error.contains(&at("models/qwen3-tiny")), "{error}");
        assert!(folder(&root.path().join("models/qwen3-tiny")).is_none());
        for (name, says) in [
            ("models/qwen3-tiny/model.safetensors", "give its folder"),
            ("models/qwen3-tiny/pytorch_model.bin", "pickled"),
            ("models/x.ggml", "GGUF again"),
            ("models/x.tar", "unpack"),
            ("models/x.onnx", "ONNX"),
        ] {
            std::fs::write(root.path().join(name), "").unwrap();
            let error = file(&at(name)).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
