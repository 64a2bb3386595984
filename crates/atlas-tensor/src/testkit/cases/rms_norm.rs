//! Cases of [`RmsNorm`].

use crate::ops::Compute;
use crate::ops::rms_norm::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

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
