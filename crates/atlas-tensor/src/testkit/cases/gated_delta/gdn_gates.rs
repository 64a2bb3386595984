//! Cases of [`GdnGates`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct GdnGatesData {
    a: Field,
    b: Field,
    a_log: Vec<f32>,
    dt_bias: Vec<f32>,
    g: Field,
    beta: Field,
}

impl Testable for GdnGates {
    type Case = ElementsCase;
    type Data = GdnGatesData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<ElementsCase> {
        ElementsCase::all()
    }

    fn tall_cases() -> Vec<ElementsCase> {
        ElementsCase::tall()
    }

    fn perf_cases() -> Vec<ElementsCase> {
        [1, 8, 512].map(|rows| ElementsCase { rows, width: 32, special: false }).to_vec()
    }

    fn need(_case: &ElementsCase) {}

    fn rows(case: &ElementsCase) -> usize {
        case.rows
    }

    fn data(case: &ElementsCase, _compute: Compute) -> GdnGatesData {
        let mut noise = Noise::new(14);
        GdnGatesData {
            a: case.gates(case.width, &mut noise),
            b: case.gates(case.width, &mut noise),
            a_log: noise.fill(case.width, 1.0),
            dt_bias: noise.fill(case.width, 1.0),
            g: Field::poisoned(case.rows, case.width, 1),
            beta: Field::poisoned(case.rows, case.width, 2),
        }
    }

    fn with_args(
        data: &mut GdnGatesData,
        rows: Range<usize>,
        run: &mut dyn FnMut(GdnGatesArgs<'_>),
    ) {
        run(GdnGatesArgs {
            a: data.a.tensor().slice_rows(rows.clone()),
            b: data.b.tensor().slice_rows(rows.clone()),
            a_log: (&data.a_log).into(),
            dt_bias: (&data.dt_bias).into(),
            g: data.g.tensor_mut().slice_rows(rows.clone()),
            beta: data.beta.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &GdnGatesData) -> Vec<Output> {
        vec![("g", data.g.values()), ("beta", data.beta.values())]
    }

    fn intact(data: &GdnGatesData) -> bool {
        data.g.intact() && data.beta.intact()
    }
}
