//! Cases of [`GatedRmsNorm`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

/// Heads in the test cases.
const HEADS: usize = 3;

pub struct GatedRmsNormData {
    x: Field,
    z: Field,
    weight: Vec<f32>,
    out: Field,
}

impl Testable for GatedRmsNorm {
    type Case = ElementsCase;
    type Data = GatedRmsNormData;
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-6, rel: 8e-6 };

    fn cases() -> Vec<ElementsCase> {
        ElementsCase::all()
    }

    fn tall_cases() -> Vec<ElementsCase> {
        ElementsCase::tall()
    }

    fn perf_cases() -> Vec<ElementsCase> {
        [1, 8, 512].map(|rows| ElementsCase { rows, width: 128, special: false }).to_vec()
    }

    fn need(_case: &ElementsCase) {}

    fn rows(case: &ElementsCase) -> usize {
        case.rows
    }

    fn data(case: &ElementsCase, _compute: Compute) -> GatedRmsNormData {
        let mut noise = Noise::new(16);
        GatedRmsNormData {
            x: Field::random(case.rows, HEADS * case.width, 3, &mut noise, 1.0),
            z: case.gates(HEADS * case.width, &mut noise),
            weight: noise.fill(case.width, 1.0),
            out: Field::poisoned(case.rows, HEADS * case.width, 1),
        }
    }

    fn with_args(
        data: &mut GatedRmsNormData,
        rows: Range<usize>,
        run: &mut dyn FnMut(GatedRmsNormArgs<'_>),
    ) {
        let shape = [rows.len(), HEADS, data.weight.len()];
        run(GatedRmsNormArgs {
            x: data.x.tensor().slice_rows(rows.clone()).view(&shape),
            z: data.z.tensor().slice_rows(rows.clone()).view(&shape),
            weight: (&data.weight).into(),
            eps: 1e-6,
            out: data.out.tensor_mut().slice_rows(rows).view(&shape),
        });
    }

    fn outputs(data: &GatedRmsNormData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &GatedRmsNormData) -> bool {
        data.out.intact()
    }
}
