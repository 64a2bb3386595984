//! Cases of [`RouteTopk`].

use crate::compute::Compute;
use crate::ops::*;
use crate::place::Slice;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct RouteTopkCase {
    rows: usize,
    experts: usize,
    k: usize,
    rule: RouterRule,
    bias: bool,
    /// Logits of a few values only, and rows of NaN and infinities.
    special: bool,
}

pub struct RouteTopkData {
    logits: Field,
    bias: Option<Vec<f32>>,
    k: usize,
    rule: RouterRule,
    ids: Vec<u32>,
    weights: Field,
}

impl RouteTopkCase {
    /// Weights of a softmax that add up to 1.
    fn plain(rows: usize, experts: usize, k: usize) -> Self {
        let rule = RouterRule::softmax(true);
        Self { rows, experts, k, rule, bias: false, special: false }
    }
}

fn sigmoid((groups, groups_kept): (usize, usize), renormalise: bool, scale: f32) -> RouterRule {
    let scoring = RouterScoring::Sigmoid;
    RouterRule { scoring, groups, groups_kept, renormalise, scale }
}

/// Scores of both kinds, with biases, groups and factors, among them groups of one expert, all
/// experts of the groups that are kept, and more experts than a warp keeps.
fn grouped_cases() -> Vec<RouteTopkCase> {
    let softmax = |groups, groups_kept| RouterRule {
        groups,
        groups_kept,
        scale: 1.5,
        ..RouterRule::softmax(true)
    };
    let rules = [
        ((5, 12, 3), sigmoid((4, 2), true, 2.5), true),
        ((5, 12, 6), sigmoid((4, 2), false, 1.0), false),
        ((3, 9, 4), sigmoid((1, 1), true, 1.0), true),
        ((4, 61, 5), sigmoid((1, 1), false, 2.5), false),
        ((3, 7, 2), sigmoid((7, 3), true, 1.0), true),
        ((9, 256, 8), sigmoid((8, 4), true, 2.5), true),
        ((4, 513, 35), sigmoid((3, 2), true, 16.0), true),
        ((4, 640, 10), sigmoid((5, 5), true, 1.0), false),
        ((5, 128, 6), sigmoid((1, 1), true, 2.5), true),
        ((3, 15, 4), softmax(1, 1), false),
        ((3, 15, 4), softmax(3, 2), false),
        ((4, 40, 35), softmax(1, 1), true),
        ((9, 128, 8), RouterRule { renormalise: false, ..softmax(8, 3) }, true),
    ];
    let case = |((rows, experts, k), rule, bias), special| RouteTopkCase {
        rows,
        experts,
        k,
        rule,
        bias,
        special,
    };
    rules.into_iter().flat_map(|each| [true, false].map(|special| case(each, special))).collect()
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
                let rule = RouterRule::softmax(renormalise);
                let case = |(rows, experts, k)| RouteTopkCase {
                    rows,
                    experts,
                    k,
                    rule,
                    bias: false,
                    special,
                };
                cases.extend(shapes.map(case));
            }
        }
        cases.extend(grouped_cases());
        cases
    }

    fn tall_cases() -> Vec<RouteTopkCase> {
        let shapes = [(65_539, 9, 3), (257, 512, 10)];
        let case = |(rows, experts, k)| RouteTopkCase::plain(rows, experts, k);
        let sigmoid = sigmoid((4, 2), true, 2.5);
        let biased = |(rows, experts, k)| RouteTopkCase {
            rule: sigmoid,
            bias: true,
            ..RouteTopkCase::plain(rows, experts, k)
        };
        let plain = shapes.map(case).into_iter();
        plain.chain([(65_539, 12, 3), (257, 512, 10)].map(biased)).collect()
    }

    fn perf_cases() -> Vec<RouteTopkCase> {
        [1, 8, 512].map(|rows| RouteTopkCase::plain(rows, 256, 8)).to_vec()
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
        let mut bias = noise.fill(case.experts, 0.3);
        if case.special {
            bias.iter_mut().for_each(|x| *x = (4.0 * *x).round() / 4.0);
        }
        RouteTopkData {
            logits,
            bias: case.bias.then_some(bias),
            k: case.k,
            rule: case.rule,
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
            bias: data.bias.as_ref().map(Slice::from),
            k,
            rule: data.rule,
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
