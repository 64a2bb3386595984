//! Cases of [`SwiGlu`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

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
