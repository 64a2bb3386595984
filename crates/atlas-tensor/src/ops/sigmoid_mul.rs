//! Output gate: `x *= sigmoid(gate)`.

use super::swiglu::ElementsCase;
use super::{Compute, sigmoid};
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct SigmoidMul;

/// `x[T, n, d]` in place, `gate[T, n, d]`.
pub struct SigmoidMulArgs<'a> {
    pub x: TensorMut<'a>,
    pub gate: Tensor<'a>,
}

impl Op for SigmoidMul {
    const NAME: &'static str = "sigmoid_mul";
    type Args<'a> = SigmoidMulArgs<'a>;
    type Need = ();

    fn check(args: &SigmoidMulArgs<'_>) {
        assert_eq!(args.x.shape().len(), 3, "sigmoid_mul: x {:?}", args.x.shape());
        assert_eq!(args.x.shape(), args.gate.shape(), "sigmoid_mul: gate");
    }

    fn cost(args: &SigmoidMulArgs<'_>) -> Cost {
        let elements: usize = args.gate.shape().iter().product();
        Cost::of(3 * elements, 4 * elements)
    }

    fn reference(mut args: SigmoidMulArgs<'_>, _compute: Compute) {
        for (t, j) in (0..args.x.dim(0)).flat_map(|t| (0..args.gate.dim(1)).map(move |j| (t, j))) {
            for (x, &gate) in args.x.head_f32_mut(t, j).iter_mut().zip(args.gate.head_f32(t, j)) {
                *x *= sigmoid(gate);
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::SIGMOID_MUL
    }
}

/// Heads in the test cases.
const HEADS: usize = 3;

pub struct SigmoidMulData {
    x: Field,
    /// `[T, n, 2 d]`: the gate is the second half of each head.
    gate: Field,
}

impl Testable for SigmoidMul {
    type Case = ElementsCase;
    type Data = SigmoidMulData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<ElementsCase> {
        ElementsCase::all()
    }

    fn tall_cases() -> Vec<ElementsCase> {
        ElementsCase::tall()
    }

    fn perf_cases() -> Vec<ElementsCase> {
        ElementsCase::perf()
    }

    fn need(_case: &ElementsCase) {}

    fn rows(case: &ElementsCase) -> usize {
        case.rows
    }

    fn data(case: &ElementsCase, _compute: Compute) -> SigmoidMulData {
        let mut noise = Noise::new(9);
        SigmoidMulData {
            x: Field::random(case.rows, HEADS * case.width, 2, &mut noise, 1.0),
            gate: case.gates(HEADS * 2 * case.width, &mut noise),
        }
    }

    fn with_args(
        data: &mut SigmoidMulData,
        rows: Range<usize>,
        run: &mut dyn FnMut(SigmoidMulArgs<'_>),
    ) {
        let width = data.x.tensor().dim(1) / HEADS;
        let gate = data.gate.tensor().slice_rows(rows.clone());
        let x = data.x.tensor_mut().slice_rows(rows.clone());
        run(SigmoidMulArgs {
            x: x.view(&[rows.len(), HEADS, width]),
            gate: gate.view(&[rows.len(), HEADS, 2 * width]).slice_last(width..2 * width),
        });
    }

    fn outputs(data: &SigmoidMulData) -> Vec<Output> {
        vec![("x", data.x.values())]
    }

    fn intact(data: &SigmoidMulData) -> bool {
        data.x.intact()
    }
}
