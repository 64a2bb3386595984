//! Output gate: `x *= sigmoid(gate)`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::sigmoid;
use crate::tensor::{Tensor, TensorMut};

pub struct SigmoidMul;

/// `x[T, n, d]` in place, `gate[T, n, d]`.
pub struct SigmoidMulArgs<'a> {
    pub x: TensorMut<'a>,
    pub gate: Tensor<'a>,
}

impl Op for SigmoidMul {
    const NAME: &'static str = "sigmoid_mul";
    type Args<'a> = SigmoidMulArgs<'a>;
    type Need = ();

    fn check(args: &SigmoidMulArgs<'_>) {
        assert_eq!(args.x.shape().len(), 3, "sigmoid_mul: x {:?}", args.x.shape());
        assert_eq!(args.x.shape(), args.gate.shape(), "sigmoid_mul: gate");
    }

    fn cost(args: &SigmoidMulArgs<'_>) -> Cost {
        let elements: usize = args.gate.shape().iter().product();
        Cost::of(3 * elements, 4 * elements)
    }

    fn reference(mut args: SigmoidMulArgs<'_>, _compute: Compute) {
        for (t, j) in (0..args.x.dim(0)).flat_map(|t| (0..args.gate.dim(1)).map(move |j| (t, j))) {
            for (x, &gate) in args.x.head_f32_mut(t, j).iter_mut().zip(args.gate.head_f32(t, j)) {
                *x *= sigmoid(gate);
            }
        }
    }
}
