//! Per-sequence state of one layer: a paged KV cache, or recurrent matrices with a short
//! convolution history. Each counts the tokens that every slot has consumed.

mod kv_cache;
mod layer;
mod recurrent;

pub use kv_cache::{KvCache, KvHalf};
pub use layer::{LayerState, StateError};
pub use recurrent::RecurrentState;
