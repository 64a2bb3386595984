//! Descriptions of models as data: a family hands a [`DecoderSpec`] to [`super::Decoder::load`].
//!
//! A new kind of mixer or feed-forward is a file beside this one, a variant here and an arm of its
//! `load`.

use atlas_core::KvFormats;
use atlas_tensor::{BindError, Binder};

use super::attention::{Attention, AttentionSpec};
use super::feed_forward::FeedForward;
use super::gated_delta::{GatedDeltaNet, GatedDeltaSpec};
use super::mamba2::{Mamba2, Mamba2Spec};
use super::mixer::Mixer;
use super::mla::{Mla, MlaSpec};
use super::mlp::Mlp;
use super::moe::Moe;
use super::norm::{NormKind, NormSpec};
use super::relu_mlp::ReluMlp;
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
    /// Layers of the multi-token-prediction module, which is read where the checkpoint holds one;
    /// none of a family without it. One of them keeps a state.
    pub mtp: Vec<LayerSpec>,
}

impl DecoderSpec {
    /// Lets every indexer check its selections.
    pub fn check_indexers(&mut self) {
        for layer in self.layers.iter_mut().chain(&mut self.mtp) {
            let Some(MixerSpec::Latent(spec)) = &mut layer.mixer else { continue };
            if let Some(indexer) = &mut spec.indexer {
                indexer.checked = true;
            }
        }
    }

    /// Norms of the residual stream.
    pub fn norm(&self) -> NormSpec {
        let (width, eps) = (self.config.hidden_size, self.config.norm_eps);
        NormSpec { width, eps, kind: self.norm }
    }

    /// Factor of attention scores before the softmax: that of the first layer that attends.
    pub fn softmax_scale(&self) -> f32 {
        let scale = |layer: &LayerSpec| match layer.mixer.as_ref()? {
            MixerSpec::Attention(spec) => Some(spec.scale),
            MixerSpec::Latent(spec) => Some(spec.scale),
            MixerSpec::GatedDelta(_) | MixerSpec::Mamba2(_) => None,
        };
        self.layers.iter().chain(&self.mtp).find_map(scale).unwrap_or_default()
    }
}

/// One layer of the residual stream.
#[derive(Clone)]
pub struct LayerSpec {
    pub mixer: Option<MixerSpec>,
    pub feed_forward: Option<FeedForwardSpec>,
    pub names: LayerNames,
}

impl LayerSpec {
    /// A layer of both halves.
    pub fn of(mixer: MixerSpec, feed_forward: FeedForwardSpec) -> Self {
        let (mixer, feed_forward) = (Some(mixer), Some(feed_forward));
        LayerSpec { mixer, feed_forward, names: LayerNames::Halves }
    }

    /// Whether the layer checks its results.
    pub fn is_checked(&self) -> bool {
        let Some(MixerSpec::Latent(spec)) = &self.mixer else { return false };
        spec.indexer.is_some_and(|indexer| indexer.checked)
    }
}

/// Names of a layer's parts in a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerNames {
    /// `input_layernorm` and `self_attn` or `linear_attn`, `post_attention_layernorm` and `mlp`.
    Halves,
    /// `norm` and `mixer`, whichever of the halves it is.
    Block,
}

impl LayerNames {
    pub(super) fn mixer<'a>(self, weights: &Weights<'a>, mixer: &MixerSpec) -> Weights<'a> {
        match (self, mixer) {
            (Self::Block, _) => weights.at("mixer"),
            (Self::Halves, MixerSpec::Attention(_) | MixerSpec::Latent(_)) => {
                weights.at("self_attn")
            }
            (Self::Halves, MixerSpec::GatedDelta(_) | MixerSpec::Mamba2(_)) => {
                weights.at("linear_attn")
            }
        }
    }

    pub(super) fn feed_forward<'a>(self, weights: &Weights<'a>) -> Weights<'a> {
        match self {
            Self::Halves => weights.at("mlp"),
            Self::Block => weights.at("mixer"),
        }
    }
}

/// Mixer of a layer.
#[derive(Clone)]
pub enum MixerSpec {
    Attention(AttentionSpec),
    Latent(MlaSpec),
    GatedDelta(GatedDeltaSpec),
    Mamba2(Mamba2Spec),
}

impl MixerSpec {
    /// Reads the mixer at `weights`, whose KV cache has the formats `kv`.
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
                Box::new(Attention::load(weights, spec, norm, kv, binder)?)
            }
            MixerSpec::Latent(spec) => {
                let Some(kv) = kv else { unreachable!("every layer that attends has formats") };
                Box::new(Mla::load(weights, spec, norm, kv.key, binder)?)
            }
            MixerSpec::GatedDelta(spec) => {
                Box::new(GatedDeltaNet::load(weights, spec, norm, binder)?)
            }
            MixerSpec::Mamba2(spec) => Box::new(Mamba2::load(weights, spec, norm, binder)?),
        })
    }
}

/// Feed-forward half of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeedForwardSpec {
    /// SwiGLU.
    Dense { intermediate_size: usize, bias: bool },
    /// Squared rectifier without a gate.
    ReluSquared { intermediate_size: usize },
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

    /// Reads the half at `weights`; the router's taps are named `{tap}.router_{..}`.
    pub fn load(
        self,
        weights: &Weights<'_>,
        hidden: usize,
        tap: String,
        binder: &mut Binder,
    ) -> Result<Box<dyn FeedForward>, BindError> {
        Ok(match self {
            FeedForwardSpec::Dense { intermediate_size, bias } => {
                Box::new(Mlp::load(weights, hidden, intermediate_size, bias, binder)?)
            }
            FeedForwardSpec::ReluSquared { intermediate_size } => {
                Box::new(ReluMlp::load(weights, hidden, intermediate_size, false, binder)?)
            }
            FeedForwardSpec::Moe(config) => {
                Box::new(Moe::load(weights, hidden, config, tap, binder)?)
            }
        })
    }
}
