//! A tile of queries: loaded once, taken through every block they see, written once.

use std::marker::PhantomData;

use super::block::Block;
use super::call::{AttentionCall, BlockShape, Query, QueryTile, TILE_MAX};
use super::element::{CacheF32, Element, Rows};
use super::transpose::Transpose;
use crate::cpu::simd::{MAX_LANES, load_at, store_at};
use crate::state::{KvCache, KvHalf};

/// Most queries that go through a block at once.
const GROUP_MAX: usize = 8;
/// Queries that take a block as it lies in the cache.
const FEW: usize = 4;

/// Floats that a tile of `TILE_MAX` queries takes, for any instruction set, with room for a block's
/// decoded keys and values.
pub const fn tile_floats(width: usize, tokens: usize) -> usize {
    let padded = width.next_multiple_of(2 * MAX_LANES);
    let stride = tokens.next_multiple_of(MAX_LANES);
    TILE_MAX * (2 * padded + MAX_LANES) + (GROUP_MAX + 2 * padded) * stride + 2 * tokens * width
}

/// The number of queries of a tile with `left` to go that are taken together.
const fn group<S: Transpose>(left: usize) -> usize {
    match left {
        8.. if S::LANES == 16 => 8,
        4.. => 4,
        2.. => 2,
        _ => 1,
    }
}

/// The groups of a tile of `count` queries, as (first, length).
#[inline(always)]
fn groups<S: Transpose>(count: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let length = group::<S>(count - first);
        let this = (first < count).then_some((first, length));
        first += length;
        this
    })
}

/// The tile's memory.
struct Room<'a> {
    /// Group after group, each `[dims][length]`.
    q: &'a mut [f32],
    o: &'a mut [f32],
    sums: &'a mut [f32],
    keys: &'a mut [f32],
    values: &'a mut [f32],
    scores: &'a mut [f32],
}

impl<'a> Room<'a> {
    fn split(buffer: &'a mut [f32], shape: BlockShape, lanes: usize) -> Self {
        let (q, rest) = buffer.split_at_mut(TILE_MAX * shape.dims);
        let (o, rest) = rest.split_at_mut(TILE_MAX * shape.padded);
        let (sums, rest) = rest.split_at_mut(TILE_MAX * lanes);
        let (keys, rest) = rest.split_at_mut(shape.dims * shape.stride);
        let (values, rest) = rest.split_at_mut(shape.tokens * shape.padded);
        let scores = &mut rest[..GROUP_MAX * shape.stride];
        Self { q, o, sums, keys, values, scores }
    }
}

#[inline(always)]
pub fn tile<S: Transpose, E: Element>(
    s: S,
    step: &AttentionCall<'_>,
    unit: &QueryTile<'_>,
    buffer: &mut [f32],
) {
    let (cache, span) = (step.cache, unit.span);
    let (width, tokens) = (cache.head_dim, cache.block_tokens);
    let shape = BlockShape {
        width,
        dims: width.next_multiple_of(2 * S::LANES),
        padded: width.next_multiple_of(S::LANES),
        tokens,
        stride: tokens.next_multiple_of(S::LANES),
    };
    let (decoded, buffer) = buffer.split_at_mut(2 * tokens * width);
    let (keys, values) = decoded.split_at_mut(tokens * width);
    let mut room = Room::split(buffer, shape, S::LANES);
    let count = unit.queries.len();
    let mut queries = [Query { from: 0, end: 0, max: f32::MIN }; TILE_MAX];
    for (query, i) in queries.iter_mut().zip(unit.queries.clone()) {
        let taken = step.visible(span, i);
        (query.from, query.end) = (taken.from, taken.end);
    }
    let queries = &mut queries[..count];
    let (start, end) = (queries[0].from, queries[count - 1].end);
    if start >= end {
        return;
    }
    load::<S>(step, unit, &mut room, shape);
    resume(s, step, unit, queries, &mut room, shape);
    let last = (end - 1) / tokens;
    // A few queries cost less than preparing the block for them.
    let lies = count <= FEW;
    for b in start / tokens..last + 1 {
        let from = start.max(b * tokens) - b * tokens;
        let seen = (from, end.min((b + 1) * tokens) - b * tokens);
        let rows = sources::<E>(unit, cache, (b, last), seen, [&mut *keys, &mut *values]);
        if !lies {
            rows[0].transpose::<S, E>(s, seen, room.keys, shape.stride);
            rows[1].widen::<S, E>(s, seen, room.values, shape.padded);
        }
        for (first, length) in groups::<S>(count) {
            let queries = &mut queries[first..first + length];
            if queries[length - 1].end <= b * tokens || queries[0].from >= (b + 1) * tokens {
                continue;
            }
            let at = At { shape, start: b * tokens, first, queries, rows };
            match (lies, length) {
                (false, 8) => at.run::<S, CacheF32, 8, false>(s, &mut room),
                (false, 4) => at.run::<S, CacheF32, 4, false>(s, &mut room),
                (false, 2) => at.run::<S, CacheF32, 2, false>(s, &mut room),
                (false, _) => at.run::<S, CacheF32, 1, false>(s, &mut room),
                (true, 4) => at.run::<S, E, 4, true>(s, &mut room),
                (true, 2) => at.run::<S, E, 2, true>(s, &mut room),
                (true, _) => at.run::<S, E, 1, true>(s, &mut room),
            }
        }
    }
    finish(s, step, unit, queries, &room, shape);
}

