//! Attention over the paged cache, and the writes to it.

mod kv_store;
mod paged;
mod part;
mod rotate_heads;

pub use kv_store::{KvStore, KvStoreArgs, KvStoreNeed};
pub(crate) use paged::Carried;
pub use paged::{Attention, AttentionArgs, AttentionNeed};
pub(crate) use part::taken;
pub use part::{KvPart, Taken};
pub use rotate_heads::{RotateHeads, RotateHeadsArgs, RotateHeadsNeed};
