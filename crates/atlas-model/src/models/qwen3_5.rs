//! Qwen3.5 and Qwen3.6, dense and mixture of experts: Gated DeltaNet layers with a gated attention
//! layer at every fourth place. All norms are zero-centred except the one inside the linear layers.
//! Multimodal `qwen3_5` and `qwen3_5_moe` checkpoints load their text part.

use atlas_tensor::{BindError, LayerState};

use super::{Architecture, Build, pre_norm_layer_sizes, rope_table};
use crate::checkpoint::Weights;
use crate::config::{
    Absent, ConfigReader, DecoderConfig, FeedForwardConfig, GatedDeltaConfig, Heads, INERT,
    MoeConfig, RopeConfig, WRAPPER_INERT, full_attention_layers,
};
use crate::layers::{
    Attention, AttentionParts, Decoder, DecoderLayer, DecoderParts, FeedForward, GatedDeltaNet,
    InputProjections, Mixer, MtpModule, Norm, NormKind, Stream,
};
use crate::model::{Cx, Routing, Rows};

pub const DENSE_NAME: &str = "qwen3_5_text";
pub const MOE_NAME: &str = "qwen3_5_moe_text";

// ---- config ----

pub struct Config {
    family: &'static str,
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    attention_bias: bool,
    linear: GatedDeltaConfig,
    /// Whether each layer attends; the others are linear.
    full_attention: Vec<bool>,
    feed_forward: FeedForwardConfig,
}

impl Config {
    pub fn read_dense(reader: &mut ConfigReader<'_>) -> Self {
        let intermediate_size = reader.size("intermediate_size");
        Self::read(reader, DENSE_NAME, FeedForwardConfig::Dense { intermediate_size })
    }

    /// Chosen probabilities are always divided by their sum; every layer is a mixture.
    pub fn read_moe(reader: &mut ConfigReader<'_>) -> Self {
        let moe = MoeConfig::read(reader, true, true);
        if !moe.renormalise {
            reader.unsupported("norm_topk_prob", "false", "true");
        }
        reader.inert(&["intermediate_size", "decoder_sparse_step"]);
        Self::read(reader, MOE_NAME, FeedForwardConfig::Moe(moe))
    }

    fn read(
        reader: &mut ConfigReader<'_>,
        family: &'static str,
        feed_forward: FeedForwardConfig,
    ) -> Self {
        let decoder = DecoderConfig::read(reader);
        let heads = Heads::read(reader, decoder.hidden_size, Absent::Refused, Absent::Refused);
        if !reader.indices("mlp_only_layers").is_empty() {
            reader.unsupported("mlp_only_layers", "a list of layers", "an empty list");
        }
        reader.require_flag("attn_output_gate", true);
        reader.require_flag("mtp_use_dedicated_embeddings", false);
        reader.choice("mamba_ssm_dtype", "float32", &["float32"]);
        reader.inert(INERT);
        reader.inert(WRAPPER_INERT);
        // The module is there or not by its tensors; the gate is SiLU whatever the key says.
        reader.inert(&["mtp_num_hidden_layers", "output_gate_type"]);
        Config {
            family,
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, 0.25, decoder.max_position),
            attention_bias: reader.flag_or("attention_bias", false),
            linear: GatedDeltaConfig::read(reader),
            full_attention: full_attention_layers(reader, decoder.layer_count),
            feed_forward,
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
            layers.push(Box::new(self.layer(&w, index, parts, build)?));
        }
        let mtp = weights.at("mtp");
        let mtp = if mtp.is_present() { Some(self.mtp(&mtp, parts, build)?) } else { None };
        let parts = DecoderParts {
            family: self.family,
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
            mlp: FeedForward::load(&w.at("mlp"), hidden, self.feed_forward, tap, b)?,
        })
    }

    fn mtp(
        &self,
        w: &Weights<'_>,
        parts: AttentionParts,
        build: &mut Build<'_>,
    ) -> Result<MtpModule, BindError> {
        let before = w.bytes_read();
        let layer = self.layer(&w.at("layers").at(0), 0, Some(parts), build)?;
        let (hidden, eps) = (self.decoder.hidden_size, self.decoder.norm_eps);
        let module = MtpModule::load(w, hidden, eps, Box::new(layer), build.binder)?;
        build.mtp_bytes = w.bytes_read() - before;
        Ok(module)
    }
}

fn input_projections(w: &Weights<'_>, hidden: usize, c: &GatedDeltaConfig) -> InputProjections {
    let part = |name: &str, rows: usize| w.at(name).matrix("weight", rows, hidden);
    InputProjections {
        qkv: part("in_proj_qkv", c.conv_channels()),
        z: part("in_proj_z", c.value_width()),
        b: part("in_proj_b", c.value_heads),
        a: part("in_proj_a", c.value_heads),
    }
}

// ---- forward ----

impl DecoderLayer for Layer {
    pre_norm_layer_sizes!();

    fn routing(&self) -> Option<Routing> {
        self.mlp.routing()
    }

    /// h += mixer(norm(h)); h += mlp(norm(h))    h [T, H]
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
