//! The spans of a step as kernels read them.

use std::ops::Range;

use atlas_tensor::{NO_BLOCK, SpanRows, StepSizes};

use super::gated_delta::chunk_cuts::{CHUNK, Piece, cut};
use super::kv_shape::KvShape;
use crate::error::CudaError;
use crate::staging::Staging;
use crate::stream::Stream;

/// Rows, spans and block tables of one step in one piece of device memory.
pub struct StepTables {
    buffer: Staging,
    pub(crate) rows: usize,
    pub(crate) span_count: usize,
    pub(crate) slots_max: usize,
    /// Positions known to the longest span; at least, where the step has a [`StepShape`].
    pub(crate) end_max: usize,
    /// (first row, rows, end) of every span; the end is `end_max` where the step has a
    /// [`StepShape`].
    pub(crate) extents: Vec<[usize; 3]>,
    /// Values that its launches depend on, if its spans are short and alike.
    pub(crate) shape: Option<StepShape>,
    /// Whether every row is a span.
    pub(crate) is_single: bool,
    pub(crate) blocks: Option<(usize, usize)>,
    /// Positions without a block.
    gaps: Vec<Gap>,
    /// Spans before their whole chunks, pieces of whole chunks, spans behind them; whole chunks in
    /// all.
    pub(crate) counts: [usize; 4],
    /// Rows whose tokens the device has.
    pub(crate) fed_count: usize,
    at: Layout,
}

/// Values that the launches of a step of short and equal spans depend on, beside the model and its
/// memory: steps of one shape launch the same kernels with the same parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StepShape {
    /// Address of the inputs.
    pub inputs: u64,
    pub rows: usize,
    /// Rows in the lists of words.
    pub words: [usize; 2],
    /// Positions that kernels provide for, at least as many as the longest span knows.
    pub end: usize,
    spans: Equal,
    /// [`StepTables::counts`].
    counts: [usize; 4],
    /// Whether some rows are drafts.
    drafted: bool,
}

/// Positions of a span that have no block: those before what its rows see through a window, or
/// outside of the part that a call takes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Gap {
    /// Position of the span's first row.
    start: usize,
    positions: Range<usize>,
}

impl Gap {
    /// The first of them that a row sees through `window`, and a call of `part` takes.
    fn seen(&self, window: Option<u32>, part: Option<&Range<u32>>) -> Option<usize> {
        let first = window.map_or(0, |window| (self.start + 1).saturating_sub(window as usize));
        let part = part.map_or(0..usize::MAX, |part| part.start as usize..part.end as usize);
        let from = self.positions.start.max(first).max(part.start);
        (from < self.positions.end.min(part.end)).then_some(from)
    }

    /// Whether rows of the step are written there.
    fn is_written(&self) -> bool {
        self.positions.end > self.start
    }

    /// Whether it is what windows leave behind.
    fn is_behind(&self) -> bool {
        self.positions.start == 0 && !self.is_written()
    }
}

/// Spans of equal length at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Equal {
    count: usize,
    rows: usize,
    first: usize,
    distance: usize,
}

