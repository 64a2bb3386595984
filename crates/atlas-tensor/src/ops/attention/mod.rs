//! Attention over the paged cache, and the writes to it.

mod kv_store;
mod paged;

pub use kv_store::{KvStore, KvStoreArgs, KvStoreNeed};
pub use paged::{Attention, AttentionArgs, AttentionNeed};
