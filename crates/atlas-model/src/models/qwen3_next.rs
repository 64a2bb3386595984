//! Qwen3-Next: three Gated DeltaNet layers to one gated attention layer, each followed by a
//! mixture of experts with a shared expert. All norms are zero-centred except the one inside the
//! linear layers.

use atlas_tensor::{BindError, LayerState};

use super::{Architecture, Build, pre_norm_layer_sizes, rope_table};
use crate::checkpoint::Weights;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, FeedForwardConfig, GatedDeltaConfig, Heads, INERT,
    MoeConfig, RopeConfig, dense_intermediate_size, full_attention_layers,
};
use crate::layers::{
    Attention, AttentionParts, Decoder, DecoderLayer, DecoderParts, FeedForward, GatedDeltaNet,
    InputProjections, Mixer, MtpModule, Norm, NormKind, Stream,
};
use crate::model::{Cx, Routing, Rows};

pub const NAME: &str = "qwen3_next";

// ---- config ----

pub struct Config {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    attention_bias: bool,
    linear: GatedDeltaConfig,
    /// Whether each layer attends; the others are linear.
    full_attention: Vec<bool>,
    moe: MoeConfig,
    sparse: Vec<bool>,
    intermediate_size: Option<usize>,
}

impl Config {
    pub fn read(reader: &mut ConfigReader<'_>) -> Self {
        let decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Refused, Absent::Refused);
        let sparse = MoeConfig::sparse_layers(reader, decoder.layer_count);
        reader.require_flag("use_sliding_window", false);
        reader.inert(INERT);
        reader.inert(&["sliding_window", "max_window_layers"]);
        Config {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, 0.25, decoder.max_position),
            attention_bias: reader.flag_or("attention_bias", false),
            linear: GatedDeltaConfig::read(reader),
            full_attention: full_attention_layers(reader, decoder.layer_count),
            moe: MoeConfig::read(reader, true, true),
            intermediate_size: dense_intermediate_size(reader, &sparse),
            sparse,
            decoder,
        }
    }

    fn feed_forward(&self, index: usize) -> FeedForwardConfig {
        FeedForwardConfig::of(self.sparse[index].then_some(self.moe), self.intermediate_size)
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
        let parts = AttentionParts {
            hidden: self.decoder.hidden_size,
            heads: self.heads,
            qkv_bias: self.attention_bias,
            o_bias: self.attention_bias,
            qk_norm: Some(NormKind::ZeroCentred),
            norm_eps: self.decoder.norm_eps,
            gated: true,
            rope: rope_table(&self.rope),
            scale: self.scale,
            window: None,
        };
        let mut layers: Vec<Box<dyn DecoderLayer>> = vec![];
        for index in 0..self.decoder.layer_count {
            let w = weights.at("model.layers").at(index);
            let parts = self.full_attention[index].then(|| parts.clone());
            layers.push(Box::new(self.layer(&w, index, parts, self.feed_forward(index), build)?));
        }
        let mtp = weights.at("mtp");
        let mtp = if mtp.is_present() { Some(self.mtp(&mtp, parts, build)?) } else { None };
        let parts = DecoderParts {
            family: NAME,
            config: self.decoder.clone(),
            norm_kind: NormKind::ZeroCentred,
            softmax_scale: self.scale,
            layers,
            mtp,
        };
        Decoder::load(weights, parts, build.binder)
    }
}

impl Config {
    /// An attention layer where there are `attention` parts, else a linear one.
    fn layer(
        &self,
        w: &Weights<'_>,
        index: usize,
        attention: Option<AttentionParts>,
        feed_forward: FeedForwardConfig,
        build: &mut Build<'_>,
    ) -> Result<Layer, BindError> {
        let (hidden, eps, kind) =
            (self.decoder.hidden_size, self.decoder.norm_eps, NormKind::ZeroCentred);
        let b = &mut *build.binder;
        let mixer = match attention {
            Some(parts) => {
                let layer = Attention::load(&w.at("self_attn"), parts, build.compute, b)?;
                Mixer::Attention(Box::new(layer))
            }
            None => {
                let w = w.at("linear_attn");
                let inputs = input_projections(&w, hidden, &self.linear);
                let layer = GatedDeltaNet::load(&w, hidden, self.linear, eps, inputs, b)?;
                Mixer::GatedDelta(Box::new(layer))
            }
        };
        let tap = format!("layers.{index}");
        Ok(Layer {
            index,
            input_norm: Norm::load(&w.at("input_layernorm"), hidden, eps, kind, b)?,
            mixer,
            post_norm: Norm::load(&w.at("post_attention_layernorm"), hidden, eps, kind, b)?,
            mlp: FeedForward::load(&w.at("mlp"), hidden, feed_forward, tap, b)?,
        })
    }

    fn mtp(
        &self,
        w: &Weights<'_>,
        parts: AttentionParts,
        build: &mut Build<'_>,
    ) -> Result<MtpModule, BindError> {
        let feed_forward = FeedForwardConfig::Moe(self.moe);
        let before = w.bytes_read();
        let layer = self.layer(&w.at("layers").at(0), 0, Some(parts), feed_forward, build)?;
        let (hidden, eps) = (self.decoder.hidden_size, self.decoder.norm_eps);
        let module = MtpModule::load(w, hidden, eps, Box::new(layer), build.binder)?;
        build.mtp_bytes = w.bytes_read() - before;
        Ok(module)
    }
}

/// The stored rows are grouped by key head: `in_proj_qkvz` holds `[q | k | v of r value heads |
/// z of r value heads]` for each, `in_proj_ba` `[b of r | a of r]`. They are taken apart here, so
/// that the layer works on all q, all k, all v as its convolution does.
fn input_projections(w: &Weights<'_>, hidden: usize, c: &GatedDeltaConfig) -> InputProjections {
    let per_key_head = c.value_heads / c.key_heads;
    let values = per_key_head * c.value_dim;
    let (qkvz_group, ba_group) = (2 * c.key_dim + 2 * values, 2 * per_key_head);
    let (qkvz_rows, ba_rows) = (c.key_heads * qkvz_group, c.key_heads * ba_group);
    let qkvz = w.at("in_proj_qkvz").matrix("weight", qkvz_rows, hidden);
    let ba = w.at("in_proj_ba").matrix("weight", ba_rows, hidden);
    // Rows `from..to` of every group of `size`, group after group.
    let rows = |size: usize, from: usize, to: usize| {
        (0..c.key_heads).flat_map(move |g| (from..to).map(move |i| g * size + i))
    };
    let (q_end, k_end, v_end) = (c.key_dim, 2 * c.key_dim, 2 * c.key_dim + values);
    let qkv: Vec<usize> = rows(qkvz_group, 0, q_end)
        .chain(rows(qkvz_group, q_end, k_end))
        .chain(rows(qkvz_group, k_end, v_end))
        .collect();
    let z: Vec<usize> = rows(qkvz_group, v_end, qkvz_group).collect();
    let b: Vec<usize> = rows(ba_group, 0, per_key_head).collect();
    let a: Vec<usize> = rows(ba_group, per_key_head, ba_group).collect();
    InputProjections {
        qkv: w.reordered(&qkvz, &qkv),
        z: w.reordered(&qkvz, &z),
        b: w.reordered(&ba, &b),
        a: w.reordered(&ba, &a),
    }
}

// ---- forward ----

impl DecoderLayer for Layer {
    pre_norm_layer_sizes!();

    fn routing(&self) -> Option<Routing> {
        self.mlp.routing()
    }

    /// h += mixer(norm(h)); h += experts(norm(h))    h [T, H]
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
