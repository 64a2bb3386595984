//! Mistral Small 4: multi-head latent attention whose queries are scaled by their position, and
//! experts of a softmax with a plain shared one. Multimodal `mistral3` checkpoints load their text
//! part.

use atlas_tensor::ops::RouterScoring;

use super::family::Family;
use crate::config::{
    ConfigReader, DecoderConfig, INERT, MlaScale, MoeConfig, WRAPPER_INERT, read_mla,
};
use crate::layers::{DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, MlaSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "mistral4",
    wrapper: Some("mistral3"),
    architectures: &["Mistral4ForCausalLM", "Mistral3ForConditionalGeneration"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

struct Config {
    decoder: DecoderConfig,
    attention: MlaSpec,
    moe: MoeConfig,
    intermediate_size: usize,
    /// Layers before the first with experts.
    dense_layers: usize,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read_in(reader, false);
        reader.inert(INERT);
        reader.inert(WRAPPER_INERT);
        // The config is converted with mscale_all_dim, which the native weights do not know.
        let attention = read_mla(reader, MlaScale::Plain, &mut decoder);
        Config {
            attention,
            moe: MoeConfig::read_grouped(reader, RouterScoring::Softmax),
            intermediate_size: reader.size("intermediate_size"),
            dense_layers: reader.index_or("first_k_dense_replace", 0),
            decoder,
        }
    }

    // ---- layers ----

    /// Dense layers, if any, then layers with experts.
    fn layers(self) -> DecoderSpec {
        let layer = |index: usize| {
            LayerSpec::of(
                MixerSpec::Latent(self.attention.clone()),
                match index < self.dense_layers {
                    true => FeedForwardSpec::dense(self.intermediate_size),
                    false => FeedForwardSpec::Moe(self.moe),
                },
            )
        };
        let layers = (0..self.decoder.layer_count).map(layer).collect();
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp: vec![] }
    }
}
