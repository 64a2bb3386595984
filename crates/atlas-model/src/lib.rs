//! Checkpoints and architectures.
//!
//! [`load`] turns the files of a Hugging Face checkpoint into a [`Model`]: the config is read and
//! checked key by key, every tensor is found, checked and accounted for, every kernel is bound.
//! [`Model::forward`] then runs spans of any length.

mod batch;
pub mod checkpoint;
pub mod config;
mod drafter;
mod error;
mod families;
mod kv_formats;
pub mod layers;
mod load;
mod model;
pub mod quantise;
pub mod verify;

pub use checkpoint::{CheckpointSource, DirSource, MemorySource, Progress};
pub use config::{Origin, ResolvedConfig, ResolvedSetting};
pub use drafter::{LoadedDrafter, load_drafter};
pub use error::{ForwardError, LoadError};
pub use kv_formats::{HighPrecision, KvRequest, LayerKvFormats};
pub use load::{LoadFormat, LoadOptions, LoadedModel, load, supported_families};
pub use model::{
    Accepted, Batch, Capture, Cx, DraftBatch, KeepAt, Keeps, Model, ModelInfo, Routing,
    StateKeeper, TapSink,
};
