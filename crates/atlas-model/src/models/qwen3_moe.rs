//! Qwen3 mixture of experts: Qwen3 whose feed-forward layers route each token to a few experts.

use atlas_tensor::{BindError, LayerState};

use super::{Architecture, Build, pre_norm_layer_sizes, rope_table};
use crate::checkpoint::Weights;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, FeedForwardConfig, Heads, INERT, MoeConfig, RopeConfig,
    dense_intermediate_size, layer_windows,
};
use crate::layers::{
    Attention, AttentionParts, Decoder, DecoderLayer, DecoderParts, FeedForward, Mixer, Norm,
    NormKind, Stream,
};
use crate::model::{Cx, Routing, Rows};

pub const NAME: &str = "qwen3_moe";

// ---- config ----

pub struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    /// Experts of each layer; None where the layer is dense.
    moe: Vec<Option<MoeConfig>>,
    intermediate_size: Option<usize>,
    attention_bias: bool,
    /// One a layer.
    windows: Vec<Option<u32>>,
}

impl Config {
    pub fn read(reader: &mut ConfigReader<'_>) -> Self {
        let decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Refused, Absent::Refused);
        let moe = MoeConfig::read(reader, false, false);
        let sparse = MoeConfig::sparse_layers(reader, decoder.layer_count);
        // Keys of Qwen3-Coder that say what the family does anyway.
        for (key, value) in [("use_qk_norm", true), ("qkv_bias", false)] {
            if reader.has(key) {
                reader.require_flag(key, value);
            }
        }
        if reader.index_or("shared_expert_intermediate_size", 0) != 0 {
            reader.unsupported("shared_expert_intermediate_size", "a shared expert", "0");
        }
        reader.inert(INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, 1.0, decoder.max_position),
            intermediate_size: dense_intermediate_size(reader, &sparse),
            attention_bias: reader.flag_or("attention_bias", false),
            // The window keys hold for all layers alike.
            windows: layer_windows(reader, decoder.layer_count, |_| 0),
            moe: sparse.iter().map(|&is_sparse| is_sparse.then_some(moe)).collect(),
            decoder,
        }
    }
}

// ---- build ----

struct Layer {
    index: usize,
    input_norm: Norm,
    mixer: Mixer,
    post_norm: Norm,
    mlp: FeedForward,
}

impl Architecture for Config {
    fn build(&self, weights: &Weights<'_>, build: &mut Build<'_>) -> Result<Decoder, BindError> {
        let (hidden, eps, kind) =
            (self.decoder.hidden_size, self.decoder.norm_eps, NormKind::Plain);
        let parts = AttentionParts {
            hidden,
            heads: self.heads,
            qkv_bias: self.attention_bias,
            o_bias: self.attention_bias,
            qk_norm: Some(kind),
            norm_eps: eps,
            gated: false,
            rope: rope_table(&self.rope),
            scale: self.scale,
            window: None,
        };
        let mut layers: Vec<Box<dyn DecoderLayer>> = vec![];
        for (index, &window) in self.windows.iter().enumerate() {
            let parts = AttentionParts { window, ..parts.clone() };
            let tap = format!("layers.{index}");
            let feed_forward = FeedForwardConfig::of(self.moe[index], self.intermediate_size);
            let w = weights.at("model.layers").at(index);
            let b = &mut *build.binder;
            let attention = Attention::load(&w.at("self_attn"), parts, build.compute, b)?;
            layers.push(Box::new(Layer {
                index,
                input_norm: Norm::load(&w.at("input_layernorm"), hidden, eps, kind, b)?,
                mixer: Mixer::Attention(Box::new(attention)),
                post_norm: Norm::load(&w.at("post_attention_layernorm"), hidden, eps, kind, b)?,
                mlp: FeedForward::load(&w.at("mlp"), hidden, feed_forward, tap, b)?,
            }));
        }
        let parts = DecoderParts {
            family: NAME,
            config: self.decoder.clone(),
            norm_kind: kind,
            softmax_scale: self.scale,
            layers,
            mtp: None,
        };
        Decoder::load(weights, parts, build.binder)
    }
}

// ---- forward ----

impl DecoderLayer for Layer {
    pre_norm_layer_sizes!();

    fn routing(&self) -> Option<Routing> {
        self.mlp.routing()
    }

    /// h += attention(norm(h)); h += mlp(norm(h))    h [T, H]
    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    ) {
        self.input_norm.forward(cx, s);
        self.mixer.forward(cx, batch, s.x.as_ref(), s.delta.reborrow(), state);
        s.tap_mixer(cx, self.index);
        self.post_norm.forward(cx, s);
        self.mlp.forward(cx, s.x.as_ref(), s.delta.reborrow());
    }
}
