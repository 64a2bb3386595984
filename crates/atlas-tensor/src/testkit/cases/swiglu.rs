//! Cases of [`SwiGlu`].

use crate::ops::Compute;
use crate::ops::swiglu::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

/// Rows and width of an op on elements; with `special` the gates hold NaN, infinities and numbers
/// whose exponential overflows.
#[derive(Clone, Debug)]
pub struct ElementsCase {
    pub(super) rows: usize,
    pub(super) width: usize,
    pub(super) special: bool,
}

impl ElementsCase {
    pub(super) fn all() -> Vec<Self> {
        let shapes = [(0, 4), (1, 1), (1, 15), (3, 16), (2, 17), (5, 33), (67, 96), (9, 1001)];
        let mut cases: Vec<Self> =
            shapes.map(|(rows, width)| Self { rows, width, special: false }).to_vec();
        cases.push(Self { rows: 3, width: 24, special: true });
        cases
    }

    pub(super) fn tall() -> Vec<Self> {
        vec![Self { rows: 65_539, width: 7, special: false }]
    }

    pub(super) fn perf() -> Vec<Self> {
        [1, 8, 512].map(|rows| Self { rows, width: 3072, special: false }).to_vec()
    }

    /// Gates of deviation 3.
    pub(super) fn gates(&self, width: usize, noise: &mut Noise) -> Field {
        let mut gates = Field::random(self.rows, width, 7, noise, 3.0);
        if self.special {
            let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 200.0, -200.0, 0.0, -88.5];
            for (i, value) in values.into_iter().enumerate().take(width) {
                gates.set(1, i, value);
            }
        }
        gates
    }
}

pub struct SwiGluData {
    gate: Field,
    up: Field,
    out: Field,
}

impl Testable for SwiGlu {
    type Case = ElementsCase;
    type Data = SwiGluData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<ElementsCase> {
        ElementsCase::all()
    }

    fn tall_cases() -> Vec<ElementsCase> {
        ElementsCase::tall()
    }

    fn perf_cases() -> Vec<ElementsCase> {
        ElementsCase::perf()
    }

    fn need(_case: &ElementsCase) {}

    fn rows(case: &ElementsCase) -> usize {
        case.rows
    }

    fn data(case: &ElementsCase, _compute: Compute) -> SwiGluData {
        let mut noise = Noise::new(8);
        SwiGluData {
            gate: case.gates(case.width, &mut noise),
            up: Field::random(case.rows, case.width, 0, &mut noise, 1.0),
            out: Field::poisoned(case.rows, case.width, 1),
        }
    }

    fn with_args(data: &mut SwiGluData, rows: Range<usize>, run: &mut dyn FnMut(SwiGluArgs<'_>)) {
        run(SwiGluArgs {
            gate: data.gate.tensor().slice_rows(rows.clone()),
            up: data.up.tensor().slice_rows(rows.clone()),
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &SwiGluData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &SwiGluData) -> bool {
        data.out.intact()
    }
}
