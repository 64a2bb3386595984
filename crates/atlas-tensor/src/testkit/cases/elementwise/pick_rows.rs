//! Cases of [`PickRows`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct PickRowsCase {
    rows: usize,
    picked: usize,
    width: usize,
}

pub struct PickRowsData {
    x: Field,
    rows: Vec<u32>,
    out: Field,
}

impl Testable for PickRows {
    type Case = PickRowsCase;
    type Data = PickRowsData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<PickRowsCase> {
        let shapes = [(3, 0, 8), (1, 1, 1), (13, 7, 33), (50, 130, 200)];
        shapes.map(|(rows, picked, width)| PickRowsCase { rows, picked, width }).to_vec()
    }

    fn tall_cases() -> Vec<PickRowsCase> {
        vec![PickRowsCase { rows: 131, picked: 65_539, width: 9 }]
    }

    fn perf_cases() -> Vec<PickRowsCase> {
        [1, 64].map(|picked| PickRowsCase { rows: 512, picked, width: 1024 }).to_vec()
    }

    fn need(_case: &PickRowsCase) {}

    fn rows(case: &PickRowsCase) -> usize {
        case.picked
    }

    fn data(case: &PickRowsCase, _compute: Compute) -> PickRowsData {
        let mut noise = Noise::new(21);
        PickRowsData {
            x: Field::random(case.rows, case.width, 2, &mut noise, 1.0),
            rows: (0..case.picked).map(|_| noise.below(case.rows) as u32).collect(),
            out: Field::poisoned(case.picked, case.width, 3),
        }
    }

    fn with_args(
        data: &mut PickRowsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(PickRowsArgs<'_>),
    ) {
        let out = data.out.tensor_mut().slice_rows(rows.clone());
        run(PickRowsArgs { x: data.x.tensor(), rows: data.rows[rows].into(), out });
    }

    fn outputs(data: &PickRowsData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &PickRowsData) -> bool {
        data.out.intact()
    }
}
