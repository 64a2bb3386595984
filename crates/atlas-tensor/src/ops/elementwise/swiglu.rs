//! Gated linear unit with SiLU (Shazeer 2020, eq. 6): `out = silu(gate) * up`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::silu;
use crate::tensor::{Tensor, TensorMut};

pub struct SwiGlu;

/// `gate[T, I]`, `up[T, I]` to `out[T, I]`.
pub struct SwiGluArgs<'a> {
    pub gate: Tensor<'a>,
    pub up: Tensor<'a>,
    pub out: TensorMut<'a>,
}

impl Op for SwiGlu {
    const NAME: &'static str = "swiglu";
    type Args<'a> = SwiGluArgs<'a>;
    type Need = ();

    fn check(args: &SwiGluArgs<'_>) {
        assert_eq!(args.gate.rank(), 2, "swiglu: gate {:?}", args.gate.shape());
        assert_eq!(args.gate.shape(), args.up.shape(), "swiglu: up");
        assert_eq!(args.gate.shape(), args.out.shape(), "swiglu: out");
    }

    fn cost(args: &SwiGluArgs<'_>) -> Cost {
        let elements = args.gate.rows() * args.gate.dim(1);
        Cost::of(3 * elements, 5 * elements)
    }

    fn reference(mut args: SwiGluArgs<'_>, _compute: Compute) {
        for t in 0..args.gate.rows() {
            let (gate, up) = (args.gate.row_f32(t), args.up.row_f32(t));
            for (i, out) in args.out.row_f32_mut(t).iter_mut().enumerate() {
                *out = silu(gate[i]) * up[i];
            }
        }
    }
}
