//! Cases of multi-head latent attention.

mod head_maps;
mod index_topk;
mod latent_attention;
mod query_temperature;
