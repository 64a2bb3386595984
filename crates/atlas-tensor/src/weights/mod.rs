//! Weights: in host memory, in a file, yet to be drawn, or in a device's memory.

mod bytes;
pub mod draws;
mod format;
pub mod ggml;
mod integers;
pub mod pairs;
mod parts;
mod plane;
mod quantise;
mod scales;
mod source;
mod stored;
mod upload;
mod vector;
mod weight;

pub use bytes::WeightBytes;
pub use draws::{Draws, Runs, Values};
pub use format::{FP8_BLOCK, GROUP_WORD_BYTES, MXFP4_GROUP, NVFP4_GROUP, WeightFormat};
pub use integers::{GroupWord, Integers, ZERO_MAX};
pub use pairs::{FormatType, LegalPair};
pub use parts::{
    BlockScaled, BlockScales, Codes, FormatScales, QuantisedFormat, QuantisedParts, RowScales,
    TileScales,
};
pub use plane::Plane;
pub use quantise::{Quantised, quantise};
pub use scales::Scales;
pub use source::Source;
pub use stored::{
    Fetch, FetchError, Fetched, Piece, PlainFetch, ReadError, StoredBytes, StoredFile,
};
pub(crate) use upload::{Uploader, upload};
pub use vector::Vector;
pub(crate) use weight::DeviceParts;
pub use weight::{Weight, WeightError};
