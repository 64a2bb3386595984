//! Cases of [`SelectiveScan`].

use crate::compute::Compute;
use crate::ops::*;
use crate::state::RecurrentState;
use crate::testkit::cases::shared::test_state;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct SelectiveScanCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    groups: usize,
    heads: usize,
    key_dim: usize,
    value_dim: usize,
    /// Drafts at the end of each span.
    drafts: usize,
}

pub struct SelectiveScanData {
    /// `[T, h p + G n + G n]`: x, b and c as the convolution leaves them.
    mixed: Field,
    delta: Field,
    g: Field,
    d: Vec<f32>,
    state: RecurrentState,
    groups: usize,
    spans: Vec<OwnedSpan>,
    out: Field,
}

impl Testable for SelectiveScan {
    type Case = SelectiveScanCase;
    type Data = SelectiveScanData;
    const TOLERANCE: Tolerance = Tolerance { abs: 5e-6, rel: 2e-5 };
    const ORDERED: bool = true;

    fn cases() -> Vec<SelectiveScanCase> {
        let case = |spans: &[(usize, usize)], [groups, heads, key_dim, value_dim]: [usize; 4]| {
            let (spans, drafts) = (spans.to_vec(), 0);
            SelectiveScanCase { spans, groups, heads, key_dim, value_dim, drafts }
        };
        let mut cases = vec![
            case(&[], [1, 1, 8, 8]),
            case(&[(0, 1)], [1, 1, 1, 1]),
            case(&[(0, 6), (3, 1), (9, 2)], [2, 4, 16, 16]),
            case(&[(0, 3)], [1, 3, 7, 33]),
            case(&[(2, 7), (0, 0), (5, 2)], [2, 2, 20, 50]),
            case(&[(1, 19), (0, 1)], [1, 2, 33, 64]),
            case(&[(7, 1), (0, 1), (90, 1)], [2, 4, 16, 8]),
            case(&[(0, 66)], [2, 4, 128, 64]),
            case(&[(3, 5)], [1, 2, 130, 67]),
        ];
        let drafted = [(2, 3), (3, 5), (7, 15), (2, 1), (6, 1), (8, 2)];
        cases.extend(drafted.map(|(at, drafts)| SelectiveScanCase { drafts, ..cases[at].clone() }));
        cases
    }

    fn may_be_cut(case: &SelectiveScanCase) -> bool {
        case.drafts == 0
    }

    fn tall_cases() -> Vec<SelectiveScanCase> {
        let [groups, heads, key_dim, value_dim] = [1, 2, 8, 5];
        let spans = vec![(3, 65_539), (9, 2)];
        vec![SelectiveScanCase { spans, groups, heads, key_dim, value_dim, drafts: 0 }]
    }

    fn perf_cases() -> Vec<SelectiveScanCase> {
        let case = |spans: &[(usize, usize)]| SelectiveScanCase {
            spans: spans.to_vec(),
            groups: 8,
            heads: 64,
            key_dim: 128,
            value_dim: 64,
            drafts: 0,
        };
        vec![case(&[(8, 1)]), case(&[(8, 1); 8]), case(&[(0, 256)])]
    }

    fn need(case: &SelectiveScanCase) -> SelectiveScanNeed {
        SelectiveScanNeed { key_dim: case.key_dim, value_dim: case.value_dim }
    }

    fn rows(case: &SelectiveScanCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &SelectiveScanCase, _compute: Compute) -> SelectiveScanData {
        let mut noise = Noise::new(29);
        let (rows, slots) = (Self::rows(case), case.spans.len());
        let &SelectiveScanCase { groups, heads, key_dim, value_dim, .. } = case;
        let mut state = test_state(slots, [heads, key_dim, value_dim], 0, 1);
        for slot in 0..slots {
            let matrices = state.matrices_mut(slot);
            matrices.copy_from_slice(&noise.fill(matrices.len(), 0.1));
        }
        let wide = heads * value_dim + 2 * groups * key_dim;
        // Log decays are negative, step sizes positive.
        let g = noise.fill(rows * heads, 1.0).iter().map(|x| -x.abs()).collect::<Vec<_>>();
        let delta = noise.fill(rows * heads, 0.25).iter().map(|x| x.abs()).collect::<Vec<_>>();
        SelectiveScanData {
            mixed: Field::random(rows, wide, 3, &mut noise, 0.5),
            delta: Field::new(rows, heads, 2, &delta),
            g: Field::new(rows, heads, 0, &g),
            d: noise.fill(heads, 1.0),
            state,
            groups,
            spans: OwnedSpan::with_drafts(
                OwnedSpan::scatter(&case.spans, 64, &mut noise),
                case.drafts,
            ),
            out: Field::poisoned(rows, heads * value_dim, 1),
        }
    }

    fn with_args(
        data: &mut SelectiveScanData,
        rows: Range<usize>,
        run: &mut dyn FnMut(SelectiveScanArgs<'_>),
    ) {
        let (count, groups, n) = (rows.len(), data.groups, data.state.key_dim);
        let (heads, p) = (data.state.heads, data.state.value_dim);
        let mixed = data.mixed.tensor().slice_rows(rows.clone());
        let (values, keys) = (heads * p, groups * n);
        run(SelectiveScanArgs {
            x: mixed.slice_last(0..values).view(&[count, heads, p]),
            b: mixed.slice_last(values..values + keys).view(&[count, groups, n]),
            c: mixed.slice_last(values + keys..values + 2 * keys).view(&[count, groups, n]),
            delta: data.delta.tensor().slice_rows(rows.clone()),
            g: data.g.tensor().slice_rows(rows.clone()),
            d: (&data.d).into(),
            state: &mut data.state,
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            out: data.out.tensor_mut().slice_rows(rows).view(&[count, heads, p]),
        });
    }

    fn outputs(data: &SelectiveScanData) -> Vec<Output> {
        vec![("out", data.out.values()), ("state", data.state.f32().to_vec())]
    }

    fn intact(data: &SelectiveScanData) -> bool {
        data.out.intact()
    }
}
