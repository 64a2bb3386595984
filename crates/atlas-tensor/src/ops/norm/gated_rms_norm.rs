//! Norm per head with an output gate: `out = x * rsqrt(mean(x^2) + eps) * weight * silu(z)`.

use super::rms_norm::inverse_rms;
use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::silu;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct GatedRmsNorm;

/// `x[T, h, d]`, `z[T, h, d]`, `weight[d]` to `out[T, h, d]`.
pub struct GatedRmsNormArgs<'a> {
    pub x: Tensor<'a>,
    pub z: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub out: TensorMut<'a>,
}

impl Op for GatedRmsNorm {
    const NAME: &'static str = "gated_rms_norm";
    type Args<'a> = GatedRmsNormArgs<'a>;
    type Need = ();

    fn check(args: &GatedRmsNormArgs<'_>) {
        let shape = args.x.shape();
        let fits = shape.len() == 3 && shape[2] == args.weight.len();
        assert!(fits, "gated_rms_norm: x {shape:?}, weight {}", args.weight.len());
        assert_eq!(args.z.shape(), shape, "gated_rms_norm: z");
        assert_eq!(args.out.shape(), shape, "gated_rms_norm: out");
    }

    fn cost(args: &GatedRmsNormArgs<'_>) -> Cost {
        let elements: usize = args.x.shape().iter().product();
        Cost::of(3 * elements + args.weight.len(), 9 * elements)
    }

    fn reference(mut args: GatedRmsNormArgs<'_>, _compute: Compute) {
        for (t, j) in (0..args.x.dim(0)).flat_map(|t| (0..args.x.dim(1)).map(move |j| (t, j))) {
            let (x, z) = (args.x.head_f32(t, j), args.z.head_f32(t, j));
            let scale = inverse_rms(x, args.eps);
            for (i, out) in args.out.head_f32_mut(t, j).iter_mut().enumerate() {
                *out = x[i] * scale * args.weight[i] * silu(z[i]);
            }
        }
    }
}
