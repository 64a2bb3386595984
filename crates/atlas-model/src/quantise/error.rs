//! Errors of quantising a checkpoint.

use std::io;
use std::path::PathBuf;

use atlas_tensor::ReadError;
use thiserror::Error;

use crate::error::LoadError;

/// A checkpoint that cannot be quantised. Nothing has been written.
#[derive(Debug, Error)]
pub enum QuantiseError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(
        "{place} is quantised already ({reason}): \
         give the bf16, f16 or f32 checkpoint that it was made from"
    )]
    Quantised { place: String, reason: String },
    #[error(
        "{place} is a GGUF model, which is not quantised again: \
         give the safetensors checkpoint that it was made from"
    )]
    Gguf { place: String },
    #[error("--keep {pattern}: {problem}")]
    Pattern { pattern: String, problem: String },
    #[error("--keep {pattern}: no module has such a name; the nearest are {nearest}")]
    NoMatch { pattern: String, nearest: String },
    #[error("no linear is left to quantise: the layers have none, or --keep matches all of them")]
    Nothing,
    #[error("{tensor}: {problem}")]
    Tensor { tensor: String, problem: String },
    #[error("{}: {problem}", path.display())]
    Out { path: PathBuf, problem: String },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("interrupted: nothing was written")]
    Cancelled,
}
