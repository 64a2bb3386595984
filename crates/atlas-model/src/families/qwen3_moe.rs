//! Qwen3 mixture of experts: Qwen3 whose feed-forward layers route each token to a few experts.

use super::family::Family;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, Heads, INERT, MoeConfig, Partial, RopeConfig,
    dense_intermediate_size, used_window,
};
use crate::layers::{AttentionSpec, DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "qwen3_moe",
    wrapper: None,
    architectures: &["Qwen3MoeForCausalLM"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    /// Experts of each layer; None where the layer is dense.
    moe: Vec<Option<MoeConfig>>,
    intermediate_size: Option<usize>,
    attention_bias: bool,
    /// Window of every layer.
    window: Option<u32>,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Is(4), Absent::Inferred);
        let moe = MoeConfig::read(reader, false, false);
        let sparse = MoeConfig::sparse_layers(reader, decoder.layer_count);
        require_plain_experts(reader);
        reader.ignore(&["layer_types", "max_window_layers"], "all layers have the same window");
        reader.inert(INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, Partial::Whole, &mut decoder),
            intermediate_size: dense_intermediate_size(reader, &sparse),
            attention_bias: reader.flag_or("attention_bias", false),
            window: used_window(reader),
            moe: sparse.iter().map(|&is_sparse| is_sparse.then_some(moe)).collect(),
            decoder,
        }
    }

    // ---- layers ----

    /// Layers that differ in whether they have experts.
    fn layers(self) -> DecoderSpec {
        let attention = AttentionSpec {
            qkv_bias: self.attention_bias,
            o_bias: self.attention_bias,
            qk_norm: Some(NormKind::Plain),
            window: self.window,
            ..AttentionSpec::plain(self.heads, self.scale, self.rope.table())
        };
        // Experts of x [T, H]: p [T, k] of softmax(Wr x [T, E]), then the sum of p_r expert_r(x).
        let layer = |&moe| {
            LayerSpec::of(
                MixerSpec::Attention(attention.clone()),
                FeedForwardSpec::of(moe, self.intermediate_size),
            )
        };
        let layers = self.moe.iter().map(layer).collect();
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp: vec![] }
    }
}

// ---- what differs ----

/// Refuses values of Qwen3-Coder's keys that would change the model.
fn require_plain_experts(reader: &mut ConfigReader<'_>) {
    for (key, value) in [("use_qk_norm", true), ("qkv_bias", false)] {
        if reader.has(key) {
            reader.require_flag(key, value);
        }
    }
    if reader.index_or("shared_expert_intermediate_size", 0) != 0 {
        reader.unsupported("shared_expert_intermediate_size", "a shared expert", "0");
    }
}
