//! The gated delta rule. Columns of a head's matrix do not mix, so a block of columns small enough
//! for the first-level cache goes through all tokens of a span before the next.

use std::ops::Range;

use super::CpuDevice;
use super::lookup::Address;
use super::simd::{Job, Simd, exp_scalar, load_at, store_at, sum_squares};
use crate::ops::{GatedDeltaArgs, SpanRows};
use crate::tensor::{SharedRows, Tensor};

/// Vectors of columns in a block.
const COLUMNS: usize = 2;
/// Accumulators a column, for rows `i`, `i + 1`, .. in turn; added pairwise at the end.
const PHASES: usize = 4;

pub fn gated_delta<S: Simd>(dev: &CpuDevice, mut args: GatedDeltaArgs<'_>) {
    let (rows, heads, key_heads) = (args.v.dim(0), args.v.dim(1), args.q.dim(1));
    let (dk, dv) = (args.q.dim(2), args.v.dim(2));
    let unit_floats = rows * key_heads * dk;
    let mut scratch = dev.scratch(2 * unit_floats * 4 + rows * heads * 4);
    let step = Step {
        q: args.q,
        k: args.k,
        v: args.v,
        g: args.g,
        beta: args.beta,
        eps: args.eps,
        spans: args.spans,
        out: args.out.share(),
        unit_q: Address(scratch.take(unit_floats * 4).cast()),
        unit_k: Address(scratch.take(unit_floats * 4).cast()),
        decay: Address(scratch.take(rows * heads * 4).cast()),
        matrices: Address(args.state.matrices_ptr()),
    };
    dev.parallel(rows, key_heads * dk * 2, &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Prepare { step, rows });
    });
    let blocks = dv.div_ceil(COLUMNS * S::LANES);
    let tokens: usize = args.spans.iter().map(|span| span.len).sum();
    dev.parallel(heads * blocks, tokens * dk * COLUMNS * S::LANES, &|units| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Recur { step, units });
    });
}

#[derive(Clone, Copy)]
struct Step<'a> {
    q: Tensor<'a>,
    k: Tensor<'a>,
    v: Tensor<'a>,
    g: Tensor<'a>,
    beta: Tensor<'a>,
    eps: f32,
    spans: &'a [SpanRows<'a>],
    out: SharedRows<'a>,
    /// Normalised q and k, `[T, Hk, dk]`, and `exp(g)`, `[T, Hv]`.
    unit_q: Address<f32>,
    unit_k: Address<f32>,
    decay: Address<f32>,
    /// `[slot, Hv, dk, dv]`
    matrices: Address<f32>,
}

/// Normalises q and k and takes the exponential of g, for some tokens.
struct Prepare<'a> {
    step: Step<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for Prepare<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let step = &self.step;
        let (key_heads, dk, heads) = (step.q.dim(1), step.q.dim(2), step.v.dim(1));
        let q_scale = 1.0 / (dk as f32).sqrt();
        for t in self.rows.clone() {
            for j in 0..key_heads {
                let at = (t * key_heads + j) * dk;
                // SAFETY: token `t` of the scratch is this part's own.
                let (q, k) = unsafe {
                    (
                        std::slice::from_raw_parts_mut(step.unit_q.get().add(at), dk),
                        std::slice::from_raw_parts_mut(step.unit_k.get().add(at), dk),
                    )
                };
                normalise(s, step.q.head_f32(t, j), step.eps, q_scale, q);
                normalise(s, step.k.head_f32(t, j), step.eps, 1.0, k);
            }
            let g = step.g.row_f32(t);
            for h in 0..heads {
                // SAFETY: as above.
                unsafe { *step.decay.get().add(t * heads + h) = exp_scalar(s, g[h]) };
            }
        }
    }
}

#[inline(always)]
fn normalise<S: Simd>(s: S, x: &[f32], eps: f32, scale: f32, out: &mut [f32]) {
    let factor = s.splat(scale / (sum_squares(s, x) + eps).sqrt());
    for i in (0..x.len()).step_by(S::LANES) {
        store_at(s, out, i, s.mul(load_at(s, x, i), factor));
    }
}

/// Units of (head, block of columns), head by head, over all spans in order.
struct Recur<'a> {
    step: Step<'a>,
    units: Range<usize>,
}

