//! Common part of the Qwen hybrids: Gated DeltaNet layers with a gated attention layer at some
//! places. All norms are zero-centred except the one inside the linear layers.

use crate::config::full_attention_layers;
use crate::config::{ConfigReader, DecoderConfig, GatedDeltaConfig, Heads, Partial, RopeConfig};
use crate::layers::{
    AttentionSpec, DecoderSpec, FeedForwardSpec, GatedDeltaSpec, InputReader, LayerSpec, MixerSpec,
    NormKind,
};

/// Config of a hybrid without its feed-forward layers.
pub struct HybridConfig {
    decoder: DecoderConfig,
    heads: Heads,
    scale: f32,
    rope: RopeConfig,
    attention_bias: bool,
    linear: GatedDeltaConfig,
    /// Whether each layer attends; the others are linear.
    full_attention: Vec<bool>,
}

impl HybridConfig {
    /// Reads the keys behind `decoder` and `heads`.
    pub fn read(reader: &mut ConfigReader<'_>, mut decoder: DecoderConfig, heads: Heads) -> Self {
        HybridConfig {
            heads,
            scale: heads.scale(reader),
            rope: RopeConfig::read(reader, heads.head_dim, Partial::Of(0.25), &mut decoder),
            attention_bias: reader.flag_or("attention_bias", false),
            linear: GatedDeltaConfig::read(reader),
            full_attention: full_attention_layers(reader, decoder.layer_count),
            decoder,
        }
    }

    /// Layers with the given feed-forward halves, and a multi-token-prediction layer that attends.
    /// `inputs` reads the input projections of a linear layer.
    pub fn layers(
        self,
        inputs: InputReader,
        feed_forward: impl Fn(usize) -> FeedForwardSpec,
        mtp: FeedForwardSpec,
    ) -> DecoderSpec {
        // [T, Hq, query hd | gate hd]; rope over the first quarter of a head.
        let attention = MixerSpec::Attention(AttentionSpec {
            qkv_bias: self.attention_bias,
            o_bias: self.attention_bias,
            qk_norm: Some(NormKind::ZeroCentred),
            gated: true,
            ..AttentionSpec::plain(self.heads, self.scale, self.rope.table())
        });
        let linear = MixerSpec::GatedDelta(GatedDeltaSpec { config: self.linear, inputs });
        let layer = |(index, &attends): (usize, &bool)| {
            let mixer = if attends { attention.clone() } else { linear.clone() };
            LayerSpec::of(mixer, feed_forward(index))
        };
        let layers = self.full_attention.iter().enumerate().map(layer).collect();
        let mtp = vec![LayerSpec::of(attention, mtp)];
        DecoderSpec { config: self.decoder, norm: NormKind::ZeroCentred, layers, mtp }
    }
}
