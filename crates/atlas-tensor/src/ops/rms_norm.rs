//! Root mean square norm (Zhang and Sennrich 2019, eq. 4):
//! `out = x * rsqrt(mean(x^2) + eps) * (offset + weight)`.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct RmsNorm;

/// `x[T, H]`, `weight[H]` to `out[T, H]`. `offset` is 0 for a plain weight and 1 for a
/// zero-centred one.
pub struct RmsNormArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub offset: f32,
    pub out: TensorMut<'a>,
}

impl Op for RmsNorm {
    const NAME: &'static str = "rms_norm";
    type Args<'a> = RmsNormArgs<'a>;
    type Need = ();

    fn check(args: &RmsNormArgs<'_>) {
        assert_eq!(args.x.shape(), [args.out.rows(), args.weight.len()], "rms_norm: x");
        assert_eq!(args.x.shape(), args.out.shape(), "rms_norm: out");
    }

    fn cost(args: &RmsNormArgs<'_>) -> Cost {
        let elements = args.x.rows() * args.weight.len();
        Cost::of(2 * elements + args.weight.len(), 4 * elements)
    }

    fn reference(mut args: RmsNormArgs<'_>, _compute: Compute) {
        for t in 0..args.x.rows() {
            let (x, out) = (args.x.row_f32(t), args.out.row_f32_mut(t));
            let scale = inverse_rms(x, args.eps);
            for (i, out) in out.iter_mut().enumerate() {
                *out = x[i] * scale * (args.offset + args.weight[i]);
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::RMS_NORM
    }
}

/// `1 / sqrt(mean(x^2) + eps)`, summed in f64.
pub(crate) fn inverse_rms(x: &[f32], eps: f32) -> f32 {
    let sum: f64 = x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (1.0 / (sum / x.len() as f64 + f64::from(eps)).sqrt()) as f32
}

/// Shapes of the norms that take `[T, H]`.
#[derive(Clone, Debug)]
pub struct NormCase {
    pub(super) rows: usize,
    pub(super) hidden: usize,
    pub(super) offset: f32,
    /// Elements between the rows of x.
    pub(super) gap: usize,
    pub(super) special: bool,
}

impl NormCase {
    pub(super) fn all() -> Vec<Self> {
        let shapes =
            [(0, 8, 0), (1, 1, 0), (1, 15, 1), (2, 16, 0), (3, 17, 5), (5, 64, 0), (7, 65, 2)];
        let large = [(33, 128, 0), (67, 1000, 3), (2, 4097, 0)];
        let mut cases: Vec<Self> = shapes
            .into_iter()
            .chain(large)
            .map(|(rows, hidden, gap)| {
                let offset = (rows % 2) as f32;
                Self { rows, hidden, offset, gap, special: false }
            })
            .collect();
        cases.push(Self { rows: 4, hidden: 33, offset: 1.0, gap: 0, special: true });
        cases
    }

    pub(super) fn tall() -> Vec<Self> {
        vec![Self { rows: 65_539, hidden: 11, offset: 1.0, gap: 0, special: false }]
    }

    pub(super) fn perf() -> Vec<Self> {
        let case = |rows| Self { rows, hidden: 1024, offset: 0.0, gap: 0, special: false };
        [1, 8, 512].map(case).to_vec()
    }

    /// Inputs; with `special`, row 0 is zero, row 1 holds a NaN and row 2 an infinity.
    pub(super) fn x(&self, noise: &mut Noise) -> Field {
        let mut x = Field::random(self.rows, self.hidden, self.gap, noise, 1.5);
        if self.special {
            (0..self.hidden).for_each(|i| x.set(0, i, 0.0));
            x.set(1, 3, f32::NAN);
            x.set(2, 5, f32::INFINITY);
        }
        x
    }
}

pub struct RmsNormData {
    x: Field,
    weight: Vec<f32>,
    offset: f32,
    out: Field,
}

impl Testable for RmsNorm {
    type Case = NormCase;
    type Data = RmsNormData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<NormCase> {
        NormCase::all()
    }

    fn tall_cases() -> Vec<NormCase> {
        NormCase::tall()
    }

    fn perf_cases() -> Vec<NormCase> {
        NormCase::perf()
    }

    fn need(_case: &NormCase) {}

    fn rows(case: &NormCase) -> usize {
        case.rows
    }

    fn data(case: &NormCase, _compute: Compute) -> RmsNormData {
        let mut noise = Noise::new(2);
        RmsNormData {
            x: case.x(&mut noise),
            weight: noise.fill(case.hidden, 1.0),
            offset: case.offset,
            out: Field::poisoned(case.rows, case.hidden, 1),
        }
    }

    fn with_args(data: &mut RmsNormData, rows: Range<usize>, run: &mut dyn FnMut(RmsNormArgs<'_>)) {
        run(RmsNormArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.weight).into(),
            eps: 1e-6,
            offset: data.offset,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &RmsNormData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &RmsNormData) -> bool {
        data.out.intact()
    }
}