/// Keys and values of block `b`: where they lie in the cache, or decoded to `to`, the tokens in
/// `seen` alone.
#[inline(always)]
fn sources<E: Element>(
    unit: &QueryTile<'_>,
    cache: &KvCache,
    (b, last): (usize, usize),
    seen: (usize, usize),
    to: [&mut [f32]; 2],
) -> [Rows; 2] {
    const HALVES: [KvHalf; 2] = [KvHalf::Key, KvHalf::Value];
    let (width, tokens, blocks) = (cache.head_dim, cache.block_tokens, unit.span.blocks);
    if E::IN_CACHE {
        let at = |half, b: usize| {
            let offset = cache.head_offset(blocks[b], half, unit.kv_head);
            cache.ptr().cast_const().wrapping_add(offset)
        };
        return HALVES.map(|half| Rows {
            first: at(half, b),
            next: at(half, (b + 1).min(last)),
            width,
            tokens,
        });
    }
    let mut halves = HALVES.into_iter();
    to.map(|to| {
        let half = halves.next().unwrap_or(KvHalf::Value);
        for token in seen.0..seen.1 {
            let row = &mut to[token * width..][..width];
            cache.row(blocks[b], half, unit.kv_head, token, row);
        }
        let first = to.as_ptr().cast();
        Rows { first, next: first, width, tokens }
    })
}

/// Scaled queries, group by group; outputs and sums start at zero.
#[inline(always)]
fn load<S: Transpose>(
    step: &AttentionCall<'_>,
    unit: &QueryTile<'_>,
    room: &mut Room<'_>,
    shape: BlockShape,
) {
    let count = unit.queries.len();
    for (first, length) in groups::<S>(count) {
        let group = &mut room.q[first * shape.dims..][..length * shape.dims];
        group[length * shape.width..].fill(0.0);
        for i in 0..length {
            let (row, head) = step.row_and_head(unit, unit.queries.start + first + i);
            let from = step.q.head_f32(row, head);
            for (d, &x) in from.iter().enumerate() {
                group[d * length + i] = x * step.scale;
            }
        }
    }
    room.o[..count * shape.padded].fill(0.0);
    room.sums[..count * S::LANES].fill(0.0);
}

/// Goes on from what calls before this one have left of the queries.
#[inline(always)]
fn resume<S: Transpose>(
    s: S,
    step: &AttentionCall<'_>,
    unit: &QueryTile<'_>,
    queries: &mut [Query],
    room: &mut Room<'_>,
    shape: BlockShape,
) {
    let Some(part) = step.part else { return };
    for (at, query) in queries.iter_mut().enumerate() {
        let i = unit.queries.start + at;
        if query.from >= query.end || !step.visible(unit.span, i).begun {
            continue;
        }
        let (row, head) = step.row_and_head(unit, i);
        // SAFETY: this query's carry belongs to this unit alone.
        let carry = unsafe { part.carry.head(row, head) };
        let (o, rest) = carry.split_at(shape.width.next_multiple_of(MAX_LANES));
        room.o[at * shape.padded..][..shape.padded].copy_from_slice(&o[..shape.padded]);
        store_at(s, room.sums, at * S::LANES, load_at(s, rest, 0));
        query.max = rest[MAX_LANES];
    }
}

/// A group of a tile's queries at a block.
struct At<'a> {
    shape: BlockShape,
    start: usize,
    /// The group's first query in the tile.
    first: usize,
    queries: &'a mut [Query],
    rows: [Rows; 2],
}

impl At<'_> {
    #[inline(always)]
    fn run<S: Transpose, E: Element, const Q: usize, const LIES: bool>(
        self,
        s: S,
        room: &mut Room<'_>,
    ) {
        let Self { shape, start, first, queries, rows } = self;
        s.vectorise(Block::<E, Q, LIES> {
            shape,
            start,
            queries,
            q: &room.q[first * shape.dims..][..Q * shape.dims],
            keys: room.keys,
            values: room.values,
            rows,
            element: PhantomData,
            scores: &mut room.scores[..Q * shape.stride],
            sums: &mut room.sums[first * S::LANES..][..Q * S::LANES],
            o: &mut room.o[first * shape.padded..][..Q * shape.padded],
        });
    }
}

#[inline(always)]
fn finish<S: Transpose>(
    s: S,
    step: &AttentionCall<'_>,
    unit: &QueryTile<'_>,
    queries: &[Query],
    room: &Room<'_>,
    shape: BlockShape,
) {
    for (i, query) in queries.iter().enumerate() {
        if query.from >= query.end {
            continue;
        }
        let (row, head) = step.row_and_head(unit, unit.queries.start + i);
        if let Some(part) = step.part
            && step.visible(unit.span, unit.queries.start + i).goes_on
        {
            // SAFETY: this query's carry belongs to this unit alone.
            let carry = unsafe { part.carry.head(row, head) };
            let (o, rest) = carry.split_at_mut(shape.width.next_multiple_of(MAX_LANES));
            o[..shape.padded].copy_from_slice(&room.o[i * shape.padded..][..shape.padded]);
            store_at(s, rest, 0, load_at(s, room.sums, i * S::LANES));
            rest[MAX_LANES] = query.max;
            continue;
        }
        // SAFETY: this query's output belongs to this unit alone.
        let out = unsafe { step.out.head(row, head) };
        let sum = s.sum(load_at(s, room.sums, i * S::LANES));
        let inverse = s.splat(1.0 / sum);
        let o = &room.o[i * shape.padded..][..shape.padded];
        // Of a latent the first elements are the value.
        for d in (0..out.len()).step_by(S::LANES) {
            store_at(s, out, d, s.mul(load_at(s, o, d), inverse));
        }
    }
}
