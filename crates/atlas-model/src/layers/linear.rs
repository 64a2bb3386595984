//! A linear map with an optional bias.

use atlas_tensor::ops::{Linear as LinearOp, LinearArgs, LinearNeed};
use atlas_tensor::{BindError, Binder, Kernel, Slice, Tensor, TensorMut, Vector, Weight};

use crate::checkpoint::{Role, Weights};
use crate::model::Cx;

/// Parameters of `out = x W^T + b`, `W[n, k]`, in memory that the device reads.
#[derive(Clone)]
pub struct LinearWeight {
    pub weight: Weight,
    bias: Option<Vector>,
}

impl LinearWeight {
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
        Ok(LinearWeight { bias, ..Self::of(weights.matrix("weight", n, k), binder)? })
    }

    /// The parameters of a weight that was read, without a bias.
    pub fn of(weight: Weight, binder: &mut Binder) -> Result<Self, BindError> {
        Ok(LinearWeight { weight: binder.weight(weight)?, bias: None })
    }

    /// A weight and a bias that were read.
    pub fn with_bias(
        weight: Weight,
        bias: Option<Vec<f32>>,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let bias = bias.map(|bias| binder.vector(bias)).transpose()?;
        Ok(LinearWeight { bias, ..Self::of(weight, binder)? })
    }

    /// Number of inputs.
    pub fn k(&self) -> usize {
        self.weight.k()
    }

    /// Format and extents, for binding a kernel.
    pub fn need(&self) -> LinearNeed {
        LinearNeed::of(&self.weight)
    }

    pub fn bias(&self) -> Option<Slice<'_, f32>> {
        self.bias.as_ref().map(Vector::view)
    }
}

/// A linear map by itself. Those that begin a half-layer are in [`super::NormLinears`].
pub struct Linear {
    params: LinearWeight,
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
        Self::over(LinearWeight::load(weights, n, k, has_bias, binder)?, binder)
    }

    /// Binds a map over a weight that was read.
    pub fn from_weight(weight: Weight, binder: &mut Binder) -> Result<Self, BindError> {
        Self::over(LinearWeight::of(weight, binder)?, binder)
    }

    /// Binds a map over a weight in memory that the device reads.
    pub fn over_shared(weight: Weight, binder: &mut Binder) -> Result<Self, BindError> {
        Self::over(LinearWeight { weight, bias: None }, binder)
    }

    /// Binds a map over parameters in memory that the device reads.
    pub fn over(params: LinearWeight, binder: &mut Binder) -> Result<Self, BindError> {
        let kernel = binder.bind(params.need())?;
        Ok(Linear { params, kernel })
    }

    /// Number of inputs.
    pub fn k(&self) -> usize {
        self.params.k()
    }

    /// `x[T, k]` to `out[T, n]`.
    pub fn forward(&self, cx: &Cx<'_>, x: Tensor<'_>, out: TensorMut<'_>) {
        let LinearWeight { weight, .. } = &self.params;
        self.kernel.run(cx.dev, LinearArgs { x, weight, bias: self.params.bias(), out });
    }
}
