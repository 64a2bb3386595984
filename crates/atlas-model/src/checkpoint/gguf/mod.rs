//! Checkpoints in GGUF files: the container, its metadata and its tensors.
//!
//! The files are untrusted: [`Gguf::open`] checks every count, length and place before it is used.

mod architecture;
mod config;
mod cursor;
mod error;
mod file;
mod header;
mod keys;
mod model;
mod names;
mod origins;
mod rope;
mod source;
mod tokenizer;
mod value;

pub use error::{GgufError, GgufProblem};
pub use file::{Gguf, NameOfPart};
pub use header::GgufTensor;
pub use keys::GgufConfig;
pub use model::{Change, GgufModel, Order, PlacedTensor};
pub use source::GgufSource;
pub use tokenizer::{TokenizerFiles, tokenizer_files};
pub use value::{GgufArray, GgufMetadata, GgufValue, Scalar};
