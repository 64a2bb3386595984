//! Cases of [`AddNormLinears`].

use std::ops::Range;

use super::chained;
use crate::compute::Compute;
use crate::ops::*;
use crate::place::Slice;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weights::{Weight, WeightFormat};

#[derive(Clone, Debug)]
pub struct AddNormLinearsCase {
    rows: usize,
    hidden: usize,
    /// Outputs of each linear.
    outputs: Vec<usize>,
    format: WeightFormat,
    bias: bool,
    offset: f32,
}

pub struct AddNormLinearsData {
    residual: Field,
    x: Field,
    norm: Vec<f32>,
    offset: f32,
    normed: Field,
    weights: Vec<(Weight, Option<Vec<f32>>)>,
    outs: Vec<Field>,
}

impl Testable for AddNormLinears {
    type Case = AddNormLinearsCase;
    type Data = AddNormLinearsData;
    const TOLERANCE: Tolerance = chained(Compute::Bf16);

    fn tolerance(compute: Compute) -> Tolerance {
        chained(compute)
    }

    fn cases() -> Vec<AddNormLinearsCase> {
        let shapes: [(usize, usize, &[usize]); 7] = [
            (0, 8, &[3]),
            (1, 16, &[24, 8, 8]),
            (1, 64, &[7]),
            (2, 33, &[5, 1, 6, 9]),
            (5, 40, &[16, 8]),
            (17, 64, &[31, 2, 3, 4, 5]),
            (67, 48, &[20, 20]),
        ];
        let formats = [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32];
        let case =
            |(i, (rows, hidden, outputs)): (usize, (usize, usize, &[usize]))| AddNormLinearsCase {
                rows,
                hidden,
                outputs: outputs.to_vec(),
                format: formats[i % 3],
                bias: i % 2 == 1,
                offset: (i % 2) as f32,
            };
        shapes.into_iter().enumerate().map(case).collect()
    }

    fn need(case: &AddNormLinearsCase) -> AddNormLinearsNeed {
        let linear = |&n: &usize| LinearNeed {
            format: case.format,
            n,
            k: case.hidden,
            rounds_inputs: false,
            reorders_inputs: false,
        };
        AddNormLinearsNeed { linears: case.outputs.iter().map(linear).collect() }
    }

    fn rows(case: &AddNormLinearsCase) -> usize {
        case.rows
    }

    fn data(case: &AddNormLinearsCase, _compute: Compute) -> AddNormLinearsData {
        let (mut noise, hidden) = (Noise::new(21), case.hidden);
        let scale = 1.0 / (hidden as f32).sqrt();
        let mut weight = |&n: &usize| {
            let values = noise.fill(n * hidden, scale);
            let bias = case.bias.then(|| noise.fill(n, 1.0));
            (Weight::from_f32(case.format, n, hidden, &values), bias)
        };
        AddNormLinearsData {
            weights: case.outputs.iter().map(&mut weight).collect(),
            residual: Field::random(case.rows, hidden, 2, &mut noise, 1.0),
            x: Field::random(case.rows, hidden, 0, &mut noise, 1.0),
            norm: noise.fill(hidden, 1.0),
            offset: case.offset,
            normed: Field::poisoned(case.rows, hidden, 1),
            outs: case.outputs.iter().map(|&n| Field::poisoned(case.rows, n, 3)).collect(),
        }
    }

    fn with_args(
        data: &mut AddNormLinearsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(AddNormLinearsArgs<'_>),
    ) {
        let mut linears = Vec::new();
        for ((weight, bias), out) in data.weights.iter().zip(&mut data.outs) {
            let (bias, out) = (bias.as_ref().map(Slice::from), out.tensor_mut());
            linears.push(LinearOutput { weight, bias, out: out.slice_rows(rows.clone()) });
        }
        run(AddNormLinearsArgs {
            residual: data.residual.tensor_mut().slice_rows(rows.clone()),
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.norm).into(),
            eps: 1e-5,
            offset: data.offset,
            normed: data.normed.tensor_mut().slice_rows(rows),
            linears: &mut linears,
        });
    }

    fn outputs(data: &AddNormLinearsData) -> Vec<Output> {
        let own = [("residual", data.residual.values()), ("normed", data.normed.values())];
        own.into_iter().chain(data.outs.iter().map(|out| ("out", out.values()))).collect()
    }

    fn intact(data: &AddNormLinearsData) -> bool {
        [&data.residual, &data.normed].into_iter().chain(&data.outs).all(Field::intact)
    }
}
