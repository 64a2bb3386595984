//! Weights: in host memory, in a file, yet to be drawn, or in a device's memory.

pub mod draws;
mod stored;
mod upload;
mod weight;

pub use draws::{Draws, Runs, Values};
pub use stored::{
    Fetch, FetchError, Fetched, Piece, PlainFetch, ReadError, StoredBytes, StoredFile,
};
pub(crate) use upload::{Uploader, upload};
pub use weight::{Vector, Weight, WeightBytes, WeightError, WeightFormat};
