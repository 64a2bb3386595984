//! The end of a dense feed-forward layer: `active = silu(gate) * up`, `out = active W^T + b`.

use std::sync::Arc;

use super::FusedOp;
use crate::kernel::ComposedKernel;
use crate::ops::{Linear, LinearArgs, LinearNeed, SwiGlu, SwiGluArgs};
use crate::{BindError, Binder, Compute, Cost, Op, Slice, Tensor, TensorMut, Weight};

pub struct SwiGluLinear;

/// `gate[T, I]`, `up[T, I]` to `active[T, I]`; `weight[N, I]`, `bias[N]?` to `out[T, N]`.
pub struct SwiGluLinearArgs<'a> {
    pub gate: Tensor<'a>,
    pub up: Tensor<'a>,
    pub active: TensorMut<'a>,
    pub weight: &'a Weight,
    pub bias: Option<Slice<'a, f32>>,
    pub out: TensorMut<'a>,
}

impl SwiGluLinearArgs<'_> {
    /// The arguments of the activation.
    pub fn swiglu(&mut self) -> SwiGluArgs<'_> {
        SwiGluArgs { gate: self.gate, up: self.up, out: self.active.reborrow() }
    }

    /// The arguments of the linear.
    pub fn linear(&mut self) -> LinearArgs<'_> {
        let (x, out) = (self.active.as_ref(), self.out.reborrow());
        LinearArgs { x, weight: self.weight, bias: self.bias, out }
    }
}

impl Op for SwiGluLinear {
    const NAME: &'static str = "swiglu_linear";
    type Args<'a> = SwiGluLinearArgs<'a>;
    type Need = LinearNeed;

    fn reorders_inputs(need: &Self::Need) -> bool {
        need.reorders_inputs
    }

    fn check(args: &SwiGluLinearArgs<'_>) {
        let (rows, w) = (args.gate.rows(), args.weight);
        assert_eq!(args.gate.shape(), [rows, w.k()], "swiglu_linear: gate against {w:?}");
        assert_eq!(args.up.shape(), args.gate.shape(), "swiglu_linear: up");
        assert_eq!(args.active.shape(), args.gate.shape(), "swiglu_linear: active");
        assert_eq!(args.out.shape(), [rows, w.n()], "swiglu_linear: out against {w:?}");
        assert!(args.bias.is_none_or(|b| b.len() == w.n()), "swiglu_linear: bias against {w:?}");
    }

    fn cost(args: &SwiGluLinearArgs<'_>) -> Cost {
        let (rows, w) = (args.gate.rows(), args.weight);
        Cost::of(rows * (3 * w.k() + w.n()), rows * w.k() * (5 + 2 * w.n())).and_bytes(w.byte_len())
    }

    fn reference(mut args: SwiGluLinearArgs<'_>, compute: Compute) {
        SwiGlu::reference(args.swiglu(), compute);
        Linear::reference(args.linear(), compute);
    }
}

impl FusedOp for SwiGluLinear {
    const PARTS: &'static [&'static str] = &[SwiGlu::NAME, Linear::NAME];

    fn compose(need: &LinearNeed, binder: &mut Binder) -> Result<ComposedKernel<Self>, BindError> {
        let (swiglu, linear) = (binder.bind::<SwiGlu>(())?, binder.bind::<Linear>(need.clone())?);
        Ok(Arc::new(move |dev, mut args| {
            swiglu.run(dev, args.swiglu());
            linear.run(dev, args.linear());
        }))
    }
}
