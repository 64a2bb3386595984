//! Attention over the paged cache, and the writes to it.

mod kv_store;
mod paged;
mod rotate_heads;

pub use kv_store::{KvStore, KvStoreArgs, KvStoreNeed};
pub use paged::{Attention, AttentionArgs, AttentionNeed};
pub use rotate_heads::{RotateHeads, RotateHeadsArgs, RotateHeadsNeed};
