//! Qwen2 and Qwen2.5: Llama with biases on the query, key and value projections, and in some
//! configs a sliding window on the upper layers.

use atlas_tensor::{BindError, LayerState};

use super::{Architecture, Build, pre_norm_layer_sizes, rope_table};
use crate::checkpoint::Weights;
use crate::config::{Absent, ConfigReader, DecoderConfig, Heads, INERT, RopeConfig, layer_windows};
use crate::layers::{
    Attention, AttentionParts, Decoder, DecoderLayer, DecoderParts, Mixer, Mlp, Norm, NormKind,
    Stream,
};
use crate::model::{Cx, Rows};

pub const NAME: &str = "qwen2";

// ---- config ----

/// The key that says from which layer on the window holds.
const FIRST_WINDOWED: &str = "max_window_layers";

pub struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    intermediate_size: usize,
    /// One a layer.
    windows: Vec<Option<u32>>,
}

impl Config {
    pub fn read(reader: &mut ConfigReader<'_>) -> Self {
        let decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Refused, Absent::Inferred);
        reader.require_flag("use_mrope", false);
        reader.inert(INERT);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, 1.0, decoder.max_position),
            intermediate_size: reader.size("intermediate_size"),
            windows: layer_windows(reader, decoder.layer_count, |r| r.index_or(FIRST_WINDOWED, 28)),
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
    mlp: Mlp,
}

impl Architecture for Config {
    fn build(&self, weights: &Weights<'_>, build: &mut Build<'_>) -> Result<Decoder, BindError> {
        let (hidden, eps, kind) =
            (self.decoder.hidden_size, self.decoder.norm_eps, NormKind::Plain);
        let parts = AttentionParts {
            hidden,
            heads: self.heads,
            qkv_bias: true,
            o_bias: false,
            qk_norm: None,
            norm_eps: eps,
            gated: false,
            rope: rope_table(&self.rope),
            scale: self.scale,
            window: None,
        };
        let mut layers: Vec<Box<dyn DecoderLayer>> = vec![];
        for (index, &window) in self.windows.iter().enumerate() {
            let parts = AttentionParts { window, ..parts.clone() };
            let w = weights.at("model.layers").at(index);
            let b = &mut *build.binder;
            let attention = Attention::load(&w.at("self_attn"), parts, build.compute, b)?;
            layers.push(Box::new(Layer {
                index,
                input_norm: Norm::load(&w.at("input_layernorm"), hidden, eps, kind, b)?,
                mixer: Mixer::Attention(Box::new(attention)),
                post_norm: Norm::load(&w.at("post_attention_layernorm"), hidden, eps, kind, b)?,
                mlp: Mlp::load(&w.at("mlp"), hidden, self.intermediate_size, false, b)?,
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
