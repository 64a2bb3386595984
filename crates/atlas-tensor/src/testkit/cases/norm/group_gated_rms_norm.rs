//! Cases of [`GroupGatedRmsNorm`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

/// Groups in the test cases.
const GROUPS: usize = 3;

pub struct GroupGatedRmsNormData {
    y: Field,
    z: Field,
    weight: Vec<f32>,
    out: Field,
}

impl Testable for GroupGatedRmsNorm {
    type Case = ElementsCase;
    type Data = GroupGatedRmsNormData;
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-6, rel: 8e-6 };

    fn cases() -> Vec<ElementsCase> {
        ElementsCase::all()
    }

    fn tall_cases() -> Vec<ElementsCase> {
        ElementsCase::tall()
    }

    fn perf_cases() -> Vec<ElementsCase> {
        [1, 8, 512].map(|rows| ElementsCase { rows, width: 1024, special: false }).to_vec()
    }

    fn need(_case: &ElementsCase) {}

    fn rows(case: &ElementsCase) -> usize {
        case.rows
    }

    fn data(case: &ElementsCase, _compute: Compute) -> GroupGatedRmsNormData {
        let mut noise = Noise::new(27);
        GroupGatedRmsNormData {
            y: Field::random(case.rows, GROUPS * case.width, 3, &mut noise, 1.0),
            z: case.gates(GROUPS * case.width, &mut noise),
            weight: noise.fill(GROUPS * case.width, 1.0),
            out: Field::poisoned(case.rows, GROUPS * case.width, 1),
        }
    }

    fn with_args(
        data: &mut GroupGatedRmsNormData,
        rows: Range<usize>,
        run: &mut dyn FnMut(GroupGatedRmsNormArgs<'_>),
    ) {
        let shape = [rows.len(), GROUPS, data.weight.len() / GROUPS];
        run(GroupGatedRmsNormArgs {
            y: data.y.tensor().slice_rows(rows.clone()).view(&shape),
            z: data.z.tensor().slice_rows(rows.clone()).view(&shape),
            weight: (&data.weight).into(),
            eps: 1e-5,
            out: data.out.tensor_mut().slice_rows(rows).view(&shape),
        });
    }

    fn outputs(data: &GroupGatedRmsNormData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &GroupGatedRmsNormData) -> bool {
        data.out.intact()
    }
}
