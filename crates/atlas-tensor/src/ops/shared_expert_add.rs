//! Adds the shared expert, last of all: `out += sigmoid(gate) * shared`, or `out += shared`.

use super::swiglu::ElementsCase;
use super::{Compute, sigmoid};
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct SharedExpertAdd;

/// `out[T, H]` in place, `shared[T, H]`, gate logit `gate[T]?`.
pub struct SharedExpertAddArgs<'a> {
    pub out: TensorMut<'a>,
    pub shared: Tensor<'a>,
    pub gate: Option<Tensor<'a>>,
}

impl Op for SharedExpertAdd {
    const NAME: &'static str = "shared_expert_add";
    type Args<'a> = SharedExpertAddArgs<'a>;
    type Need = ();

    fn check(args: &SharedExpertAddArgs<'_>) {
        assert_eq!(args.shared.rank(), 2, "shared_expert_add: {:?}", args.shared.shape());
        assert_eq!(args.out.shape(), args.shared.shape(), "shared_expert_add: shared");
        if let Some(gate) = args.gate {
            assert_eq!(gate.shape(), [args.shared.rows()], "shared_expert_add: gate");
        }
    }

    fn cost(args: &SharedExpertAddArgs<'_>) -> Cost {
        let elements = args.shared.rows() * args.shared.dim(1);
        Cost::of(3 * elements + args.shared.rows(), 2 * elements)
    }

    fn reference(mut args: SharedExpertAddArgs<'_>, _compute: Compute) {
        let gate = args.gate.map(|gate| gate.to_vec());
        for t in 0..args.shared.rows() {
            let factor = gate.as_ref().map_or(1.0, |gate| sigmoid(gate[t]));
            for (out, &shared) in args.out.row_f32_mut(t).iter_mut().zip(args.shared.row_f32(t)) {
                *out += factor * shared;
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::SHARED_EXPERT_ADD
    }
}

/// A shape, with a gate or without.
#[derive(Clone, Debug)]
pub struct SharedExpertAddCase {
    elements: ElementsCase,
    gated: bool,
}

pub struct SharedExpertAddData {
    out: Field,
    shared: Field,
    /// `[T, 1]`, a column of a wider matrix.
    gate: Option<Field>,
}

impl Testable for SharedExpertAdd {
    type Case = SharedExpertAddCase;
    type Data = SharedExpertAddData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<SharedExpertAddCase> {
        let all = ElementsCase::all().into_iter();
        all.flat_map(|elements| {
            [true, false].map(|gated| SharedExpertAddCase { elements: elements.clone(), gated })
        })
        .collect()
    }

    fn tall_cases() -> Vec<SharedExpertAddCase> {
        let all = ElementsCase::tall().into_iter();
        all.map(|elements| SharedExpertAddCase { elements, gated: true }).collect()
    }

    fn perf_cases() -> Vec<SharedExpertAddCase> {
        let all = ElementsCase::perf().into_iter();
        all.map(|elements| SharedExpertAddCase { elements, gated: true }).collect()
    }

    fn need(_case: &SharedExpertAddCase) {}

    fn rows(case: &SharedExpertAddCase) -> usize {
        case.elements.rows
    }

    fn data(case: &SharedExpertAddCase, _compute: Compute) -> SharedExpertAddData {
        let mut noise = Noise::new(10);
        let ElementsCase { rows, width, .. } = case.elements;
        SharedExpertAddData {
            out: Field::random(rows, width, 3, &mut noise, 1.0),
            shared: case.elements.gates(width, &mut noise),
            gate: case.gated.then(|| case.elements.gates(1, &mut noise)),
        }
    }

    fn with_args(
        data: &mut SharedExpertAddData,
        rows: Range<usize>,
        run: &mut dyn FnMut(SharedExpertAddArgs<'_>),
    ) {
        let gate = data.gate.as_ref().map(Field::tensor);
        run(SharedExpertAddArgs {
            out: data.out.tensor_mut().slice_rows(rows.clone()),
            shared: data.shared.tensor().slice_rows(rows.clone()),
            gate: gate.map(|gate| gate.slice_rows(rows.clone()).view(&[rows.len()])),
        });
    }

    fn outputs(data: &SharedExpertAddData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &SharedExpertAddData) -> bool {
        data.out.intact()
    }
}
