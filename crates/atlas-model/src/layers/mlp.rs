//! The dense feed-forward layer: `down(silu(gate x) * up x)`.

use atlas_tensor::ops::{SwiGluLinear, SwiGluLinearArgs};
use atlas_tensor::{BindError, Binder, Kernel, StepBounds};

use super::feed_forward::FeedForward;
use super::linear::LinearWeight;
use super::norm::NormWeight;
use super::norm_linears::NormLinears;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::Weights;
use crate::model::Cx;

/// Parameters of a gated linear unit.
pub struct MlpWeights {
    pub gate: LinearWeight,
    pub up: LinearWeight,
    pub down: LinearWeight,
}

impl MlpWeights {
    /// Reads `gate_proj`, `up_proj` `[intermediate, hidden]` and `down_proj` `[hidden,
    /// intermediate]`.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        intermediate: usize,
        bias: bool,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let mut linear = |name: &str, n: usize, k: usize| {
            LinearWeight::load(&weights.at(name), n, k, bias, binder)
        };
        Ok(MlpWeights {
            gate: linear("gate_proj", intermediate, hidden)?,
            up: linear("up_proj", intermediate, hidden)?,
            down: linear("down_proj", hidden, intermediate)?,
        })
    }
}

/// Gated linear unit with SiLU.
pub struct Mlp {
    hidden: usize,
    intermediate: usize,
    /// Gate, up.
    inputs: NormLinears<2>,
    down: LinearWeight,
    output: Kernel<SwiGluLinear>,
}

impl Mlp {
    /// Reads what [`MlpWeights::load`] reads.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        intermediate: usize,
        bias: bool,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let MlpWeights { gate, up, down } =
            MlpWeights::load(weights, hidden, intermediate, bias, binder)?;
        Ok(Mlp {
            hidden,
            intermediate,
            inputs: NormLinears::bind([gate, up], binder)?,
            output: binder.bind_fused(down.need())?,
            down,
        })
    }

    /// Widths of the temporary tensors: gate, up, product.
    fn widths(&self) -> [usize; 3] {
        [self.intermediate; 3]
    }
}

impl FeedForward for Mlp {
    fn scratch_bytes(&self, rows: usize) -> usize {
        scratch_of(rows, &self.widths())
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        bounds.linear(self.hidden.max(self.intermediate))
    }

    fn forward(&self, cx: &mut Cx<'_>, norm: &NormWeight, s: &mut Stream<'_>) {
        let (frame, rows) = (cx.scratch.frame(), s.x.rows());
        let [mut gate, mut up, mut active] = self.widths().map(|width| frame.alloc(&[rows, width]));
        self.inputs.forward(cx, norm, s, [gate.reborrow(), up.reborrow()]);
        let args = SwiGluLinearArgs {
            gate: gate.as_ref(),
            up: up.as_ref(),
            active: active.reborrow(),
            weight: &self.down.weight,
            bias: self.down.bias(),
            out: s.delta.reborrow(),
        };
        self.output.run(cx.dev, args);
    }
}
