//! Cases of [`ConvScan`].

use std::ops::Range;

use crate::compute::Compute;
use crate::ops::*;
use crate::state::RecurrentState;
use crate::testkit::cases::shared::test_state;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};

#[derive(Clone, Debug)]
pub struct ConvScanCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    groups: usize,
    heads: usize,
    key_dim: usize,
    value_dim: usize,
    kernel: usize,
    bias: bool,
    /// Whether the call computes the gates; else they are inputs.
    gates: bool,
    /// Drafts at the end of each span.
    drafts: usize,
}

pub struct ConvScanData {
    dt: Field,
    gates: bool,
    a_log: Vec<f32>,
    dt_bias: Vec<f32>,
    delta: Field,
    g: Field,
    x: Field,
    weight: Vec<f32>,
    bias: Option<Vec<f32>>,
    d: Vec<f32>,
    state: RecurrentState,
    spans: Vec<OwnedSpan>,
    mixed: Field,
    out: Field,
}

impl Testable for ConvScan {
    type Case = ConvScanCase;
    type Data = ConvScanData;
    const TOLERANCE: Tolerance = Tolerance { abs: 5e-5, rel: 5e-5 };
    const ORDERED: bool = true;

    fn cases() -> Vec<ConvScanCase> {
        let case = |spans: &[(usize, usize)], [groups, heads, key_dim, value_dim]: [_; 4]| {
            let (spans, kernel, gates, drafts) = (spans.to_vec(), 4, true, 0);
            let bias = true;
            ConvScanCase { spans, groups, heads, key_dim, value_dim, kernel, bias, gates, drafts }
        };
        let computed = [
            case(&[], [1, 1, 8, 8]),
            case(&[(0, 1)], [1, 1, 4, 4]),
            case(&[(0, 6), (3, 1), (9, 2)], [2, 4, 16, 16]),
            case(&[(7, 1), (0, 1), (90, 1)], [2, 4, 16, 8]),
            case(&[(2, 7)], [1, 3, 7, 33]),
            case(&[(0, 66)], [2, 4, 64, 32]),
        ];
        let given = computed[2..4].iter().map(|case| ConvScanCase { gates: false, ..case.clone() });
        let plain = computed[2..5].iter().map(|case| ConvScanCase { bias: false, ..case.clone() });
        let drafted = [(2, 1), (2, 4), (3, 1), (4, 3), (5, 7)];
        let drafted = drafted.map(|(at, drafts)| ConvScanCase { drafts, ..computed[at].clone() });
        computed.iter().cloned().chain(given).chain(plain).chain(drafted).collect()
    }

    fn may_be_cut(case: &ConvScanCase) -> bool {
        case.drafts == 0
    }

    fn need(case: &ConvScanCase) -> SelectiveScanNeed {
        SelectiveScanNeed { key_dim: case.key_dim, value_dim: case.value_dim }
    }

    fn rows(case: &ConvScanCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &ConvScanCase, _compute: Compute) -> ConvScanData {
        let mut noise = Noise::new(30);
        let (rows, slots) = (Self::rows(case), case.spans.len());
        let &ConvScanCase { groups, heads, key_dim, value_dim, kernel, gates, .. } = case;
        let channels = heads * value_dim + 2 * groups * key_dim;
        let mut state = test_state(slots, [heads, key_dim, value_dim], channels, kernel);
        for slot in 0..slots {
            let history = state.conv_mut(slot);
            history.copy_from_slice(&noise.fill(history.len(), 1.0));
            let matrices = state.matrices_mut(slot);
            matrices.copy_from_slice(&noise.fill(matrices.len(), 0.1));
        }
        // Log decays are negative, step sizes positive.
        let mut gate = |sign: f32, scale: f32| -> Field {
            let values: Vec<f32> =
                noise.fill(rows * heads, scale).iter().map(|x| sign * x.abs()).collect();
            if gates {
                Field::poisoned(rows, heads, 1)
            } else {
                Field::new(rows, heads, 1, &values)
            }
        };
        ConvScanData {
            delta: gate(1.0, 0.25),
            g: gate(-1.0, 1.0),
            dt: Field::random(rows, heads, 2, &mut noise, 1.0),
            gates,
            a_log: noise.fill(heads, 1.0),
            dt_bias: noise.fill(heads, 1.0),
            x: Field::random(rows, channels, 3, &mut noise, 1.0),
            weight: noise.fill(channels * kernel, 0.5),
            bias: case.bias.then(|| noise.fill(channels, 0.5)),
            d: noise.fill(heads, 1.0),
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
        data: &mut ConvScanData,
        rows: Range<usize>,
        run: &mut dyn FnMut(ConvScanArgs<'_>),
    ) {
        let (heads, value_dim) = (data.state.heads, data.state.value_dim);
        let gates = data.gates.then(|| ScanGateInputs {
            dt: data.dt.tensor().slice_rows(rows.clone()),
            a_log: (&data.a_log).into(),
            dt_bias: (&data.dt_bias).into(),
            limits: [0.125, 2.0],
        });
        let out = data.out.tensor_mut().slice_rows(rows.clone());
        run(ConvScanArgs {
            gates,
            delta: data.delta.tensor_mut().slice_rows(rows.clone()),
            g: data.g.tensor_mut().slice_rows(rows.clone()),
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.weight).into(),
            bias: data.bias.as_ref().map(|bias| bias.into()),
            d: (&data.d).into(),
            state: &mut data.state,
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            mixed: data.mixed.tensor_mut().slice_rows(rows.clone()),
            out: out.view(&[rows.len(), heads, value_dim]),
        });
    }

    fn outputs(data: &ConvScanData) -> Vec<Output> {
        vec![
            ("delta", data.delta.values()),
            ("g", data.g.values()),
            ("mixed", data.mixed.values()),
            ("out", data.out.values()),
            ("state", data.state.f32().to_vec()),
        ]
    }

    fn intact(data: &ConvScanData) -> bool {
        [&data.delta, &data.g, &data.mixed, &data.out].into_iter().all(Field::intact)
    }
}
