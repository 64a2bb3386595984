//! Cases of [`LinearQ8`].

use crate::ops::Compute;
use crate::ops::linear_q8::*;
use crate::q8::Q8Weight;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct LinearQ8Case {
    rows: usize,
    n: usize,
    k: usize,
    gap: usize,
    special: bool,
}

pub struct LinearQ8Data {
    x: Field,
    weight: Q8Weight,
    out: Field,
}

impl Testable for LinearQ8 {
    type Case = LinearQ8Case;
    type Data = LinearQ8Data;
    const TOLERANCE: Tolerance = Tolerance::SUM;

    fn cases() -> Vec<LinearQ8Case> {
        let tails = [1, 31, 32, 33, 63, 64, 65, 97].map(|k| (5, 7, k));
        let shapes = [
            (0, 4, 8),
            (1, 0, 8),
            (1, 1, 1),
            (2, 13, 64),
            (3, 6, 40),
            (4, 11, 96),
            (29, 31, 130),
            (67, 61, 257),
            (131, 97, 512),
            (1, 509, 1031),
        ];
        let all = tails.iter().chain(&shapes).enumerate();
        let mut cases: Vec<_> = all
            .map(|(i, &(rows, n, k))| LinearQ8Case { rows, n, k, gap: i % 3, special: false })
            .collect();
        cases.push(LinearQ8Case { rows: 14, n: 9, k: 50, gap: 0, special: true });
        cases
    }

    fn perf_cases() -> Vec<LinearQ8Case> {
        let case = |rows, n, k| LinearQ8Case { rows, n, k, gap: 0, special: false };
        let shapes = [(3072, 1024), (4096, 4096)];
        shapes.iter().flat_map(|&(n, k)| [1, 8, 512].map(|rows| case(rows, n, k))).collect()
    }

    fn need(_case: &LinearQ8Case) {}

    fn rows(case: &LinearQ8Case) -> usize {
        case.rows
    }

    fn data(case: &LinearQ8Case, _compute: Compute) -> LinearQ8Data {
        let mut noise = Noise::new(6);
        let values = noise.fill(case.n * case.k, 1.0 / (case.k as f32).sqrt());
        let mut x = Field::random(case.rows, case.k, case.gap, &mut noise, 1.0);
        if case.special {
            x.set(1, 3, f32::NAN);
            x.set(2, 49, f32::INFINITY);
            x.set(5, 0, f32::NEG_INFINITY);
            (0..case.k).for_each(|i| x.set(6, i, 0.0));
            // One value so large that the others of its group round to nothing.
            x.set(7, 2, 1e20);
        }
        LinearQ8Data {
            x,
            weight: Q8Weight::from_f32(case.n, case.k, &values),
            out: Field::poisoned(case.rows, case.n, 5),
        }
    }

    fn with_args(
        data: &mut LinearQ8Data,
        rows: Range<usize>,
        run: &mut dyn FnMut(LinearQ8Args<'_>),
    ) {
        run(LinearQ8Args {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: &data.weight,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &LinearQ8Data) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LinearQ8Data) -> bool {
        data.out.intact()
    }
}
