//! Mistral 7B, Nemo, Small (2 to 3.2): Llama without biases, in some releases with a sliding
//! window on every layer. Multimodal `mistral3` checkpoints load their text part.

use super::family::Family;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, Heads, INERT, Partial, RopeConfig, WRAPPER_INERT,
    ignore_unused_windows,
};
use crate::layers::{AttentionSpec, DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "mistral",
    wrapper: Some("mistral3"),
    architectures: &["MistralForCausalLM", "Mistral3ForConditionalGeneration"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    intermediate_size: usize,
    window: Option<u32>,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read_in(reader, true);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Is(8), Absent::Inferred);
        reader.inert(INERT);
        reader.inert(WRAPPER_INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, Partial::Whole, &mut decoder),
            intermediate_size: reader.size("intermediate_size"),
            window: window(reader),
            decoder,
        }
    }

    // ---- layers ----

    /// All layers alike.
    fn layers(self) -> DecoderSpec {
        // A row of position p sees keys p - window + 1 to p.
        let attention = AttentionSpec {
            window: self.window,
            ..AttentionSpec::plain(self.heads, self.scale, self.rope.table())
        };
        let layer = LayerSpec::of(
            MixerSpec::Attention(attention),
            FeedForwardSpec::dense(self.intermediate_size),
        );
        let layers = vec![layer; self.decoder.layer_count];
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp: vec![] }
    }
}

// ---- what differs ----

/// Window of every layer. A null `sliding_window` is none; the reference library takes an absent
/// key as 4096.
fn window(reader: &mut ConfigReader<'_>) -> Option<u32> {
    let window = match reader.has("sliding_window") {
        true => reader.size_or_none("sliding_window"),
        false => Some(reader.size_or("sliding_window", 4096)),
    };
    if window.is_none() {
        ignore_unused_windows(reader);
    } else if reader.has("use_sliding_window") {
        // The reference library has the window whatever this key says.
        reader.require_flag("use_sliding_window", true);
    }
    window.map(|w| w as u32)
}
