//! Errors in a schema.

use thiserror::Error;

/// A keyword that cannot be used: its JSON pointer in the schema, and the reason.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{at}: {reason}")]
pub(crate) struct SchemaError {
    pub at: String,
    pub reason: String,
}

impl SchemaError {
    pub fn new(at: &str, reason: impl Into<String>) -> Self {
        Self { at: at.to_owned(), reason: reason.into() }
    }
}
