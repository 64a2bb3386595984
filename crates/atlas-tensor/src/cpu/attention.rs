//! Attention over the paged cache.
//!
//! A query sees a cache block as (max, sum, o) computed from that block alone, and merges blocks in
//! ascending order. Several queries that share a KV head (heads of a group, then rows of the span)
//! go through a block together to read it once; nothing one of them computes enters another.

use std::marker::PhantomData;
use std::ops::Range;

use super::CpuDevice;
use super::lookup::Address;
use super::simd::{Job, MAX_LANES, Simd, exp, exp_in_place, load_at, max, store_at};
use crate::ops::{AttentionArgs, SpanRows};
use crate::state::{KvCache, KvHalf};
use crate::tensor::{SharedRows, Tensor};

/// How vectors of a cache are loaded.
pub trait Element: Copy + Send + Sync + 'static {
    /// `LANES` elements from index `i` of the cache.
    ///
    /// # Safety
    /// They are inside it.
    unsafe fn load<S: Simd>(s: S, cache: *const u8, i: usize) -> S::V;
    /// `n` elements from index `i`, zero in the other lanes.
    ///
    /// # Safety
    /// They are inside the cache.
    unsafe fn load_part<S: Simd>(s: S, cache: *const u8, i: usize, n: usize) -> S::V;
}

#[derive(Clone, Copy)]
pub struct CacheF32;
#[derive(Clone, Copy)]
pub struct CacheBf16;

impl Element for CacheF32 {
    #[inline(always)]
    unsafe fn load<S: Simd>(s: S, cache: *const u8, i: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load(cache.cast::<f32>().add(i)) }
    }
    #[inline(always)]
    unsafe fn load_part<S: Simd>(s: S, cache: *const u8, i: usize, n: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load_part(cache.cast::<f32>().add(i), n) }
    }
}

impl Element for CacheBf16 {
    #[inline(always)]
    unsafe fn load<S: Simd>(s: S, cache: *const u8, i: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load_bf16(cache.cast::<u16>().add(i)) }
    }
    #[inline(always)]
    unsafe fn load_part<S: Simd>(s: S, cache: *const u8, i: usize, n: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load_bf16_part(cache.cast::<u16>().add(i), n) }
    }
}

/// Queries in a tile.
const fn tile_queries<S: Simd>() -> usize {
    if S::LANES == 16 { 4 } else { 2 }
}

/// Workspace that [`attention`] takes at most, whichever instructions it runs with.
pub(crate) fn attention_workspace_bytes(
    threads: usize,
    head_dim: usize,
    block_tokens: usize,
) -> usize {
    let padded = head_dim.next_multiple_of(MAX_LANES);
    threads * (4 * (2 * padded + block_tokens) * 4 + 64)
}

pub fn attention<S: Simd, E: Element>(dev: &CpuDevice, mut args: AttentionArgs<'_>) {
    let (heads, cache) = (args.q.dim(1), args.cache);
    let step = Step {
        q: args.q,
        spans: args.spans,
        cache,
        scale: args.scale,
        window: args.window,
        out: args.out.share(),
        group: heads / cache.kv_heads,
    };
    let total = step.units(tile_queries::<S>()).map(|unit| unit.cost).sum::<usize>();
    // Per query: its vector, its output and the scores of a block.
    let padded = cache.head_dim.next_multiple_of(S::LANES);
    let floats = tile_queries::<S>() * (2 * padded + cache.block_tokens);
    let mut scratch = dev.scratch(dev.threads() * (floats * 4 + 64));
    let buffers: Vec<Address<f32>> =
        (0..dev.threads()).map(|_| Address(scratch.take(floats * 4).cast())).collect();
    let work = total * cache.head_dim * 2;
    dev.parallel_indexed(dev.threads(), work / dev.threads().max(1), &|thread, shares| {
        // SAFETY: one stretch a thread.
        let buffer = unsafe { std::slice::from_raw_parts_mut(buffers[thread].get(), floats) };
        let threads = dev.threads();
        let costs = total * shares.start / threads..total * shares.end / threads;
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Part { step, costs, buffer, element: PhantomData::<E> });
    });
}

#[derive(Clone, Copy)]
struct Step<'a> {
    q: Tensor<'a>,
    spans: &'a [SpanRows<'a>],
    cache: &'a KvCache,
    scale: f32,
    window: Option<u32>,
    out: SharedRows<'a>,
    /// Query heads a KV head.
    group: usize,
}

/// Up to a tile of queries of one span and KV head. Query `i` is row `i / group`, head
/// `i % group` of the group.
struct Unit<'a> {
    span: &'a SpanRows<'a>,
    kv_head: usize,
    queries: Range<usize>,
    /// Positions that its queries see, in all.
    cost: usize,
}

