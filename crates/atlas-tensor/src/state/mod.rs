//! Per-sequence state of one layer: a paged KV cache, or recurrent matrices with a short
//! convolution history. Each counts the tokens that every slot has consumed.

mod codec;
mod draft_inputs;
mod kv_cache;
mod layer;
pub mod levels;
mod recurrent;
pub mod rotation;

pub use draft_inputs::DraftInputs;
pub(crate) use kv_cache::store;
pub use kv_cache::{KvCache, KvHalf, KvScales};
pub use layer::{LayerState, StateError};
pub use recurrent::RecurrentState;
