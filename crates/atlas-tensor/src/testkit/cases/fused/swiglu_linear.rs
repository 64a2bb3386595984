//! Cases of [`SwiGluLinear`].

use std::ops::Range;

use super::chained;
use crate::compute::Compute;
use crate::ops::*;
use crate::place::Slice;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weights::{Weight, WeightFormat};

#[derive(Clone, Debug)]
pub struct SwiGluLinearCase {
    rows: usize,
    inner: usize,
    n: usize,
    format: WeightFormat,
    bias: bool,
}

pub struct SwiGluLinearData {
    gate: Field,
    up: Field,
    active: Field,
    weight: Weight,
    bias: Option<Vec<f32>>,
    out: Field,
}

impl Testable for SwiGluLinear {
    type Case = SwiGluLinearCase;
    type Data = SwiGluLinearData;
    const TOLERANCE: Tolerance = chained(Compute::Bf16);

    fn tolerance(compute: Compute) -> Tolerance {
        chained(compute)
    }

    fn cases() -> Vec<SwiGluLinearCase> {
        let shapes = [(0, 8, 3), (1, 16, 24), (1, 33, 7), (2, 40, 16), (16, 64, 9), (17, 64, 31)];
        let formats = [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32];
        let case = |(i, (rows, inner, n))| SwiGluLinearCase {
            rows,
            inner,
            n,
            format: formats[i % 3],
            bias: i % 2 == 1,
        };
        shapes.into_iter().enumerate().map(case).collect()
    }

    fn need(case: &SwiGluLinearCase) -> LinearNeed {
        LinearNeed {
            format: case.format,
            n: case.n,
            k: case.inner,
            rounds_inputs: false,
            reorders_inputs: false,
        }
    }

    fn rows(case: &SwiGluLinearCase) -> usize {
        case.rows
    }

    fn data(case: &SwiGluLinearCase, _compute: Compute) -> SwiGluLinearData {
        let mut noise = Noise::new(22);
        let &SwiGluLinearCase { rows, inner, n, format, bias } = case;
        let values = noise.fill(n * inner, 1.0 / (inner as f32).sqrt());
        SwiGluLinearData {
            gate: Field::random(rows, inner, 4, &mut noise, 1.0),
            up: Field::random(rows, inner, 0, &mut noise, 1.0),
            active: Field::poisoned(rows, inner, 2),
            weight: Weight::from_f32(format, n, inner, &values),
            bias: bias.then(|| noise.fill(n, 1.0)),
            out: Field::poisoned(rows, n, 1),
        }
    }

    fn with_args(
        data: &mut SwiGluLinearData,
        rows: Range<usize>,
        run: &mut dyn FnMut(SwiGluLinearArgs<'_>),
    ) {
        run(SwiGluLinearArgs {
            gate: data.gate.tensor().slice_rows(rows.clone()),
            up: data.up.tensor().slice_rows(rows.clone()),
            active: data.active.tensor_mut().slice_rows(rows.clone()),
            weight: &data.weight,
            bias: data.bias.as_ref().map(Slice::from),
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &SwiGluLinearData) -> Vec<Output> {
        vec![("active", data.active.values()), ("out", data.out.values())]
    }

    fn intact(data: &SwiGluLinearData) -> bool {
        data.active.intact() && data.out.intact()
    }
}
