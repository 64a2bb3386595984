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
    /// Whether rows are all in order instead of picked ones; then `picked` is `rows`.
    all: bool,
}

pub struct PickRowsData {
    x: Field,
    rows: Option<Vec<u32>>,
    out: Field,
}

impl Testable for PickRows {
    type Case = PickRowsCase;
    type Data = PickRowsData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<PickRowsCase> {
        let shapes = [(3, 0, 8), (1, 1, 1), (13, 7, 33), (50, 130, 200)];
        let case = |(rows, picked, width)| PickRowsCase { rows, picked, width, all: false };
        let whole = [(0, 8), (1, 1), (13, 33), (131, 200)];
        let whole =
            whole.map(|(rows, width)| PickRowsCase { rows, picked: rows, width, all: true });
        shapes.map(case).into_iter().chain(whole).collect()
    }

    fn tall_cases() -> Vec<PickRowsCase> {
        vec![PickRowsCase { rows: 131, picked: 65_539, width: 9, all: false }]
    }

    fn perf_cases() -> Vec<PickRowsCase> {
        [1, 64].map(|picked| PickRowsCase { rows: 512, picked, width: 1024, all: false }).to_vec()
    }

    fn need(_case: &PickRowsCase) {}

    fn rows(case: &PickRowsCase) -> usize {
        case.picked
    }

    fn data(case: &PickRowsCase, _compute: Compute) -> PickRowsData {
        let mut noise = Noise::new(21);
        PickRowsData {
            x: Field::random(case.rows, case.width, 2, &mut noise, 1.0),
            rows: (!case.all)
                .then(|| (0..case.picked).map(|_| noise.below(case.rows) as u32).collect()),
            out: Field::poisoned(case.picked, case.width, 3),
        }
    }

    fn with_args(
        data: &mut PickRowsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(PickRowsArgs<'_>),
    ) {
        let out = data.out.tensor_mut().slice_rows(rows.clone());
        let (x, picked) = match &data.rows {
            Some(picked) => (data.x.tensor(), Some(picked[rows].into())),
            None => (data.x.tensor().slice_rows(rows), None),
        };
        run(PickRowsArgs { x, rows: picked, out });
    }

    fn outputs(data: &PickRowsData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &PickRowsData) -> bool {
        data.out.intact()
    }
}
