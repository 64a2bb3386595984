//! Gates of Gated DeltaNet (Yang et al. 2024, section 3.1): log decay
//! `g = -exp(a_log) * softplus(a + dt_bias)` and write strength `beta = sigmoid(b)`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::{sigmoid, softplus};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct GdnGates;

/// `a[T, h]`, `b[T, h]`, `a_log[h]`, `dt_bias[h]` to `g[T, h]`, `beta[T, h]`.
pub struct GdnGatesArgs<'a> {
    pub a: Tensor<'a>,
    pub b: Tensor<'a>,
    pub a_log: Slice<'a, f32>,
    pub dt_bias: Slice<'a, f32>,
    pub g: TensorMut<'a>,
    pub beta: TensorMut<'a>,
}

impl Op for GdnGates {
    const NAME: &'static str = "gdn_gates";
    type Args<'a> = GdnGatesArgs<'a>;
    type Need = ();

    fn check(args: &GdnGatesArgs<'_>) {
        let shape = [args.a.rows(), args.a_log.len()];
        assert_eq!(args.dt_bias.len(), shape[1], "gdn_gates: dt_bias");
        for (name, got) in [
            ("a", args.a.shape()),
            ("b", args.b.shape()),
            ("g", args.g.shape()),
            ("beta", args.beta.shape()),
        ] {
            assert_eq!(got, shape, "gdn_gates: {name}");
        }
    }

    fn cost(args: &GdnGatesArgs<'_>) -> Cost {
        let elements = args.a.rows() * args.a_log.len();
        Cost::of(4 * elements + 2 * args.a_log.len(), 10 * elements)
    }

    fn reference(mut args: GdnGatesArgs<'_>, _compute: Compute) {
        for t in 0..args.a.rows() {
            let (a, b) = (args.a.row_f32(t), args.b.row_f32(t));
            let (g, beta) = (args.g.row_f32_mut(t), args.beta.row_f32_mut(t));
            row(a, b, &args.a_log, &args.dt_bias, g, beta);
        }
    }
}

/// The gates of one token.
pub(crate) fn row(
    a: &[f32],
    b: &[f32],
    a_log: &[f32],
    dt_bias: &[f32],
    g: &mut [f32],
    beta: &mut [f32],
) {
    for h in 0..a_log.len() {
        g[h] = -a_log[h].exp() * softplus(a[h] + dt_bias[h]);
        beta[h] = sigmoid(b[h]);
    }
}
