//! Setup of a server as far as its answers depend on it. Recordings hold it and `atlas replay`
//! starts from it.

use crate::cli::{AnswerArgs, AutoNumber, DtypeChoice, ModelArgs};
use crate::launch::Loaded;
use crate::settings::EffectiveSetting;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::path::{Path, PathBuf};

/// Version, model, flags and kernels of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSetup {
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
    /// Every setting with its source, to be read and not compared.
    pub settings: Vec<EffectiveSetting>,
}

impl RecordedSetup {
    /// Of a model that was loaded with these arguments.
    ///
    /// # Errors
    /// The files of the model cannot be read any more.
    pub fn new(model: &ModelArgs, answers: &AnswerArgs, loaded: &Loaded) -> Result<Self> {
        let mut model = model.clone();
        // No answer depends on where KV blocks are.
        model.limits.kv_tier = None;
        (model.limits.kv_tier_gb, model.limits.kv_resident_gb) = (None, None);
        if let Some(path) = loaded.source.local_path() {
            model.model = absolute(&path)?.to_str().map(str::to_owned);
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
            fingerprint: loaded.fingerprint()?.to_owned(),
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
        args.limits.max_seq_len = AutoNumber::Number(self.seq_len_max);
        // Tokens do not depend on it, and this machine may have fewer cores.
        args.threads = None;
        Ok(args)
    }

    /// Differences from `recorded` that may change bits, a line each.
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
