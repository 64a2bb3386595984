//! Scores of index keys, and the positions of the best.
//!
//! A group of rows, as many as there are threads, is scored in parts of positions and then each row
//! is selected from by one thread. A score is one fixed sequence of operations of its row and its
//! position, so a row's selection does not depend on the rows beside it.

use crate::cpu::CpuDevice;
use crate::cpu::scratch::{Address, PerThread};
use crate::cpu::simd::{Job, Simd, load_at};
use crate::device::SpanRows;
use crate::ops::{CERTIFICATE_WORDS, IndexCertificate, IndexTopkArgs, rank};
use crate::state::{KvCache, KvHalf};
use crate::tensor::Tensor;

/// Positions of a part.
const PART: usize = 128;
/// Heads that meet a key together.
const HEADS: usize = 4;
/// Widest key.
pub const INDEX_DIM_MAX: usize = 512;

/// Floats of a row that sees up to so many positions: its scores and their ranks.
pub(crate) const fn buffer_len(positions: usize) -> usize {
    2 * positions
}

pub fn index_topk<S: Simd>(dev: &CpuDevice, mut args: IndexTopkArgs<'_>) {
    let rows: Vec<(&SpanRows<'_>, usize, usize)> = (args.spans.rows().iter())
        .flat_map(|span| span.places().map(move |(t, at)| (span, t, at as usize + 1)))
        .collect();
    let longest = rows.iter().map(|row| row.2).max().unwrap_or(0);
    let (group, len) = (dev.threads(), buffer_len(longest));
    let mut scratch = dev.scratch(PerThread::bytes(group, len));
    let buffers = scratch.take_each(group, len);
    let (k, work) = (args.k, args.q.dim(1) * args.q.dim(2));
    let (q, weights, cache, scale) = (args.q, args.weights, args.cache, args.scale);
    let (positions, counts) =
        (Address(args.positions.as_mut_ptr()), Address(args.counts.as_mut_ptr()));
    let certificate = args.certificate.as_mut().map(|words| Address(words.as_mut_ptr()));
    for rows in rows.chunks(group) {
        let parts = longest.div_ceil(PART);
        dev.parallel(rows.len() * parts, PART * work, &|units| {
            for unit in units {
                let (slot, first) = (unit / parts, unit % parts * PART);
                let (span, t, seen) = rows[slot];
                let last = seen.min(first + PART);
                // SAFETY: a part of the row's own buffer.
                let out = unsafe {
                    let len = last.saturating_sub(first);
                    std::slice::from_raw_parts_mut(buffers.of(slot).wrapping_add(first), len)
                };
                let score = Score { q, weights, cache, scale, span, t, first, out };
                // SAFETY: rows of the table run on devices that have their instructions.
                unsafe { S::assume() }.vectorise(score);
            }
        });
        dev.parallel(rows.len(), longest, &|slots| {
            for slot in slots {
                let (_, t, seen) = rows[slot];
                // SAFETY: the row's own buffer, places and words.
                let (scores, ranks, positions, count) = unsafe {
                    let (scores, ranks) = (buffers.of(slot), buffers.of(slot).wrapping_add(seen));
                    (
                        std::slice::from_raw_parts(scores, seen),
                        std::slice::from_raw_parts_mut(ranks.cast::<u32>(), seen),
                        std::slice::from_raw_parts_mut(positions.get().add(t * k), k),
                        &mut *counts.get().add(t),
                    )
                };
                *count = select(scores, ranks, positions) as u32;
                if let Some(words) = certificate {
                    let taken = &positions[..*count as usize];
                    let all = IndexCertificate::of(scores, taken).to_words();
                    // SAFETY: as above.
                    let words = unsafe {
                        let first = words.get().add(t * CERTIFICATE_WORDS);
                        std::slice::from_raw_parts_mut(first, CERTIFICATE_WORDS)
                    };
                    words.copy_from_slice(&all);
                }
            }
        });
    }
}

/// Scores of one row for the positions from `first` on.
struct Score<'a> {
    q: Tensor<'a>,
    weights: Tensor<'a>,
    cache: &'a KvCache,
    scale: f32,
    span: &'a SpanRows<'a>,
    t: usize,
    first: usize,
    out: &'a mut [f32],
}

impl<S: Simd> Job<S> for Score<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let (cache, weights) = (self.cache, self.weights.row_f32(self.t));
        let mut buffer = [0.0; INDEX_DIM_MAX];
        let key = &mut buffer[..cache.index_dim];
        for (i, out) in self.out.iter_mut().enumerate() {
            let position = self.first + i;
            let block = self.span.blocks[position / cache.block_tokens];
            cache.row(block, KvHalf::Index, 0, position % cache.block_tokens, key);
            let (mut score, mut head) = (0.0, 0);
            while head < weights.len() {
                let count = HEADS.min(weights.len() - head);
                // The last heads once more where fewer are left: their sums are not used.
                let last = weights.len() - 1;
                let q: [&[f32]; HEADS] =
                    std::array::from_fn(|h| self.q.head_f32(self.t, (head + h).min(last)));
                let mut sums = [s.splat(0.0); HEADS];
                for d in (0..key.len()).step_by(S::LANES) {
                    let key = load_at(s, key, d);
                    for (sum, q) in sums.iter_mut().zip(q) {
                        *sum = s.fma(load_at(s, q, d), key, *sum);
                    }
                }
                let dots = s.sum4(sums);
                for (dot, weight) in dots[..count].iter().zip(&weights[head..]) {
                    // NaN stays NaN.
                    let product = self.scale * dot;
                    let kept = if product < 0.0 { 0.0 } else { product };
                    score += weight * kept;
                }
                head += count;
            }
            *out = score;
        }
    }
}

/// Writes the positions of the best scores, ascending, as many as there is room for; returns how
/// many. `ranks` has as many places as scores.
fn select(scores: &[f32], ranks: &mut [u32], positions: &mut [u32]) -> usize {
    let k = positions.len();
    if scores.len() <= k {
        (0..).zip(&mut positions[..scores.len()]).for_each(|(j, position)| *position = j);
        return scores.len();
    }
    for (to, &score) in ranks.iter_mut().zip(scores) {
        *to = rank(score);
    }
    let (_, &mut threshold, above) = ranks.select_nth_unstable(scores.len() - k);
    // As many of the best k are above the threshold; the others are the lowest positions at it.
    let mut ties = k - above.iter().filter(|&&rank| rank > threshold).count();
    let mut count = 0;
    for (j, &score) in (0..).zip(scores) {
        let rank = rank(score);
        let is_tie = rank == threshold && ties > 0;
        if rank > threshold || is_tie {
            ties -= usize::from(is_tie);
            positions[count] = j;
            count += 1;
        }
    }
    count
}
