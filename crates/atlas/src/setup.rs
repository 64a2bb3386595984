//! How a server was started, as far as its answers depend on it: what stands in its recordings, and
//! what `atlas replay` starts from.

use crate::cli::{AnswerArgs, DtypeChoice, ModelArgs};
use crate::launch::{self, Loaded};
use crate::settings::Setting;
use crate::source::Source;
use anyhow::{Context, Result, bail};
use atlas_model::CheckpointSource;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// Weight files up to this size are read whole for a fingerprint.
const WHOLE_BYTES_MAX: usize = 64 << 20;
/// Of larger ones this many pieces of this size, evenly spread, the first and the last included.
const PIECES: usize = 1024;
const PIECE_BYTES: usize = 4096;

/// See the module's description.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Version of the binary.
    pub atlas: String,
    /// Of the checkpoint's files.
    pub fingerprint: String,
    /// As given, with paths that hold from anywhere.
    pub model: ModelArgs,
    pub answers: AnswerArgs,
    /// `f32` or `bf16`.
    pub dtype: String,
    pub isa: String,
    pub seq_len_max: u32,
    /// The kernel rows that layers were bound to.
    pub kernels: Vec<String>,
    /// Every setting with its source, for people.
    pub settings: Vec<Setting>,
}

impl Setup {
    /// Of a model that was loaded with these arguments.
    ///
    /// # Errors
    /// The files of the model cannot be read any more.
    pub fn new(model: &ModelArgs, answers: &AnswerArgs, loaded: &Loaded) -> Result<Self> {
        let mut model = model.clone();
        if let Source::Folder(folder) = &loaded.source {
            model.model = absolute(folder)?.to_str().map(str::to_owned);
        }
        for path in [&mut model.config, &mut model.chat_template].into_iter().flatten() {
            *path = absolute(path)?;
        }
        let setting = |name: &str| {
            let found = loaded.settings.iter().find(|s| s.name == name);
            found.map(|s| s.value.clone()).with_context(|| format!("no setting `{name}`"))
        };
        let mut kernels: Vec<String> = loaded
            .model
            .bound
            .iter()
            .map(|b| format!("{} {}: {}", b.row.op, b.row.name, b.need))
            .collect();
        kernels.sort();
        Ok(Self {
            atlas: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: launch::fingerprint(&loaded.source)?,
            dtype: setting("dtype")?,
            isa: setting("isa")?,
            seq_len_max: loaded.limits.seq_len_max,
            kernels,
            settings: loaded.settings.clone(),
            model,
            answers: answers.clone(),
        })
    }

    /// The text that recordings hold.
    ///
    /// # Errors
    /// None in practice: it is text, numbers and lists.
    pub fn json(&self) -> Result<Box<RawValue>> {
        serde_json::value::to_raw_value(self).context("writing the setup")
    }

    /// The arguments that load the same again.
    ///
    /// # Errors
    /// The recorded compute type is unknown here.
    pub fn model_args(&self) -> Result<ModelArgs> {
        let mut args = self.model.clone();
        args.dtype = match self.dtype.as_str() {
            "f32" => DtypeChoice::F32,
            "bf16" => DtypeChoice::Bf16,
            other => bail!("the recording names an unknown compute type {other:?}"),
        };
        args.isa = self.isa.clone();
        args.limits.max_seq_len = Some(self.seq_len_max);
        // Tokens do not depend on it, and this machine may have fewer cores.
        args.threads = None;
        Ok(args)
    }

    /// What is not as it was in `recorded` and may change bits, for people.
    pub fn changes_since(&self, recorded: &Self) -> Vec<String> {
        let mut out = Vec::new();
        let mut compare = |what: &str, then: &str, now: &str| {
            if then != now {
                out.push(format!("{what}: recorded {then}, now {now}"));
            }
        };
        compare("version", &recorded.atlas, &self.atlas);
        compare("fingerprint of the model", &recorded.fingerprint, &self.fingerprint);
        compare("dtype", &recorded.dtype, &self.dtype);
        compare("isa", &recorded.isa, &self.isa);
        let seq_len = |setup: &Self| setup.seq_len_max.to_string();
        compare("max_seq_len", &seq_len(recorded), &seq_len(self));
        if recorded.kernels != self.kernels {
            out.push("other kernel rows are bound".to_owned());
        }
        out
    }
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::fs::canonicalize(path).with_context(|| path.display().to_string())
}

/// A number that other files than these hardly ever have: of configuration, tokenizer and template
/// in whole, of weights in whole or in pieces.
///
/// # Errors
/// A file cannot be read.
pub fn fingerprint(files: &dyn CheckpointSource) -> io::Result<String> {
    let mut hash = Xxh3::new();
    for name in files.list() {
        let is_weights = name.ends_with(".safetensors");
        if !is_weights && ![".json", ".jinja"].iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let mapped = files.map(&name)?;
        let bytes = mapped.as_slice();
        hash.update(name.as_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        if !is_weights || bytes.len() <= WHOLE_BYTES_MAX {
            hash.update(bytes);
            continue;
        }
        let last = bytes.len() - PIECE_BYTES;
        for piece in 0..PIECES {
            let at = (last as u128 * piece as u128 / (PIECES as u128 - 1)) as usize;
            hash.update(&bytes[at..at + PIECE_BYTES]);
        }
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{:032x}", hash.digest128());
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_model::MemorySource;

    #[test]
    fn a_fingerprint_tells_checkpoints_apart() {
        let of = |files: &[(&str, Vec<u8>)]| {
            let source = MemorySource::new("m", files.to_vec());
            fingerprint(&source).expect("in memory")
        };
        let weights = vec![1u8; WHOLE_BYTES_MAX + 5];
        let base = of(&[("config.json", b"{}".to_vec()), ("m.safetensors", weights.clone())]);
        assert_eq!(
            base,
            of(&[("m.safetensors", weights.clone()), ("config.json", b"{}".to_vec())])
        );
        assert_eq!(
            base,
            of(&[
                ("README.md", b"x".to_vec()),
                ("m.safetensors", weights.clone()),
                ("config.json", b"{}".to_vec())
            ])
        );
        for at in [0, weights.len() - 1] {
            let mut other = weights.clone();
            other[at] = 2;
            let other = of(&[("config.json", b"{}".to_vec()), ("m.safetensors", other)]);
            assert_ne!(base, other, "byte {at}");
        }
        let shorter = weights[1..].to_vec();
        assert_ne!(base, of(&[("config.json", b"{}".to_vec()), ("m.safetensors", shorter)]));
        assert_ne!(base, of(&[("config.json", b"[]".to_vec()), ("m.safetensors", weights)]));
    }
}
