//! Attention over the paged cache, and the writes to the cache.

mod block;
mod call;
mod element;
mod kv_store;
mod paged;
mod rotate_heads;
mod tile;
mod transpose;

pub use element::{CacheBf16, CacheF32, Decoded, Element};
pub use kv_store::{kv_store, latent_store};
pub(crate) use paged::attention_workspace_bytes;
pub use paged::{attention, latent_attention};
pub use rotate_heads::rotate_heads;
pub use transpose::Transpose;
