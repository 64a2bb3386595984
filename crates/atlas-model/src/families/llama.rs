//! Llama 2, 3, 3.1, 3.2, 3.3 and everything saved as `llama`: grouped-query attention with RoPE
//! over the whole head, SwiGLU, plain norms.
//!
//! Of `T` rows `x [T, H]`, with `Hq` query heads, `Hkv` key heads of width `hd`, `I` intermediate:
//!
//! ```text
//! q [T, Hq, hd] = rope(Wq x)    k [T, Hkv, hd] = rope(Wk x)    v [T, Hkv, hd] = Wv x
//! attention(x) [T, H] = Wo softmax(q k^T / sqrt(hd)) v
//! mlp(x) [T, H] = Wdown (silu(Wgate x) * Wup x)                gate, up [T, I]
//! ```

use super::family::Family;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, Heads, INERT, Partial, RopeConfig, ignore_unused_windows,
};
use crate::layers::{AttentionSpec, DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec, NormKind};

pub const FAMILY: Family = Family {
    model_type: "llama",
    wrapper: None,
    architectures: &["LlamaForCausalLM"],
    describe: |reader| Config::read(reader).layers(),
};

// ---- config ----

struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    intermediate_size: usize,
    attention_bias: bool,
    mlp_bias: bool,
}

impl Config {
    fn read(reader: &mut ConfigReader<'_>) -> Self {
        let mut decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Inferred, Absent::Inferred);
        reader.require_flag("rope_interleaved", false);
        ignore_unused_windows(reader);
        reader.inert(INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, Partial::Whole, &mut decoder),
            intermediate_size: reader.size("intermediate_size"),
            attention_bias: reader.flag_or("attention_bias", false),
            mlp_bias: reader.flag_or("mlp_bias", false),
            decoder,
        }
    }

    // ---- layers ----

    /// All layers alike.
    fn layers(self) -> DecoderSpec {
        let attention = AttentionSpec {
            qkv_bias: self.attention_bias,
            o_bias: self.attention_bias,
            ..AttentionSpec::plain(self.heads, self.scale, self.rope.table())
        };
        let layer = LayerSpec::of(
            MixerSpec::Attention(attention),
            FeedForwardSpec::Dense {
                intermediate_size: self.intermediate_size,
                bias: self.mlp_bias,
            },
        );
        let layers = vec![layer; self.decoder.layer_count];
        DecoderSpec { config: self.decoder, norm: NormKind::Plain, layers, mtp: vec![] }
    }
}
