//! Cases of [`GatedDelta`].

use crate::compute::Compute;
use crate::ops::*;
use crate::state::RecurrentState;
use crate::testkit::cases::shared::test_state;
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct GatedDeltaCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    key_heads: usize,
    heads: usize,
    key_dim: usize,
    value_dim: usize,
    /// Drafts at the end of each span.
    drafts: usize,
}

pub struct GatedDeltaData {
    /// `[T, Hk dk + Hk dk + Hv dv]`: q, k and v as one projection leaves them.
    qkv: Field,
    g: Field,
    beta: Field,
    state: RecurrentState,
    key_heads: usize,
    spans: Vec<OwnedSpan>,
    out: Field,
}

impl Testable for GatedDelta {
    type Case = GatedDeltaCase;
    type Data = GatedDeltaData;
    const TOLERANCE: Tolerance = Tolerance { abs: 5e-6, rel: 2e-5 };
    const ORDERED: bool = true;

    fn cases() -> Vec<GatedDeltaCase> {
        let case = |spans: &[(usize, usize)],
                    [key_heads, heads, key_dim, value_dim]: [usize; 4]| {
            GatedDeltaCase {
                spans: spans.to_vec(),
                key_heads,
                heads,
                key_dim,
                value_dim,
                drafts: 0,
            }
        };
        let mut cases = vec![
            case(&[], [1, 1, 8, 8]),
            case(&[(0, 1)], [1, 1, 1, 1]),
            case(&[(0, 6), (3, 1), (9, 2)], [2, 4, 16, 16]),
            case(&[(0, 3)], [1, 3, 7, 33]),
            case(&[(2, 7)], [2, 2, 20, 50]),
            case(&[(1, 19), (0, 1)], [1, 2, 33, 64]),
            case(&[(0, 66)], [2, 4, 128, 128]),
        ];
        let drafted = [(2, 3), (3, 5), (6, 15), (2, 1)];
        cases.extend(drafted.map(|(at, drafts)| GatedDeltaCase { drafts, ..cases[at].clone() }));
        cases
    }

    fn may_be_cut(case: &GatedDeltaCase) -> bool {
        case.drafts == 0
    }

    fn tall_cases() -> Vec<GatedDeltaCase> {
        let [key_heads, heads, key_dim, value_dim] = [1, 2, 8, 5];
        let spans = vec![(3, 65_539), (9, 2)];
        vec![GatedDeltaCase { spans, key_heads, heads, key_dim, value_dim, drafts: 0 }]
    }

    fn perf_cases() -> Vec<GatedDeltaCase> {
        let case = |spans: &[(usize, usize)]| GatedDeltaCase {
            spans: spans.to_vec(),
            key_heads: 16,
            heads: 32,
            key_dim: 128,
            value_dim: 128,
            drafts: 0,
        };
        vec![case(&[(8, 1)]), case(&[(8, 1); 8]), case(&[(0, 256)])]
    }

    fn need(case: &GatedDeltaCase) -> GatedDeltaNeed {
        GatedDeltaNeed { key_dim: case.key_dim, value_dim: case.value_dim }
    }

    fn rows(case: &GatedDeltaCase) -> usize {
        case.spans.iter().map(|(_, len)| len).sum()
    }

    fn data(case: &GatedDeltaCase, _compute: Compute) -> GatedDeltaData {
        let mut noise = Noise::new(15);
        let (rows, slots) = (Self::rows(case), case.spans.len());
        let shape = [case.heads, case.key_dim, case.value_dim];
        let mut state = test_state(slots, shape, 0, 1);
        for slot in 0..slots {
            let matrices = state.matrices_mut(slot);
            matrices.copy_from_slice(&noise.fill(matrices.len(), 0.1));
        }
        let wide = 2 * case.key_heads * case.key_dim + case.heads * case.value_dim;
        // Log decays are negative, write strengths lie in 0..1.
        let g = noise.fill(rows * case.heads, 1.0).iter().map(|x| -x.abs()).collect::<Vec<_>>();
        let beta = noise.fill(rows * case.heads, 0.25).iter().map(|x| x.abs()).collect::<Vec<_>>();
        GatedDeltaData {
            qkv: Field::random(rows, wide, 3, &mut noise, 1.0),
            g: Field::new(rows, case.heads, 0, &g),
            beta: Field::new(rows, case.heads, 2, &beta),
            state,
            key_heads: case.key_heads,
            spans: OwnedSpan::with_drafts(
                OwnedSpan::scatter(&case.spans, 64, &mut noise),
                case.drafts,
            ),
            out: Field::poisoned(rows, case.heads * case.value_dim, 1),
        }
    }

    fn with_args(
        data: &mut GatedDeltaData,
        rows: Range<usize>,
        run: &mut dyn FnMut(GatedDeltaArgs<'_>),
    ) {
        let (count, key_heads, dk) = (rows.len(), data.key_heads, data.state.key_dim);
        let (heads, dv) = (data.state.heads, data.state.value_dim);
        let qkv = data.qkv.tensor().slice_rows(rows.clone());
        let keys = key_heads * dk;
        run(GatedDeltaArgs {
            q: qkv.slice_last(0..keys).view(&[count, key_heads, dk]),
            k: qkv.slice_last(keys..2 * keys).view(&[count, key_heads, dk]),
            v: qkv.slice_last(2 * keys..2 * keys + heads * dv).view(&[count, heads, dv]),
            g: data.g.tensor().slice_rows(rows.clone()),
            beta: data.beta.tensor().slice_rows(rows.clone()),
            state: &mut data.state,
            spans: (&OwnedSpan::clip(&data.spans, &rows)).into(),
            out: data.out.tensor_mut().slice_rows(rows).view(&[count, heads, dv]),
            eps: 1e-6,
        });
    }

    fn outputs(data: &GatedDeltaData) -> Vec<Output> {
        vec![("out", data.out.values()), ("state", data.state.f32().to_vec())]
    }

    fn intact(data: &GatedDeltaData) -> bool {
        data.out.intact()
    }
}
