//! Kernels that move or pick: embedding, cache writes, expert choice, recurrent gates.

use std::ops::Range;

use super::CpuDevice;
use super::scratch::PerThread;
use super::simd::{Job, Simd, exp_in_place, max};
use crate::ops::{
    EmbedArgs, GdnGatesArgs, KvStoreArgs, PickRowsArgs, RouteTopkArgs, SpanRows, gdn_gates,
};
use crate::state::{KvCache, KvHalf};
use crate::tensor::{DType, Tensor};

pub fn embed(dev: &CpuDevice, mut args: EmbedArgs<'_>) {
    let (ids, table, width) = (args.ids.host(), args.table, args.table.k());
    let out = args.out.share();
    dev.parallel(ids.len(), width, &|rows| {
        for t in rows {
            // SAFETY: row `t` is this part's own.
            table.row_f32(ids[t] as usize, unsafe { out.row(t, 0..width) });
        }
    });
}

pub fn pick_rows(dev: &CpuDevice, mut args: PickRowsArgs<'_>) {
    let (x, rows, width) = (args.x, args.rows.host(), args.x.dim(1));
    let out = args.out.share();
    dev.parallel(rows.len(), width, &|range| {
        for i in range {
            // SAFETY: row `i` is this part's own.
            let to = unsafe { out.row(i, 0..width) };
            to.copy_from_slice(x.row_f32(rows[i] as usize));
        }
    });
}

/// Over KV heads, so that no two threads write to one vector whatever the block tables say.
pub fn kv_store<S: Simd>(dev: &CpuDevice, args: KvStoreArgs<'_>) {
    let (k, v, spans) = (args.k, args.v, args.spans.rows());
    let cache = &Cells { to: args.cache.ptr(), cache: &*args.cache };
    let rows: usize = spans.iter().map(|span| span.len).sum();
    dev.parallel(cache.cache.kv_heads, rows * cache.cache.head_dim * 2, &|heads| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(KvStore { k, v, spans, cache, heads });
    });
}

/// Cache memory to write to, with the cache's shape beside it.
struct Cells<'a> {
    to: *mut u8,
    cache: &'a KvCache,
}

// SAFETY: each thread writes the vectors of its own heads.
unsafe impl Sync for Cells<'_> {}

struct KvStore<'a> {
    k: Tensor<'a>,
    v: Tensor<'a>,
    spans: &'a [SpanRows<'a>],
    cache: &'a Cells<'a>,
    heads: Range<usize>,
}

impl<S: Simd> Job<S> for KvStore<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _s: S) {
        let cache = self.cache.cache;
        for span in self.spans {
            for i in 0..span.len {
                let position = span.start as usize + i;
                let block = span.blocks[position / cache.block_tokens];
                let token = position % cache.block_tokens;
                for head in self.heads.clone() {
                    for (x, half) in [(self.k, KvHalf::Key), (self.v, KvHalf::Value)] {
                        let at = cache.offset(block, half, head, token);
                        self.write(at, x.head_f32(span.row + i, head));
                    }
                }
            }
        }
    }
}

impl KvStore<'_> {
    #[inline(always)]
    fn write(&self, at: usize, x: &[f32]) {
        // SAFETY: the op's check proves that the vector at `at` is inside the cache; it belongs
        // to a head of this part; nobody reads the cache meanwhile.
        unsafe {
            match self.cache.cache.dtype {
                DType::F32 => {
                    let to = self.cache.to.cast::<f32>().add(at);
                    std::ptr::copy_nonoverlapping(x.as_ptr(), to, x.len());
                }
                _ => {
                    let to = std::slice::from_raw_parts_mut(
                        self.cache.to.cast::<u16>().add(at),
                        x.len(),
                    );
                    for (to, &x) in to.iter_mut().zip(x) {
                        *to = bf16_bits(x);
                    }
                }
            }
        }
    }
}

/// The nearest bf16, ties to even, NaN kept; branch-free, so that the loop around it vectorises.
#[inline(always)]
fn bf16_bits(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
    let kept = if x.is_nan() { bits | 0x40_0000 } else { rounded };
    (kept >> 16) as u16
}

