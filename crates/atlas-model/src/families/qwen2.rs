//! Qwen2 and Qwen2.5: Llama with biases on the query, key and value projections, and in some
//! configs a sliding window on the upper layers.

use super::family::Family;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, Heads, INERT, Partial, RopeConfig, layer_windows,
};
use crate::layers::{AttentionSpec, DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "qwen2",
    wrapper: None,
    architectures: &["Qwen2ForCausalLM"],
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
    /// Window of each layer.
    windows: Vec<Option<u32>>,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Is(32), Absent::Inferred);
        reader.require_flag("use_mrope", false);
        reader.ignore(&["attention_bias"], "q, k and v always have biases, o has none");
        reader.inert(INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, Partial::Whole, &mut decoder),
            intermediate_size: reader.size("intermediate_size"),
            windows: layer_windows(reader, decoder.layer_count, |r| r.index_or(FIRST_WINDOWED, 28)),
            decoder,
        }
    }

    // ---- layers ----

    /// Layers that differ in their windows.
    fn layers(self) -> DecoderSpec {
        let attention = AttentionSpec {
            qkv_bias: true,
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
