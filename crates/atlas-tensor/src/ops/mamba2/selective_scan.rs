//! Selective scan of Mamba-2 (Dao and Gu 2024, eq. 1 with a scalar decay a head), the token
//! recurrence on `S[n, p]` of each head: `S <- exp(g) S + b (delta x)^T`, `out = S^T c + d x`.
//! Drafts at the end of a span are computed, and leave the state as it was before them.

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_slots, check_spans};
use crate::place::Slice;
use crate::state::RecurrentState;
use crate::tensor::{Tensor, TensorMut};

pub struct SelectiveScan;

/// `x[T, h, p]`, `b[T, G, n]`, `c[T, G, n]`, `delta[T, h]`, `g[T, h]`, `d[h]` to `out[T, h, p]`.
/// The state has keys of `n` and values of `p`. Head `j` reads group `j / (h / G)`. Rows outside
/// all spans are left alone.
pub struct SelectiveScanArgs<'a> {
    pub x: Tensor<'a>,
    pub b: Tensor<'a>,
    pub c: Tensor<'a>,
    /// Step size, f32.
    pub delta: Tensor<'a>,
    /// Log decay, f32.
    pub g: Tensor<'a>,
    /// Weight of the input in the output.
    pub d: Slice<'a, f32>,
    pub state: &'a mut RecurrentState,
    pub spans: Spans<'a>,
    pub out: TensorMut<'a>,
}

/// Widths of a head's state: `key_dim` is n, `value_dim` is p.
#[derive(Clone, Debug)]
pub struct SelectiveScanNeed {
    pub key_dim: usize,
    pub value_dim: usize,
}

impl Op for SelectiveScan {
    const NAME: &'static str = "selective_scan";
    type Args<'a> = SelectiveScanArgs<'a>;
    type Need = SelectiveScanNeed;

    fn check(args: &SelectiveScanArgs<'_>) {
        let (rows, state) = (args.x.rows(), &args.state);
        let (b, values) = (args.b.shape(), [rows, state.heads, state.value_dim]);
        assert!(b.len() == 3 && b[0] == rows && b[2] == state.key_dim, "selective_scan: b {b:?}");
        let whole = b[1] > 0 && state.heads.is_multiple_of(b[1]);
        assert!(whole, "selective_scan: {} heads in {} groups", state.heads, b[1]);
        assert_eq!(args.c.shape(), b, "selective_scan: c");
        assert_eq!(args.x.shape(), values, "selective_scan: x");
        assert_eq!(args.out.shape(), values, "selective_scan: out");
        assert_eq!(args.delta.shape(), [rows, state.heads], "selective_scan: delta");
        assert_eq!(args.g.shape(), [rows, state.heads], "selective_scan: g");
        assert_eq!(args.d.len(), state.heads, "selective_scan: d");
        check_spans("selective_scan", &args.spans, rows);
        check_slots("selective_scan", &args.spans, state.slots);
    }

    fn cost(args: &SelectiveScanArgs<'_>) -> Cost {
        let matrix = args.state.heads * args.state.key_dim * args.state.value_dim;
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let vectors = 2 * args.b.dim(1) * args.b.dim(2) + 2 * args.state.heads * args.x.dim(2);
        Cost::of(2 * args.spans.len() * matrix + rows * vectors, 5 * rows * matrix)
    }

    fn reference(mut args: SelectiveScanArgs<'_>, _compute: Compute) {
        let (heads, n, p) = (args.state.heads, args.state.key_dim, args.state.value_dim);
        let group = heads / args.b.dim(1);
        for span in args.spans.rows() {
            let mut matrices = args.state.matrices_mut(span.slot).to_vec();
            for t in span.row..span.row + span.len {
                if t == span.row + span.stored() {
                    args.state.matrices_mut(span.slot).copy_from_slice(&matrices);
                }
                for h in 0..heads {
                    let s = &mut matrices[h * n * p..][..n * p];
                    let (b, c) = (args.b.head_f32(t, h / group), args.c.head_f32(t, h / group));
                    let (decay, delta) = (args.g.row_f32(t)[h].exp(), args.delta.row_f32(t)[h]);
                    let x = args.x.head_f32(t, h);
                    let out = args.out.head_f32_mut(t, h);
                    for j in 0..p {
                        let write = delta * x[j];
                        (0..n).for_each(|i| s[i * p + j] = decay * s[i * p + j] + b[i] * write);
                        let read: f32 = (0..n).map(|i| s[i * p + j] * c[i]).sum();
                        out[j] = read + args.d[h] * x[j];
                    }
                }
            }
            if span.drafts == 0 {
                args.state.matrices_mut(span.slot).copy_from_slice(&matrices);
            }
        }
    }
}