impl Equal {
    /// The spans, if they are equal and short.
    fn of(spans: &[SpanRows<'_>]) -> Option<Self> {
        let first = spans.first().filter(|span| (1..=SHORT_ROWS).contains(&span.len))?;
        let distance = spans.get(1).map_or(first.len, |second| second.row - first.row);
        let equal = Self { count: spans.len(), rows: first.len, first: first.row, distance };
        let alike = |(index, span): (usize, &SpanRows<'_>)| {
            span.len == first.len && span.row == first.row + index * distance
        };
        spans.iter().enumerate().all(alike).then_some(equal)
    }
}

/// Most rows of a span of a step that has a [`StepShape`]: the last known token and drafts.
const SHORT_ROWS: usize = 16;

/// Positions that kernels provide for where the longest span knows `end`: powers of two, so that
/// few shapes serve all steps.
fn provided(end: usize) -> usize {
    end.next_power_of_two().max(END_MIN)
}

/// Least positions that a [`StepShape`] provides for.
const END_MIN: usize = 256;

/// Byte offsets.
#[derive(Clone, Copy, Default)]
struct Layout {
    block_base: usize,
    positions: usize,
    row_span: usize,
    blocks: usize,
    fed: usize,
    /// As [`StepTables::counts`], the last the first row of every chunk.
    pieces: [usize; 4],
    words: [usize; 2],
}

impl StepTables {
    /// Checks and uploads the spans of a step of `rows` rows, whose block tables point into a cache
    /// of `cache`. Places of tables may be without a block; an op that needs one there is refused.
    ///
    /// # Errors
    /// Spans that overlap, reach past the step or share a slot; block tables that are too short or
    /// name blocks the cache lacks; what the driver says.
    pub fn new(
        stream: &Stream,
        rows: usize,
        spans: &[SpanRows<'_>],
        cache: Option<&KvShape>,
    ) -> Result<Self, CudaError> {
        Self::in_buffer(stream, None, rows, spans, cache, [&[], &[]], &[])
    }

    /// The same in a buffer that an earlier step has left, where it is large enough, with two lists
    /// of words beside the tables, and the rows that are `fed` tokens. The stream's order keeps
    /// that step's kernels apart from this one.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn in_buffer(
        stream: &Stream,
        buffer: Option<Staging>,
        rows: usize,
        spans: &[SpanRows<'_>],
        cache: Option<&KvShape>,
        words: [&[u32]; 2],
        fed: &[[u32; 2]],
    ) -> Result<Self, CudaError> {
        // Long: one section of the buffer after another, in the order in which it is laid out.
        check(rows, spans, cache)?;
        let (mut positions, mut row_span) = (vec![0u32; rows], vec![-1i32; rows]);
        let (mut table, mut base, mut blocks) = (Vec::new(), Vec::new(), Vec::<u32>::new());
        for (index, span) in spans.iter().enumerate() {
            for i in 0..span.len {
                positions[span.row + i] = span.start + i as u32;
                row_span[span.row + i] = index as i32;
            }
            table.extend([span.row, span.len, span.slot, span.stored()].map(|of| of as i64));
            base.push(blocks.len() as i64);
            if let Some(cache) = cache {
                blocks.extend(&span.blocks[..span.end().div_ceil(cache.block_tokens)]);
            }
        }
        let cuts = cut(spans);
        // Spans first: the widest elements on the widest boundary.
        let mut bytes: Vec<u8> = bytemuck::cast_slice(&table).to_vec();
        let mut append = |data: &[u8]| {
            let at = bytes.len();
            bytes.extend(data);
            at
        };
        let at = Layout {
            pieces: [
                append(bytemuck::cast_slice(&cuts.first)),
                append(bytemuck::cast_slice::<Piece, u8>(&cuts.pieces)),
                append(bytemuck::cast_slice(&cuts.last)),
                append(bytemuck::cast_slice(&cuts.chunk_rows)),
            ],
            block_base: append(bytemuck::cast_slice(&base)),
            positions: append(bytemuck::cast_slice(&positions)),
            row_span: append(bytemuck::cast_slice(&row_span)),
            words: words.map(|words| append(bytemuck::cast_slice(words))),
            // Last of what graphs read: nothing else moves with the length of the tables.
            blocks: append(bytemuck::cast_slice(&blocks)),
            fed: 0,
        };
        // Pairs of words on a boundary of theirs, behind all that graphs read.
        bytes.resize(bytes.len().next_multiple_of(size_of::<[u32; 2]>()), 0);
        let at = Layout { fed: bytes.len(), ..at };
        bytes.extend(bytemuck::cast_slice::<_, u8>(fed));
        let mut buffer = match buffer.filter(|buffer| buffer.bytes() >= bytes.len()) {
            Some(buffer) => buffer,
            None => Staging::new(stream.device(), bytes.len().next_power_of_two())?,
        };
        buffer.write(stream, &[&bytes])?;
        let end = spans.iter().map(SpanRows::end).max().unwrap_or(0);
        let counts = [cuts.first.len(), cuts.pieces.len(), cuts.last.len(), cuts.chunk_rows.len()];
        let gaps = cache.map_or_else(Vec::new, |cache| gaps(spans, cache.block_tokens.max(1)));
        // A graph's ops would not ask again which places have a block.
        let equal = Equal::of(spans).filter(|_| gaps.iter().all(Gap::is_behind));
        let shape = equal.map(|equal| StepShape {
            inputs: buffer.ptr(),
            rows,
            words: words.map(<[u32]>::len),
            end: provided(end),
            spans: equal,
            counts,
            drafted: spans.iter().any(|span| span.drafts > 0),
        });
        let is_single = rows > 0 && spans.len() == rows && spans.iter().all(|span| span.len == 1);
        let end_of = |span: &SpanRows<'_>| shape.map_or_else(|| span.end(), |shape| shape.end);
        Ok(Self {
            extents: spans.iter().map(|span| [span.row, span.len, end_of(span)]).collect(),
            buffer,
            rows,
            span_count: spans.len(),
            slots_max: spans.iter().map(|span| span.slot + 1).max().unwrap_or(0),
            end_max: shape.map_or(end, |shape| shape.end),
            shape,
            is_single,
            blocks: cache.map(|cache| (cache.block_count, cache.block_tokens)),
            gaps,
            counts,
            fed_count: fed.len(),
            at,
        })
    }

    /// Bytes that the inputs of any step up to `sizes` take.
    pub(crate) fn bytes_max(sizes: StepSizes) -> usize {
        let StepSizes { rows, spans, logit_rows, blocks } = sizes;
        // Rows, lengths and slots of spans three times, their pieces and where their tables begin;
        // rows of chunks; positions, spans and tokens of rows; wanted rows and blocks; rows that
        // are fed, on a boundary of theirs.
        let of_span = 3 * size_of::<[i64; 4]>() + size_of::<Piece>() + size_of::<i64>();
        let words = 3 * rows + logit_rows + blocks + 2 * rows + 1;
        spans * of_span + rows / CHUNK * size_of::<i64>() + words * size_of::<u32>()
    }

    /// Where the rows lie that are fed.
    pub(crate) fn fed(&self) -> u64 {
        self.buffer.ptr() + self.at.fed as u64
    }

    /// The buffer, for a later step of the same stream.
    pub(crate) fn into_buffer(self) -> Staging {
        self.buffer
    }

    /// Where the `index`th list of words lies.
    pub(crate) fn words(&self, index: usize) -> u64 {
        self.buffer.ptr() + self.at.words[index] as u64
    }

    pub(crate) fn spans(&self) -> u64 {
        self.buffer.ptr()
    }

    /// Where the `index`th of the tables that [`Self::counts`] counts lies.
    pub(crate) fn pieces(&self, index: usize) -> u64 {
        self.buffer.ptr() + self.at.pieces[index] as u64
    }

    pub(crate) fn block_base(&self) -> u64 {
        self.buffer.ptr() + self.at.block_base as u64
    }

    pub(crate) fn positions(&self) -> u64 {
        self.buffer.ptr() + self.at.positions as u64
    }

    pub(crate) fn row_span(&self) -> u64 {
        self.buffer.ptr() + self.at.row_span as u64
    }

    pub(crate) fn block_table(&self) -> u64 {
        self.buffer.ptr() + self.at.blocks as u64
    }

    /// An error unless the step has `rows` rows and was checked against `cache`.
    pub(crate) fn expect(
        &self,
        op: &'static str,
        rows: usize,
        cache: Option<&KvShape>,
    ) -> Result<(), CudaError> {
        if self.rows != rows {
            return Err(CudaError::bad(op, format!("{rows} rows in a step of {}", self.rows)));
        }
        let wanted = cache.map(|cache| (cache.block_count, cache.block_tokens));
        if wanted.is_some() && self.blocks != wanted {
            let what =
                format!("a cache of {wanted:?} blocks and tokens, the step has {:?}", self.blocks);
            return Err(CudaError::bad(op, what));
        }
        Ok(())
    }

    /// An error where rows see a position without a block through `window`, of the positions that
    /// an op takes: all, or those of `part`.
    pub(crate) fn expect_blocks(
        &self,
        op: &'static str,
        window: Option<u32>,
        part: Option<&Range<u32>>,
    ) -> Result<(), CudaError> {
        let Some(at) = self.gaps.iter().find_map(|gap| gap.seen(window, part)) else {
            return Ok(());
        };
        let taken = part.map_or_else(String::new, |part| format!(", of {part:?}"));
        let what = format!("no block for position {at}{taken}, which rows see");
        Err(CudaError::bad(op, what))
    }

    /// An error where a place that rows of the step are written to has no block.
    pub(crate) fn expect_written(&self, op: &'static str) -> Result<(), CudaError> {
        let Some(gap) = self.gaps.iter().find(|gap| gap.is_written()) else { return Ok(()) };
        let at = gap.start.max(gap.positions.start);
        Err(CudaError::bad(op, format!("no block for position {at}, which is written")))
    }
}

/// Positions without a block, of spans that have rows.
fn gaps(spans: &[SpanRows<'_>], tokens: usize) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = Vec::new();
    for span in spans.iter().filter(|span| span.len > 0) {
        let (start, end) = (span.start as usize, span.end());
        let first = gaps.len();
        let needed = span.blocks.iter().take(end.div_ceil(tokens)).enumerate();
        for (place, _) in needed.filter(|&(_, &block)| block == NO_BLOCK) {
            let positions = place * tokens..((place + 1) * tokens).min(end);
            match gaps[first..].last_mut().filter(|gap| gap.positions.end == positions.start) {
                Some(gap) => gap.positions.end = positions.end,
                None => gaps.push(Gap { start, positions }),
            }
        }
    }
    gaps
}

fn check(rows: usize, spans: &[SpanRows<'_>], cache: Option<&KvShape>) -> Result<(), CudaError> {
    let bad = |what: String| Err(CudaError::bad("step", what));
    let mut next = 0;
    let mut slots: Vec<usize> = spans.iter().map(|span| span.slot).collect();
    slots.sort_unstable();
    if let Some(pair) = slots.windows(2).find(|pair| pair[0] == pair[1]) {
        return bad(format!("slot {} has two spans", pair[0]));
    }
    for span in spans {
        let end = span.row.checked_add(span.len).filter(|&end| end <= rows);
        let Some(end) = end.filter(|_| span.row >= next) else {
            return bad(format!("a span of {} rows at {} in a step of {rows}", span.len, span.row));
        };
        next = end;
        if span.end() > u32::MAX as usize {
            return bad(format!("a span that ends at position {}", span.end()));
        }
        let Some(cache) = cache.filter(|_| span.len > 0) else { continue };
        let needed = span.end().div_ceil(cache.block_tokens.max(1));
        if span.blocks.len() < needed {
            let have = span.blocks.len();
            return bad(format!("slot {} has {have} blocks of {needed}", span.slot));
        }
        let is_wrong = |&&b: &&u32| b != NO_BLOCK && b as usize >= cache.block_count;
        if let Some(block) = span.blocks[..needed].iter().find(is_wrong) {
            return bad(format!("block {block} of a cache of {}", cache.block_count));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_tensor::{KvFormat, KvFormats, KvScales};

    const CACHE: KvShape = KvShape {
        formats: KvFormats::both(KvFormat::F32),
        scales: KvScales::ONE,
        block_count: 4,
        block_tokens: 8,
        kv_heads: 1,
        head_dim: 2,
        is_latent: false,
        index_dim: 0,
    };

    fn span(slot: usize, row: usize, len: usize, start: u32, blocks: &[u32]) -> SpanRows<'_> {
        SpanRows { slot, row, len, start, drafts: 0, blocks }
    }

    #[test]
    fn spans_that_contradict_the_step_or_the_cache_are_refused() {
        let why = |rows, spans: &[SpanRows<'_>], cache| match check(rows, spans, cache) {
            Err(CudaError::BadLaunch { what, .. }) => what,
            other => panic!("{other:?}"),
        };
        let fine = [span(0, 0, 2, 6, &[3]), span(2, 4, 1, 8, &[0, 1])];
        check(5, &fine, Some(&CACHE)).unwrap();
        assert!(why(4, &fine, Some(&CACHE)).contains("a step of 4"));
        let overlap = [span(0, 0, 2, 0, &[3]), span(1, 1, 1, 0, &[0])];
        assert!(why(5, &overlap, None).contains("1 rows at 1"));
        let twice = [span(1, 0, 1, 0, &[3]), span(1, 1, 1, 1, &[3])];
        assert!(why(5, &twice, None).contains("slot 1 has two spans"));
        assert!(why(5, &[span(0, 0, 3, 6, &[3])], Some(&CACHE)).contains("1 blocks of 2"));
        assert!(why(5, &[span(0, 0, 1, 0, &[4])], Some(&CACHE)).contains("block 4 of"));
        check(0, &[], None).unwrap();
    }

    #[test]
    fn positions_without_a_block_are_known() {
        let none = NO_BLOCK;
        let of = |spans: &[SpanRows<'_>]| {
            check(9, spans, Some(&CACHE)).unwrap();
            gaps(spans, CACHE.block_tokens)
        };
        let gap = |start, positions| Gap { start, positions };
        assert_eq!(of(&[span(0, 0, 2, 6, &[3]), span(2, 4, 1, 8, &[0, 1])]), []);
        // Freed blocks lie before the written ones; a table may be longer than what its rows see.
        let (two, one) = ([none, none, 1, none], [none, 0, 2, 3]);
        let behind = of(&[span(0, 0, 2, 17, &two), span(1, 2, 1, 25, &one)]);
        assert_eq!(behind, [gap(17, 0..16), gap(25, 0..8)]);
        assert!(behind.iter().all(Gap::is_behind));
        let seen =
            |window, part: Option<&Range<u32>>| behind.iter().find_map(|g| g.seen(window, part));
        assert_eq!([Some(2), Some(3), None].map(|w| seen(w, None)), [None, Some(15), Some(0)]);
        // A part's blocks alone.
        let of_part = of(&[span(0, 0, 2, 22, &[none, 2, none]), span(1, 2, 1, 9, &[none; 2])]);
        assert_eq!(of_part, [gap(22, 0..8), gap(22, 16..24), gap(9, 0..10)]);
        let seen = |gap: usize, part| of_part[gap].seen(None, Some(&part));
        assert_eq!([0, 1, 2].map(|gap| seen(gap, 8..16)), [None, None, Some(8)]);
        assert_eq!([0, 1, 2].map(|gap| seen(gap, 0..16)), [Some(0), None, Some(0)]);
        assert_eq!([0, 1, 2].map(|gap| seen(gap, 12..99)), [None, Some(16), None]);
        assert_eq!([0, 1, 2].map(|gap| of_part[gap].is_written()), [false, true, true]);
        assert!(!of_part.iter().any(|gap| gap.is_behind() && gap.start == 9));
    }
}
