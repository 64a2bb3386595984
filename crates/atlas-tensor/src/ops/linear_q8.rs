//! Matrix product with 8-bit weights. Inputs are rounded to 8 bits too, group by group:
//! `out[t, n] = sum_g sx[t, g] sw[n, g] sum_{k in g} qx[t, k] qw[n, k]`, the inner sum in integers.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::q8::{GROUP, Q8Weight, quantise};
use crate::tensor::{Tensor, TensorMut};

pub struct LinearQ8;

/// `x[T, K]`, `weight[N, K]` to `out[T, N]`.
pub struct LinearQ8Args<'a> {
    pub x: Tensor<'a>,
    pub weight: &'a Q8Weight,
    pub out: TensorMut<'a>,
}

impl Op for LinearQ8 {
    const NAME: &'static str = "linear_q8";
    type Args<'a> = LinearQ8Args<'a>;
    type Need = ();

    fn check(args: &LinearQ8Args<'_>) {
        let (rows, n, k) = (args.x.rows(), args.weight.n(), args.weight.k());
        assert_eq!(args.x.shape(), [rows, k], "linear_q8: x against [{n}, {k}]");
        assert_eq!(args.out.shape(), [rows, n], "linear_q8: out against [{n}, {k}]");
    }

    fn cost(args: &LinearQ8Args<'_>) -> Cost {
        let (rows, n, k) = (args.x.rows(), args.weight.n(), args.weight.k());
        Cost::of(rows * (k + n), 2 * rows * k * n).and_bytes(args.weight.bytes())
    }

    /// The same in either precision: 8 bits are fewer than either has.
    fn reference(mut args: LinearQ8Args<'_>, _compute: Compute) {
        let groups = args.weight.groups();
        let (mut x, mut scales) = (vec![0i8; groups * GROUP], vec![0.0f32; groups]);
        for t in 0..args.x.rows() {
            for (g, group) in args.x.row_f32(t).chunks(GROUP).enumerate() {
                scales[g] = quantise(group, &mut x[g * GROUP..][..GROUP]);
            }
            for (n, out) in args.out.row_f32_mut(t).iter_mut().enumerate() {
                let (w, w_scales) = args.weight.row(n);
                let group = |g: usize| {
                    let range = g * GROUP..(g + 1) * GROUP;
                    let products = x[range.clone()].iter().zip(&w[range]);
                    let dot: i32 = products.map(|(&x, &w)| i32::from(x) * i32::from(w)).sum();
                    f64::from(scales[g]) * f64::from(w_scales[g]) * f64::from(dot)
                };
                *out = (0..groups).map(group).sum::<f64>() as f32;
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::LINEAR_Q8
    }
}
