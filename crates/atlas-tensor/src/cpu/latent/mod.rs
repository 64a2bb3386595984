//! Multi-head latent attention: maps of heads, and queries scaled by position. Its attention is
//! that of keys and values, on a cache where they are one.

mod head_maps;
mod query_temperature;

pub use head_maps::{LATENT_MAX, absorb_queries, latent_values};
pub use query_temperature::query_temperature;
