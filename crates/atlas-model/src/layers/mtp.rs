//! The multi-token-prediction module of the Qwen hybrids: read, checked and kept, not run.

use atlas_core::KvFormats;
use atlas_tensor::{BindError, Binder};

use super::decoder_layer::DecoderLayer;
use super::linear::Linear;
use super::norm::{Norm, NormSpec};
use super::spec::LayerSpec;
use crate::checkpoint::Weights;

/// Drafts token i+2 from the final hidden state of token i and the embedding of token i+1:
/// `norm(layer(fc [embedding_norm(e) ; hidden_norm(h)]))`, with the model's own embedding and head.
pub struct MtpModule {
    /// `[H, 2H]`, the embedding half first.
    pub fc: Linear,
    pub embedding_norm: Norm,
    pub hidden_norm: Norm,
    /// A full-attention layer with its own cache.
    pub layer: DecoderLayer,
    pub norm: Norm,
}

impl MtpModule {
    /// Reads the module at `weights` (`mtp`), its layer at `layers.0`.
    pub fn load(
        weights: &Weights<'_>,
        (layer, kv): (&LayerSpec, KvFormats),
        spec: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let layer = (layer, Some(kv));
        let layer = DecoderLayer::load(&weights.at("layers").at(0), 0, layer, spec, binder)?;
        let norm = |name: &str, binder: &mut Binder| Norm::load(&weights.at(name), spec, binder);
        Ok(MtpModule {
            embedding_norm: norm("pre_fc_norm_embedding", binder)?,
            hidden_norm: norm("pre_fc_norm_hidden", binder)?,
            norm: norm("norm", binder)?,
            fc: Linear::load(&weights.at("fc"), spec.width, 2 * spec.width, false, binder)?,
            layer,
        })
    }
}
