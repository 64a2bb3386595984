//! Router of a mixture of experts: scores of all experts, the `k` best in rank order.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::scalar::sigmoid;
use crate::place::{Slice, SliceMut};
use crate::tensor::{Tensor, TensorMut};

pub struct RouteTopk;

/// Scores of experts, from their logits and in f32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RouterScoring {
    /// Over all experts of a row.
    #[default]
    Softmax,
    /// Of each logit alone (DeepSeek-V3, section 2.1.2).
    Sigmoid,
}

/// The choice of experts by their scores, and their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouterRule {
    pub scoring: RouterScoring,
    /// Groups of as many experts each, and of how many a row's experts are: those whose two best
    /// biased scores have the largest sums, ties by lower group. One group is no grouping.
    pub groups: usize,
    pub groups_kept: usize,
    /// Divide the chosen scores by their sum (plus 1e-20).
    pub renormalise: bool,
    /// Factor of the weights, after that.
    pub scale: f32,
}

impl RouterRule {
    /// Softmax over one group.
    pub fn softmax(renormalise: bool) -> Self {
        let scoring = RouterScoring::Softmax;
        Self { scoring, groups: 1, groups_kept: 1, renormalise, scale: 1.0 }
    }

    /// Whether the largest logits are chosen: nothing but a softmax comes between.
    pub fn is_plain(&self) -> bool {
        self.scoring == RouterScoring::Softmax && self.groups_kept == self.groups
    }
}

/// `logits[T, E]` to `ids[T * k]` and `weights[T * k]`, row-major `[T, k]`. Rank order is score
/// plus `bias[E]` descending, ties by lower id; experts of groups that are not kept, and those of a
/// NaN logit, rank below all others. Weights are of scores without the bias. Where the rule is
/// plain and there is no bias the order is that of logits, which scores may round to equals.
pub struct RouteTopkArgs<'a> {
    pub logits: Tensor<'a>,
    pub bias: Option<Slice<'a, f32>>,
    pub k: usize,
    pub rule: RouterRule,
    pub ids: SliceMut<'a, u32>,
    pub weights: TensorMut<'a>,
}

/// Beside the sum of scores that weights are divided by.
pub const ROUTER_SUM_EPS: f32 = 1e-20;

impl RouteTopkArgs<'_> {
    /// Whether experts are ranked by logits.
    pub fn ranks_logits(&self) -> bool {
        self.rule.is_plain() && self.bias.is_none()
    }
}

/// Panics, naming the op, unless `k` of `experts` can be chosen by the rule and the bias.
pub(crate) fn check_rule(
    op: &str,
    (k, experts): (usize, usize),
    rule: &RouterRule,
    bias: Option<Slice<'_, f32>>,
) {
    let RouterRule { groups, groups_kept, .. } = *rule;
    let fits = 0 < groups_kept && groups_kept <= groups && experts.is_multiple_of(groups);
    assert!(fits, "{op}: {groups_kept} of {groups} groups of {experts} experts");
    let eligible = experts / groups * groups_kept;
    assert!(0 < k && k <= eligible, "{op}: {k} of {eligible}");
    assert!(bias.is_none_or(|bias| bias.len() == experts), "{op}: bias of {experts} experts");
}

impl Op for RouteTopk {
    const NAME: &'static str = "route_topk";
    type Args<'a> = RouteTopkArgs<'a>;
    type Need = ();

    fn check(args: &RouteTopkArgs<'_>) {
        let shape = args.logits.shape();
        assert_eq!(shape.len(), 2, "route_topk: logits {shape:?}");
        check_rule(Self::NAME, (args.k, shape[1]), &args.rule, args.bias);
        assert_eq!(args.ids.len(), shape[0] * args.k, "route_topk: ids");
        assert_eq!(args.weights.shape(), [shape[0], args.k], "route_topk: weights");
    }

    fn cost(args: &RouteTopkArgs<'_>) -> Cost {
        let (elements, chosen) = (args.logits.rows() * args.logits.dim(1), args.ids.len());
        Cost::of(elements + 2 * chosen, 3 * elements)
    }

    fn reference(mut args: RouteTopkArgs<'_>, _compute: Compute) {
        let (k, rule) = (args.k, args.rule);
        let bias = args.bias.map(|bias| bias.to_vec());
        for t in 0..args.logits.rows() {
            let logits = args.logits.row_f32(t);
            let (mut scores, mut sum) = scores(logits, rule.scoring);
            let keys: Vec<f32> = if args.ranks_logits() {
                logits.iter().map(|&l| rank_key(l)).collect()
            } else {
                scores.iter_mut().for_each(|score| *score /= sum);
                sum = 1.0;
                // A tie is one of f32, as the scores of every device are.
                let biased = |(e, &s): (usize, &f64)| {
                    rank_key(s as f32 + bias.as_ref().map_or(0.0, |bias| bias[e]))
                };
                of_kept_groups(scores.iter().enumerate().map(biased).collect(), &rule)
            };
            let mut order: Vec<usize> = (0..logits.len()).collect();
            order.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]));
            let chosen: f64 = order[..k].iter().map(|&e| scores[e]).sum();
            let sum = if rule.renormalise { chosen + f64::from(ROUTER_SUM_EPS) } else { sum };
            for (r, &e) in order[..k].iter().enumerate() {
                args.ids[t * k + r] = e as u32;
                args.weights.row_f32_mut(t)[r] = (scores[e] / sum * f64::from(rule.scale)) as f32;
            }
        }
    }
}

/// Scores of a row, and what they are to be divided by.
fn scores(logits: &[f32], scoring: RouterScoring) -> (Vec<f64>, f64) {
    match scoring {
        RouterScoring::Sigmoid => (logits.iter().map(|&l| f64::from(sigmoid(l))).collect(), 1.0),
        RouterScoring::Softmax => {
            let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let exp: Vec<f64> = logits.iter().map(|&l| f64::from(l - max).exp()).collect();
            let sum: f64 = exp.iter().sum();
            (exp, sum)
        }
    }
}

/// The keys of the groups that are kept; minus infinity for those of others.
fn of_kept_groups(mut keys: Vec<f32>, rule: &RouterRule) -> Vec<f32> {
    let size = keys.len() / rule.groups;
    let two_best = |group: &[f32]| {
        let mut sorted = group.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        rank_key(sorted.iter().take(2).sum())
    };
    let sums: Vec<f32> = keys.chunks(size).map(two_best).collect();
    let mut order: Vec<usize> = (0..rule.groups).collect();
    order.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]));
    for &group in &order[rule.groups_kept..] {
        keys[group * size..][..size].fill(f32::NEG_INFINITY);
    }
    keys
}

/// Sorts NaN below minus infinity (as an equal of it, so ties go by id) and -0 with 0.
fn rank_key(key: f32) -> f32 {
    if key.is_nan() { f32::NEG_INFINITY } else { key + 0.0 }
}
