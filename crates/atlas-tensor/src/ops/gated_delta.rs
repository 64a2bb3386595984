//! Gated delta rule (Yang et al. 2024, eq. 10), the token recurrence on `S[dk, dv]` of each head:
//! `S <- exp(g) S`, `d = beta (v - S^T k)`, `S <- S + k d^T`, `out = S^T q`, with
//! `k / sqrt(|k|^2 + eps)` for `k` and `q / sqrt(|q|^2 + eps) / sqrt(dk)` for `q`.

use super::conv1d_silu::test_state;
use super::{Compute, SpanRows, check_slots, check_spans};
use crate::backend::Spans;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::state::RecurrentState;
use crate::tensor::{Tensor, TensorMut};
use crate::testkit::{Field, Noise, Output, OwnedSpan, Testable, Tolerance};
use std::ops::Range;

pub struct GatedDelta;

/// `q[T, Hk, dk]`, `k[T, Hk, dk]`, `v[T, Hv, dv]`, `g[T, Hv]`, `beta[T, Hv]` to `out[T, Hv, dv]`.
/// Value head `h` reads key head `h / (Hv / Hk)`. Rows outside all spans are left alone.
pub struct GatedDeltaArgs<'a> {
    pub q: Tensor<'a>,
    pub k: Tensor<'a>,
    pub v: Tensor<'a>,
    pub g: Tensor<'a>,
    pub beta: Tensor<'a>,
    pub state: &'a mut RecurrentState,
    pub spans: Spans<'a>,
    pub out: TensorMut<'a>,
    /// Added to the sum of squares in both norms; 1e-6 in every released model.
    pub eps: f32,
}

#[derive(Clone, Debug)]
pub struct GatedDeltaNeed {
    pub key_dim: usize,
    pub value_dim: usize,
}

impl Op for GatedDelta {
    const NAME: &'static str = "gated_delta";
    type Args<'a> = GatedDeltaArgs<'a>;
    type Need = GatedDeltaNeed;

    fn check(args: &GatedDeltaArgs<'_>) {
        let (rows, state) = (args.v.rows(), &args.state);
        let (q, values) = (args.q.shape(), [rows, state.heads, state.value_dim]);
        assert!(q.len() == 3 && q[0] == rows && q[2] == state.key_dim, "gated_delta: q {q:?}");
        let whole = q[1] > 0 && state.heads.is_multiple_of(q[1]);
        assert!(whole, "gated_delta: {} value heads on {}", state.heads, q[1]);
        assert_eq!(args.k.shape(), q, "gated_delta: k");
        assert_eq!(args.v.shape(), values, "gated_delta: v");
        assert_eq!(args.out.shape(), values, "gated_delta: out");
        assert_eq!(args.g.shape(), [rows, state.heads], "gated_delta: g");
        assert_eq!(args.beta.shape(), [rows, state.heads], "gated_delta: beta");
        check_spans("gated_delta", &args.spans, rows);
        check_slots("gated_delta", &args.spans, state.slots);
    }

    fn cost(args: &GatedDeltaArgs<'_>) -> Cost {
        let matrix = args.state.heads * args.state.key_dim * args.state.value_dim;
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let vectors = 2 * args.q.dim(1) * args.q.dim(2) + 2 * args.state.heads * args.v.dim(2);
        Cost::of(2 * args.spans.len() * matrix + rows * vectors, 7 * rows * matrix)
    }

    fn reference(mut args: GatedDeltaArgs<'_>, _compute: Compute) {
        let (heads, dk, dv) = (args.state.heads, args.state.key_dim, args.state.value_dim);
        let group = heads / args.q.dim(1);
        for span in args.spans.rows() {
            let matrices = args.state.matrices_mut(span.slot);
            for (t, h) in span_heads(span, heads) {
                let s = &mut matrices[h * dk * dv..][..dk * dv];
                let k = normalised(args.k.head_f32(t, h / group), args.eps, 1.0);
                let q_scale = 1.0 / (dk as f64).sqrt();
                let q = normalised(args.q.head_f32(t, h / group), args.eps, q_scale);
                let decay = args.g.row_f32(t)[h].exp();
                let beta = args.beta.row_f32(t)[h];
                s.iter_mut().for_each(|s| *s *= decay);
                let v = args.v.head_f32(t, h);
                let out = args.out.head_f32_mut(t, h);
                for j in 0..dv {
                    let read: f32 = (0..dk).map(|i| s[i * dv + j] * k[i]).sum();
                    let delta = beta * (v[j] - read);
                    (0..dk).for_each(|i| s[i * dv + j] += k[i] * delta);
                    out[j] = (0..dk).map(|i| s[i * dv + j] * q[i]).sum();
                }
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::GATED_DELTA
    }
}

fn span_heads(span: &SpanRows<'_>, heads: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
    (span.row..span.row + span.len).flat_map(move |t| (0..heads).map(move |h| (t, h)))
}

fn normalised(x: &[f32], eps: f32, scale: f64) -> Vec<f32> {
    let sum: f64 = x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    let factor = scale / (sum + f64::from(eps)).sqrt();
    x.iter().map(|&x| (f64::from(x) * factor) as f32).collect()
}

#[derive(Clone, Debug)]
pub struct GatedDeltaCase {
    /// (start, len) of each slot's span.
    spans: Vec<(usize, usize)>,
    key_heads: usize,
    heads: usize,
    key_dim: usize,
    value_dim: usize,
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
            GatedDeltaCase { spans: spans.to_vec(), key_heads, heads, key_dim, value_dim }
        };
        vec![
            case(&[], [1, 1, 8, 8]),
            case(&[(0, 1)], [1, 1, 1, 1]),
            case(&[(0, 6), (3, 1), (9, 2)], [2, 4, 16, 16]),
            case(&[(0, 3)], [1, 3, 7, 33]),
            case(&[(2, 7)], [2, 2, 20, 50]),
            case(&[(1, 19), (0, 1)], [1, 2, 33, 64]),
            case(&[(0, 66)], [2, 4, 128, 128]),
        ]
    }

    fn tall_cases() -> Vec<GatedDeltaCase> {
        let [key_heads, heads, key_dim, value_dim] = [1, 2, 8, 5];
        let spans = vec![(3, 65_539), (9, 2)];
        vec![GatedDeltaCase { spans, key_heads, heads, key_dim, value_dim }]
    }

    fn perf_cases() -> Vec<GatedDeltaCase> {
        let case = |spans: &[(usize, usize)]| GatedDeltaCase {
            spans: spans.to_vec(),
            key_heads: 16,
            heads: 32,
            key_dim: 128,
            value_dim: 128,
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
            spans: OwnedSpan::scatter(&case.spans, 64, &mut noise),
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
