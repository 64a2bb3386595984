//! The dense feed-forward layer: `down(silu(gate x) * up x)`.

use atlas_tensor::ops::{SwiGlu, SwiGluArgs};
use atlas_tensor::{BindError, Binder, Kernel, StepBounds, Tensor, TensorMut};

use super::feed_forward::FeedForward;
use super::linear::Linear;
use super::scratch::scratch_of;
use crate::checkpoint::Weights;
use crate::model::Cx;

/// Gated linear unit with SiLU.
pub struct Mlp {
    gate: Linear,
    up: Linear,
    down: Linear,
    intermediate: usize,
    swiglu: Kernel<SwiGlu>,
}

impl Mlp {
    /// Reads `gate_proj`, `up_proj` `[intermediate, hidden]` and `down_proj` `[hidden,
    /// intermediate]`.
    pub fn load(
        weights: &Weights<'_>,
        hidden: usize,
        intermediate: usize,
        bias: bool,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        Ok(Mlp {
            gate: Linear::load(&weights.at("gate_proj"), intermediate, hidden, bias, binder)?,
            up: Linear::load(&weights.at("up_proj"), intermediate, hidden, bias, binder)?,
            down: Linear::load(&weights.at("down_proj"), hidden, intermediate, bias, binder)?,
            intermediate,
            swiglu: binder.bind(())?,
        })
    }

    /// Widths of the temporary tensors: gate, up, product.
    pub fn widths(&self) -> [usize; 3] {
        [self.intermediate; 3]
    }

    /// Computes the linears of `x`, into memory of [`Self::widths`].
    pub fn enter(&self, cx: &Cx<'_>, x: Tensor<'_>, [gate, up, _]: &mut [TensorMut<'_>; 3]) {
        self.gate.forward(cx, x, gate.reborrow());
        self.up.forward(cx, x, up.reborrow());
    }

    /// Computes `out` from what [`Self::enter`] wrote.
    pub fn leave(
        &self,
        cx: &Cx<'_>,
        [gate, up, product]: &mut [TensorMut<'_>; 3],
        out: TensorMut<'_>,
    ) {
        let args = SwiGluArgs { gate: gate.as_ref(), up: up.as_ref(), out: product.reborrow() };
        self.swiglu.run(cx.dev, args);
        self.down.forward(cx, product.as_ref(), out);
    }
}

impl FeedForward for Mlp {
    fn scratch_bytes(&self, rows: usize) -> usize {
        scratch_of(rows, &self.widths())
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        bounds.linear(self.gate.k().max(self.down.k()))
    }

    fn forward(&self, cx: &mut Cx<'_>, x: Tensor<'_>, out: TensorMut<'_>) {
        let frame = cx.scratch.frame();
        let mut parts = self.widths().map(|width| frame.alloc(&[x.rows(), width]));
        self.enter(cx, x, &mut parts);
        self.leave(cx, &mut parts, out);
    }
}
