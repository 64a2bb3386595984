//! DeepSeek-V3, R1 and V3.1 (arXiv 2412.19437): multi-head latent attention, and experts chosen by
//! sigmoid scores in groups.

use atlas_tensor::ops::RouterScoring;

use super::family::Family;
use crate::config::{ConfigReader, DecoderConfig, INERT, MlaScale, MoeConfig, read_mla};
use crate::layers::{DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, MlaSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "deepseek_v3",
    wrapper: None,
    architectures: &["DeepseekV3ForCausalLM"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

pub(super) struct Config {
    decoder: DecoderConfig,
    pub(super) attention: MlaSpec,
    moe: MoeConfig,
    intermediate_size: usize,
    /// Layers before the first with experts.
    dense_layers: usize,
}

impl Config {
    pub(super) fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read(reader);
        reader.inert(INERT);
        reader.inert(&["ep_size", "num_nextn_predict_layers", "seq_aux", "aux_loss_alpha"]);
        reader.choice("scoring_func", "sigmoid", &["sigmoid"]);
        reader.choice("topk_method", "noaux_tc", &["noaux_tc"]);
        if reader.count_or("moe_layer_freq", 1) != 1 {
            reader.unsupported("moe_layer_freq", "another number", "1");
        }
        let attention = read_mla(reader, MlaScale::Magnitude, &mut decoder);
        let moe = MoeConfig::read_grouped(reader, RouterScoring::Sigmoid);
        Config {
            attention,
            moe: MoeConfig { correction_bias: true, ..moe },
            intermediate_size: reader.size("intermediate_size"),
            dense_layers: reader.index_or("first_k_dense_replace", 3),
            decoder,
        }
    }

    // ---- layers ----

    /// Dense layers, then layers with experts.
    pub(super) fn layers(self) -> DecoderSpec {
        // Scores p = sigmoid(Wr x [T, E]); the choice is among p + bias, in the best groups.
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
        // The module's layer is one of those behind the last.
        let mtp = vec![layer(usize::MAX)];
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp }
    }
}
