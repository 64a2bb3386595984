//! Errors of compiling a form.

use crate::parse::Dialect;
use thiserror::Error;

/// Reasons why a form cannot be compiled. All but `Internal` and `Busy` are errors of the request.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GrammarError {
    /// `path` names the keyword: a field of the request, then a path in the schema.
    #[error("{path}: {reason}")]
    Schema { path: String, reason: String },
    #[error("the regular expression cannot be used: {reason}")]
    Regex { reason: String },
    #[error("the grammar cannot be used: {reason}")]
    Lark { reason: String },
    #[error("{reason}")]
    Tools { reason: String },
    #[error("calls in the format {format} begin like any text, so they cannot be waited for")]
    NoTrigger { format: Dialect },
    /// The form needs at least this many tokens, the one that ends the answer included.
    #[error("the answer needs at least {min_tokens} tokens, {budget} are allowed")]
    Budget { budget: usize, min_tokens: usize },
    /// The form is within all bounds on its size and takes longer than this many seconds.
    #[error("compiling the form of the answer takes more than {seconds} seconds")]
    Time { seconds: String },
    /// The grammar library's own limits.
    #[error("the form of the answer is too large: {reason}")]
    TooLarge { reason: String },
    /// No thread was free in time.
    #[error("other forms are being compiled; try again later")]
    Busy,
    #[error("internal error: {reason}")]
    Internal { reason: String },
}

/// A keyword of a tool's schema that is not enforced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenKeyword {
    /// Name of the tool.
    pub tool: String,
    /// JSON pointer of the keyword in the tool's schema.
    pub pointer: String,
    pub reason: String,
}

impl std::fmt::Display for OpenKeyword {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}#{}", self.tool, self.pointer)
    }
}
