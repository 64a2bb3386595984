//! The two halves of a decoder layer, where a family has more than one kind of either.

use atlas_core::StateSpec;
use atlas_tensor::{BindError, Binder, LayerState, StepBounds, Tensor, TensorMut};

use super::{Attention, GatedDeltaNet, Mlp, Moe};
use crate::checkpoint::Weights;
use crate::config::FeedForwardConfig;
use crate::model::{Cx, Routing, Rows};

/// What moves information between tokens.
pub enum Mixer {
    Attention(Box<Attention>),
    GatedDelta(Box<GatedDeltaNet>),
}

impl Mixer {
    pub fn state_spec(&self) -> StateSpec {
        match self {
            Mixer::Attention(layer) => layer.state_spec(),
            Mixer::GatedDelta(layer) => layer.state_spec(),
        }
    }

    pub fn scratch_bytes(&self, rows: usize) -> usize {
        match self {
            Mixer::Attention(layer) => layer.scratch_bytes(rows),
            Mixer::GatedDelta(layer) => layer.scratch_bytes(rows),
        }
    }

    /// Most kernel workspace that one op takes.
    pub fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        match self {
            Mixer::Attention(layer) => layer.workspace_bytes(bounds),
            Mixer::GatedDelta(layer) => layer.workspace_bytes(bounds),
        }
    }

    /// `x[T, H]` to `out[T, H]`. Panics on a state of the wrong kind; the decoder has checked it.
    pub fn forward(
        &self,
        cx: &Cx<'_>,
        batch: &Rows<'_>,
        x: Tensor<'_>,
        out: TensorMut<'_>,
        state: &mut LayerState,
    ) {
        match (self, state) {
            (Mixer::Attention(layer), LayerState::Paged(cache)) => {
                layer.forward(cx, batch, x, out, cache);
            }
            (Mixer::GatedDelta(layer), LayerState::Recurrent(state)) => {
                layer.forward(cx, batch, x, out, state);
            }
            _ => unreachable!("states were checked against the specs"),
        }
    }
}

/// What works on each token alone.
pub enum FeedForward {
    Dense(Box<Mlp>),
    Moe(Box<Moe>),
}

impl FeedForward {
    /// Reads the layer at `weights` (`mlp`); router taps are named `tap`.{..}.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        config: FeedForwardConfig,
        tap: String,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        Ok(match config {
            FeedForwardConfig::Dense { intermediate_size } => {
                let mlp = Mlp::load(weights, hidden, intermediate_size, false, binder)?;
                FeedForward::Dense(Box::new(mlp))
            }
            FeedForwardConfig::Moe(config) => {
                FeedForward::Moe(Box::new(Moe::load(weights, hidden, config, tap, binder)?))
            }
        })
    }

    pub fn scratch_bytes(&self, rows: usize) -> usize {
        match self {
            FeedForward::Dense(layer) => layer.scratch_bytes(rows),
            FeedForward::Moe(layer) => layer.scratch_bytes(rows),
        }
    }

    /// Most kernel workspace that one op takes.
    pub fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        match self {
            FeedForward::Dense(layer) => layer.workspace_bytes(bounds),
            FeedForward::Moe(layer) => layer.workspace_bytes(bounds),
        }
    }

    /// Its experts, if it has any.
    pub fn routing(&self) -> Option<Routing> {
        match self {
            FeedForward::Dense(_) => None,
            FeedForward::Moe(layer) => Some(layer.routing()),
        }
    }

    /// `x[T, H]` to `out[T, H]`.
    pub fn forward(&self, cx: &mut Cx<'_>, x: Tensor<'_>, out: TensorMut<'_>) {
        match self {
            FeedForward::Dense(layer) => layer.forward(cx, x, out),
            FeedForward::Moe(layer) => layer.forward(cx, x, out),
        }
    }
}