impl<'a> Step<'a> {
    fn units(&self, tile: usize) -> impl Iterator<Item = Unit<'a>> + use<'a> {
        let (group, kv_heads) = (self.group, self.cache.kv_heads);
        let window = self.window.map_or(usize::MAX, |w| w as usize);
        self.spans.iter().flat_map(move |span| {
            let queries = span.len * group;
            (0..kv_heads).flat_map(move |kv_head| {
                (0..queries).step_by(tile).map(move |first| {
                    let queries = first..(first + tile).min(queries);
                    let seen = |i: usize| (span.start as usize + i / group + 1).min(window);
                    let cost = queries.clone().map(seen).sum();
                    Unit { span, kv_head, queries, cost }
                })
            })
        })
    }

    /// Positions that query `i` of a span sees.
    #[inline(always)]
    fn visible(&self, span: &SpanRows<'_>, i: usize) -> Range<usize> {
        let end = span.start as usize + i / self.group + 1;
        let first = match self.window {
            Some(window) => end.saturating_sub(window as usize),
            None => 0,
        };
        first..end
    }
}

/// The units whose middle falls in `costs`, of the running sum of costs over all units.
struct Part<'a, E> {
    step: Step<'a>,
    costs: Range<usize>,
    buffer: &'a mut [f32],
    element: PhantomData<E>,
}

impl<S: Simd, E: Element> Job<S> for Part<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let mut before = 0;
        for unit in self.step.units(tile_queries::<S>()) {
            let middle = before + unit.cost / 2;
            before += unit.cost;
            if !self.costs.contains(&middle) {
                continue;
            }
            let mut i = unit.queries.start;
            while i < unit.queries.end {
                let left = unit.queries.end - i;
                if tile_queries::<S>() == 4 && left == 4 {
                    tile::<S, E, 4>(s, &self.step, &unit, i, self.buffer);
                    i += 4;
                } else if left >= 2 {
                    tile::<S, E, 2>(s, &self.step, &unit, i, self.buffer);
                    i += 2;
                } else {
                    tile::<S, E, 1>(s, &self.step, &unit, i, self.buffer);
                    i += 1;
                }
            }
        }
    }
}

/// Running softmax of one query.
#[derive(Clone, Copy)]
struct Running {
    max: f32,
    sum: f32,
}

/// What one query takes from one block.
#[derive(Clone, Copy)]
struct Seen {
    /// Tokens of the block.
    from: usize,
    to: usize,
    /// Factors of the output so far and of the block's.
    keep: f32,
    add: f32,
}

#[inline(always)]
fn tile<S: Simd, E: Element, const Q: usize>(
    s: S,
    step: &Step<'_>,
    unit: &Unit<'_>,
    first: usize,
    buffer: &mut [f32],
) {
    let (cache, span) = (step.cache, unit.span);
    let (width, tokens) = (cache.head_dim, cache.block_tokens);
    let padded = width.next_multiple_of(S::LANES);
    let (q, rest) = buffer.split_at_mut(Q * padded);
    let (o, rest) = rest.split_at_mut(Q * padded);
    let scores = &mut rest[..Q * tokens];
    let mut running = [Running { max: f32::MIN, sum: 0.0 }; Q];
    let mut visible = [(0, 0); Q];
    q.fill(0.0);
    o.fill(0.0);
    for i in 0..Q {
        let range = step.visible(span, first + i);
        visible[i] = (range.start, range.end);
        let head = unit.kv_head * step.group + (first + i) % step.group;
        let from = step.q.head_f32(span.row + (first + i) / step.group, head);
        q[i * padded..][..width].copy_from_slice(from);
    }
    let start = visible[0].0;
    let end = visible[Q - 1].1;
    for b in start / tokens..end.div_ceil(tokens) {
        let block = Block {
            keys: cache.offset(span.blocks[b], KvHalf::Key, unit.kv_head, 0),
            values: cache.offset(span.blocks[b], KvHalf::Value, unit.kv_head, 0),
            memory: cache.ptr(),
            width,
        };
        let mut seen = [Seen { from: 0, to: 0, keep: 1.0, add: 0.0 }; Q];
        for i in 0..Q {
            seen[i].from = visible[i].0.clamp(b * tokens, (b + 1) * tokens) - b * tokens;
            seen[i].to = visible[i].1.clamp(b * tokens, (b + 1) * tokens) - b * tokens;
        }
        block.scores::<S, E, Q>(s, q, &seen, scores, tokens);
        weigh(s, scores, tokens, step.scale, &mut running, &mut seen);
        block.values::<S, E, Q>(s, scores, tokens, &seen, o);
    }
    for i in 0..Q {
        let head = unit.kv_head * step.group + (first + i) % step.group;
        // SAFETY: this query's output belongs to this unit alone.
        let out = unsafe { step.out.head(span.row + (first + i) / step.group, head) };
        let inverse = s.splat(1.0 / running[i].sum);
        let o = &o[i * padded..][..width];
        for d in (0..width).step_by(S::LANES) {
            store_at(s, out, d, s.mul(load_at(s, o, d), inverse));
        }
    }
}

