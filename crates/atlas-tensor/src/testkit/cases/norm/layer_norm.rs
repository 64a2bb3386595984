//! Cases of [`LayerNorm`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::cases::shared::NormCase;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct LayerNormData {
    x: Field,
    weight: Vec<f32>,
    bias: Vec<f32>,
    out: Field,
}

impl Testable for LayerNorm {
    type Case = NormCase;
    type Data = LayerNormData;
    const TOLERANCE: Tolerance = Tolerance { abs: 4e-6, rel: 8e-6 };

    fn cases() -> Vec<NormCase> {
        NormCase::all()
    }

    fn tall_cases() -> Vec<NormCase> {
        NormCase::tall()
    }

    fn perf_cases() -> Vec<NormCase> {
        NormCase::perf()
    }

    fn need(_case: &NormCase) {}

    fn rows(case: &NormCase) -> usize {
        case.rows
    }

    fn data(case: &NormCase, _compute: Compute) -> LayerNormData {
        let mut noise = Noise::new(35);
        // A mean that is larger than the deviation, as index keys may have.
        let mut x = case.x(&mut noise);
        if !case.special {
            let moved = |x: &f32| half::bf16::from_f32(x + 6.0).to_f32();
            let values: Vec<f32> = x.values().iter().map(moved).collect();
            x = Field::new(case.rows, case.hidden, 3, &values);
        }
        LayerNormData {
            x,
            weight: noise.fill(case.hidden, 1.0),
            bias: noise.fill(case.hidden, 1.0),
            out: Field::poisoned(case.rows, case.hidden, 1),
        }
    }

    fn with_args(
        data: &mut LayerNormData,
        rows: Range<usize>,
        run: &mut dyn FnMut(LayerNormArgs<'_>),
    ) {
        run(LayerNormArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.weight).into(),
            bias: (&data.bias).into(),
            eps: 1e-6,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &LayerNormData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &LayerNormData) -> bool {
        data.out.intact()
    }
}
