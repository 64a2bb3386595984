//! Cases of [`AddRmsNorm`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::NormCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct AddRmsNormData {
    residual: Field,
    x: Field,
    weight: Vec<f32>,
    offset: f32,
    out: Field,
}

impl Testable for AddRmsNorm {
    type Case = NormCase;
    type Data = AddRmsNormData;
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

    fn data(case: &NormCase, _compute: Compute) -> AddRmsNormData {
        let mut noise = Noise::new(3);
        AddRmsNormData {
            residual: Field::random(case.rows, case.hidden, 2, &mut noise, 1.0),
            x: case.x(&mut noise),
            weight: noise.fill(case.hidden, 1.0),
            offset: case.offset,
            out: Field::poisoned(case.rows, case.hidden, 1),
        }
    }

    fn with_args(
        data: &mut AddRmsNormData,
        rows: Range<usize>,
        run: &mut dyn FnMut(AddRmsNormArgs<'_>),
    ) {
        run(AddRmsNormArgs {
            residual: data.residual.tensor_mut().slice_rows(rows.clone()),
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.weight).into(),
            eps: 1e-5,
            offset: data.offset,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &AddRmsNormData) -> Vec<Output> {
        vec![("residual", data.residual.values()), ("out", data.out.values())]
    }

    fn intact(data: &AddRmsNormData) -> bool {
        data.out.intact() && data.residual.intact()
    }
}
