//! Cases of [`QueryTemperature`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct TemperatureCase {
    rows: usize,
    heads: usize,
    width: usize,
    /// Position of the first row.
    start: u32,
    period: u32,
}

pub struct TemperatureData {
    x: Field,
    shape: [usize; 2],
    positions: Vec<u32>,
    period: u32,
}

impl Testable for QueryTemperature {
    type Case = TemperatureCase;
    type Data = TemperatureData;
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-6, rel: 1e-6 };

    fn cases() -> Vec<TemperatureCase> {
        let shapes = [(0, 1, 4, 0, 8), (1, 1, 1, 7, 8), (13, 3, 17, 3, 5), (40, 2, 64, 8190, 8192)];
        let case = |(rows, heads, width, start, period)| TemperatureCase {
            rows,
            heads,
            width,
            start,
            period,
        };
        shapes.map(case).to_vec()
    }

    fn tall_cases() -> Vec<TemperatureCase> {
        vec![TemperatureCase { rows: 65_539, heads: 1, width: 5, start: 0, period: 100 }]
    }

    fn perf_cases() -> Vec<TemperatureCase> {
        let case =
            |rows| TemperatureCase { rows, heads: 32, width: 128, start: 9000, period: 8192 };
        [1, 512].map(case).to_vec()
    }

    fn need(_case: &TemperatureCase) {}

    fn rows(case: &TemperatureCase) -> usize {
        case.rows
    }

    fn data(case: &TemperatureCase, _compute: Compute) -> TemperatureData {
        let mut noise = Noise::new(31);
        TemperatureData {
            x: Field::random(case.rows, case.heads * case.width, 3, &mut noise, 1.0),
            shape: [case.heads, case.width],
            positions: (case.start..case.start + case.rows as u32).collect(),
            period: case.period,
        }
    }

    fn with_args(
        data: &mut TemperatureData,
        rows: Range<usize>,
        run: &mut dyn FnMut(QueryTemperatureArgs<'_>),
    ) {
        let [heads, width] = data.shape;
        run(QueryTemperatureArgs {
            x: data.x.tensor_mut().slice_rows(rows.clone()).view(&[rows.len(), heads, width]),
            positions: data.positions[rows].into(),
            beta: 0.1,
            period: data.period,
        });
    }

    fn outputs(data: &TemperatureData) -> Vec<Output> {
        vec![("x", data.x.values())]
    }

    fn intact(data: &TemperatureData) -> bool {
        data.x.intact()
    }
}
