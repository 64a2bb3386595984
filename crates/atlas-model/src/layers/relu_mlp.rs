//! The dense feed-forward layer without a gate: `down(relu(up x)^2)`.

use atlas_tensor::ops::{ReluSquared, ReluSquaredArgs};
use atlas_tensor::{BindError, Binder, Kernel, StepBounds};

use super::feed_forward::FeedForward;
use super::linear::{Linear, LinearWeight};
use super::norm::NormWeight;
use super::norm_linears::NormLinears;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::model::Cx;

/// Squared rectifier between two linear maps.
pub struct ReluMlp {
    hidden: usize,
    up: NormLinears<1>,
    activation: Kernel<ReluSquared>,
    down: Linear,
}

impl ReluMlp {
    /// Reads `up_proj` `[I, H]` and `down_proj` `[H, I]`.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        intermediate: usize,
        bias: bool,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let up = LinearWeight::load(&weights.at("up_proj"), intermediate, hidden, bias, binder)?;
        let down = weights.at("down_proj");
        Ok(ReluMlp {
            hidden,
            up: NormLinears::bind([up], binder)?,
            activation: binder.bind(())?,
            down: Linear::load(&down, hidden, intermediate, bias, binder)?,
        })
    }
}

impl FeedForward for ReluMlp {
    fn scratch_bytes(&self, rows: usize) -> usize {
        scratch_of(rows, &[self.down.k(); 2])
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        bounds.linear(self.hidden.max(self.down.k()))
    }

    fn forward(&self, cx: &mut Cx<'_>, norm: &NormWeight, s: &mut Stream<'_>) {
        let frame = cx.scratch.frame();
        let shape = [s.x.rows(), self.down.k()];
        let [mut up, mut active] = [frame.alloc(&shape), frame.alloc(&shape)];
        self.up.forward(cx, norm, s, [up.reborrow()]);
        self.activation.run(cx.dev, ReluSquaredArgs { x: up.as_ref(), out: active.reborrow() });
        self.down.forward(cx, active.as_ref(), s.delta.reborrow());
    }
}
