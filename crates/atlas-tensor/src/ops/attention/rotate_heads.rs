//! The rotation of queries and outputs that meets that of a rotated KV cache.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::state::rotation::{rotate, rotate_back};
use crate::tensor::TensorMut;

pub struct RotateHeads;

/// `heads[T, n, hd]` in place: into the basis of rotated keys or values, or with `back` out of it.
/// `hd` is a power of two up to 512. Products of two rotated vectors are those of the vectors
/// ([`crate::state::rotation`]), so a query is rotated once instead of every key back.
pub struct RotateHeadsArgs<'a> {
    pub heads: TensorMut<'a>,
    pub back: bool,
}

#[derive(Clone, Debug)]
pub struct RotateHeadsNeed {
    pub head_dim: usize,
}

impl Op for RotateHeads {
    const NAME: &'static str = "rotate_heads";
    type Args<'a> = RotateHeadsArgs<'a>;
    type Need = RotateHeadsNeed;

    fn check(args: &RotateHeadsArgs<'_>) {
        let shape = args.heads.shape();
        let rotates = shape.len() == 3 && shape[2].is_power_of_two() && shape[2] <= 512;
        assert!(rotates, "rotate_heads: heads {shape:?}");
    }

    fn cost(args: &RotateHeadsArgs<'_>) -> Cost {
        let elements: usize = args.heads.shape().iter().product();
        Cost::of(2 * elements, elements * (1 + args.heads.dim(2).trailing_zeros() as usize))
    }

    fn reference(mut args: RotateHeadsArgs<'_>, _compute: Compute) {
        let turn = if args.back { rotate_back } else { rotate };
        for t in 0..args.heads.dim(0) {
            for head in 0..args.heads.dim(1) {
                turn(args.heads.head_f32_mut(t, head));
            }
        }
    }
}
