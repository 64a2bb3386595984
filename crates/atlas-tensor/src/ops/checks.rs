//! Checks that several ops make of their spans. Each panics with the name of the op.

use std::ops::Range;

use atlas_core::first_block_seen;

use crate::device::SpanRows;
use crate::state::KvCache;

/// Panics unless spans lie in `0..rows`, in order and apart.
pub(crate) fn check_spans(op: &str, spans: &[SpanRows<'_>], rows: usize) {
    let mut next = 0;
    for span in spans {
        assert!(span.row >= next, "{op}: span at row {} overlaps the one before", span.row);
        next = span.row + span.len;
        assert!(next <= rows, "{op}: span of rows {}..{next} in a step of {rows}", span.row);
    }
}

/// Panics unless every span's block table reaches its last position, with blocks of the cache
/// wherever its rows see something through `window`.
pub(crate) fn check_blocks(op: &str, spans: &[SpanRows<'_>], cache: &KvCache, window: Option<u32>) {
    check_part(op, spans, cache, window, None);
}

/// The same of the positions of a part, which begins with a block.
pub(crate) fn check_part(
    op: &str,
    spans: &[SpanRows<'_>],
    cache: &KvCache,
    window: Option<u32>,
    part: Option<&Range<u32>>,
) {
    let tokens = cache.block_tokens;
    if let Some(part) = part {
        let whole = (part.start as usize).is_multiple_of(tokens);
        assert!(whole, "{op}: a part that begins within a block, at {}", part.start);
    }
    for span in spans.iter().filter(|span| span.len > 0) {
        let needed = span.end().div_ceil(tokens);
        let (have, slot) = (span.blocks.len(), span.slot);
        assert!(have >= needed, "{op}: slot {slot} has {have} blocks, position needs {needed}");
        let first = first_block_seen(window, span.start, tokens as u32) as usize;
        let (from, end) = part.map_or((0, usize::MAX), |part| {
            (part.start as usize / tokens, (part.end as usize).div_ceil(tokens))
        });
        let (from, end) = (first.max(from), needed.min(end));
        for &block in span.blocks.get(from..end).unwrap_or_default() {
            let count = cache.block_count;
            assert!((block as usize) < count, "{op}: block {block} of a cache of {count}");
        }
    }
}

/// Panics unless every span's slot exists.
pub(crate) fn check_slots(op: &str, spans: &[SpanRows<'_>], slots: usize) {
    for span in spans {
        assert!(span.slot < slots, "{op}: slot {} of {slots}", span.slot);
    }
}
