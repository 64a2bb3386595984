//! Residual addition and norm in one pass: `residual += x`, `out = rms_norm(residual)`.

use super::rms_norm::inverse_rms;
use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct AddRmsNorm;

/// `residual[T, H]` in place, `x[T, H]`, `weight[H]` to `out[T, H]`. `offset` as in `rms_norm`.
pub struct AddRmsNormArgs<'a> {
    pub residual: TensorMut<'a>,
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub offset: f32,
    pub out: TensorMut<'a>,
}

impl Op for AddRmsNorm {
    const NAME: &'static str = "add_rms_norm";
    type Args<'a> = AddRmsNormArgs<'a>;
    type Need = ();

    fn check(args: &AddRmsNormArgs<'_>) {
        assert_eq!(args.x.shape(), [args.out.rows(), args.weight.len()], "add_rms_norm: x");
        assert_eq!(args.x.shape(), args.out.shape(), "add_rms_norm: out");
        assert_eq!(args.x.shape(), args.residual.shape(), "add_rms_norm: residual");
    }

    fn cost(args: &AddRmsNormArgs<'_>) -> Cost {
        let elements = args.x.rows() * args.weight.len();
        Cost::of(4 * elements + args.weight.len(), 5 * elements)
    }

    fn reference(mut args: AddRmsNormArgs<'_>, _compute: Compute) {
        for t in 0..args.x.rows() {
            let residual = args.residual.row_f32_mut(t);
            for (r, &x) in residual.iter_mut().zip(args.x.row_f32(t)) {
                *r += x;
            }
            let scale = inverse_rms(residual, args.eps);
            for (i, out) in args.out.row_f32_mut(t).iter_mut().enumerate() {
                *out = residual[i] * scale * (args.offset + args.weight[i]);
            }
        }
    }
}
