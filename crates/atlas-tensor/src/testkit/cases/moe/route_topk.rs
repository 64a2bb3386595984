//! Cases of [`RouteTopk`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct RouteTopkCase {
    rows: usize,
    experts: usize,
    k: usize,
    renormalise: bool,
    /// Logits of a few values only, and rows of NaN and infinities.
    special: bool,
}

pub struct RouteTopkData {
    logits: Field,
    k: usize,
    renormalise: bool,
    ids: Vec<u32>,
    weights: Field,
}

impl Testable for RouteTopk {
    type Case = RouteTopkCase;
    type Data = RouteTopkData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<RouteTopkCase> {
        let shapes = [
            (0, 4, 1),
            (1, 1, 1),
            (3, 8, 2),
            (5, 60, 4),
            (9, 128, 8),
            (4, 513, 10),
            (2, 40, 35),
            (2, 17, 17),
        ];
        let mut cases = Vec::new();
        for renormalise in [true, false] {
            for special in [true, false] {
                let case =
                    |(rows, experts, k)| RouteTopkCase { rows, experts, k, renormalise, special };
                cases.extend(shapes.map(case));
            }
        }
        cases
    }

    fn tall_cases() -> Vec<RouteTopkCase> {
        let (renormalise, special) = (true, false);
        let shapes = [(65_539, 9, 3), (257, 512, 10)];
        let case = |(rows, experts, k)| RouteTopkCase { rows, experts, k, renormalise, special };
        shapes.map(case).to_vec()
    }

    fn perf_cases() -> Vec<RouteTopkCase> {
        let case =
            |rows| RouteTopkCase { rows, experts: 256, k: 8, renormalise: true, special: false };
        [1, 8, 512].map(case).to_vec()
    }

    fn need(_case: &RouteTopkCase) {}

    fn rows(case: &RouteTopkCase) -> usize {
        case.rows
    }

    fn data(case: &RouteTopkCase, _compute: Compute) -> RouteTopkData {
        let mut noise = Noise::new(11);
        let mut values = noise.fill(case.rows * case.experts, 2.0);
        if case.special {
            values.iter_mut().for_each(|x| *x = x.round());
        }
        let mut logits = Field::new(case.rows, case.experts, 3, &values);
        if case.special && case.rows > 2 {
            (0..case.experts).for_each(|e| logits.set(0, e, f32::NEG_INFINITY));
            logits.set(1, 2, f32::NAN);
            logits.set(2, 1, f32::NEG_INFINITY);
        }
        RouteTopkData {
            logits,
            k: case.k,
            renormalise: case.renormalise,
            ids: vec![u32::MAX; case.rows * case.k],
            weights: Field::poisoned(case.rows, case.k, 0),
        }
    }

    fn with_args(
        data: &mut RouteTopkData,
        rows: Range<usize>,
        run: &mut dyn FnMut(RouteTopkArgs<'_>),
    ) {
        let k = data.k;
        run(RouteTopkArgs {
            logits: data.logits.tensor().slice_rows(rows.clone()),
            k,
            renormalise: data.renormalise,
            ids: data.ids[rows.start * k..rows.end * k].as_mut().into(),
            weights: data.weights.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &RouteTopkData) -> Vec<Output> {
        let ids = data.ids.iter().map(|&id| id as f32).collect();
        vec![("ids", ids), ("weights", data.weights.values())]
    }

    fn intact(data: &RouteTopkData) -> bool {
        data.weights.intact()
    }
}
