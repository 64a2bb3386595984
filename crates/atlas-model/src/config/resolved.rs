//! Every setting that a loaded model runs with, and where it came from.

use std::fmt;

/// Where the value of a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Read from this key of `config.json` (dotted path).
    File(String),
    /// The key is absent; this is what the family uses then.
    Default,
    /// Computed from other settings; the text says how.
    Derived(String),
    /// The key stands in `config.json` and is known to change nothing here.
    Inert(String),
    /// The key stands in `config.json`, but the key `by` takes precedence over it.
    Shadowed { path: String, by: String },
    /// The key is unknown to the family and was let through by `--allow-config-key`.
    Allowed(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => write!(f, "config.json: {path}"),
            Origin::Default => write!(f, "family default (key absent)"),
            Origin::Derived(from) => write!(f, "derived: {from}"),
            Origin::Inert(path) => write!(f, "config.json: {path} (no effect)"),
            Origin::Shadowed { path, by } => write!(f, "config.json: {path} (overridden by {by})"),
            Origin::Allowed(path) => {
                write!(f, "config.json: {path} (unknown, ignored by --allow-config-key)")
            }
        }
    }
}

/// One setting of a loaded model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub name: String,
    /// The value as JSON text, numbers and lists included.
    pub value: String,
    pub origin: Origin,
}

/// Every effective value with its source, in the order in which it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedConfig {
    pub settings: Vec<Setting>,
}

impl ResolvedConfig {
    /// The first setting of that name.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|s| s.name == name)
    }

    pub(crate) fn push(&mut self, name: &str, value: impl Into<String>, origin: Origin) {
        self.settings.push(Setting { name: name.to_owned(), value: value.into(), origin });
    }
}
