//! Cases of [`RotateHeads`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct RotateHeadsCase {
    rows: usize,
    heads: usize,
    width: usize,
    back: bool,
}

pub struct RotateHeadsData {
    heads: Field,
    shape: [usize; 2],
    back: bool,
}

impl Testable for RotateHeads {
    type Case = RotateHeadsCase;
    type Data = RotateHeadsData;
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-6, rel: 1e-6 };

    fn cases() -> Vec<RotateHeadsCase> {
        let shapes = [(0, 2, 64), (1, 1, 16), (3, 5, 32), (17, 3, 128), (2, 2, 256), (5, 1, 512)];
        let both = |(rows, heads, width)| {
            [false, true].map(|back| RotateHeadsCase { rows, heads, width, back })
        };
        shapes.into_iter().flat_map(both).collect()
    }

    fn tall_cases() -> Vec<RotateHeadsCase> {
        vec![RotateHeadsCase { rows: 65_539, heads: 1, width: 16, back: false }]
    }

    fn perf_cases() -> Vec<RotateHeadsCase> {
        [1, 512].map(|rows| RotateHeadsCase { rows, heads: 16, width: 256, back: true }).into()
    }

    fn need(case: &RotateHeadsCase) -> RotateHeadsNeed {
        RotateHeadsNeed { head_dim: case.width }
    }

    fn rows(case: &RotateHeadsCase) -> usize {
        case.rows
    }

    fn data(case: &RotateHeadsCase, _compute: Compute) -> RotateHeadsData {
        let mut noise = Noise::new(31);
        let heads = Field::random(case.rows, case.heads * case.width, 4, &mut noise, 2.0);
        RotateHeadsData { heads, shape: [case.heads, case.width], back: case.back }
    }

    fn with_args(
        data: &mut RotateHeadsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(RotateHeadsArgs<'_>),
    ) {
        let shape = [rows.len(), data.shape[0], data.shape[1]];
        let heads = data.heads.tensor_mut().slice_rows(rows).view(&shape);
        run(RotateHeadsArgs { heads, back: data.back });
    }

    fn outputs(data: &RotateHeadsData) -> Vec<Output> {
        vec![("heads", data.heads.values())]
    }

    fn intact(data: &RotateHeadsData) -> bool {
        data.heads.intact()
    }
}
