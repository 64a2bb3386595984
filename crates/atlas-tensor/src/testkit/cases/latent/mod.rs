//! Cases of multi-head latent attention.

mod head_maps;
mod latent_attention;
mod query_temperature;
