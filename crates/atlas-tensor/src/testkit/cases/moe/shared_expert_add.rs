//! Cases of [`SharedExpertAdd`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

/// A shape, with a gate or without.
#[derive(Clone, Debug)]
pub struct SharedExpertAddCase {
    elements: ElementsCase,
    gated: bool,
}

pub struct SharedExpertAddData {
    out: Field,
    shared: Field,
    /// `[T, 1]`, a column of a wider matrix.
    gate: Option<Field>,
}

impl Testable for SharedExpertAdd {
    type Case = SharedExpertAddCase;
    type Data = SharedExpertAddData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<SharedExpertAddCase> {
        let all = ElementsCase::all().into_iter();
        all.flat_map(|elements| {
            [true, false].map(|gated| SharedExpertAddCase { elements: elements.clone(), gated })
        })
        .collect()
    }

    fn tall_cases() -> Vec<SharedExpertAddCase> {
        let all = ElementsCase::tall().into_iter();
        all.map(|elements| SharedExpertAddCase { elements, gated: true }).collect()
    }

    fn perf_cases() -> Vec<SharedExpertAddCase> {
        let all = ElementsCase::perf().into_iter();
        all.map(|elements| SharedExpertAddCase { elements, gated: true }).collect()
    }

    fn need(_case: &SharedExpertAddCase) {}

    fn rows(case: &SharedExpertAddCase) -> usize {
        case.elements.rows
    }

    fn data(case: &SharedExpertAddCase, _compute: Compute) -> SharedExpertAddData {
        let mut noise = Noise::new(10);
        let ElementsCase { rows, width, .. } = case.elements;
        SharedExpertAddData {
            out: Field::random(rows, width, 3, &mut noise, 1.0),
            shared: case.elements.gates(width, &mut noise),
            gate: case.gated.then(|| case.elements.gates(1, &mut noise)),
        }
    }

    fn with_args(
        data: &mut SharedExpertAddData,
        rows: Range<usize>,
        run: &mut dyn FnMut(SharedExpertAddArgs<'_>),
    ) {
        let gate = data.gate.as_ref().map(Field::tensor);
        run(SharedExpertAddArgs {
            out: data.out.tensor_mut().slice_rows(rows.clone()),
            shared: data.shared.tensor().slice_rows(rows.clone()),
            gate: gate.map(|gate| gate.slice_rows(rows.clone()).view(&[rows.len()])),
        });
    }

    fn outputs(data: &SharedExpertAddData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &SharedExpertAddData) -> bool {
        data.out.intact()
    }
}
