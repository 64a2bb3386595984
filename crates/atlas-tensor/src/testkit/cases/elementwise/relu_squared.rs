//! Cases of [`ReluSquared`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct ReluSquaredData {
    x: Field,
    out: Field,
}

impl Testable for ReluSquared {
    type Case = ElementsCase;
    type Data = ReluSquaredData;
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

    fn data(case: &ElementsCase, _compute: Compute) -> ReluSquaredData {
        let mut noise = Noise::new(26);
        ReluSquaredData {
            x: case.gates(case.width, &mut noise),
            out: Field::poisoned(case.rows, case.width, 1),
        }
    }

    fn with_args(
        data: &mut ReluSquaredData,
        rows: Range<usize>,
        run: &mut dyn FnMut(ReluSquaredArgs<'_>),
    ) {
        run(ReluSquaredArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &ReluSquaredData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &ReluSquaredData) -> bool {
        data.out.intact()
    }
}
