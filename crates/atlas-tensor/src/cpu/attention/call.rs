//! One call of attention, cut into tiles of queries.

use std::ops::Range;

use crate::device::SpanRows;
use crate::ops::attention::{KvPart, Taken, taken};
use crate::state::KvCache;
use crate::tensor::{SharedRows, Tensor};

/// Sizes of one KV head of a block, prepared.
#[derive(Clone, Copy)]
pub(super) struct BlockShape {
    /// Of a head, and the same in whole vectors of 16-bit and of 32-bit elements.
    pub(super) width: usize,
    pub(super) dims: usize,
    pub(super) padded: usize,
    /// Of a block, and the same in whole vectors.
    pub(super) tokens: usize,
    pub(super) stride: usize,
}

/// One query: the positions it sees and the largest score so far.
#[derive(Clone, Copy)]
pub(super) struct Query {
    pub(super) from: usize,
    pub(super) end: usize,
    pub(super) max: f32,
}

#[derive(Clone, Copy)]
pub(super) struct AttentionCall<'a> {
    pub(super) q: Tensor<'a>,
    pub(super) spans: &'a [SpanRows<'a>],
    pub(super) cache: &'a KvCache,
    pub(super) scale: f32,
    pub(super) window: Option<u32>,
    pub(super) part: Option<CallPart<'a>>,
    pub(super) out: SharedRows<'a>,
    /// Query heads a KV head.
    pub(super) group: usize,
}

/// The positions of a call that takes a part of them, and what is left between calls.
#[derive(Clone, Copy)]
pub(super) struct CallPart<'a> {
    pub(super) from: u32,
    pub(super) end: u32,
    pub(super) carry: SharedRows<'a>,
}

impl<'a> CallPart<'a> {
    pub(super) fn of(part: Option<&'a mut KvPart<'_>>) -> Option<Self> {
        let KvPart { positions, carry } = part?;
        Some(Self { from: positions.start, end: positions.end, carry: carry.share() })
    }
}

/// Up to a tile of queries of one span and KV head. Query `i` is row `i / group`, head
/// `i % group` of the group.
pub(super) struct QueryTile<'a> {
    pub(super) span: &'a SpanRows<'a>,
    pub(super) kv_head: usize,
    pub(super) queries: Range<usize>,
    /// Positions that its queries see, in all.
    pub(super) cost: usize,
}

impl<'a> AttentionCall<'a> {
    /// Queries of a tile: many, to prepare a block seldom, unless threads would go idle. No result
    /// depends on it.
    pub(super) fn tile_queries(&self, threads: usize) -> usize {
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

    pub(super) fn units(&self, tile: usize) -> impl Iterator<Item = QueryTile<'a>> + use<'a> {
        let (group, kv_heads) = (self.group, self.cache.kv_heads);
        let window = self.window.map_or(usize::MAX, |w| w as usize);
        let part = self.part.map(|part| part.from..part.end);
        self.spans.iter().flat_map(move |span| {
            let queries = span.len * group;
            let part = part.clone();
            (0..kv_heads).flat_map(move |kv_head| {
                let part = part.clone();
                (0..queries).step_by(tile).map(move |first| {
                    let queries = first..(first + tile).min(queries);
                    let seen = |i: usize| {
                        let end = span.start as usize + i / group + 1;
                        let taken = taken(part.as_ref(), end.saturating_sub(window), end);
                        taken.end - taken.from
                    };
                    let cost = queries.clone().map(seen).sum();
                    QueryTile { span, kv_head, queries, cost }
                })
            })
        })
    }

    /// Positions of those that query `i` of a span sees which this call takes.
    #[inline(always)]
    pub(super) fn visible(&self, span: &SpanRows<'_>, i: usize) -> Taken {
        let end = span.start as usize + i / self.group + 1;
        let window = self.window.map_or(usize::MAX, |window| window as usize);
        let part = self.part.map(|part| part.from..part.end);
        taken(part.as_ref(), end.saturating_sub(window), end)
    }

    /// Row and query head of query `i` of a unit's span.
    #[inline(always)]
    pub(super) fn row_and_head(&self, unit: &QueryTile<'_>, i: usize) -> (usize, usize) {
        (unit.span.row + i / self.group, unit.kv_head * self.group + i % self.group)
    }
}

/// Most queries in a tile.
pub(super) const TILE_MAX: usize = 64;
