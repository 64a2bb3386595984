//! Norm per head with an output gate: `out = x * rsqrt(mean(x^2) + eps) * weight * silu(z)`.

use super::rms_norm::inverse_rms;
use super::swiglu::ElementsCase;
use super::{Compute, silu};
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct GatedRmsNorm;

/// `x[T, h, d]`, `z[T, h, d]`, `weight[d]` to `out[T, h, d]`.
pub struct GatedRmsNormArgs<'a> {
    pub x: Tensor<'a>,
    pub z: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub eps: f32,
    pub out: TensorMut<'a>,
}

impl Op for GatedRmsNorm {
    const NAME: &'static str = "gated_rms_norm";
    type Args<'a> = GatedRmsNormArgs<'a>;
    type Need = ();

    fn check(args: &GatedRmsNormArgs<'_>) {
        let shape = args.x.shape();
        let fits = shape.len() == 3 && shape[2] == args.weight.len();
        assert!(fits, "gated_rms_norm: x {shape:?}, weight {}", args.weight.len());
        assert_eq!(args.z.shape(), shape, "gated_rms_norm: z");
        assert_eq!(args.out.shape(), shape, "gated_rms_norm: out");
    }

    fn cost(args: &GatedRmsNormArgs<'_>) -> Cost {
        let elements: usize = args.x.shape().iter().product();
        Cost::of(3 * elements + args.weight.len(), 9 * elements)
    }

    fn reference(mut args: GatedRmsNormArgs<'_>, _compute: Compute) {
        for (t, j) in (0..args.x.dim(0)).flat_map(|t| (0..args.x.dim(1)).map(move |j| (t, j))) {
            let (x, z) = (args.x.head_f32(t, j), args.z.head_f32(t, j));
            let scale = inverse_rms(x, args.eps);
            for (i, out) in args.out.head_f32_mut(t, j).iter_mut().enumerate() {
                *out = x[i] * scale * args.weight[i] * silu(z[i]);
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::GATED_RMS_NORM
    }
}

/// Heads in the test cases.
const HEADS: usize = 3;

pub struct GatedRmsNormData {
    x: Field,
    z: Field,
    weight: Vec<f32>,
    out: Field,
}

impl Testable for GatedRmsNorm {
    type Case = ElementsCase;
    type Data = GatedRmsNormData;
    const TOLERANCE: Tolerance = Tolerance { abs: 1e-6, rel: 8e-6 };

    fn cases() -> Vec<ElementsCase> {
        ElementsCase::all()
    }

    fn tall_cases() -> Vec<ElementsCase> {
        ElementsCase::tall()
    }

    fn perf_cases() -> Vec<ElementsCase> {
        [1, 8, 512].map(|rows| ElementsCase { rows, width: 128, special: false }).to_vec()
    }

    fn need(_case: &ElementsCase) {}

    fn rows(case: &ElementsCase) -> usize {
        case.rows
    }

    fn data(case: &ElementsCase, _compute: Compute) -> GatedRmsNormData {
        let mut noise = Noise::new(16);
        GatedRmsNormData {
            x: Field::random(case.rows, HEADS * case.width, 3, &mut noise, 1.0),
            z: case.gates(HEADS * case.width, &mut noise),
            weight: noise.fill(case.width, 1.0),
            out: Field::poisoned(case.rows, HEADS * case.width, 1),
        }
    }

    fn with_args(
        data: &mut GatedRmsNormData,
        rows: Range<usize>,
        run: &mut dyn FnMut(GatedRmsNormArgs<'_>),
    ) {
        let shape = [rows.len(), HEADS, data.weight.len()];
        run(GatedRmsNormArgs {
            x: data.x.tensor().slice_rows(rows.clone()).view(&shape),
            z: data.z.tensor().slice_rows(rows.clone()).view(&shape),
            weight: (&data.weight).into(),
            eps: 1e-6,
            out: data.out.tensor_mut().slice_rows(rows).view(&shape),
        });
    }

    fn outputs(data: &GatedRmsNormData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &GatedRmsNormData) -> bool {
        data.out.intact()
    }
}
