//! The gated delta rule. Columns of a head's matrix do not mix, so a block of columns small enough
//! for the first-level cache goes through all tokens of a span before the next.

use std::ops::Range;

use super::columns::{PHASES, Rows, Walk, columns, merge, walk};
use crate::cpu::CpuDevice;
use crate::cpu::scratch::Address;
use crate::cpu::scratch::PerThread;
use crate::cpu::simd::{Job, Simd, exp_scalar, load_at, store_at, sum_squares};
use crate::device::SpanRows;
use crate::ops::GatedDeltaArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn gated_delta<S: Simd>(dev: &CpuDevice, mut args: GatedDeltaArgs<'_>) {
    let (rows, heads, key_heads) = (args.v.dim(0), args.v.dim(1), args.q.dim(1));
    let (dk, dv) = (args.q.dim(2), args.v.dim(2));
    let unit_floats = rows * key_heads * dk;
    let block_floats = dk * columns::<S>() * S::LANES;
    let block_bytes = PerThread::bytes(dev.threads(), block_floats);
    let mut scratch = dev.scratch(2 * unit_floats * 4 + rows * heads * 4 + block_bytes);
    let block_memory = scratch.take_each(dev.threads(), block_floats);
    let step = DeltaStep {
        q: args.q,
        k: args.k,
        v: args.v,
        g: args.g,
        beta: args.beta,
        eps: args.eps,
        spans: args.spans.rows(),
        out: args.out.share(),
        unit_q: Address(scratch.take(unit_floats * 4).cast()),
        unit_k: Address(scratch.take(unit_floats * 4).cast()),
        decay: Address(scratch.take(rows * heads * 4).cast()),
        matrices: Address(args.state.matrices_ptr()),
    };
    // Spans may be a part of the rows.
    let first = step.spans.iter().map(|span| span.row).min().unwrap_or(0);
    let end = step.spans.iter().map(|span| span.row + span.len).max().unwrap_or(first);
    dev.parallel(end - first, key_heads * dk * 2, &|part| {
        let rows = first + part.start..first + part.end;
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Prepare { step, rows });
    });
    let blocks = dv.div_ceil(columns::<S>() * S::LANES);
    let tokens: usize = args.spans.iter().map(|span| span.len).sum();
    dev.parallel_indexed(
        heads * blocks,
        tokens * dk * columns::<S>() * S::LANES,
        &|thread, units| {
            let block = block_memory.of(thread);
            // SAFETY: rows of the table run on devices that have their instructions.
            unsafe { S::assume() }.vectorise(Recur { step, units, block });
        },
    );
}

#[derive(Clone, Copy)]
struct DeltaStep<'a> {
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
    step: DeltaStep<'a>,
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
    step: DeltaStep<'a>,
    units: Range<usize>,
    /// A block of columns side by side: in the matrix its rows lie on few cache sets.
    block: *mut f32,
}

impl<S: Simd> Job<S> for Recur<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        walk(s, &self, self.units.clone());
    }
}

impl Walk for Recur<'_> {
    fn spans(&self) -> &[SpanRows<'_>] {
        self.step.spans
    }

    fn dims(&self) -> [usize; 3] {
        [self.step.v.dim(1), self.step.q.dim(2), self.step.v.dim(2)]
    }

    fn matrices(&self) -> *mut f32 {
        self.step.matrices.get()
    }

    fn block(&self) -> *mut f32 {
        self.block
    }

    /// One token of one head on a block of columns.
    #[inline(always)]
    fn token<S: Simd, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        t: usize,
        head: usize,
        first: usize,
        rows: &Rows<C, WHOLE>,
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
        let whole = dk - dk % PHASES;
        let mut read = [[s.splat(0.0); C]; PHASES];
        for i in (0..whole).step_by(PHASES) {
            for p in 0..PHASES {
                rows.read(s, i + p, k, &mut read[p]);
            }
        }
        for p in 0..PHASES {
            if whole + p < dk {
                rows.read(s, whole + p, k, &mut read[p]);
            }
        }
        let beta = s.splat(step.beta.row_f32(t)[head]);
        let mut delta = [s.splat(0.0); C];
        for c in 0..C {
            let sum = s.mul(merge(s, &read, c), decay);
            let v = load_at(s, v, first + c * S::LANES);
            delta[c] = s.mul(beta, s.sub(v, sum));
        }
        let mut o = [[s.splat(0.0); C]; PHASES];
        for i in (0..whole).step_by(PHASES) {
            for p in 0..PHASES {
                rows.write(s, i + p, k, q, decay, &delta, &mut o[p]);
            }
        }
        for p in 0..PHASES {
            if whole + p < dk {
                rows.write(s, whole + p, k, q, decay, &delta, &mut o[p]);
            }
        }
        for c in 0..C {
            store_at(s, out, c * S::LANES, merge(s, &o, c));
        }
    }
}
