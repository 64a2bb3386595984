//! Cases of [`SigmoidMul`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

/// Heads in the test cases.
const HEADS: usize = 3;

pub struct SigmoidMulData {
    x: Field,
    /// `[T, n, 2 d]`: the gate is the second half of each head.
    gate: Field,
}

impl Testable for SigmoidMul {
    type Case = ElementsCase;
    type Data = SigmoidMulData;
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

    fn data(case: &ElementsCase, _compute: Compute) -> SigmoidMulData {
        let mut noise = Noise::new(9);
        SigmoidMulData {
            x: Field::random(case.rows, HEADS * case.width, 2, &mut noise, 1.0),
            gate: case.gates(HEADS * 2 * case.width, &mut noise),
        }
    }

    fn with_args(
        data: &mut SigmoidMulData,
        rows: Range<usize>,
        run: &mut dyn FnMut(SigmoidMulArgs<'_>),
    ) {
        let width = data.x.tensor().dim(1) / HEADS;
        let gate = data.gate.tensor().slice_rows(rows.clone());
        let x = data.x.tensor_mut().slice_rows(rows.clone());
        run(SigmoidMulArgs {
            x: x.view(&[rows.len(), HEADS, width]),
            gate: gate.view(&[rows.len(), HEADS, 2 * width]).slice_last(width..2 * width),
        });
    }

    fn outputs(data: &SigmoidMulData) -> Vec<Output> {
        vec![("x", data.x.values())]
    }

    fn intact(data: &SigmoidMulData) -> bool {
        data.x.intact()
    }
}
