//! The metadata keys that settings of a GGUF model come from.

use super::keys::GgufConfig;
use super::model::GgufModel;
use crate::config::{ConfigProblem, ConfigProblems, Origin, ResolvedConfig};

impl GgufConfig {
    /// The metadata key that a key of the config (dotted path) comes from; None for one that
    /// follows from tensors or from several keys.
    pub fn origin(&self, path: &str) -> Option<&str> {
        self.origins.get(path).map(String::as_str)
    }
}

impl GgufModel {
    /// A resolved config whose origins are keys of the metadata.
    pub fn with_origins(&self, mut config: ResolvedConfig) -> ResolvedConfig {
        let file = self.gguf().name();
        let of = |path: &str, note: &str| match self.config().origin(path) {
            Some(key) => Origin::Beside { file: file.to_owned(), path: format!("{key}{note}") },
            None => Origin::Derived(format!("metadata and tensors of {file}{note}")),
        };
        for setting in &mut config.settings {
            setting.origin = match &setting.origin {
                Origin::File(path) => of(path, ""),
                Origin::Inert(path) => of(path, " (no effect)"),
                Origin::Ignored { path, reason } => {
                    of(path, &format!(" (ignored, no effect: {reason})"))
                }
                _ => continue,
            };
        }
        config
    }

    /// Problems of the config as those of the metadata.
    pub fn with_keys(&self, mut problems: ConfigProblems) -> ConfigProblems {
        for problem in &mut problems.0 {
            let (ConfigProblem::Missing { key: path, .. }
            | ConfigProblem::WrongType { path, .. }
            | ConfigProblem::Unsupported { path, .. }
            | ConfigProblem::Contradiction { path, .. }
            | ConfigProblem::UnknownKey { path, .. }) = problem;
            if let Some(key) = self.config().origin(path) {
                *path = key.to_owned();
            }
        }
        problems
    }
}
