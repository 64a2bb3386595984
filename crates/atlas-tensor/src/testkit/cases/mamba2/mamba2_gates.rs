//! Cases of [`Mamba2Gates`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::ElementsCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Mamba2GatesCase {
    elements: ElementsCase,
    limits: [f32; 2],
}

/// The limits of released models.
const OPEN: [f32; 2] = [0.0, f32::INFINITY];

pub struct Mamba2GatesData {
    dt: Field,
    a_log: Vec<f32>,
    dt_bias: Vec<f32>,
    limits: [f32; 2],
    delta: Field,
    g: Field,
}

impl Testable for Mamba2Gates {
    type Case = Mamba2GatesCase;
    type Data = Mamba2GatesData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<Mamba2GatesCase> {
        // Both limits cut some of the step sizes off, then one of them.
        let all = [OPEN, [0.25, 1.5], [1.0, f32::INFINITY]];
        let with = |limits| {
            ElementsCase::all()
                .into_iter()
                .map(move |elements| Mamba2GatesCase { elements, limits })
        };
        all.into_iter().flat_map(with).collect()
    }

    fn tall_cases() -> Vec<Mamba2GatesCase> {
        let case = |elements| Mamba2GatesCase { elements, limits: [0.25, 1.5] };
        ElementsCase::tall().into_iter().map(case).collect()
    }

    fn perf_cases() -> Vec<Mamba2GatesCase> {
        let elements = |rows| ElementsCase { rows, width: 128, special: false };
        [1, 8, 512].map(|rows| Mamba2GatesCase { elements: elements(rows), limits: OPEN }).to_vec()
    }

    fn need(_case: &Mamba2GatesCase) {}

    fn rows(case: &Mamba2GatesCase) -> usize {
        case.elements.rows
    }

    fn data(case: &Mamba2GatesCase, _compute: Compute) -> Mamba2GatesData {
        let mut noise = Noise::new(28);
        let ElementsCase { rows, width, .. } = case.elements;
        Mamba2GatesData {
            dt: case.elements.gates(width, &mut noise),
            a_log: noise.fill(width, 1.0),
            dt_bias: noise.fill(width, 1.0),
            limits: case.limits,
            delta: Field::poisoned(rows, width, 1),
            g: Field::poisoned(rows, width, 2),
        }
    }

    fn with_args(
        data: &mut Mamba2GatesData,
        rows: Range<usize>,
        run: &mut dyn FnMut(Mamba2GatesArgs<'_>),
    ) {
        run(Mamba2GatesArgs {
            dt: data.dt.tensor().slice_rows(rows.clone()),
            a_log: (&data.a_log).into(),
            dt_bias: (&data.dt_bias).into(),
            limits: data.limits,
            delta: data.delta.tensor_mut().slice_rows(rows.clone()),
            g: data.g.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &Mamba2GatesData) -> Vec<Output> {
        vec![("delta", data.delta.values()), ("g", data.g.values())]
    }

    fn intact(data: &Mamba2GatesData) -> bool {
        data.delta.intact() && data.g.intact()
    }
}
