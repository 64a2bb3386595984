//! Gated delta rule (Yang et al. 2024, eq. 10), the token recurrence on `S[dk, dv]` of each head:
//! `S <- exp(g) S`, `d = beta (v - S^T k)`, `S <- S + k d^T`, `out = S^T q`, with
//! `k / sqrt(|k|^2 + eps)` for `k` and `q / sqrt(|q|^2 + eps) / sqrt(dk)` for `q`. Drafts at the
//! end of a span are computed, and leave the state as it was before them.

use crate::compute::Compute;
use crate::device::{SpanRows, Spans};
use crate::op::{Cost, Op};
use crate::ops::checks::{check_slots, check_spans};
use crate::state::RecurrentState;
use crate::tensor::{Tensor, TensorMut};

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
            let mut matrices = args.state.matrices_mut(span.slot).to_vec();
            for (t, h) in span_heads(span, heads) {
                if (t, h) == (span.row + span.stored(), 0) {
                    args.state.matrices_mut(span.slot).copy_from_slice(&matrices);
                }
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
            if span.drafts == 0 {
                args.state.matrices_mut(span.slot).copy_from_slice(&matrices);
            }
        }
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
