//! Checkpoints: where a model's files are, how they are opened, and what tells them apart.

mod address;
pub mod bundled;
mod cache;
mod checksums;
mod fingerprint;
mod gguf;
mod hint;
mod hub;
mod source;

pub use source::Source;

use crate::cli::{LoadFormatChoice, ModelArgs};
use anyhow::{Context, Result, bail};
use atlas_model::checkpoint::gguf::GgufSource;
use atlas_model::{CheckpointSource, DirSource, MemorySource};

/// Finds the files of the model that `args` name.
///
/// # Errors
/// Flags that contradict each other, and those of [`source::resolve`].
pub fn find(args: &ModelArgs) -> Result<Source> {
    match (args.load_format, &args.config) {
        (LoadFormatChoice::Dummy, Some(config)) => {
            if !config.is_file() {
                bail!("--config {}: no such file", config.display());
            }
            Ok(Source::ConfigOnly(config.clone()))
        }
        (LoadFormatChoice::Auto, Some(_)) => bail!("--config goes with --load-format dummy"),
        (_, None) => source::resolve(args.model.as_deref(), &args.revision)
            .map(|source| source.allowing(&args.allow_config_key)),
    }
}

/// Finds the files of the model with that path or hub id.
///
/// # Errors
/// Those of [`source::resolve`].
pub fn find_named(model: &str) -> Result<Source> {
    source::resolve(Some(model), source::DEFAULT_REVISION)
}

/// Opens the files of a model.
///
/// # Errors
/// A file or folder cannot be read; a GGUF file that is damaged or no model that is served.
pub fn open(source: &Source) -> Result<Box<dyn CheckpointSource>> {
    Ok(match source {
        Source::Bundled => {
            Box::new(MemorySource::new("atlas-mini (bundled)", bundled::FILES.iter().copied()))
        }
        Source::ConfigOnly(path) => {
            let text = std::fs::read(path).with_context(|| path.display().to_string())?;
            Box::new(MemorySource::new(path.display().to_string(), [("config.json", text)]))
        }
        Source::Folder(folder) | Source::Hub { folder, .. } => {
            Box::new(DirSource::new(folder).with_context(|| folder.display().to_string())?)
        }
        Source::Gguf(place) => {
            let at = || place.folder.display().to_string();
            let folder = Box::new(DirSource::new(&place.folder).with_context(at)?);
            let files = GgufSource::open(folder, place.files.path(), &place.allowed_keys);
            Box::new(files.with_context(|| format!("loading a model of {}", at()))?)
        }
    })
}

/// Names of files that hold a tokenizer in another form than tokenizer.json, joined; empty if none.
pub fn other_tokenizers(source: &Source) -> String {
    const NAMES: &[&str] =
        &["spiece.model", "tekken.json", "tiktoken.model", "tokenizer.model", "vocab.json"];
    let Ok(files) = open(source) else { return String::new() };
    let other = |name: &String| {
        NAMES.contains(&name.as_str())
            || name.starts_with("tokenizer.model.v")
            || name.ends_with(".tiktoken")
    };
    files.list().into_iter().filter(other).collect::<Vec<_>>().join(", ")
}

/// Compares the weights files of a model with their published checksums: see [`checksums::verify`].
///
/// # Errors
/// Those of [`checksums::verify`]; a model without weights files.
pub fn verify_checksums(source: &Source) -> Result<()> {
    match source {
        Source::Folder(folder) | Source::Hub { folder, .. } => checksums::verify(folder).map(drop),
        Source::Gguf(place) => checksums::verify_files(&place.folder, &place.files.files),
        Source::Bundled => bail!("--verify-checksums: the bundled weights are in this program"),
        Source::ConfigOnly(_) => bail!("--verify-checksums: made-up weights have no checksums"),
    }
}

/// Fingerprint of opened files: see [`fingerprint::of`].
///
/// # Errors
/// A file cannot be read.
pub fn fingerprint(files: &dyn CheckpointSource) -> Result<String> {
    fingerprint::of(files).with_context(|| files.describe())
}
