//! Cases of [`QkNormRope`].

use crate::compute::Compute;
use crate::ops::*;
use crate::place::Slice;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct QkNormRopeCase {
    rows: usize,
    heads: usize,
    width: usize,
    rotary_dim: Option<usize>,
    norm: bool,
    start: u32,
}

pub struct QkNormRopeData {
    heads: Field,
    shape: [usize; 2],
    norm: Option<Vec<f32>>,
    rope: Option<RopeTable>,
    positions: Vec<u32>,
}

impl Testable for QkNormRope {
    type Case = QkNormRopeCase;
    type Data = QkNormRopeData;
    const TOLERANCE: Tolerance = Tolerance { abs: 2e-6, rel: 4e-6 };

    fn cases() -> Vec<QkNormRopeCase> {
        let case = |rows, heads, width, rotary_dim, norm, start| QkNormRopeCase {
            rows,
            heads,
            width,
            rotary_dim,
            norm,
            start,
        };
        vec![
            case(0, 2, 8, Some(8), true, 0),
            case(1, 1, 2, Some(2), false, 5),
            case(3, 3, 20, Some(20), true, 1000),
            case(5, 2, 64, Some(16), true, 0),
            case(4, 1, 33, Some(10), true, 77),
            case(9, 4, 128, Some(128), false, 262_000),
            case(7, 3, 24, None, true, 3),
            case(2, 2, 16, None, false, 3),
            case(70, 8, 128, Some(64), true, 40_000),
        ]
    }

    fn tall_cases() -> Vec<QkNormRopeCase> {
        let (rotary_dim, norm) = (Some(4), true);
        vec![QkNormRopeCase { rows: 65_539, heads: 2, width: 6, rotary_dim, norm, start: 9 }]
    }

    fn perf_cases() -> Vec<QkNormRopeCase> {
        let case = |rows| QkNormRopeCase {
            rows,
            heads: 16,
            width: 128,
            rotary_dim: Some(128),
            norm: true,
            start: 100,
        };
        [1, 8, 512].map(case).to_vec()
    }

    fn need(_case: &QkNormRopeCase) {}

    fn rows(case: &QkNormRopeCase) -> usize {
        case.rows
    }

    fn data(case: &QkNormRopeCase, _compute: Compute) -> QkNormRopeData {
        let mut noise = Noise::new(5);
        let rope = |dim| RopeTable { attention_factor: 1.25, ..RopeTable::plain(10_000.0, dim) };
        QkNormRopeData {
            heads: Field::random(case.rows, case.heads * case.width, 3, &mut noise, 1.0),
            shape: [case.heads, case.width],
            norm: case.norm.then(|| noise.fill(case.width, 1.0)),
            rope: case.rotary_dim.map(rope),
            positions: (0..case.rows as u32).map(|i| case.start + i * 3).collect(),
        }
    }

    fn with_args(
        data: &mut QkNormRopeData,
        rows: Range<usize>,
        run: &mut dyn FnMut(QkNormRopeArgs<'_>),
    ) {
        let [heads, width] = data.shape;
        run(QkNormRopeArgs {
            heads: data.heads.tensor_mut().slice_rows(rows.clone()).view(&[
                rows.len(),
                heads,
                width,
            ]),
            norm: data.norm.as_ref().map(Slice::from),
            eps: 1e-6,
            offset: 1.0,
            rope: data.rope.as_ref().map(RopeTable::view),
            positions: data.positions[rows].into(),
        });
    }

    fn outputs(data: &QkNormRopeData) -> Vec<Output> {
        vec![("heads", data.heads.values())]
    }

    fn intact(data: &QkNormRopeData) -> bool {
        data.heads.intact()
    }
}
