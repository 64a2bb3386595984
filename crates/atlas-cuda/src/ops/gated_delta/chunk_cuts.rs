//! The whole chunks of a step's spans, and the rows around them.

use atlas_tensor::SpanRows;
use bytemuck::{Pod, Zeroable};

/// Tokens of a chunk, which begins at a multiple of this.
pub const CHUNK: usize = 64;

/// The whole chunks of a span, as the kernels read it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
pub(crate) struct Piece {
    row: i64,
    chunks: i64,
    slot: i64,
    /// The first chunk's place among all of the step.
    first: i64,
}

/// The spans of a step, cut at the chunks that lie wholly in one.
#[derive(Default)]
pub(crate) struct Cuts {
    /// (row, length, slot, rows before the drafts) of the rows before a span's whole chunks, all
    /// rows where it has none.
    pub first: Vec<[i64; 4]>,
    pub pieces: Vec<Piece>,
    /// The rows behind them.
    pub last: Vec<[i64; 4]>,
    /// First row of every chunk.
    pub chunk_rows: Vec<i64>,
}

/// Chunks begin at multiples of [`CHUNK`] from position 0 of a sequence.
pub(crate) fn cut(spans: &[SpanRows<'_>]) -> Cuts {
    let mut cuts = Cuts::default();
    for span in spans.iter().filter(|span| span.len > 0) {
        let (start, end) = (span.start as usize, span.end());
        let (from, to) = (start.next_multiple_of(CHUNK), end / CHUNK * CHUNK);
        // Drafts are fewer than a chunk has rows: none of them lies in a whole one.
        let stored = start + span.stored();
        let rows = |from: usize, to: usize| {
            let of = [span.row + from - start, to - from, span.slot, stored.min(to) - from];
            of.map(|of| of as i64)
        };
        let to = to.min(stored / CHUNK * CHUNK);
        if from >= to {
            cuts.first.push(rows(start, end));
            continue;
        }
        if start < from {
            cuts.first.push(rows(start, from));
        }
        if to < end {
            cuts.last.push(rows(to, end));
        }
        let ([row, _, slot, _], chunks) = (rows(from, to), ((to - from) / CHUNK) as i64);
        cuts.pieces.push(Piece { row, chunks, slot, first: cuts.chunk_rows.len() as i64 });
        cuts.chunk_rows.extend((0..chunks).map(|i| row + i * CHUNK as i64));
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_tensor::testkit::Noise;

    fn span(slot: usize, row: usize, start: u32, len: usize) -> SpanRows<'static> {
        SpanRows { slot, row, len, start, drafts: 0, blocks: &[] }
    }

    #[test]
    fn a_span_is_cut_where_its_whole_chunks_begin_and_end() {
        let cuts = cut(&[span(3, 5, 60, 200), span(1, 205, 0, 0), span(0, 210, 65, 126)]);
        assert_eq!(cuts.first, [[5, 4, 3, 4], [210, 126, 0, 126]]);
        assert_eq!(cuts.pieces, [Piece { row: 9, chunks: 3, slot: 3, first: 0 }]);
        assert_eq!(cuts.last, [[201, 4, 3, 4]]);
        assert_eq!(cuts.chunk_rows, [9, 73, 137]);
        let whole = cut(&[span(0, 0, 128, 64)]);
        assert!(whole.first.is_empty() && whole.last.is_empty() && whole.chunk_rows == [0]);
    }

    #[test]
    fn every_row_has_one_place_whatever_the_spans() {
        let mut noise = Noise::new(51);
        let mut chunks = 0;
        for _ in 0..500 {
            let (mut spans, mut row) = (Vec::new(), 0);
            for slot in 0..1 + noise.below(4) {
                row += noise.below(3);
                let len = noise.below(300);
                spans.push(span(slot, row, noise.below(1000) as u32, len));
                row += len;
            }
            let cuts = cut(&spans);
            let mut seen = vec![0; row];
            let mut place = |row: i64, len: i64| {
                (row..row + len).for_each(|t| seen[t as usize] += 1);
            };
            cuts.first.iter().chain(&cuts.last).for_each(|&[row, len, ..]| place(row, len));
            cuts.chunk_rows.iter().for_each(|&row| place(row, CHUNK as i64));
            for span in &spans {
                (span.row..span.row + span.len).for_each(|t| seen[t] -= 1);
                // A chunk is at its grid place, and no chunk that is whole is left to the
                // recurrence.
                let mine =
                    |&&row: &&i64| (span.row as i64..(span.row + span.len) as i64).contains(&row);
                let rows: Vec<i64> = cuts.chunk_rows.iter().filter(mine).copied().collect();
                let wanted = (0..span.len).filter(|i| {
                    (span.start as usize + i).is_multiple_of(CHUNK) && i + CHUNK <= span.len
                });
                assert_eq!(rows, wanted.map(|i| (span.row + i) as i64).collect::<Vec<_>>());
                chunks += rows.len();
            }
            assert!(seen.iter().all(|&n| n == 0), "{spans:?}", spans = spans.len());
        }
        assert!(chunks > 100, "{chunks}");
    }
}
