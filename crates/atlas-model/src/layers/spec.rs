//! Descriptions of models as data: a family hands a [`DecoderSpec`] to [`super::Decoder::load`].
//!
//! A new kind of mixer or feed-forward is a file beside this one, a variant here and an arm of its
//! `load`.

use atlas_core::KvFormats;
use atlas_tensor::{BindError, Binder};

use super::attention::{Attention, AttentionSpec};
use super::feed_forward::FeedForward;
use super::gated_delta::{GatedDeltaNet, GatedDeltaSpec};
use super::mixer::Mixer;
use super::mla::{Mla, MlaSpec};
use super::mlp::Mlp;
use super::moe::Moe;
use super::norm::{NormKind, NormSpec};
use crate::checkpoint::Weights;
use crate::config::{DecoderConfig, MoeConfig};

/// A decoder-only model.
#[derive(Clone)]
pub struct DecoderSpec {
    pub config: DecoderConfig,
    /// Kind of the norms of the residual stream.
    pub norm: NormKind,
    /// One for each layer, in order.
    pub layers: Vec<LayerSpec>,
    /// Layer of the multi-token-prediction module, which is read where the checkpoint holds one.
    pub mtp: Option<LayerSpec>,
}

impl DecoderSpec {
    /// Norms of the residual stream.
    pub fn norm(&self) -> NormSpec {
        let (width, eps) = (self.config.hidden_size, self.config.norm_eps);
        NormSpec { width, eps, kind: self.norm }
    }

    /// Factor of attention scores before the softmax: that of the first layer that attends.
    pub fn softmax_scale(&self) -> f32 {
        let scale = |layer: &LayerSpec| match &layer.mixer {
            MixerSpec::Attention(spec) => Some(spec.scale),
            MixerSpec::Latent(spec) => Some(spec.scale),
            MixerSpec::GatedDelta(_) => None,
        };
        self.layers.iter().chain(&self.mtp).find_map(scale).unwrap_or_default()
    }
}

/// One layer of the residual stream.
#[derive(Clone)]
pub struct LayerSpec {
    pub mixer: MixerSpec,
    pub feed_forward: FeedForwardSpec,
}

/// Mixer of a layer.
#[derive(Clone)]
pub enum MixerSpec {
    Attention(AttentionSpec),
    Latent(MlaSpec),
    GatedDelta(GatedDeltaSpec),
}

impl MixerSpec {
    /// Reads the mixer of the layer at `weights`: `self_attn`, whose KV cache has the formats `kv`,
    /// or `linear_attn`.
    pub fn load(
        &self,
        weights: &Weights<'_>,
        norm: NormSpec,
        kv: Option<KvFormats>,
        binder: &mut Binder,
    ) -> Result<Box<dyn Mixer>, BindError> {
        Ok(match self {
            MixerSpec::Attention(spec) => {
                let Some(kv) = kv else { unreachable!("every layer that attends has formats") };
                Box::new(Attention::load(&weights.at("self_attn"), spec, norm, kv, binder)?)
            }
            MixerSpec::Latent(spec) => {
                let Some(kv) = kv else { unreachable!("every layer that attends has formats") };
                Box::new(Mla::load(&weights.at("self_attn"), spec, norm, kv.key, binder)?)
            }
            MixerSpec::GatedDelta(spec) => {
                Box::new(GatedDeltaNet::load(&weights.at("linear_attn"), spec, norm, binder)?)
            }
        })
    }
}

/// Feed-forward half of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeedForwardSpec {
    /// SwiGLU.
    Dense { intermediate_size: usize, bias: bool },
    /// Mixture of experts.
    Moe(MoeConfig),
}

impl FeedForwardSpec {
    /// SwiGLU without biases.
    pub fn dense(intermediate_size: usize) -> Self {
        FeedForwardSpec::Dense { intermediate_size, bias: false }
    }

    /// `moe`, or a dense layer of `intermediate_size`, which a config with dense layers must have.
    pub fn of(moe: Option<MoeConfig>, intermediate_size: Option<usize>) -> Self {
        match moe {
            Some(moe) => FeedForwardSpec::Moe(moe),
            None => FeedForwardSpec::dense(intermediate_size.unwrap_or(1)),
        }
    }

    /// Reads `mlp` of the layer at `weights`; the router's taps are named `{tap}.router_{..}`.
    pub fn load(
        self,
        weights: &Weights<'_>,
        hidden: usize,
        tap: String,
        binder: &mut Binder,
    ) -> Result<Box<dyn FeedForward>, BindError> {
        let weights = weights.at("mlp");
        Ok(match self {
            FeedForwardSpec::Dense { intermediate_size, bias } => {
                Box::new(Mlp::load(&weights, hidden, intermediate_size, bias, binder)?)
            }
            FeedForwardSpec::Moe(config) => {
                Box::new(Moe::load(&weights, hidden, config, tap, binder)?)
            }
        })
    }
}
