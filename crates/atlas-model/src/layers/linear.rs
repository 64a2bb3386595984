//! A linear map with an optional bias.

use atlas_tensor::ops::{Linear as LinearOp, LinearArgs, LinearNeed};
use atlas_tensor::{BindError, Binder, Kernel, Tensor, TensorMut, Vector, Weight};

use crate::checkpoint::{Role, Weights};
use crate::model::Cx;

/// `out = x W^T + b`, `W[n, k]`.
pub struct Linear {
    weight: Weight,
    bias: Option<Vector>,
    kernel: Kernel<LinearOp>,
}

impl Linear {
    /// Reads `weight` `[n, k]` and, if the family has one, `bias` `[n]` at `weights`.
    pub fn load(
        weights: &Weights<'_>,
        n: usize,
        k: usize,
        has_bias: bool,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let bias = has_bias.then(|| binder.vector(weights.vector("bias", n, Role::Bias)));
        let bias = bias.transpose()?;
        Ok(Linear { bias, ..Self::from_weight(weights.matrix("weight", n, k), binder)? })
    }

    /// Binds a map over a weight that was read.
    pub fn from_weight(weight: Weight, binder: &mut Binder) -> Result<Self, BindError> {
        Self::over(binder.weight(weight)?, binder)
    }

    /// Binds a map over a weight in memory that the device reads.
    pub fn over(weight: Weight, binder: &mut Binder) -> Result<Self, BindError> {
        let kernel = binder.bind(LinearNeed::of(&weight))?;
        Ok(Linear { weight, bias: None, kernel })
    }

    /// Number of inputs.
    pub fn k(&self) -> usize {
        self.weight.k()
    }

    /// `x[T, k]` to `out[T, n]`.
    pub fn forward(&self, cx: &Cx<'_>, x: Tensor<'_>, out: TensorMut<'_>) {
        let bias = self.bias.as_ref().map(Vector::view);
        self.kernel.run(cx.dev, LinearArgs { x, weight: &self.weight, bias, out });
    }
}
