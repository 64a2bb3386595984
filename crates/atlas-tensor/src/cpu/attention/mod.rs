//! Attention over the paged cache.
//!
//! A query sees a cache block as (max, sum, o) computed from that block alone, and merges blocks in
//! ascending order. Queries that share a KV head (heads of a group, then rows of the span) go
//! through a block together, which is widened and its keys transposed once for all of them;
//! nothing one of them computes enters another.

mod block;
mod element;
mod tile;
mod transpose;

use std::marker::PhantomData;
use std::ops::Range;

pub use element::{CacheBf16, CacheF32, Element};
pub use transpose::Transpose;

use super::CpuDevice;
use super::scratch::PerThread;
use super::simd::Job;
use crate::ops::{AttentionArgs, SpanRows};
use crate::state::KvCache;
use crate::tensor::{SharedRows, Tensor};
use tile::{tile, tile_floats};

/// Most queries in a tile.
const TILE_MAX: usize = 64;

/// Workspace that [`attention`] takes, whichever instructions it runs with.
pub(crate) fn attention_workspace_bytes(
    threads: usize,
    head_dim: usize,
    block_tokens: usize,
) -> usize {
    PerThread::bytes(threads, tile_floats(head_dim, block_tokens))
}

pub fn attention<S: Transpose, E: Element>(dev: &CpuDevice, mut args: AttentionArgs<'_>) {
    let (heads, cache) = (args.q.dim(1), args.cache);
    let step = Step {
        q: args.q,
        spans: args.spans.rows(),
        cache,
        scale: args.scale,
        window: args.window,
        out: args.out.share(),
        group: heads / cache.kv_heads,
    };
    let threads = dev.threads();
    let tile = step.tile_queries(threads);
    let total = step.units(tile).map(|unit| unit.cost).sum::<usize>();
    let floats = tile_floats(cache.head_dim, cache.block_tokens);
    let bytes = attention_workspace_bytes(threads, cache.head_dim, cache.block_tokens);
    let mut scratch = dev.scratch(bytes);
    let buffers = scratch.take_each(threads, floats);
    let work = total * cache.head_dim * 2;
    dev.parallel_indexed(threads, work / threads, &|thread, shares| {
        // SAFETY: one stretch a thread.
        let buffer = unsafe { std::slice::from_raw_parts_mut(buffers.of(thread), floats) };
        let costs = total * shares.start / threads..total * shares.end / threads;
        let element = PhantomData::<E>;
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Part { step, tile, costs, buffer, element });
    });
}

/// Sizes of one KV head of a block, prepared.
#[derive(Clone, Copy)]
struct Shape {
    /// Of a head, and the same in whole vectors of 16-bit and of 32-bit elements.
    width: usize,
    dims: usize,
    padded: usize,
    /// Of a block, and the same in whole vectors.
    tokens: usize,
    stride: usize,
}

/// One query: the positions it sees and the largest score so far.
#[derive(Clone, Copy)]
struct Query {
    from: usize,
    end: usize,
    max: f32,
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
    /// Queries of a tile: many, to prepare a block seldom, unless threads would go idle. No result
    /// depends on it.
    fn tile_queries(&self, threads: usize) -> usize {
        let units = |tile: usize| -> usize {
            let tiles = |span: &SpanRows<'_>| (span.len * self.group).div_ceil(tile);
            self.cache.kv_heads * self.spans.iter().map(tiles).sum::<usize>()
        };
        let mut tile = TILE_MAX;
        while tile > 16 && units(tile) < 8 * threads {
            tile /= 2;
        }
        while tile > 4 && units(tile) < threads {
            tile /= 2;
        }
        tile
    }

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

    /// Half-open range of positions that query `i` of a span sees.
    #[inline(always)]
    fn visible(&self, span: &SpanRows<'_>, i: usize) -> (usize, usize) {
        let end = span.start as usize + i / self.group + 1;
        let window = self.window.map_or(usize::MAX, |window| window as usize);
        (end.saturating_sub(window), end)
    }

    /// Row and query head of query `i` of a unit's span.
    #[inline(always)]
    fn row_and_head(&self, unit: &Unit<'_>, i: usize) -> (usize, usize) {
        (unit.span.row + i / self.group, unit.kv_head * self.group + i % self.group)
    }
}

/// The units whose middle falls in `costs`, of the running sum of costs over all units.
struct Part<'a, E> {
    step: Step<'a>,
    tile: usize,
    costs: Range<usize>,
    buffer: &'a mut [f32],
    element: PhantomData<E>,
}

impl<S: Transpose, E: Element> Job<S> for Part<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let mut before = 0;
        for unit in self.step.units(self.tile) {
            let middle = before + unit.cost / 2;
            before += unit.cost;
            if self.costs.contains(&middle) {
                tile::<S, E>(s, &self.step, &unit, self.buffer);
            }
        }
    }
}
