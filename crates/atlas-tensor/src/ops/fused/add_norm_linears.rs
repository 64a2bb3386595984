//! The norm at the start of a half-layer and the linears of its result: `residual += x`,
//! `normed = rms_norm(residual)`, `out_i = normed W_i^T + b_i`.

use std::sync::Arc;

use super::FusedOp;
use crate::kernel::ComposedKernel;
use crate::ops::{AddRmsNorm, AddRmsNormArgs, Linear, LinearArgs, LinearNeed};
use crate::{BindError, Binder, Compute, Cost, Op, Slice, Tensor, TensorMut, Weight};

pub struct AddNormLinears;

/// `residual[T, H]` in place, `x[T, H]`, `weight[H]` with `eps` and `offset` as in `add_rms_norm`,
/// to `normed[T, H]` and the output of each linear.
pub struct AddNormLinearsArgs<'a> {
    pub residual: TensorMut<'a>,
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub offset: f32,
    pub normed: TensorMut<'a>,
    pub linears: &'a mut [LinearOutput<'a>],
}

/// `weight[N, H]`, `bias[N]?` to `out[T, N]`.
pub struct LinearOutput<'a> {
    pub weight: &'a Weight,
    pub bias: Option<Slice<'a, f32>>,
    pub out: TensorMut<'a>,
}

/// The linears, in the order of the call. All have the same `k`.
#[derive(Clone, Debug)]
pub struct AddNormLinearsNeed {
    pub linears: Vec<LinearNeed>,
}

impl<'a> AddNormLinearsArgs<'a> {
    /// The arguments of the norm.
    pub fn norm(&mut self) -> AddRmsNormArgs<'_> {
        AddRmsNormArgs {
            residual: self.residual.reborrow(),
            x: self.x,
            weight: self.weight,
            eps: self.eps,
            offset: self.offset,
            out: self.normed.reborrow(),
        }
    }

    /// The arguments of the linear at `index`.
    pub fn linear(&mut self, index: usize) -> LinearArgs<'_> {
        let LinearOutput { weight, bias, out } = &mut self.linears[index];
        LinearArgs { x: self.normed.as_ref(), weight, bias: *bias, out: out.reborrow() }
    }
}

impl Op for AddNormLinears {
    const NAME: &'static str = "add_norm_linears";
    type Args<'a> = AddNormLinearsArgs<'a>;
    type Need = AddNormLinearsNeed;

    fn reorders_inputs(need: &Self::Need) -> bool {
        need.linears.iter().any(|linear| linear.reorders_inputs)
    }

    fn check(args: &AddNormLinearsArgs<'_>) {
        let (rows, hidden) = (args.x.rows(), args.weight.len());
        assert_eq!(args.x.shape(), [rows, hidden], "add_norm_linears: x");
        assert_eq!(args.normed.shape(), args.x.shape(), "add_norm_linears: normed");
        assert_eq!(args.residual.shape(), args.x.shape(), "add_norm_linears: residual");
        for LinearOutput { weight, bias, out } in args.linears.iter() {
            assert_eq!(weight.k(), hidden, "add_norm_linears: {weight:?}");
            assert_eq!(out.shape(), [rows, weight.n()], "add_norm_linears: out of {weight:?}");
            let fits = bias.is_none_or(|bias| bias.len() == weight.n());
            assert!(fits, "add_norm_linears: bias of {weight:?}");
        }
    }

    fn cost(args: &AddNormLinearsArgs<'_>) -> Cost {
        let (rows, hidden) = (args.x.rows(), args.weight.len());
        let outputs: usize = args.linears.iter().map(|linear| linear.weight.n()).sum();
        let bytes: usize = args.linears.iter().map(|linear| linear.weight.byte_len()).sum();
        Cost::of(rows * (4 * hidden + outputs) + hidden, rows * hidden * (5 + 2 * outputs))
            .and_bytes(bytes)
    }

    fn reference(mut args: AddNormLinearsArgs<'_>, compute: Compute) {
        AddRmsNorm::reference(args.norm(), compute);
        (0..args.linears.len()).for_each(|i| Linear::reference(args.linear(i), compute));
    }
}

impl FusedOp for AddNormLinears {
    const PARTS: &'static [&'static str] = &[AddRmsNorm::NAME, Linear::NAME];

    fn compose(
        need: &AddNormLinearsNeed,
        binder: &mut Binder,
    ) -> Result<ComposedKernel<Self>, BindError> {
        let norm = binder.bind::<AddRmsNorm>(())?;
        let linears = need.linears.iter().map(|linear| binder.bind::<Linear>(linear.clone()));
        let linears = linears.collect::<Result<Vec<_>, _>>()?;
        Ok(Arc::new(move |dev, mut args| {
            norm.run(dev, args.norm());
            for (index, linear) in linears.iter().enumerate() {
                linear.run(dev, args.linear(index));
            }
        }))
    }
}
