//! Qwen3 dense: Llama with a norm over each query and key head before the rotation.

use super::family::Family;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, Heads, INERT, Partial, RopeConfig, layer_windows,
};
use crate::layers::{AttentionSpec, DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "qwen3",
    wrapper: None,
    architectures: &["Qwen3ForCausalLM"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

/// Key of the first layer with a window.
const FIRST_WINDOWED: &str = "max_window_layers";

struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    intermediate_size: usize,
    attention_bias: bool,
    /// Window of each layer.
    windows: Vec<Option<u32>>,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Is(32), Absent::Is(128));
        reader.inert(INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, Partial::Whole, &mut decoder),
            intermediate_size: reader.size("intermediate_size"),
            attention_bias: reader.flag_or("attention_bias", false),
            windows: layer_windows(reader, decoder.layer_count, |r| r.index_or(FIRST_WINDOWED, 28)),
            decoder,
        }
    }

    // ---- layers ----

    /// Layers that differ in their windows.
    fn layers(self) -> DecoderSpec {
        // q [T, Hq, hd] and k [T, Hkv, hd], each head normalised by one weight [hd].
        let attention = AttentionSpec {
            qkv_bias: self.attention_bias,
            o_bias: self.attention_bias,
            qk_norm: Some(NormKind::Plain),
            ..AttentionSpec::plain(self.heads, self.scale, self.rope.table())
        };
        let layer = |window| {
            LayerSpec::of(
                MixerSpec::Attention(AttentionSpec { window, ..attention.clone() }),
                FeedForwardSpec::dense(self.intermediate_size),
            )
        };
        let layers = self.windows.iter().copied().map(layer).collect();
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp: vec![] }
    }
}
