//! Checks that several ops make of their spans. Each panics with the name of the op.

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
    for span in spans.iter().filter(|span| span.len > 0) {
        let needed = span.end().div_ceil(cache.block_tokens);
        let (have, slot) = (span.blocks.len(), span.slot);
        assert!(have >= needed, "{op}: slot {slot} has {have} blocks, position needs {needed}");
        let first = first_block_seen(window, span.start, cache.block_tokens as u32) as usize;
        for &block in &span.blocks[first..needed] {
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
