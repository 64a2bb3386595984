//! Errors in GGUF files.

use std::io;

use thiserror::Error;

use crate::config::ConfigProblems;

/// Names printed at most of tensors that do not fit.
const NAMES_MAX: usize = 20;

/// A GGUF file that cannot be used.
#[derive(Debug, Error)]
#[error("{file}: {problem}")]
pub struct GgufError {
    pub file: String,
    pub problem: GgufProblem,
}

/// The reason for which a GGUF file cannot be used.
#[derive(Debug, Error)]
pub enum GgufProblem {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("it begins with {found:?} and not with \"GGUF\": it is not a GGUF file")]
    NotGguf { found: String },
    #[error(
        "it is a GGML file of the time before GGUF ({found:?}); \
         convert the original model to GGUF again"
    )]
    BeforeGguf { found: String },
    #[error(
        "it is a big-endian GGUF file; only little-endian files are supported: \
         convert it with gguf_convert_endian.py"
    )]
    BigEndian,
    #[error(
        "it has version {version} of GGUF, and only version 3 is supported: \
         {}", if *.version < 3 {
            "convert the original model to GGUF again"
        } else {
            "use a newer Atlas or an older converter"
        }
    )]
    Version { version: u32 },
    #[error(
        "it ends inside {part}: {need} bytes are needed at byte {at} of {file_bytes}; \
         it is truncated or damaged, download it again"
    )]
    Truncated { part: String, need: u64, at: u64, file_bytes: u64 },
    #[error(
        "{part} are said to be {count}, but only {left} bytes are left in the file; \
         it is truncated or damaged, download it again"
    )]
    Count { part: String, count: u64, left: u64 },
    #[error(
        "{part} at byte {at} is no text of 1 to {most} bytes; \
         the file is damaged, download it again"
    )]
    Name { part: String, at: u64, most: usize },
    #[error("metadata key {key:?}: {problem}")]
    Metadata { key: String, problem: String },
    #[error("tensor {tensor:?}: {problem}")]
    Tensor { tensor: String, problem: String },
    #[error(
        "tensor {tensor:?} has type {found}, which is not supported; supported: {supported}. \
         Use another quantisation of the model, such as Q4_K_M or Q8_0"
    )]
    Type { tensor: String, found: String, supported: String },
    #[error("tensors {first:?} and {second:?} overlap; the file is damaged, download it again")]
    Overlap { first: String, second: String },
    #[error("{0}")]
    Split(String),
    #[error("{what} is not supported: {hint}")]
    Refused { what: String, hint: String },
    #[error("its metadata:\n  {0}")]
    Config(ConfigProblems),
    #[error("{} {}", .0.len(), list(.0))]
    Unused(Vec<String>),
}

impl GgufProblem {
    /// The error of `file`.
    pub(super) fn of(self, file: &str) -> GgufError {
        GgufError { file: file.to_owned(), problem: self }
    }
}

fn list(names: &[String]) -> String {
    let shown = names.iter().take(NAMES_MAX).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(NAMES_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("tensors have names that no part of the model has: {shown}{more}")
}
