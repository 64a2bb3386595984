//! Cases of [`RmsNorm`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::NormCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

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
