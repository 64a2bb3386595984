//! Checkpoints in GGUF files: the container, its metadata and its tensors.
//!
//! The files are untrusted: [`Gguf::open`] checks every count, length and place before it is used.

mod cursor;
mod error;
mod file;
mod header;
mod value;

pub use error::{GgufError, GgufProblem};
pub use file::Gguf;
pub use header::GgufTensor;
pub use value::{GgufArray, GgufMetadata, GgufValue, Scalar};
