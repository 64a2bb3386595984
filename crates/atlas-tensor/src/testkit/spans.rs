//! Spans that own their block tables.

use std::ops::Range;

use crate::device::SpanRows;

use super::Noise;

/// A span of a test step.
#[derive(Clone, Debug)]
pub struct OwnedSpan {
    pub slot: usize,
    pub row: usize,
    pub len: usize,
    pub start: u32,
    /// Rows at the end that are drafts.
    pub drafts: usize,
    pub blocks: Vec<u32>,
}

impl OwnedSpan {
    /// One span a slot from `(start, len)` pairs, rows one after the other, with blocks of
    /// `block_tokens` tokens scattered over a cache of [`Self::blocks_needed`] blocks.
    pub fn scatter(spans: &[(usize, usize)], block_tokens: usize, noise: &mut Noise) -> Vec<Self> {
        let mut free: Vec<u32> = (0..Self::blocks_needed(spans, block_tokens) as u32).collect();
        let mut row = 0;
        let mut out = Vec::new();
        for (slot, &(start, len)) in spans.iter().enumerate() {
            let count = (start + len).div_ceil(block_tokens);
            let blocks = (0..count).map(|_| free.swap_remove(noise.below(free.len()))).collect();
            out.push(Self { slot, row, len, start: start as u32, drafts: 0, blocks });
            row += len;
        }
        out
    }

    /// The same spans with drafts at their ends, as many as they have rows for.
    pub fn with_drafts(spans: Vec<Self>, drafts: usize) -> Vec<Self> {
        let with = |span: Self| Self { drafts: drafts.min(span.len), ..span };
        spans.into_iter().map(with).collect()
    }

    /// Blocks that these spans need in all.
    pub fn blocks_needed(spans: &[(usize, usize)], block_tokens: usize) -> usize {
        spans.iter().map(|(start, len)| (start + len).div_ceil(block_tokens)).sum()
    }

    /// The spans cut to token rows `rows`, counted from its start.
    pub fn clip<'a>(spans: &'a [Self], rows: &Range<usize>) -> Vec<SpanRows<'a>> {
        let cut = |span: &'_ Self| {
            let from = span.row.max(rows.start);
            let to = (span.row + span.len).min(rows.end);
            (from < to).then_some((from, to))
        };
        spans
            .iter()
            .filter_map(|span| {
                let (from, to) = cut(span)?;
                Some(SpanRows {
                    slot: span.slot,
                    row: from - rows.start,
                    len: to - from,
                    start: span.start + (from - span.row) as u32,
                    drafts: (span.drafts + to).saturating_sub(span.row + span.len).min(to - from),
                    blocks: &span.blocks,
                })
            })
            .collect()
    }
}