impl<S: Simd> Job<S> for Recur<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let (heads, dv) = (self.step.v.dim(1), self.step.v.dim(2));
        let width = COLUMNS * S::LANES;
        let blocks = dv.div_ceil(width);
        for unit in self.units.clone() {
            let (head, first) = (unit / blocks, unit % blocks * width);
            for span in self.step.spans {
                let matrix = (span.slot * heads + head) * self.step.q.dim(2) * dv + first;
                for t in span.row..span.row + span.len {
                    let mut column = 0;
                    if first + width <= dv {
                        self.token::<S, COLUMNS, true>(s, t, head, first, matrix);
                        column = width;
                    }
                    while first + column < dv && column < width {
                        let whole = first + column + S::LANES <= dv;
                        let (at, to) = (first + column, matrix + column);
                        if whole {
                            self.token::<S, 1, true>(s, t, head, at, to);
                        } else {
                            self.token::<S, 1, false>(s, t, head, at, to);
                        }
                        column += S::LANES;
                    }
                }
            }
        }
    }
}

impl Recur<'_> {
    /// One token of one head: columns `first..` in `C` vectors, whole or cut at the last column.
    #[inline(always)]
    fn token<S: Simd, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        t: usize,
        head: usize,
        first: usize,
        matrix: usize,
    ) {
        let step = &self.step;
        let (key_heads, dk) = (step.q.dim(1), step.q.dim(2));
        let (heads, dv) = (step.v.dim(1), step.v.dim(2));
        let at = (t * key_heads + head / (heads / key_heads)) * dk;
        // SAFETY: `Prepare` has written all tokens' vectors and decays.
        let (q, k, decay) = unsafe {
            (
                std::slice::from_raw_parts(step.unit_q.get().add(at), dk),
                std::slice::from_raw_parts(step.unit_k.get().add(at), dk),
                s.splat(*step.decay.get().add(t * heads + head)),
            )
        };
        let v = step.v.head_f32(t, head);
        // SAFETY: these columns of the output, and of the matrix below, belong to this unit alone.
        let out = unsafe { step.out.head_part(t, head, first..(first + C * S::LANES).min(dv)) };
        let rows = Rows::<C, WHOLE> {
            base: step.matrices.get().wrapping_add(matrix),
            stride: dv,
            last: dv - first,
        };
        let zero = s.splat(0.0);
        let mut read = [[zero; C]; PHASES];
        for i in (0..dk).step_by(PHASES) {
            for p in 0..PHASES {
                if i + p < dk {
                    let ki = s.splat(k[i + p]);
                    let row = rows.load(s, i + p);
                    for c in 0..C {
                        read[p][c] = s.fma(ki, row[c], read[p][c]);
                    }
                }
            }
        }
        let beta = s.splat(step.beta.row_f32(t)[head]);
        let mut delta = [zero; C];
        for c in 0..C {
            let sum = s.mul(merge(s, &read, c), decay);
            let v = load_at(s, v, first + c * S::LANES);
            delta[c] = s.mul(beta, s.sub(v, sum));
        }
        let mut o = [[zero; C]; PHASES];
        for i in (0..dk).step_by(PHASES) {
            for p in 0..PHASES {
                if i + p < dk {
                    let (ki, qi) = (s.splat(k[i + p]), s.splat(q[i + p]));
                    let mut row = rows.load(s, i + p);
                    for c in 0..C {
                        row[c] = s.fma(ki, delta[c], s.mul(decay, row[c]));
                        o[p][c] = s.fma(qi, row[c], o[p][c]);
                    }
                    rows.store(s, i + p, row);
                }
            }
        }
        for c in 0..C {
            store_at(s, out, c * S::LANES, merge(s, &o, c));
        }
    }
}

#[inline(always)]
fn merge<S: Simd, const C: usize>(s: S, acc: &[[S::V; C]; PHASES], c: usize) -> S::V {
    s.add(s.add(acc[0][c], acc[1][c]), s.add(acc[2][c], acc[3][c]))
}

/// A block of columns of a matrix.
struct Rows<const C: usize, const WHOLE: bool> {
    base: *mut f32,
    stride: usize,
    /// Columns from the first to the matrix's end; what a cut vector holds.
    last: usize,
}

impl<const C: usize, const WHOLE: bool> Rows<C, WHOLE> {
    #[inline(always)]
    fn load<S: Simd>(&self, s: S, i: usize) -> [S::V; C] {
        let mut row = [s.splat(0.0); C];
        for c in 0..C {
            let from = self.base.wrapping_add(i * self.stride + c * S::LANES).cast_const();
            // SAFETY: row `i` of the matrix holds these columns, which are this unit's alone.
            row[c] = unsafe { if WHOLE { s.load(from) } else { s.load_part(from, self.last) } };
        }
        row
    }

    #[inline(always)]
    fn store<S: Simd>(&self, s: S, i: usize, row: [S::V; C]) {
        for c in 0..C {
            let to = self.base.wrapping_add(i * self.stride + c * S::LANES);
            // SAFETY: as in `load`.
            unsafe { if WHOLE { s.store(to, row[c]) } else { s.store_part(to, self.last, row[c]) } }
        }
    }
}
