//! Effective settings, each with its source.

mod division;
mod kv_cache;
mod limits;
mod machine;
mod pools;
mod sizes;
mod tier;

pub use kv_cache::kv_cache;
pub use limits::{max_step_ms, run_ahead};
pub use machine::{cores, machine_memory_bytes, thread_count};
pub use pools::GIB;
pub use sizes::ModelSizes;
pub use tier::limits_with_tier;

use crate::cli::ModelArgs;
use serde::{Deserialize, Serialize};

/// One effective setting, for `atlas explain`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectiveSetting {
    pub name: String,
    pub value: String,
    pub source: String,
}

impl EffectiveSetting {
    pub fn new(name: &str, value: impl ToString, source: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: value.to_string(), source: source.into() }
    }
}

/// Settings that come straight from flags about the model.
/// `revision`: that of the source, if it has one.
pub fn model_settings(
    args: &ModelArgs,
    source_name: &str,
    revision: Option<&str>,
) -> Vec<EffectiveSetting> {
    let from = |set: bool, flag: &str| if set { flag.to_owned() } else { "default".to_owned() };
    let template = match &args.chat_template {
        Some(p) => EffectiveSetting::new("chat_template", p.display(), "--chat-template"),
        None => EffectiveSetting::new("chat_template", "the checkpoint's own", "default"),
    };
    vec![
        EffectiveSetting::new("model", source_name, from(args.model.is_some(), "argument")),
        EffectiveSetting::new(
            "revision",
            revision.unwrap_or(&args.revision),
            match revision {
                Some(revision) if revision != args.revision => "argument".to_owned(),
                _ => from(args.revision != "main", "--revision"),
            },
        ),
        EffectiveSetting::new(
            "load_format",
            format!("{:?}", args.load_format).to_lowercase(),
            "--load-format",
        ),
        EffectiveSetting::new(
            "allow_config_key",
            args.allow_config_key.join(","),
            from(!args.allow_config_key.is_empty(), "--allow-config-key"),
        ),
        template,
    ]
}