/// Turns the scores of a block into weights, and says how block and output so far are merged.
#[inline(always)]
fn weigh<S: Simd, const Q: usize>(
    s: S,
    scores: &mut [f32],
    tokens: usize,
    scale: f32,
    running: &mut [Running; Q],
    seen: &mut [Seen; Q],
) {
    let factor = s.splat(scale);
    // Exponents of `keep`, then of `add`; one vector for all queries.
    let mut exponents = [0.0f32; 16];
    let mut sums = [0.0f32; Q];
    for i in 0..Q {
        if seen[i].from >= seen[i].to {
            continue;
        }
        let scores = &mut scores[i * tokens..][seen[i].from..seen[i].to];
        for j in (0..scores.len()).step_by(S::LANES) {
            store_at(s, scores, j, s.mul(load_at(s, scores, j), factor));
        }
        let block_max = max(s, scores, f32::MIN);
        sums[i] = exp_in_place(s, scores, block_max);
        let merged = running[i].max.max(block_max);
        exponents[2 * i] = running[i].max - merged;
        exponents[2 * i + 1] = block_max - merged;
        running[i].max = merged;
    }
    for i in (0..2 * Q).step_by(S::LANES) {
        let e = exp(s, load_at(s, &exponents, i));
        store_at(s, &mut exponents, i, e);
    }
    for i in 0..Q {
        if seen[i].from < seen[i].to {
            (seen[i].keep, seen[i].add) = (exponents[2 * i], exponents[2 * i + 1]);
            running[i].sum = running[i].sum * seen[i].keep + sums[i] * seen[i].add;
        }
    }
}

/// One KV head of one cache block.
struct Block {
    keys: usize,
    values: usize,
    memory: *const u8,
    width: usize,
}

impl Block {
    /// `scores[i][j] = q[i] . k[j]` for every token `j` that any of the queries sees.
    #[inline(always)]
    fn scores<S: Simd, E: Element, const Q: usize>(
        &self,
        s: S,
        q: &[f32],
        seen: &[Seen; Q],
        scores: &mut [f32],
        tokens: usize,
    ) {
        assert!(scores.len() == Q * tokens);
        let (mut from, mut to) = (tokens, 0);
        for i in 0..Q {
            if seen[i].from < seen[i].to {
                from = from.min(seen[i].from);
                to = to.max(seen[i].to);
            }
        }
        // Tokens nobody sees may go along; they are memory of the block, and are not looked at.
        let mut j = from;
        while j < to {
            if j + 4 <= tokens {
                let sums = self.dots::<S, E, Q, 4>(s, q, j);
                for i in 0..Q {
                    // SAFETY: `j + 4 <= tokens`, and `scores` holds `Q * tokens`.
                    unsafe {
                        let to = scores.as_mut_ptr().add(i * tokens + j);
                        to.cast::<[f32; 4]>().write_unaligned(sums[i]);
                    }
                }
                j += 4;
            } else {
                let sums = self.dots::<S, E, Q, 1>(s, q, j);
                for i in 0..Q {
                    scores[i * tokens + j] = sums[i][0];
                }
                j += 1;
            }
        }
    }

    #[inline(always)]
    fn dots<S: Simd, E: Element, const Q: usize, const J: usize>(
        &self,
        s: S,
        q: &[f32],
        j: usize,
    ) -> [[f32; 4]; Q] {
        let padded = self.width.next_multiple_of(S::LANES);
        assert!(q.len() == Q * padded);
        let whole = self.width - self.width % S::LANES;
        let mut acc = [[s.splat(0.0); 4]; Q];
        for d in (0..whole).step_by(S::LANES) {
            for jj in 0..J {
                // SAFETY: the op's check proves the block; a vector of the key follows.
                let k = unsafe { E::load(s, self.memory, self.keys + (j + jj) * self.width + d) };
                for i in 0..Q {
                    // SAFETY: queries are padded to whole vectors.
                    let qi = unsafe { s.load(q.as_ptr().add(i * padded + d)) };
                    acc[i][jj] = s.fma(qi, k, acc[i][jj]);
                }
            }
        }
        if whole < self.width {
            for jj in 0..J {
                let at = self.keys + (j + jj) * self.width + whole;
                // SAFETY: as above, for the rest of the key.
                let k = unsafe { E::load_part(s, self.memory, at, self.width - whole) };
                for i in 0..Q {
                    // SAFETY: as above.
                    let qi = unsafe { s.load(q.as_ptr().add(i * padded + whole)) };
                    acc[i][jj] = s.fma(qi, k, acc[i][jj]);
                }
            }
        }
        let mut sums = [[0.0; 4]; Q];
        for i in 0..Q {
            if J == 4 {
                sums[i] = s.sum4(acc[i]);
            } else {
                sums[i][0] = s.sum(acc[i][0]);
            }
        }
        sums
    }

