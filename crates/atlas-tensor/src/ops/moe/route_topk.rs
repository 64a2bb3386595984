//! Router of a mixture of experts: softmax over all experts, the `k` largest in rank order.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::place::SliceMut;
use crate::tensor::{Tensor, TensorMut};

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
}

/// Sorts NaN below minus infinity (as an equal of it, so ties go by id) and -0 with 0.
fn rank_key(logit: f32) -> f32 {
    if logit.is_nan() { f32::NEG_INFINITY } else { logit + 0.0 }
}
