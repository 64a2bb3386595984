//! Cases of [`ConvGatedDelta`].

use std::ops::Range;

use crate::compute::Compute;
use crate::ops::*;
use crate::state::RecurrentState;
use crate::testkit::cases::shared::test_state;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};

#[derive(Clone, Debug)]
pub struct ConvGatedDeltaCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    key_heads: usize,
    heads: usize,
    key_dim: usize,
    value_dim: usize,
    kernel: usize,
    /// Whether the call computes the gates; else they are inputs.
    gates: bool,
    /// Drafts at the end of each span.
    drafts: usize,
}

pub struct ConvGatedDeltaData {
    a: Field,
    b: Field,
    gates: bool,
    a_log: Vec<f32>,
    dt_bias: Vec<f32>,
    g: Field,
    beta: Field,
    x: Field,
    weight: Vec<f32>,
    state: RecurrentState,
    spans: Vec<OwnedSpan>,
    mixed: Field,
    out: Field,
}

impl Testable for ConvGatedDelta {
    type Case = ConvGatedDeltaCase;
    type Data = ConvGatedDeltaData;
    const TOLERANCE: Tolerance = Tolerance { abs: 2e-5, rel: 4e-5 };
    const ORDERED: bool = true;

    fn cases() -> Vec<ConvGatedDeltaCase> {
        let case = |spans: &[(usize, usize)], [key_heads, heads, key_dim, value_dim]: [_; 4]| {
            let (spans, kernel, gates, drafts) = (spans.to_vec(), 4, true, 0);
            ConvGatedDeltaCase {
                spans,
                key_heads,
                heads,
                key_dim,
                value_dim,
                kernel,
                gates,
                drafts,
            }
        };
        let computed = [
            case(&[], [1, 1, 8, 8]),
            case(&[(0, 1)], [1, 1, 4, 4]),
            case(&[(0, 6), (3, 1), (9, 2)], [2, 4, 16, 16]),
            case(&[(7, 1), (0, 1), (90, 1)], [2, 4, 16, 8]),
            case(&[(2, 7)], [1, 3, 7, 33]),
            case(&[(0, 66)], [2, 4, 64, 32]),
        ];
        let given =
            computed[2..4].iter().map(|case| ConvGatedDeltaCase { gates: false, ..case.clone() });
        let drafted = [(2, 1), (2, 4), (3, 1), (4, 3), (5, 7)];
        let drafted =
            drafted.map(|(at, drafts)| ConvGatedDeltaCase { drafts, ..computed[at].clone() });
        computed.iter().cloned().chain(given).chain(drafted).collect()
    }

    fn may_be_cut(case: &ConvGatedDeltaCase) -> bool {
        case.drafts == 0
    }

    fn need(case: &ConvGatedDeltaCase) -> GatedDeltaNeed {
        GatedDeltaNeed { key_dim: case.key_dim, value_dim: case.value_dim }
    }

    fn rows(case: &ConvGatedDeltaCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &ConvGatedDeltaCase, _compute: Compute) -> ConvGatedDeltaData {
        let mut noise = Noise::new(25);
        let (rows, slots) = (Self::rows(case), case.spans.len());
        let &ConvGatedDeltaCase { key_heads, heads, key_dim, value_dim, kernel, gates, .. } = case;
        let channels = 2 * key_heads * key_dim + heads * value_dim;
        let mut state = test_state(slots, [heads, key_dim, value_dim], channels, kernel);
        for slot in 0..slots {
            let history = state.conv_mut(slot);
            history.copy_from_slice(&noise.fill(history.len(), 1.0));
            let matrices = state.matrices_mut(slot);
            matrices.copy_from_slice(&noise.fill(matrices.len(), 0.1));
        }
        // Log decays are negative, write strengths lie in 0..1.
        let mut gate = |sign: f32, scale: f32| -> Field {
            let values: Vec<f32> =
                noise.fill(rows * heads, scale).iter().map(|x| sign * x.abs()).collect();
            if gates {
                Field::poisoned(rows, heads, 1)
            } else {
                Field::new(rows, heads, 1, &values)
            }
        };
        ConvGatedDeltaData {
            g: gate(-1.0, 1.0),
            beta: gate(1.0, 0.25),
            a: Field::random(rows, heads, 2, &mut noise, 1.0),
            b: Field::random(rows, heads, 0, &mut noise, 1.0),
            gates,
            a_log: noise.fill(heads, 1.0),
            dt_bias: noise.fill(heads, 1.0),
            x: Field::random(rows, channels, 3, &mut noise, 1.0),
            weight: noise.fill(channels * kernel, 0.5),
            state,
            spans: OwnedSpan::with_drafts(
                OwnedSpan::scatter(&case.spans, 64, &mut noise),
                case.drafts,
            ),
            mixed: Field::poisoned(rows, channels, 1),
            out: Field::poisoned(rows, heads * value_dim, 2),
        }
    }

    fn with_args(
        data: &mut ConvGatedDeltaData,
        rows: Range<usize>,
        run: &mut dyn FnMut(ConvGatedDeltaArgs<'_>),
    ) {
        let (heads, value_dim) = (data.state.heads, data.state.value_dim);
        let gates = data.gates.then(|| GateInputs {
            a: data.a.tensor().slice_rows(rows.clone()),
            b: data.b.tensor().slice_rows(rows.clone()),
            a_log: (&data.a_log).into(),
            dt_bias: (&data.dt_bias).into(),
        });
        let out = data.out.tensor_mut().slice_rows(rows.clone());
        run(ConvGatedDeltaArgs {
            gates,
            g: data.g.tensor_mut().slice_rows(rows.clone()),
            beta: data.beta.tensor_mut().slice_rows(rows.clone()),
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.weight).into(),
            state: &mut data.state,
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            mixed: data.mixed.tensor_mut().slice_rows(rows.clone()),
            out: out.view(&[rows.len(), heads, value_dim]),
            eps: 1e-6,
        });
    }

    fn outputs(data: &ConvGatedDeltaData) -> Vec<Output> {
        vec![
            ("g", data.g.values()),
            ("beta", data.beta.values()),
            ("mixed", data.mixed.values()),
            ("out", data.out.values()),
            ("state", data.state.f32().to_vec()),
        ]
    }

    fn intact(data: &ConvGatedDeltaData) -> bool {
        [&data.g, &data.beta, &data.mixed, &data.out].into_iter().all(Field::intact)
    }
}
