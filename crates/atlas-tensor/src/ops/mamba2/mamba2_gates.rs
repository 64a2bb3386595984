//! Step sizes of Mamba-2 (Dao and Gu 2024, section 7.1): `delta = clamp(softplus(dt + dt_bias), lo,
//! hi)` and the log decay `g = -exp(a_log) * delta`.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::softplus;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};

pub struct Mamba2Gates;

/// `dt[T, h]`, `a_log[h]`, `dt_bias[h]` to `delta[T, h]`, `g[T, h]`, both f32.
pub struct Mamba2GatesArgs<'a> {
    pub dt: Tensor<'a>,
    pub a_log: Slice<'a, f32>,
    pub dt_bias: Slice<'a, f32>,
    /// Least and largest step size, `lo <= hi`.
    pub limits: [f32; 2],
    pub delta: TensorMut<'a>,
    pub g: TensorMut<'a>,
}

impl Op for Mamba2Gates {
    const NAME: &'static str = "mamba2_gates";
    type Args<'a> = Mamba2GatesArgs<'a>;
    type Need = ();

    fn check(args: &Mamba2GatesArgs<'_>) {
        let shape = [args.dt.rows(), args.a_log.len()];
        assert_eq!(args.dt_bias.len(), shape[1], "mamba2_gates: dt_bias");
        let [lo, hi] = args.limits;
        assert!(lo <= hi, "mamba2_gates: limits {lo} and {hi}");
        for (name, got) in
            [("dt", args.dt.shape()), ("delta", args.delta.shape()), ("g", args.g.shape())]
        {
            assert_eq!(got, shape, "mamba2_gates: {name}");
        }
    }

    fn cost(args: &Mamba2GatesArgs<'_>) -> Cost {
        let elements = args.dt.rows() * args.a_log.len();
        Cost::of(3 * elements + 2 * args.a_log.len(), 10 * elements)
    }

    fn reference(mut args: Mamba2GatesArgs<'_>, _compute: Compute) {
        for t in 0..args.dt.rows() {
            let (delta, g) = (args.delta.row_f32_mut(t), args.g.row_f32_mut(t));
            row(args.dt.row_f32(t), &args.a_log, &args.dt_bias, args.limits, delta, g);
        }
    }
}

/// The gates of one token. A NaN stays one.
pub(crate) fn row(
    dt: &[f32],
    a_log: &[f32],
    dt_bias: &[f32],
    [lo, hi]: [f32; 2],
    delta: &mut [f32],
    g: &mut [f32],
) {
    for h in 0..a_log.len() {
        delta[h] = softplus(dt[h] + dt_bias[h]).clamp(lo, hi);
        g[h] = -a_log[h].exp() * delta[h];
    }
}
