//! Errors of loading a checkpoint and of running a step.

use std::io;

use atlas_tensor::{BindError, DeviceFault, FetchError, ReadError, StateError};
use thiserror::Error;

use crate::checkpoint::gguf::GgufError;
use crate::checkpoint::{HeaderError, TensorProblems};
use crate::config::ConfigProblems;

/// A checkpoint that cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("{file}: {error}")]
    Io { file: String, error: io::Error },
    /// A tensor could not be read for a device.
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("KV cache: {0}")]
    KvFormat(String),
    #[error("{place}: there is no config.json; it is not a Hugging Face checkpoint")]
    NoConfig { place: String },
    #[error("config.json: {problem}")]
    ConfigJson { problem: String },
    #[error("{file}: {problem}")]
    OtherJson { file: &'static str, problem: String },
    /// `file`: config.json, or the GGUF file whose metadata stands for it.
    #[error("{file}:\n  {problems}")]
    Config { file: String, problems: ConfigProblems },
    #[error("config.json: {what} is not supported; supported: {supported}")]
    UnknownFamily { what: String, supported: String },
    #[error("{what} is not supported: {hint}")]
    Refused { what: String, hint: String },
    #[error("{place}: no weights to load: {reason}")]
    NoWeights { place: String, reason: String },
    #[error("{file}: {error}")]
    Header { file: String, error: HeaderError },
    #[error(transparent)]
    Gguf(#[from] GgufError),
    #[error("model.safetensors.index.json: {problem}")]
    Index { problem: String },
    #[error("the same tensor is stored twice under different names: {first} and {second}")]
    Duplicate { first: String, second: String },
    #[error("the weights do not fit the config:\n  {0}")]
    Tensors(TensorProblems),
    #[error(transparent)]
    Bind(#[from] BindError),
    /// Every kernel that the model needs and the device lacks.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Kernels(Vec<BindError>),
    /// The device failed while weights were copied to it.
    #[error(transparent)]
    Device(#[from] DeviceFault),
}

impl From<FetchError> for LoadError {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::Read(error) => Self::Read(error),
            FetchError::Device(fault) => Self::Device(fault),
        }
    }
}

/// A step that cannot be run. No state has been changed unless the text says so.
#[derive(Debug, Error)]
pub enum ForwardError {
    #[error("layer {layer}: {error}")]
    State { layer: usize, error: StateError },
    #[error("the batch is malformed: {0}")]
    Batch(String),
    /// A check of `--debug-index` failed. The step has run.
    #[error("{layer}: the indexer selected wrongly: {fault}")]
    Check { layer: String, fault: String },
    /// The device failed; the states are lost.
    #[error(transparent)]
    Device(#[from] DeviceFault),
}
