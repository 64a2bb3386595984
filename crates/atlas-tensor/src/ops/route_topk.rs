//! Router of a mixture of experts: softmax over all experts, the `k` largest in rank order.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::SliceMut;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct RouteTopk;

/// `logits[T, E]` to `ids[T * k]` and `weights[T * k]`, row-major `[T, k]`. Rank order is logit
/// descending, ties by lower id; a NaN logit ranks below all others. With `renormalise` the `k`
/// weights of a row sum to 1.
pub struct RouteTopkArgs<'a> {
    pub logits: Tensor<'a>,
    pub k: usize,
    pub renormalise: bool,
    pub ids: SliceMut<'a, u32>,
    pub weights: TensorMut<'a>,
}

impl Op for RouteTopk {
    const NAME: &'static str = "route_topk";
    type Args<'a> = RouteTopkArgs<'a>;
    type Need = ();

    fn check(args: &RouteTopkArgs<'_>) {
        let shape = args.logits.shape();
        assert_eq!(shape.len(), 2, "route_topk: logits {shape:?}");
        assert!(0 < args.k && args.k <= shape[1], "route_topk: {} of {}", args.k, shape[1]);
        assert_eq!(args.ids.len(), shape[0] * args.k, "route_topk: ids");
        assert_eq!(args.weights.shape(), [shape[0], args.k], "route_topk: weights");
    }

    fn cost(args: &RouteTopkArgs<'_>) -> Cost {
        let (elements, chosen) = (args.logits.rows() * args.logits.dim(1), args.ids.len());
        Cost::of(elements + 2 * chosen, 3 * elements)
    }

    fn reference(mut args: RouteTopkArgs<'_>, _compute: Compute) {
        let k = args.k;
        for t in 0..args.logits.rows() {
            let logits = args.logits.row_f32(t);
            let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let exp: Vec<f64> = logits.iter().map(|&l| f64::from(l - max).exp()).collect();
            let sum: f64 = exp.iter().sum();
            let mut order: Vec<usize> = (0..logits.len()).collect();
            order.sort_by(|&a, &b| rank_key(logits[b]).total_cmp(&rank_key(logits[a])));
            let chosen: f64 = order[..k].iter().map(|&e| exp[e]).sum();
            let scale = if args.renormalise { chosen } else { sum };
            for (r, &e) in order[..k].iter().enumerate() {
                args.ids[t * k + r] = e as u32;
                args.weights.row_f32_mut(t)[r] = (exp[e] / scale) as f32;
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::ROUTE_TOPK
    }
}

/// Sorts NaN below minus infinity (as an equal of it, so ties go by id) and -0 with 0.
fn rank_key(logit: f32) -> f32 {
    if logit.is_nan() { f32::NEG_INFINITY } else { logit + 0.0 }
}

#[derive(Clone, Debug)]
pub struct RouteTopkCase {
    rows: usize,
    experts: usize,
    k: usize,
    renormalise: bool,
    /// Logits of a few values only, and rows of NaN and infinities.
    special: bool,
}

pub struct RouteTopkData {
    logits: Field,
    k: usize,
    renormalise: bool,
    ids: Vec<u32>,
    weights: Field,
}

impl Testable for RouteTopk {
    type Case = RouteTopkCase;
    type Data = RouteTopkData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;

    fn cases() -> Vec<RouteTopkCase> {
        let shapes = [
            (0, 4, 1),
            (1, 1, 1),
            (3, 8, 2),
            (5, 60, 4),
            (9, 128, 8),
            (4, 513, 10),
            (2, 40, 35),
            (2, 17, 17),
        ];
        let mut cases = Vec::new();
        for renormalise in [true, false] {
            for special in [true, false] {
                let case =
                    |(rows, experts, k)| RouteTopkCase { rows, experts, k, renormalise, special };
                cases.extend(shapes.map(case));
            }
        }
        cases
    }

    fn tall_cases() -> Vec<RouteTopkCase> {
        let (renormalise, special) = (true, false);
        let shapes = [(65_539, 9, 3), (257, 512, 10)];
        let case = |(rows, experts, k)| RouteTopkCase { rows, experts, k, renormalise, special };
        shapes.map(case).to_vec()
    }

    fn perf_cases() -> Vec<RouteTopkCase> {
        let case =
            |rows| RouteTopkCase { rows, experts: 256, k: 8, renormalise: true, special: false };
        [1, 8, 512].map(case).to_vec()
    }

    fn need(_case: &RouteTopkCase) {}

    fn rows(case: &RouteTopkCase) -> usize {
        case.rows
    }

    fn data(case: &RouteTopkCase, _compute: Compute) -> RouteTopkData {
        let mut noise = Noise::new(11);
        let mut values = noise.fill(case.rows * case.experts, 2.0);
        if case.special {
            values.iter_mut().for_each(|x| *x = x.round());
        }
        let mut logits = Field::new(case.rows, case.experts, 3, &values);
        if case.special && case.rows > 2 {
            (0..case.experts).for_each(|e| logits.set(0, e, f32::NEG_INFINITY));
            logits.set(1, 2, f32::NAN);
            logits.set(2, 1, f32::NEG_INFINITY);
        }
        RouteTopkData {
            logits,
            k: case.k,
            renormalise: case.renormalise,
            ids: vec![u32::MAX; case.rows * case.k],
            weights: Field::poisoned(case.rows, case.k, 0),
        }
    }

    fn with_args(
        data: &mut RouteTopkData,
        rows: Range<usize>,
        run: &mut dyn FnMut(RouteTopkArgs<'_>),
    ) {
        let k = data.k;
        run(RouteTopkArgs {
            logits: data.logits.tensor().slice_rows(rows.clone()),
            k,
            renormalise: data.renormalise,
            ids: data.ids[rows.start * k..rows.end * k].as_mut().into(),
            weights: data.weights.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &RouteTopkData) -> Vec<Output> {
        let ids = data.ids.iter().map(|&id| id as f32).collect();
        vec![("ids", ids), ("weights", data.weights.values())]
    }

    fn intact(data: &RouteTopkData) -> bool {
        data.weights.intact()
    }
}
