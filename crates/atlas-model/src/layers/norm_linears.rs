//! The beginning of a half-layer: the norm of the residual stream and the linears that read it.

use atlas_tensor::ops::{AddNormLinears, AddNormLinearsArgs, AddNormLinearsNeed, LinearOutput};
use atlas_tensor::{BindError, Binder, Kernel, TensorMut};

use super::linear::LinearWeight;
use super::norm::NormWeight;
use super::stream::Stream;
use crate::model::Cx;

/// `N` linears of the normed stream.
pub struct NormLinears<const N: usize> {
    linears: [LinearWeight; N],
    kernel: Kernel<AddNormLinears>,
}

impl<const N: usize> NormLinears<N> {
    /// Binds the linears. All have the width of the stream as inputs.
    pub fn bind(linears: [LinearWeight; N], binder: &mut Binder) -> Result<Self, BindError> {
        let need = AddNormLinearsNeed { linears: linears.iter().map(LinearWeight::need).collect() };
        Ok(NormLinears { kernel: binder.bind_fused(need)?, linears })
    }

    /// The linears.
    pub fn linears(&self) -> &[LinearWeight; N] {
        &self.linears
    }

    /// `h += delta`, `x = norm(h)`, and `outs[i][T, n_i] = linear_i(x)`.
    pub fn forward(
        &self,
        cx: &Cx<'_>,
        norm: &NormWeight,
        s: &mut Stream<'_>,
        outs: [TensorMut<'_>; N],
    ) {
        let mut linears = self.linears.each_ref().into_iter();
        let mut linears = outs.map(|out| {
            let Some(linear) = linears.next() else { unreachable!("as many as outputs") };
            LinearOutput { weight: &linear.weight, bias: linear.bias(), out }
        });
        let args = AddNormLinearsArgs {
            residual: s.h.reborrow(),
            x: s.delta.as_ref(),
            weight: norm.weight(),
            eps: norm.spec().eps,
            offset: norm.spec().kind.offset(),
            normed: s.x.reborrow(),
            linears: &mut linears,
        };
        self.kernel.run(cx.dev, args);
    }
}
