//! Squared rectifier (So et al. 2021, section 3.1): `out = max(x, 0)^2`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::relu_squared;
use crate::tensor::{Tensor, TensorMut};

pub struct ReluSquared;

/// `x[T, I]` to `out[T, I]`.
pub struct ReluSquaredArgs<'a> {
    pub x: Tensor<'a>,
    pub out: TensorMut<'a>,
}

impl Op for ReluSquared {
    const NAME: &'static str = "relu_squared";
    type Args<'a> = ReluSquaredArgs<'a>;
    type Need = ();

    fn check(args: &ReluSquaredArgs<'_>) {
        assert_eq!(args.x.rank(), 2, "relu_squared: x {:?}", args.x.shape());
        assert_eq!(args.x.shape(), args.out.shape(), "relu_squared: out");
    }

    fn cost(args: &ReluSquaredArgs<'_>) -> Cost {
        let elements = args.x.rows() * args.x.dim(1);
        Cost::of(2 * elements, 2 * elements)
    }

    fn reference(mut args: ReluSquaredArgs<'_>, _compute: Compute) {
        for t in 0..args.x.rows() {
            let x = args.x.row_f32(t);
            for (out, &x) in args.out.row_f32_mut(t).iter_mut().zip(x) {
                *out = relu_squared(x);
            }
        }
    }
}
