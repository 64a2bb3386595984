//! Norm of every group behind its gate (Dao and Gu 2024, section 7.1): `u = y * silu(z)`,
//! `out = u * rsqrt(mean(u^2) + eps) * weight`.

use super::rms_norm::inverse_rms;
use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::silu;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct GroupGatedRmsNorm;

/// `y[T, G, w]`, `z[T, G, w]`, `weight[G * w]` to `out[T, G, w]`. The mean is over the `w` elements
/// of a group.
pub struct GroupGatedRmsNormArgs<'a> {
    pub y: Tensor<'a>,
    pub z: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub out: TensorMut<'a>,
}

impl Op for GroupGatedRmsNorm {
    const NAME: &'static str = "group_gated_rms_norm";
    type Args<'a> = GroupGatedRmsNormArgs<'a>;
    type Need = ();

    fn check(args: &GroupGatedRmsNormArgs<'_>) {
        let shape = args.y.shape();
        let fits = shape.len() == 3 && shape[1] * shape[2] == args.weight.len();
        assert!(fits, "group_gated_rms_norm: y {shape:?}, weight {}", args.weight.len());
        assert_eq!(args.z.shape(), shape, "group_gated_rms_norm: z");
        assert_eq!(args.out.shape(), shape, "group_gated_rms_norm: out");
    }

    fn cost(args: &GroupGatedRmsNormArgs<'_>) -> Cost {
        let elements: usize = args.y.shape().iter().product();
        Cost::of(3 * elements + args.weight.len(), 9 * elements)
    }

    fn reference(mut args: GroupGatedRmsNormArgs<'_>, _compute: Compute) {
        let width = args.y.dim(2);
        for (t, j) in (0..args.y.dim(0)).flat_map(|t| (0..args.y.dim(1)).map(move |j| (t, j))) {
            let (y, z) = (args.y.head_f32(t, j), args.z.head_f32(t, j));
            let u: Vec<f32> = y.iter().zip(z).map(|(y, &z)| y * silu(z)).collect();
            let scale = inverse_rms(&u, args.eps);
            for (i, out) in args.out.head_f32_mut(t, j).iter_mut().enumerate() {
                *out = u[i] * scale * args.weight[j * width + i];
            }
        }
    }
}
