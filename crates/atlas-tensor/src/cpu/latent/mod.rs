//! Multi-head latent attention: maps of heads, queries scaled by position, and attention to
//! selected positions. That to all positions is attention to keys and values, on a cache where
//! they are one.

mod head_maps;
mod index_topk;
mod query_temperature;
mod selected;

pub use head_maps::{LATENT_MAX, absorb_queries, latent_values};
pub(crate) use index_topk::buffer_len as index_buffer_len;
pub use index_topk::{INDEX_DIM_MAX, index_topk};
pub use query_temperature::query_temperature;
pub(super) use selected::selected;
