//! Errors in a `config.json`.

use std::fmt;

use thiserror::Error;

/// One error in a `config.json`.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfigProblem {
    #[error("{key}: the key is missing; {family} needs {expected}")]
    Missing { key: String, family: String, expected: &'static str },
    #[error("{path}: found {found}, expected {expected}")]
    WrongType { path: String, found: String, expected: &'static str },
    #[error("{path}: {value} is not supported (supported: {supported})")]
    Unsupported { path: String, value: String, supported: String },
    #[error("{path} = {value} contradicts {other}")]
    Contradiction { path: String, value: String, other: String },
    #[error(
        "{path} = {value}: unknown key; it may change what the model computes. \
         If it does not, pass --allow-config-key {path}"
    )]
    UnknownKey { path: String, value: String },
}

/// All problems of one `config.json`.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct ConfigProblems(pub Vec<ConfigProblem>);

impl fmt::Display for ConfigProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n  ")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}
