//! Attention of all heads to selected vectors of a latent cache.
//!
//! A group of a row's heads takes its positions in blocks, each decoded once: a block's (max, sum,
//! o) is computed alone and merged in ascending order.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::attention::attention_workspace_bytes;
use crate::cpu::simd::{Job, Simd, exp_in_place, exp_scalar, load_at, max, store_at};
use crate::device::SpanRows;
use crate::ops::{LatentAttentionArgs, Selection};
use crate::state::{KvCache, KvHalf};
use crate::tensor::{SharedRows, Tensor};

/// Positions of a block.
const BLOCK: usize = 32;
/// Heads of a group.
const HEADS: usize = 8;

/// Floats of a group: vectors of a block; queries, sums of values and weights of heads.
const fn buffer_len(width: usize) -> usize {
    BLOCK * width + HEADS * (2 * width + BLOCK)
}

/// The part of `latent_attention` with a selection.
pub fn selected<S: Simd>(
    dev: &CpuDevice,
    mut args: LatentAttentionArgs<'_>,
    selection: Selection<'_>,
) {
    let rows: Vec<(&SpanRows<'_>, usize)> = (args.spans.rows().iter())
        .flat_map(|span| span.places().map(move |(t, _)| (span, t)))
        .collect();
    let latent = args.out.dim(2);
    let (q, cache, scale, out) = (args.q, args.cache, args.scale, args.out.share());
    let (threads, len) = (dev.threads(), buffer_len(cache.head_dim));
    // As much as attention to all positions takes, which is more.
    let bytes = attention_workspace_bytes(threads, cache.head_dim, cache.block_tokens);
    let mut scratch = dev.scratch(bytes);
    let buffers = scratch.take_each(threads, len);
    let groups = q.dim(1).div_ceil(HEADS);
    let work = selection.k * HEADS * cache.head_dim * 2;
    dev.parallel_indexed(rows.len() * groups, work, &|thread, units| {
        // SAFETY: one stretch a thread.
        let buffer = unsafe { std::slice::from_raw_parts_mut(buffers.of(thread), len) };
        for unit in units {
            let (span, t) = rows[unit / groups];
            let first = unit % groups * HEADS;
            let heads = first..q.dim(1).min(first + HEADS);
            let positions = selection.of_row(t);
            let buffer = &mut *buffer;
            let job = Selected { q, cache, scale, out, latent, span, t, heads, positions, buffer };
            // SAFETY: rows of the table run on devices that have their instructions.
            unsafe { S::assume() }.vectorise(job);
        }
    });
}

struct Selected<'a> {
    q: Tensor<'a>,
    cache: &'a KvCache,
    scale: f32,
    out: SharedRows<'a>,
    /// Elements of a value, the first of a vector.
    latent: usize,
    span: &'a SpanRows<'a>,
    t: usize,
    heads: Range<usize>,
    positions: &'a [u32],
    buffer: &'a mut [f32],
}

impl<S: Simd> Job<S> for Selected<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let (cache, width, latent) = (self.cache, self.cache.head_dim, self.latent);
        let count = self.heads.len();
        let (vectors, rest) = self.buffer.split_at_mut(BLOCK * width);
        let (queries, rest) = rest.split_at_mut(HEADS * width);
        let (sums, weights) = rest.split_at_mut(HEADS * width);
        let (mut tops, mut totals) = ([f32::MIN; HEADS], [0.0f32; HEADS]);
        for (q, h) in queries.chunks_exact_mut(width).zip(self.heads.clone()) {
            q.copy_from_slice(self.q.head_f32(self.t, h));
            q.iter_mut().for_each(|x| *x *= self.scale);
        }
        sums[..count * latent].fill(0.0);
        for positions in self.positions.chunks(BLOCK) {
            for (&position, row) in positions.iter().zip(vectors.chunks_exact_mut(width)) {
                let position = position as usize;
                let block = self.span.blocks[position / cache.block_tokens];
                cache.row(block, KvHalf::Key, 0, position % cache.block_tokens, row);
            }
            for h in 0..count {
                let (q, o) = (&queries[h * width..][..width], &mut sums[h * latent..][..latent]);
                let weights = &mut weights[h * BLOCK..][..positions.len()];
                for (weight, row) in weights.iter_mut().zip(vectors.chunks_exact(width)) {
                    let mut sum = s.splat(0.0);
                    for d in (0..width).step_by(S::LANES) {
                        sum = s.fma(load_at(s, q, d), load_at(s, row, d), sum);
                    }
                    *weight = s.sum(sum);
                }
                let top = max(s, weights, tops[h]);
                let keep = exp_scalar(s, tops[h] - top);
                totals[h] = totals[h] * keep + exp_in_place(s, weights, top);
                tops[h] = top;
                for d in (0..latent).step_by(S::LANES) {
                    let mut sum = s.mul(load_at(s, o, d), s.splat(keep));
                    for (&weight, row) in weights.iter().zip(vectors.chunks_exact(width)) {
                        sum = s.fma(s.splat(weight), load_at(s, &row[..latent], d), sum);
                    }
                    store_at(s, o, d, sum);
                }
            }
        }
        for (i, h) in self.heads.clone().enumerate() {
            // SAFETY: this head's output belongs to this unit alone.
            let out = unsafe { self.out.head(self.t, h) };
            let inverse = s.splat(1.0 / totals[i]);
            let o = &sums[i * latent..][..latent];
            for d in (0..out.len()).step_by(S::LANES) {
                store_at(s, out, d, s.mul(load_at(s, o, d), inverse));
            }
        }
    }
}
