//! Adds the shared expert, last of all: `out += sigmoid(gate) * shared`, or `out += shared`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::sigmoid;
use crate::tensor::{Tensor, TensorMut};

pub struct SharedExpertAdd;

/// `out[T, H]` in place, `shared[T, H]`, gate logit `gate[T]?`.
pub struct SharedExpertAddArgs<'a> {
    pub out: TensorMut<'a>,
    pub shared: Tensor<'a>,
    pub gate: Option<Tensor<'a>>,
}

impl Op for SharedExpertAdd {
    const NAME: &'static str = "shared_expert_add";
    type Args<'a> = SharedExpertAddArgs<'a>;
    type Need = ();

    fn check(args: &SharedExpertAddArgs<'_>) {
        assert_eq!(args.shared.rank(), 2, "shared_expert_add: {:?}", args.shared.shape());
        assert_eq!(args.out.shape(), args.shared.shape(), "shared_expert_add: shared");
        if let Some(gate) = args.gate {
            assert_eq!(gate.shape(), [args.shared.rows()], "shared_expert_add: gate");
        }
    }

    fn cost(args: &SharedExpertAddArgs<'_>) -> Cost {
        let elements = args.shared.rows() * args.shared.dim(1);
        Cost::of(3 * elements + args.shared.rows(), 2 * elements)
    }

    fn reference(mut args: SharedExpertAddArgs<'_>, _compute: Compute) {
        let gate = args.gate.map(|gate| gate.to_vec());
        for t in 0..args.shared.rows() {
            let factor = gate.as_ref().map_or(1.0, |gate| sigmoid(gate[t]));
            for (out, &shared) in args.out.row_f32_mut(t).iter_mut().zip(args.shared.row_f32(t)) {
                *out += factor * shared;
            }
        }
    }
}
