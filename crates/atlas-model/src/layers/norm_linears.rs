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
        Ok(NormLinears { kernel: bind(&linears, binder)?, linears })
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
            output(linear, out)
        });
        run(&self.kernel, cx, norm, s, &mut linears);
    }
}

/// Linears of the normed stream, as many as a config says.
pub struct NormLinearList {
    linears: Vec<LinearWeight>,
    kernel: Kernel<AddNormLinears>,
}

impl NormLinearList {
    /// Binds the linears. All have the width of the stream as inputs.
    pub fn bind(linears: Vec<LinearWeight>, binder: &mut Binder) -> Result<Self, BindError> {
        Ok(NormLinearList { kernel: bind(&linears, binder)?, linears })
    }

    /// `h += delta`, `x = norm(h)`, and `outs[i][T, n_i] = linear_i(x)`.
    pub fn forward(
        &self,
        cx: &Cx<'_>,
        norm: &NormWeight,
        s: &mut Stream<'_>,
        outs: Vec<TensorMut<'_>>,
    ) {
        assert_eq!(outs.len(), self.linears.len(), "an output for each linear");
        let both = self.linears.iter().zip(outs);
        let mut linears: Vec<_> = both.map(|(linear, out)| output(linear, out)).collect();
        run(&self.kernel, cx, norm, s, &mut linears);
    }
}

fn bind(
    linears: &[LinearWeight],
    binder: &mut Binder,
) -> Result<Kernel<AddNormLinears>, BindError> {
    let linears = linears.iter().map(LinearWeight::need).collect();
    binder.bind_fused(AddNormLinearsNeed { linears })
}

fn output<'a>(linear: &'a LinearWeight, out: TensorMut<'a>) -> LinearOutput<'a> {
    LinearOutput { weight: &linear.weight, bias: linear.bias(), out }
}

fn run<'a>(
    kernel: &Kernel<AddNormLinears>,
    cx: &Cx<'_>,
    norm: &'a NormWeight,
    s: &'a mut Stream<'_>,
    linears: &'a mut [LinearOutput<'a>],
) {
    let args = AddNormLinearsArgs {
        residual: s.h.reborrow(),
        x: s.delta.as_ref(),
        weight: norm.weight(),
        eps: norm.spec().eps,
        offset: norm.spec().kind.offset(),
        normed: s.x.reborrow(),
        linears,
    };
    kernel.run(cx.dev, args);
}
