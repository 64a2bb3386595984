//! Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, 2.1) in its absorbed form: queries
//! are mapped to the latent, which is both key and value, and what they attend to is mapped back.

mod absorb_queries;
mod index_topk;
mod latent_attention;
mod latent_store;
mod latent_values;
mod query_temperature;

pub use absorb_queries::{AbsorbQueries, AbsorbQueriesArgs};
pub(crate) use index_topk::rank;
pub use index_topk::{
    CERTIFICATE_WORDS, IndexCertificate, IndexTopk, IndexTopkArgs, IndexTopkNeed, Selection,
};
pub use latent_attention::{LatentAttention, LatentAttentionArgs, LatentAttentionNeed};
pub use latent_store::{LatentStore, LatentStoreArgs, LatentStoreNeed};
pub use latent_values::{LatentValues, LatentValuesArgs};
pub(crate) use query_temperature::query_temperature_at;
pub use query_temperature::{QueryTemperature, QueryTemperatureArgs};

use crate::weights::WeightFormat;

/// A map from latents to keys and values: its format, and the width of a latent.
#[derive(Clone, Debug)]
pub struct HeadMapNeed {
    pub format: WeightFormat,
    pub latent: usize,
}
