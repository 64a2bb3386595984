//! Root-mean-square norm of the residual stream.

use atlas_tensor::ops::{AddRmsNorm, AddRmsNormArgs};
use atlas_tensor::{BindError, Binder, Kernel, Vector};

use crate::checkpoint::{Role, Weights};
use crate::layers::Stream;
use crate::model::Cx;

/// What a norm multiplies by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormKind {
    /// Its weight.
    Plain,
    /// One plus its weight.
    ZeroCentred,
}

impl NormKind {
    pub fn offset(self) -> f32 {
        match self {
            NormKind::Plain => 0.0,
            NormKind::ZeroCentred => 1.0,
        }
    }

    pub fn role(self) -> Role {
        match self {
            NormKind::Plain => Role::Norm,
            NormKind::ZeroCentred => Role::ZeroCentredNorm,
        }
    }
}

/// Adds to the residual stream and normalises the sum.
pub struct Norm {
    weight: Vector,
    eps: f32,
    offset: f32,
    kernel: Kernel<AddRmsNorm>,
}

impl Norm {
    /// Reads `weight` `[width]` at `weights`.
    pub fn load(
        weights: &Weights<'_>,
        width: usize,
        eps: f32,
        kind: NormKind,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        Ok(Norm {
            weight: binder.vector(weights.vector("weight", width, kind.role()))?,
            eps,
            offset: kind.offset(),
            kernel: binder.bind(())?,
        })
    }

    /// `h += delta`, then `x = norm(h)`.
    pub fn forward(&self, cx: &Cx<'_>, stream: &mut Stream<'_>) {
        let args = AddRmsNormArgs {
            residual: stream.h.reborrow(),
            x: stream.delta.as_ref(),
            weight: self.weight.view(),
            eps: self.eps,
            offset: self.offset,
            out: stream.x.reborrow(),
        };
        self.kernel.run(cx.dev, args);
    }
}
