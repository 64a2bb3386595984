//! Root mean square norm (Zhang and Sennrich 2019, eq. 4):
//! `out = x * rsqrt(mean(x^2) + eps) * (offset + weight)`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct RmsNorm;

/// `x[T, H]`, `weight[H]` to `out[T, H]`. `offset` is 0 for a plain weight and 1 for a
/// zero-centred one.
pub struct RmsNormArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub offset: f32,
    pub out: TensorMut<'a>,
}

impl Op for RmsNorm {
    const NAME: &'static str = "rms_norm";
    type Args<'a> = RmsNormArgs<'a>;
    type Need = ();

    fn check(args: &RmsNormArgs<'_>) {
        assert_eq!(args.x.shape(), [args.out.rows(), args.weight.len()], "rms_norm: x");
        assert_eq!(args.x.shape(), args.out.shape(), "rms_norm: out");
    }

    fn cost(args: &RmsNormArgs<'_>) -> Cost {
        let elements = args.x.rows() * args.weight.len();
        Cost::of(2 * elements + args.weight.len(), 4 * elements)
    }

    fn reference(mut args: RmsNormArgs<'_>, _compute: Compute) {
        for t in 0..args.x.rows() {
            let (x, out) = (args.x.row_f32(t), args.out.row_f32_mut(t));
            let scale = inverse_rms(x, args.eps);
            for (i, out) in out.iter_mut().enumerate() {
                *out = x[i] * scale * (args.offset + args.weight[i]);
            }
        }
    }
}

/// `1 / sqrt(mean(x^2) + eps)`, summed in f64.
pub(crate) fn inverse_rms(x: &[f32], eps: f32) -> f32 {
    let sum: f64 = x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (1.0 / (sum / x.len() as f64 + f64::from(eps)).sqrt()) as f32
}
