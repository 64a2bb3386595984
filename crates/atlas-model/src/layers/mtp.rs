//! The multi-token-prediction module (DeepSeek-V3, arXiv 2412.19437, 2.2).

use atlas_core::{KvFormats, StateSpec};
use atlas_tensor::{BindError, Binder, LayerState, Tensor, TensorMut};

use super::decoder_layer::DecoderLayer;
use super::linear::Linear;
use super::norm::{Norm, NormSpec};
use super::scratch::scratch_of;
use super::spec::LayerSpec;
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::model::{Cx, Rows};

/// Drafts token i+2 from the final hidden state of token i and the embedding of token i+1:
/// `norm(layer(fc [embedding_norm(e) ; hidden_norm(h)]))`, with the model's own embedding and head.
pub struct MtpModule {
    /// `[H, 2H]`, the embedding half first.
    pub fc: Linear,
    pub embedding_norm: Norm,
    pub hidden_norm: Norm,
    /// A layer that attends, with its own cache, or blocks of which the first does.
    layers: Vec<DecoderLayer>,
    pub norm: Norm,
}

impl MtpModule {
    /// Reads the module at `weights` (`mtp`), its layers at `layers`.
    pub fn load(
        weights: &Weights<'_>,
        (layers, kv): (&[LayerSpec], KvFormats),
        spec: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let layer = |(index, layer): (usize, &LayerSpec)| {
            let at = weights.at("layers").at(index);
            DecoderLayer::load(&at, 0, (layer, Some(kv)), spec, binder)
        };
        let layers: Vec<_> = layers.iter().enumerate().map(layer).collect::<Result<_, _>>()?;
        let norm = |name: &str, binder: &mut Binder| Norm::load(&weights.at(name), spec, binder);
        Ok(MtpModule {
            embedding_norm: norm("pre_fc_norm_embedding", binder)?,
            hidden_norm: norm("pre_fc_norm_hidden", binder)?,
            norm: norm("norm", binder)?,
            fc: Linear::load(&weights.at("fc"), spec.width, 2 * spec.width, false, binder)?,
            layers,
        })
    }

    /// State that its layer which attends keeps for each sequence.
    pub fn state_spec(&self) -> StateSpec {
        let specs = self.layers.iter().map(DecoderLayer::state_spec);
        specs.into_iter().find(|spec| *spec != StateSpec::Stateless).unwrap_or(StateSpec::Stateless)
    }

    /// See [`super::mixer::Mixer::carry_len`].
    pub fn carry_len(&self) -> Option<usize> {
        let each = self.layers.iter().map(DecoderLayer::carry_len);
        each.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).unwrap_or(Some(0))
    }

    /// A fault that a layer's checks have found since the last call.
    pub fn take_fault(&self) -> Option<String> {
        self.layers.iter().find_map(DecoderLayer::take_fault)
    }

    /// Arena bytes that [`Self::forward`] uses for so many rows.
    pub fn scratch_bytes(&self, rows: usize, hidden: usize) -> usize {
        scratch_of(rows, &[hidden; 5])
            + scratch_of(rows, &[2 * hidden])
            + self.layers.iter().map(|layer| layer.scratch_bytes(rows)).max().unwrap_or_default()
    }

    /// `e[T, H]` embeddings of the tokens behind the rows and `hidden[T, H]`, the model's normed
    /// last hidden state or this module's own, to the module's hidden state `out[T, H]`.
    pub fn forward(
        &self,
        cx: &mut Cx<'_>,
        rows: &Rows<'_>,
        (e, hidden): (Tensor<'_>, Tensor<'_>),
        state: &mut LayerState,
        out: TensorMut<'_>,
    ) {
        let shape = [e.rows(), e.dim(1)];
        let [count, width] = shape;
        let frame = cx.scratch.frame();
        let mut both = frame.alloc(&[count, 2 * width]);
        let halves = [(&self.embedding_norm, e, 0), (&self.hidden_norm, hidden, width)];
        for (norm, x, at) in halves {
            let residual = frame.alloc_zeroed(&shape);
            let half = both.reborrow().slice_last(at..at + width);
            norm.add(cx, residual, x, half);
        }
        let h = frame.alloc_zeroed(&shape);
        let mut stream = Stream { h, delta: frame.alloc(&shape), x: frame.alloc(&shape) };
        self.fc.forward(cx, both.as_ref(), stream.delta.reborrow());
        for layer in &self.layers {
            match layer.state_spec() {
                StateSpec::Stateless => {
                    layer.forward(cx, rows, &mut stream, &mut LayerState::Stateless);
                }
                _ => layer.forward(cx, rows, &mut stream, state),
            }
        }
        self.norm.add(cx, stream.h.reborrow(), stream.delta.as_ref(), out);
    }
}
