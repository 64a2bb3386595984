//! Attention over the paged cache, and the writes to the cache.

mod block;
mod call;
mod element;
mod kv_store;
mod paged;
mod tile;
mod transpose;

pub use element::{CacheBf16, CacheF32, Element};
pub use kv_store::kv_store;
pub use paged::attention;
pub(crate) use paged::attention_workspace_bytes;
pub use transpose::Transpose;
