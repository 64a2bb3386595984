//! Matrix product with a weight: `out[t, n] = sum_k x[t, k] * weight[n, k] + bias[n]`.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weight::{Weight, WeightFormat};
use std::ops::Range;

pub struct Linear;

/// `x[T, K]`, `weight[N, K]`, `bias[N]?` to `out[T, N]`.
pub struct LinearArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: &'a Weight,
    pub bias: Option<Slice<'a, f32>>,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct LinearNeed {
    pub format: WeightFormat,
    /// Outputs.
    pub n: usize,
    /// Inputs.
    pub k: usize,
}

impl LinearNeed {
    /// The need of one weight.
    pub fn of(weight: &Weight) -> Self {
        Self { format: weight.format(), n: weight.n(), k: weight.k() }
    }
}

impl Op for Linear {
    const NAME: &'static str = "linear";
    type Args<'a> = LinearArgs<'a>;
    type Need = LinearNeed;

    fn check(args: &LinearArgs<'_>) {
        let (rows, w) = (args.x.rows(), args.weight);
        assert_eq!(args.x.shape(), [rows, w.k()], "linear: x against {w:?}");
        assert_eq!(args.out.shape(), [rows, w.n()], "linear: out against {w:?}");
        assert!(args.bias.is_none_or(|b| b.len() == w.n()), "linear: bias against {w:?}");
    }

    fn cost(args: &LinearArgs<'_>) -> Cost {
        let (rows, w) = (args.x.rows(), args.weight);
        Cost::of(rows * (w.k() + w.n()), 2 * rows * w.k() * w.n()).and_bytes(w.bytes().len())
    }

    fn reference(mut args: LinearArgs<'_>, compute: Compute) {
        let mut w = vec![0.0; args.weight.k()];
        for n in 0..args.weight.n() {
            args.weight.row_f32(n, &mut w);
            for t in 0..args.x.rows() {
                let dot = dot(args.x.row_f32(t), &w, compute);
                args.out.row_f32_mut(t)[n] = dot + args.bias.map_or(0.0, |bias| bias[n]);
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::LINEAR
    }
}

/// One output element, summed in f64 so that the reference's own error does not count.
pub(crate) fn dot(x: &[f32], w: &[f32], compute: Compute) -> f32 {
    x.iter().zip(w).map(|(&x, &w)| f64::from(compute.round(x)) * f64::from(w)).sum::<f64>() as f32
}

#[derive(Clone, Debug)]
pub struct LinearCase {
    rows: usize,
    n: usize,
    k: usize,
    format: WeightFormat,
    bias: bool,
    /// Elements between the rows of x.
    gap: usize,
    special: bool,
}

pub struct LinearData {
    x: Field,
    weight: Weight,
    bias: Option<Vec<f32>>,
    out: Field,
}

const FORMATS: [WeightFormat; 3] = [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32];

impl Testable for Linear {
    type Case = LinearCase;
    type Data = LinearData;
    const TOLERANCE: Tolerance = Tolerance::SUM;

    fn cases() -> Vec<LinearCase> {
        // K around every tail, N and T around every tile and around the packed path.
        let tails = [1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100].map(|k| (3, 7, k));
        let shapes = [
            (0, 4, 8),
            (1, 0, 8),
            (1, 1, 1),
            (1, 13, 64),
            (2, 6, 40),
            (4, 12, 96),
            (5, 11, 70),
            (6, 5, 128),
            (11, 18, 33),
            (12, 6, 64),
            (13, 19, 97),
            (29, 31, 130),
            (67, 61, 257),
            (70, 3, 300),
            (131, 97, 512),
            (300, 20, 72),
            (1, 509, 1031),
        ];
        let mut cases = Vec::new();
        for format in FORMATS {
            for (i, &(rows, n, k)) in tails.iter().chain(&shapes).enumerate() {
                let (bias, gap) = (i % 2 == 0, i % 3);
                cases.push(LinearCase { rows, n, k, format, bias, gap, special: false });
            }
            let (rows, n, k, bias, gap) = (14, 9, 50, false, 0);
            cases.push(LinearCase { rows, n, k, format, bias, gap, special: true });
        }
        cases
    }

    fn tall_cases() -> Vec<LinearCase> {
        let shapes = [(65_539, 5, 16), (777, 129, 264), (257, 200, 2048)];
        let format = WeightFormat::Bf16;
        let case =
            |(rows, n, k)| LinearCase { rows, n, k, format, bias: true, gap: 1, special: false };
        shapes.map(case).to_vec()
    }

    fn perf_cases() -> Vec<LinearCase> {
        let case = |rows, n, k, format| LinearCase {
            rows,
            n,
            k,
            format,
            bias: false,
            gap: 0,
            special: false,
        };
        let mut cases = Vec::new();
        for (n, k) in [(1024, 1024), (3072, 1024), (1024, 3072), (4096, 4096), (151_936, 1024)] {
            for rows in [1, 2, 4, 8, 16, 512] {
                if rows <= 8 || n < 100_000 {
                    cases.push(case(rows, n, k, WeightFormat::Bf16));
                }
            }
        }
        for format in [WeightFormat::F16, WeightFormat::F32] {
            cases.extend([1, 8, 512].map(|rows| case(rows, 3072, 1024, format)));
        }
        cases
    }

    fn need(case: &LinearCase) -> LinearNeed {
        LinearNeed { format: case.format, n: case.n, k: case.k }
    }

    fn rows(case: &LinearCase) -> usize {
        case.rows
    }

    fn data(case: &LinearCase, _compute: Compute) -> LinearData {
        let mut noise = Noise::new(4);
        let values = noise.fill(case.n * case.k, 1.0 / (case.k as f32).sqrt());
        let mut x = Field::random(case.rows, case.k, case.gap, &mut noise, 1.0);
        if case.special {
            x.set(1, 3, f32::NAN);
            x.set(2, 49, f32::INFINITY);
            x.set(5, 0, f32::NEG_INFINITY);
            (0..case.k).for_each(|i| x.set(6, i, 0.0));
        }
        LinearData {
            x,
            weight: Weight::from_f32(case.format, case.n, case.k, &values),
            bias: case.bias.then(|| noise.fill(case.n, 1.0)),
            out: Field::poisoned(case.rows, case.n, 5),
        }
    }

    fn with_args(data: &mut LinearData, rows: Range<usize>, run: &mut dyn FnMut(LinearArgs<'_>)) {
        run(LinearArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: &data.weight,
            bias: data.bias.as_ref().map(Slice::from),
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &LinearData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LinearData) -> bool {
        data.out.intact()
    }
}