pub fn route_topk<S: Simd>(dev: &CpuDevice, mut args: RouteTopkArgs<'_>) {
    let (rows, experts, k) = (args.logits.rows(), args.logits.dim(1), args.k);
    let mut scratch = dev.scratch(PerThread::bytes(dev.threads(), 2 * experts));
    let buffers = scratch.take_each(dev.threads(), 2 * experts);
    let (ids, weights) =
        (Address(args.ids.as_mut_ptr()), Address(args.weights.f32_mut().as_mut_ptr()));
    let (logits, renormalise) = (args.logits, args.renormalise);
    dev.parallel_indexed(rows, experts * (k + 4), &|thread, range| {
        // SAFETY: `parallel` gives disjoint row ranges, and buffers by thread.
        let job = unsafe {
            let (at, len) = (range.start * k, range.len() * k);
            RouteTopk {
                logits: logits.slice_rows(range),
                renormalise,
                ids: std::slice::from_raw_parts_mut(ids.get().add(at), len),
                weights: std::slice::from_raw_parts_mut(weights.get().add(at), len),
                buffer: std::slice::from_raw_parts_mut(buffers.of(thread), 2 * experts),
            }
        };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(job);
    });
}

/// An address that threads may share; each dereferences its own part.
#[derive(Clone, Copy)]
pub(super) struct Address<T>(pub *mut T);

// SAFETY: a plain address.
unsafe impl<T> Send for Address<T> {}
// SAFETY: a plain address.
unsafe impl<T> Sync for Address<T> {}

impl<T> Address<T> {
    pub fn get(&self) -> *mut T {
        self.0
    }
}

struct RouteTopk<'a> {
    logits: Tensor<'a>,
    renormalise: bool,
    ids: &'a mut [u32],
    weights: &'a mut [f32],
    /// Ranking keys, then exponentials, of one row.
    buffer: &'a mut [f32],
}

impl<S: Simd> Job<S> for RouteTopk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let experts = self.logits.dim(1);
        let k = self.ids.len() / self.logits.rows();
        let (keys, exps) = self.buffer.split_at_mut(experts);
        for t in 0..self.logits.rows() {
            let logits = self.logits.row_f32(t);
            for e in 0..experts {
                keys[e] = if logits[e].is_nan() { f32::NEG_INFINITY } else { logits[e] };
            }
            exps.copy_from_slice(logits);
            let top = max(s, keys, f32::NEG_INFINITY);
            let all = exp_in_place(s, exps, top);
            let (ids, weights) = (&mut self.ids[t * k..][..k], &mut self.weights[t * k..][..k]);
            let mut chosen = 0.0;
            for r in 0..k {
                let e = first_largest(s, keys, &ids[..r]);
                keys[e] = f32::NEG_INFINITY;
                ids[r] = e as u32;
                weights[r] = exps[e];
                chosen += exps[e];
            }
            let sum = if self.renormalise { chosen } else { all };
            for weight in weights {
                *weight /= sum;
            }
        }
    }
}

/// The first index of the largest key that is not taken.
#[inline(always)]
fn first_largest<S: Simd>(s: S, keys: &[f32], taken: &[u32]) -> usize {
    let best = max(s, keys, f32::NEG_INFINITY);
    for (e, &key) in keys.iter().enumerate() {
        // Taken keys read minus infinity, as other keys may.
        if key == best && (best > f32::NEG_INFINITY || !taken.contains(&(e as u32))) {
            return e;
        }
    }
    0
}

/// A few numbers a token: plain scalar code.
pub fn gdn_gates(dev: &CpuDevice, mut args: GdnGatesArgs<'_>) {
    let (a, b, heads) = (args.a, args.b, args.a_log.len());
    let (a_log, dt_bias) = (args.a_log.host(), args.dt_bias.host());
    let (g_out, beta_out) = (args.g.share(), args.beta.share());
    dev.parallel(a.rows(), heads * 16, &|rows| {
        for t in rows {
            // SAFETY: row `t` of both is this part's own.
            let (g, beta) = unsafe { (g_out.row(t, 0..heads), beta_out.row(t, 0..heads)) };
            gdn_gates::row(a.row_f32(t), b.row_f32(t), a_log, dt_bias, g, beta);
        }
    });
}
