//! Matrix product with 8-bit weights. Inputs are rounded to 8 bits too, group by group:
//! `out[t, n] = sum_g sx[t, g] sw[n, g] sum_{k in g} qx[t, k] qw[n, k]`, the inner sum in integers.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::q8::{GROUP, Q8Weight, quantise};
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

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

#[derive(Clone, Debug)]
pub struct LinearQ8Case {
    rows: usize,
    n: usize,
    k: usize,
    gap: usize,
    special: bool,
}

pub struct LinearQ8Data {
    x: Field,
    weight: Q8Weight,
    out: Field,
}

impl Testable for LinearQ8 {
    type Case = LinearQ8Case;
    type Data = LinearQ8Data;
    const TOLERANCE: Tolerance = Tolerance::SUM;

    fn cases() -> Vec<LinearQ8Case> {
        let tails = [1, 31, 32, 33, 63, 64, 65, 97].map(|k| (5, 7, k));
        let shapes = [
            (0, 4, 8),
            (1, 0, 8),
            (1, 1, 1),
            (2, 13, 64),
            (3, 6, 40),
            (4, 11, 96),
            (29, 31, 130),
            (67, 61, 257),
            (131, 97, 512),
            (1, 509, 1031),
        ];
        let all = tails.iter().chain(&shapes).enumerate();
        let mut cases: Vec<_> = all
            .map(|(i, &(rows, n, k))| LinearQ8Case { rows, n, k, gap: i % 3, special: false })
            .collect();
        cases.push(LinearQ8Case { rows: 14, n: 9, k: 50, gap: 0, special: true });
        cases
    }

    fn perf_cases() -> Vec<LinearQ8Case> {
        let case = |rows, n, k| LinearQ8Case { rows, n, k, gap: 0, special: false };
        let shapes = [(3072, 1024), (4096, 4096)];
        shapes.iter().flat_map(|&(n, k)| [1, 8, 512].map(|rows| case(rows, n, k))).collect()
    }

    fn need(_case: &LinearQ8Case) {}

    fn rows(case: &LinearQ8Case) -> usize {
        case.rows
    }

    fn data(case: &LinearQ8Case, _compute: Compute) -> LinearQ8Data {
        let mut noise = Noise::new(6);
        let values = noise.fill(case.n * case.k, 1.0 / (case.k as f32).sqrt());
        let mut x = Field::random(case.rows, case.k, case.gap, &mut noise, 1.0);
        if case.special {
            x.set(1, 3, f32::NAN);
            x.set(2, 49, f32::INFINITY);
            x.set(5, 0, f32::NEG_INFINITY);
            (0..case.k).for_each(|i| x.set(6, i, 0.0));
            // One value so large that the others of its group round to nothing.
            x.set(7, 2, 1e20);
        }
        LinearQ8Data {
            x,
            weight: Q8Weight::from_f32(case.n, case.k, &values),
            out: Field::poisoned(case.rows, case.n, 5),
        }
    }

    fn with_args(
        data: &mut LinearQ8Data,
        rows: Range<usize>,
        run: &mut dyn FnMut(LinearQ8Args<'_>),
    ) {
        run(LinearQ8Args {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: &data.weight,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &LinearQ8Data) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LinearQ8Data) -> bool {
        data.out.intact()
    }
}
