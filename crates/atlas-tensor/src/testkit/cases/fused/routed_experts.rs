//! Cases of [`RoutedExperts`].

use std::ops::Range;

use super::chained;
use crate::compute::Compute;
use crate::ops::*;
use crate::place::{Slice, SliceMut};
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weights::{Weight, WeightFormat};

#[derive(Clone, Debug)]
pub struct RoutedExpertsCase {
    rows: usize,
    experts: usize,
    k: usize,
    hidden: usize,
    inter: usize,
    /// Width of the shared expert, and whether its result is scaled.
    shared: Option<(usize, bool)>,
    rule: RouterRule,
    bias: bool,
    activation: ExpertActivation,
    format: WeightFormat,
}

struct SharedData {
    gate: Field,
    up: Field,
    active: Field,
    down: Weight,
    value: Field,
    scale: Option<Field>,
}

pub struct RoutedExpertsData {
    logits: Field,
    bias: Option<Vec<f32>>,
    k: usize,
    rule: RouterRule,
    ids: Vec<u32>,
    weights: Field,
    x: Field,
    experts: Experts,
    shared: Option<SharedData>,
    out: Field,
}

impl Testable for RoutedExperts {
    type Case = RoutedExpertsCase;
    type Data = RoutedExpertsData;
    const TOLERANCE: Tolerance = chained(Compute::Bf16);

    fn tolerance(compute: Compute) -> Tolerance {
        chained(compute)
    }

    fn cases() -> Vec<RoutedExpertsCase> {
        let shapes = [
            (0, 4, 2, 16, 8, None),
            (1, 8, 2, 40, 24, Some((16, true))),
            (1, 5, 1, 33, 17, Some((7, false))),
            (2, 16, 4, 64, 16, Some((32, true))),
            (3, 8, 2, 40, 24, None),
            (14, 6, 3, 64, 13, Some((24, true))),
        ];
        let formats = [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32];
        let case = |(i, (rows, experts, k, hidden, inter, shared))| RoutedExpertsCase {
            rows,
            experts,
            k,
            hidden,
            inter,
            shared,
            rule: RouterRule::softmax(i % 2 == 0),
            bias: false,
            activation: ExpertActivation::SwiGlu,
            format: formats[i % 3],
        };
        // Groups, a bias, and experts without gates, by turns.
        let other = |case: RoutedExpertsCase| RoutedExpertsCase {
            rule: RouterRule {
                scoring: RouterScoring::Sigmoid,
                groups: if case.experts == 5 { 1 } else { 2 },
                groups_kept: 1,
                scale: 2.5,
                ..case.rule
            },
            bias: true,
            activation: match case.rows % 2 {
                0 => ExpertActivation::SwiGlu,
                _ => ExpertActivation::ReluSquared,
            },
            ..case
        };
        let mixed = shapes.into_iter().enumerate().map(case);
        mixed
            .clone()
            .chain(mixed.clone().map(|case| RoutedExpertsCase { format: formats[0], ..case }))
            .chain(mixed.map(other))
            .collect()
    }

    fn need(case: &RoutedExpertsCase) -> RoutedExpertsNeed {
        let RoutedExpertsCase { format, hidden, inter: intermediate, .. } = *case;
        RoutedExpertsNeed {
            experts: MoeExpertsNeed {
                formats: ExpertFormats::all(format, case.activation),
                hidden,
                intermediate,
                rounds_inputs: false,
            },
            shared: case.shared.map(|(k, _)| LinearNeed {
                format,
                n: hidden,
                k,
                rounds_inputs: false,
                reorders_inputs: false,
            }),
        }
    }

    fn rows(case: &RoutedExpertsCase) -> usize {
        case.rows
    }

    fn data(case: &RoutedExpertsCase, _compute: Compute) -> RoutedExpertsData {
        let mut noise = Noise::new(24);
        let (rows, hidden) = (case.rows, case.hidden);
        let weight = |noise: &mut Noise, n: usize, k: usize| {
            let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
            Weight::from_f32(case.format, n, k, &values)
        };
        let experts = (0..case.experts)
            .map(|_| Expert {
                gate: (case.activation == ExpertActivation::SwiGlu)
                    .then(|| weight(&mut noise, case.inter, hidden)),
                up: weight(&mut noise, case.inter, hidden),
                down: weight(&mut noise, hidden, case.inter),
            })
            .collect::<Vec<_>>()
            .into();
        let shared = case.shared.map(|(inner, scaled)| SharedData {
            gate: Field::random(rows, inner, 0, &mut noise, 1.0),
            up: Field::random(rows, inner, 2, &mut noise, 1.0),
            active: Field::poisoned(rows, inner, 1),
            down: weight(&mut noise, hidden, inner),
            value: Field::poisoned(rows, hidden, 3),
            scale: scaled.then(|| Field::random(rows, 1, 0, &mut noise, 2.0)),
        });
        RoutedExpertsData {
            logits: Field::random(rows, case.experts, 3, &mut noise, 2.0),
            bias: case.bias.then(|| noise.fill(case.experts, 0.3)),
            k: case.k,
            rule: case.rule,
            ids: vec![u32::MAX; rows * case.k],
            weights: Field::poisoned(rows, case.k, 0),
            x: Field::random(rows, hidden, 2, &mut noise, 1.0),
            experts,
            shared,
            out: Field::poisoned(rows, hidden, 1),
        }
    }

    fn with_args(
        data: &mut RoutedExpertsData,
        rows: Range<usize>,
        run: &mut dyn FnMut(RoutedExpertsArgs<'_>),
    ) {
        let shared = data.shared.as_mut().map(|s| SharedExpert {
            gate: s.gate.tensor().slice_rows(rows.clone()),
            up: s.up.tensor().slice_rows(rows.clone()),
            active: s.active.tensor_mut().slice_rows(rows.clone()),
            down: &s.down,
            value: s.value.tensor_mut().slice_rows(rows.clone()),
            scale: s
                .scale
                .as_ref()
                .map(|scale| scale.tensor().slice_rows(rows.clone()).view(&[rows.len()])),
        });
        run(RoutedExpertsArgs {
            logits: data.logits.tensor().slice_rows(rows.clone()),
            bias: data.bias.as_ref().map(Slice::from),
            k: data.k,
            rule: data.rule,
            ids: SliceMut::from(&mut data.ids[rows.start * data.k..rows.end * data.k]),
            weights: data.weights.tensor_mut().slice_rows(rows.clone()),
            x: data.x.tensor().slice_rows(rows.clone()),
            experts: &data.experts,
            shared,
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &RoutedExpertsData) -> Vec<Output> {
        let ids = data.ids.iter().map(|&id| id as f32).collect();
        let own = [("ids", ids), ("weights", data.weights.values()), ("out", data.out.values())];
        let shared = data
            .shared
            .iter()
            .flat_map(|s| [("active", s.active.values()), ("value", s.value.values())]);
        own.into_iter().chain(shared).collect()
    }

    fn intact(data: &RoutedExpertsData) -> bool {
        let shared = data.shared.iter().flat_map(|s| [&s.active, &s.value]);
        [&data.weights, &data.out].into_iter().chain(shared).all(Field::intact)
    }
}
