//! Root-mean-square norm of the residual stream.

use atlas_tensor::ops::{AddRmsNorm, AddRmsNormArgs};
use atlas_tensor::{BindError, Binder, Kernel, Vector};

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

/// Adds to the residual stream and normalises the sum.
pub struct Norm {
    weight: Vector,
    spec: NormSpec,
    kernel: Kernel<AddRmsNorm>,
}

impl Norm {
    /// Reads `weight` `[H]` at `weights`.
    pub fn load(
        weights: &Weights<'_>,
        spec: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let weight = weights.vector("weight", spec.width, spec.kind.role());
        Ok(Norm { weight: binder.vector(weight)?, spec, kernel: binder.bind(())? })
    }

    /// `h += delta`, then `x = norm(h)`.
    pub fn forward(&self, cx: &Cx<'_>, stream: &mut Stream<'_>) {
        let args = AddRmsNormArgs {
            residual: stream.h.reborrow(),
            x: stream.delta.as_ref(),
            weight: self.weight.view(),
            eps: self.spec.eps,
            offset: self.spec.kind.offset(),
            out: stream.x.reborrow(),
        };
        self.kernel.run(cx.dev, args);
    }
}
