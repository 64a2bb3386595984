//! The multi-token-prediction module of the Qwen hybrids: read, checked and kept, not run.

use atlas_tensor::{BindError, Binder};

use super::{DecoderLayer, Linear, Norm, NormKind};
use crate::checkpoint::Weights;

/// Drafts token i+2 from the final hidden state of token i and the embedding of token i+1:
/// `norm(layer(fc [embedding_norm(e) ; hidden_norm(h)]))`, with the model's own embedding and head.
pub struct MtpModule {
    /// `[H, 2H]`, the embedding half first.
    pub fc: Linear,
    pub embedding_norm: Norm,
    pub hidden_norm: Norm,
    /// A full-attention layer with its own cache.
    pub layer: Box<dyn DecoderLayer>,
    pub norm: Norm,
}

impl MtpModule {
    /// Reads the module at `weights` (`mtp`); `layer` is what lies at `layers.0`.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        norm_eps: f32,
        layer: Box<dyn DecoderLayer>,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let norm = |name: &str, binder: &mut Binder| {
            Norm::load(&weights.at(name), hidden, norm_eps, NormKind::ZeroCentred, binder)
        };
        Ok(MtpModule {
            embedding_norm: norm("pre_fc_norm_embedding", binder)?,
            hidden_norm: norm("pre_fc_norm_hidden", binder)?,
            norm: norm("norm", binder)?,
            fc: Linear::load(&weights.at("fc"), hidden, 2 * hidden, false, binder)?,
            layer,
        })
    }
}
