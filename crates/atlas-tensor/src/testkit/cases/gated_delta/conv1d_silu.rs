//! Cases of [`Conv1dSilu`].

use crate::compute::Compute;
use crate::ops::*;
use crate::state::RecurrentState;
use crate::testkit::cases::shared::test_state;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Conv1dSiluCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    channels: usize,
    kernel: usize,
    bias: bool,
}

pub struct Conv1dSiluData {
    x: Field,
    weight: Vec<f32>,
    bias: Option<Vec<f32>>,
    state: RecurrentState,
    spans: Vec<OwnedSpan>,
    out: Field,
}

impl Testable for Conv1dSilu {
    type Case = Conv1dSiluCase;
    type Data = Conv1dSiluData;
    const TOLERANCE: Tolerance = Tolerance::CLOSE;
    const ORDERED: bool = true;

    fn cases() -> Vec<Conv1dSiluCase> {
        let case = |spans: &[(usize, usize)], channels, kernel| Conv1dSiluCase {
            spans: spans.to_vec(),
            channels,
            kernel,
            bias: false,
        };
        let plain = vec![
            case(&[], 8, 4),
            case(&[(0, 1)], 1, 4),
            case(&[(0, 5), (3, 1), (9, 2)], 20, 4),
            case(&[(0, 3)], 33, 1),
            case(&[(2, 7)], 65, 2),
            case(&[(0, 30), (4, 1)], 130, 4),
            case(&[(1, 12)], 48, 8),
            case(&[(1, 12)], 48, 11),
            case(&[(0, 67), (5, 3)], 257, 4),
            case(&[(7, 1), (0, 1), (900, 1), (2, 1), (3, 1)], 257, 4),
            case(&[(5, 1), (1, 1)], 31, 8),
            case(&[(5, 1), (11, 1)], 31, 11),
            case(&[(5, 1), (0, 1)], 9, 1),
            // Channels in eights, spans across tiles of 32 rows.
            case(&[(0, 67), (5, 3), (2, 1), (0, 2), (9, 40)], 264, 4),
            case(&[(1, 33), (0, 31)], 1032, 4),
        ];
        let biased = [1, 2, 3, 4, 7, 8, 9, 11, 12, 13];
        let biased = biased.map(|at| Conv1dSiluCase { bias: true, ..plain[at].clone() });
        plain.into_iter().chain(biased).collect()
    }

    fn tall_cases() -> Vec<Conv1dSiluCase> {
        let spans = vec![(3, 65_539), (9, 2)];
        vec![Conv1dSiluCase { spans, channels: 6, kernel: 4, bias: true }]
    }

    fn perf_cases() -> Vec<Conv1dSiluCase> {
        let case =
            |len| Conv1dSiluCase { spans: vec![(8, len)], channels: 8192, kernel: 4, bias: false };
        [1, 512].map(case).to_vec()
    }

    fn need(_case: &Conv1dSiluCase) {}

    fn rows(case: &Conv1dSiluCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &Conv1dSiluCase, _compute: Compute) -> Conv1dSiluData {
        let mut noise = Noise::new(13);
        let (rows, slots) = (Self::rows(case), case.spans.len());
        let mut state = test_state(slots, [0, 0, 0], case.channels, case.kernel);
        for slot in 0..slots {
            let history = state.conv_mut(slot);
            history.copy_from_slice(&noise.fill(history.len(), 1.0));
        }
        Conv1dSiluData {
            x: Field::random(rows, case.channels, 3, &mut noise, 1.0),
            weight: noise.fill(case.channels * case.kernel, 0.5),
            bias: case.bias.then(|| noise.fill(case.channels, 1.0)),
            state,
            spans: OwnedSpan::scatter(&case.spans, 64, &mut noise),
            out: Field::poisoned(rows, case.channels, 1),
        }
    }

    fn with_args(
        data: &mut Conv1dSiluData,
        rows: Range<usize>,
        run: &mut dyn FnMut(Conv1dSiluArgs<'_>),
    ) {
        run(Conv1dSiluArgs {
            x: data.x.tensor().slice_rows(rows.clone()),
            weight: (&data.weight).into(),
            bias: data.bias.as_ref().map(|bias| bias.into()),
            state: &mut data.state,
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            out: data.out.tensor_mut().slice_rows(rows),
        });
    }

    fn outputs(data: &Conv1dSiluData) -> Vec<Output> {
        vec![("out", data.out.values()), ("state", data.state.f32().to_vec())]
    }

    fn intact(data: &Conv1dSiluData) -> bool {
        data.out.intact()
    }
}