    /// `o[i] = o[i] * keep + add * sum_j weights[i][j] v[j]`.
    #[inline(always)]
    fn values<S: Simd, E: Element, const Q: usize>(
        &self,
        s: S,
        weights: &[f32],
        tokens: usize,
        seen: &[Seen; Q],
        o: &mut [f32],
    ) {
        let mut d = 0;
        while d + 4 * S::LANES <= self.width {
            self.columns::<S, E, Q, 4, true>(s, weights, tokens, seen, o, d);
            d += 4 * S::LANES;
        }
        while d + 2 * S::LANES <= self.width {
            self.columns::<S, E, Q, 2, true>(s, weights, tokens, seen, o, d);
            d += 2 * S::LANES;
        }
        while d + S::LANES <= self.width {
            self.columns::<S, E, Q, 1, true>(s, weights, tokens, seen, o, d);
            d += S::LANES;
        }
        if d < self.width {
            self.columns::<S, E, Q, 1, false>(s, weights, tokens, seen, o, d);
        }
    }

    /// `C` vectors of columns from `d`, whole or cut at the head's width. Tokens that all queries see go through all of them; a
    /// query's other tokens come before and after, so its own order is ascending.
    #[inline(always)]
    fn columns<S: Simd, E: Element, const Q: usize, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        weights: &[f32],
        tokens: usize,
        seen: &[Seen; Q],
        o: &mut [f32],
        d: usize,
    ) {
        let padded = self.width.next_multiple_of(S::LANES);
        assert!(o.len() == Q * padded && weights.len() == Q * tokens && d < self.width);
        let (mut from, mut to) = (0, tokens);
        for i in 0..Q {
            from = from.max(seen[i].from);
            to = to.min(seen[i].to);
        }
        // Without a common token each query goes alone, in its own order.
        let to = to.max(from);
        let mut acc = [[s.splat(0.0); C]; Q];
        for i in 0..Q {
            for j in seen[i].from..seen[i].to.min(from) {
                let v = self.value::<S, E, C, WHOLE>(s, j, d);
                let w = s.splat(weights[i * tokens + j]);
                for c in 0..C {
                    acc[i][c] = s.fma(w, v[c], acc[i][c]);
                }
            }
        }
        for j in from..to {
            let v = self.value::<S, E, C, WHOLE>(s, j, d);
            for i in 0..Q {
                // SAFETY: `i < Q` and `j < tokens`; the length is asserted above.
                let w = s.splat(unsafe { *weights.get_unchecked(i * tokens + j) });
                for c in 0..C {
                    acc[i][c] = s.fma(w, v[c], acc[i][c]);
                }
            }
        }
        for i in 0..Q {
            for j in seen[i].from.max(to)..seen[i].to {
                let v = self.value::<S, E, C, WHOLE>(s, j, d);
                let w = s.splat(weights[i * tokens + j]);
                for c in 0..C {
                    acc[i][c] = s.fma(w, v[c], acc[i][c]);
                }
            }
        }
        for i in 0..Q {
            if seen[i].from >= seen[i].to {
                continue;
            }
            let (keep, add) = (s.splat(seen[i].keep), s.splat(seen[i].add));
            for c in 0..C {
                let at = i * padded + d + c * S::LANES;
                // SAFETY: rows of `o` are padded to whole vectors.
                unsafe {
                    let old = s.mul(s.load(o.as_ptr().add(at)), keep);
                    s.store(o.as_mut_ptr().add(at), s.fma(acc[i][c], add, old));
                }
            }
        }
    }

    #[inline(always)]
    fn value<S: Simd, E: Element, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        j: usize,
        d: usize,
    ) -> [S::V; C] {
        let mut v = [s.splat(0.0); C];
        for c in 0..C {
            let at = self.values + j * self.width + d + c * S::LANES;
            // SAFETY: as in `dots`; `WHOLE` says that whole vectors follow.
            v[c] = unsafe {
                if WHOLE {
                    E::load(s, self.memory, at)
                } else {
                    E::load_part(s, self.memory, at, self.width - d)
                }
            };
        }
        v
    }
}
