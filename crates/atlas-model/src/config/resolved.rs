//! Effective settings of a loaded model, each with its origin.

use std::fmt;

/// Origin of the value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Read from this key of `config.json` (dotted path).
    File(String),
    /// Read from this key (dotted path) of a file beside `config.json` or in place of it.
    Beside { file: String, path: String },
    /// The key is absent; the family has this default.
    Default,
    /// Computed from other settings, by the formula in the text.
    Derived(String),
    /// The key is in `config.json` and is known to change nothing here.
    Inert(String),
    /// The key is in `config.json`, but the key `by` takes precedence over it.
    Shadowed { path: String, by: String },
    /// The key is in `config.json` and cannot change the result, for this reason; the log names it.
    Ignored { path: String, reason: &'static str },
    /// The key is unknown to the family and was allowed by `--allow-config-key`.
    Allowed(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => write!(f, "config.json: {path}"),
            Origin::Beside { file, path } => write!(f, "{file}: {path}"),
            Origin::Default => write!(f, "family default (key absent)"),
            Origin::Derived(from) => write!(f, "derived: {from}"),
            Origin::Inert(path) => write!(f, "config.json: {path} (no effect)"),
            Origin::Shadowed { path, by } => write!(f, "config.json: {path} (overridden by {by})"),
            Origin::Ignored { path, reason } => {
                write!(f, "config.json: {path} (ignored, no effect: {reason})")
            }
            Origin::Allowed(path) => {
                write!(f, "config.json: {path} (unknown, ignored by --allow-config-key)")
            }
        }
    }
}

/// One setting of a loaded model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedSetting {
    pub name: String,
    /// The value as JSON text, numbers and lists included.
    pub value: String,
    pub origin: Origin,
}

/// Effective values with their origins, in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedConfig {
    pub settings: Vec<ResolvedSetting>,
}

impl ResolvedConfig {
    /// The first setting of that name.
    pub fn get(&self, name: &str) -> Option<&ResolvedSetting> {
        self.settings.iter().find(|s| s.name == name)
    }

    /// `KEY = VALUE (reason)` of every key that was ignored.
    pub fn ignored(&self) -> Vec<String> {
        let line = |s: &ResolvedSetting| match &s.origin {
            Origin::Ignored { path, reason } => Some(format!("{path} = {} ({reason})", s.value)),
            _ => None,
        };
        self.settings.iter().filter_map(line).collect()
    }

    pub(crate) fn push(&mut self, name: &str, value: impl Into<String>, origin: Origin) {
        self.settings.push(ResolvedSetting { name: name.to_owned(), value: value.into(), origin });
    }
}
