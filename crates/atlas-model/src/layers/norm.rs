//! Root-mean-square norm of the residual stream.

use atlas_tensor::ops::{AddRmsNorm, AddRmsNormArgs};
use atlas_tensor::{BindError, Binder, Kernel, Slice, Tensor, TensorMut, Vector};

use super::stream::Stream;
use crate::checkpoint::{Role, Weights};
use crate::model::Cx;

/// Factor that a norm multiplies by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormKind {
    /// Its weight.
    Plain,
    /// One plus its weight.
    ZeroCentred,
}

impl NormKind {
    /// Number added to the weight.
    pub fn offset(self) -> f32 {
        match self {
            NormKind::Plain => 0.0,
            NormKind::ZeroCentred => 1.0,
        }
    }

    /// Role of the weight.
    pub fn role(self) -> Role {
        match self {
            NormKind::Plain => Role::Norm,
            NormKind::ZeroCentred => Role::ZeroCentredNorm,
        }
    }
}

/// The norms of one residual stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormSpec {
    /// Hidden size `H`.
    pub width: usize,
    /// Added to the mean square.
    pub eps: f32,
    pub kind: NormKind,
}

/// Parameters of a norm of the residual stream, in memory that the device reads.
pub struct NormWeight {
    weight: Vector,
    spec: NormSpec,
}

impl NormWeight {
    /// Reads `weight` `[H]` at `weights`.
    pub fn load(
        weights: &Weights<'_>,
        spec: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let weight = weights.vector("weight", spec.width, spec.kind.role());
        Ok(NormWeight { weight: binder.vector(weight)?, spec })
    }

    /// `[H]`.
    pub fn weight(&self) -> Slice<'_, f32> {
        self.weight.view()
    }

    pub fn spec(&self) -> NormSpec {
        self.spec
    }
}

/// A norm by itself, such as the last one. Those of layers are in [`super::NormLinears`].
pub struct Norm {
    params: NormWeight,
    kernel: Kernel<AddRmsNorm>,
}

impl Norm {
    /// Reads `weight` `[H]` at `weights`.
    pub fn load(
        weights: &Weights<'_>,
        spec: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        Ok(Norm { params: NormWeight::load(weights, spec, binder)?, kernel: binder.bind(())? })
    }

    /// `h += delta`, then `x = norm(h)`.
    pub fn forward(&self, cx: &Cx<'_>, stream: &mut Stream<'_>) {
        self.add(cx, stream.h.reborrow(), stream.delta.as_ref(), stream.x.reborrow());
    }

    /// `residual += x`, then `out = norm(residual)`.
    pub fn add(&self, cx: &Cx<'_>, residual: TensorMut<'_>, x: Tensor<'_>, out: TensorMut<'_>) {
        let spec = self.params.spec();
        let args = AddRmsNormArgs {
            residual,
            x,
            weight: self.params.weight(),
            eps: spec.eps,
            offset: spec.kind.offset(),
            out,
        };
        self.kernel.run(cx.dev, args);
    }
}
