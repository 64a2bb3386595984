//! Short spans of `attention` on tensor cores: blocks for ranges of the splits of their positions.

use std::ops::Range;

use super::split_kv_ranges::splits;
use super::tile_params::{SHORT_ROWS, TILE_ROWS, TileParams};
use crate::launch::Kernel;
use crate::ops::Family;

pub(crate) const DECODE: Family = Family::of::<TileParams>(
    "attention/decode_split_kv",
    &[
        "attention_decode_split_64",
        "attention_decode_split_128",
        "attention_decode_split_256",
        "attention_decode_whole_64",
        "attention_decode_whole_128",
        "attention_decode_whole_256",
        "attention_decode_split_deep_64",
        "attention_decode_split_deep_128",
        "attention_decode_split_deep_256",
        "attention_decode_whole_deep_64",
        "attention_decode_whole_deep_128",
        "attention_decode_whole_deep_256",
    ],
)
.with_shared();

/// Blocks of `attention_rows` that share a multiprocessor with memory for them, as the kernel's
/// source has it.
pub(crate) fn blocks_at_once(width: usize) -> usize {
    match width {
        64 => 4,
        128 => 3,
        _ => 2,
    }
}

/// Places of the ring of a block that shares a multiprocessor, and of one that has it to itself, as
/// in the kernel's source.
pub(crate) const RING_SHARED: usize = 3;
pub(crate) fn ring_deep(width: usize) -> usize {
    match width {
        64 => 18,
        128 => 10,
        _ => 5,
    }
}

/// Bytes of shared memory of `attention_rows` with so many places in its ring.
pub(crate) fn rows_shared(width: usize, ring: usize) -> usize {
    2 * ((ring * 64 + TILE_ROWS) * (width + 8) + TILE_ROWS * 72) + 4 * 4 * TILE_ROWS
}

/// Short spans that follow each other: their rows, from the first to the last, and the most
/// positions that one of them knows, or that a part of them has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short {
    pub(crate) row: usize,
    pub(crate) rows: usize,
    pub(crate) end: usize,
    /// The first position of the part that is taken of them. Splits of a part always meet, also
    /// where there is but one, in what rows carry.
    pub(crate) part: Option<usize>,
}

impl Short {
    pub(crate) fn with(self, [row, len, end]: [usize; 3]) -> Self {
        Self { rows: row + len - self.row, end: self.end.max(end), ..self }
    }

    /// Splits of a row at most, from [`Self::first_split`] on.
    pub(crate) fn splits(&self) -> usize {
        splits(self.end).saturating_sub(self.first_split())
    }

    pub(crate) fn first_split(&self) -> usize {
        splits(self.part.unwrap_or(0))
    }

    /// Tiles of their rows, with `group` query heads on each KV head.
    pub(crate) fn tiles(&self, extents: &[[usize; 3]], group: usize) -> usize {
        let rows = self.row..self.row + self.rows;
        let mine = extents.iter().filter(|extent| rows.contains(&extent[0]));
        let short = mine.map(|extent| extent[1]).filter(|&len| len <= SHORT_ROWS);
        short.map(|len| len.div_ceil(TILE_ROWS / group.clamp(1, TILE_ROWS))).sum()
    }

    /// f32 in which their splits meet; none where each row has one.
    pub(crate) fn partial_len(&self, heads: usize, width: usize) -> usize {
        let meet = self.splits() > 1 || self.part.is_some();
        if meet { self.rows * heads * self.splits() * (width + 2) } else { 0 }
    }
}

/// Groups of short spans, each with no more than `room` f32 in which its splits of `part` meet;
/// `None` if one span takes more.
pub(crate) fn groups(
    extents: &[[usize; 3]],
    [heads, width, room]: [usize; 3],
    part: Option<&Range<u32>>,
) -> Option<Vec<Short>> {
    let (most, part) = (part.map_or(usize::MAX, |part| part.end as usize), part.map(from));
    let mut groups: Vec<Short> = Vec::new();
    let short = extents.iter().filter(|extent| (1..=SHORT_ROWS).contains(&extent[1]));
    for extent in short.map(|&[row, rows, end]| [row, rows, end.min(most)]) {
        let fits = |group: &Short| group.partial_len(heads, width) <= room;
        if let Some(last) = groups.last_mut()
            && fits(&last.with(extent))
        {
            *last = last.with(extent);
            continue;
        }
        let [row, rows, end] = extent;
        groups.push(Some(Short { row, rows, end, part }).filter(fits)?);
    }
    Some(groups)
}

fn from(part: &Range<u32>) -> usize {
    part.start as usize
}

/// The kernels of short spans: with a range of a tile's splits, and with all of them.
pub(crate) struct ShortKernels {
    pub(crate) rows: Kernel,
    pub(crate) whole: Kernel,
    pub(crate) shared_bytes: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::attention::split_kv_merge::FEW_SHARED;
    use crate::ops::attention::tile_params::WIDTHS;

    #[test]
    fn short_spans_go_together_as_far_as_their_splits_have_room() {
        let spans = [[0, 1, 900], [1, 40, 40], [41, 2, 300], [43, 1, 5], [44, 0, 7], [44, 16, 257]];
        let short = |row, rows, end| Short { row, rows, end, part: None };
        let groups = |spans: &[[usize; 3]], sizes| groups(spans, sizes, None);
        let all = groups(&spans, [2, 64, usize::MAX]).unwrap();
        assert_eq!(all, [short(0, 60, 900)]);
        // Row 0 has 15 splits of two heads; the others five at most.
        let apart = groups(&spans, [2, 64, 19 * 5 * 2 * 66]).unwrap();
        assert_eq!(apart, [short(0, 1, 900), short(41, 19, 300)]);
        assert_eq!(groups(&spans, [2, 64, 16 * 5 * 2 * 66]).unwrap().len(), 3);
        assert_eq!(groups(&spans, [2, 64, 16 * 5 * 2 * 66 - 1]), None);
        assert_eq!(groups(&[[0, 1, 64]], [2, 64, 0]).unwrap(), [short(0, 1, 64)]);
    }

    #[test]
    fn a_part_has_splits_of_its_own() {
        let spans = [[0, 1, 900], [1, 2, 5000], [3, 1, 1100]];
        let of = |part: Range<u32>, room| groups(&spans, [2, 64, room], Some(&part));
        let short = |row, rows, end, from| Short { row, rows, end, part: Some(from) };
        let (first, last) = (of(0..1024, usize::MAX).unwrap(), of(1024..4096, usize::MAX).unwrap());
        assert_eq!(
            (&first[..], &last[..]),
            (&[short(0, 4, 1024, 0)][..], &[short(0, 4, 4096, 1024)][..])
        );
        assert_eq!(
            [&first, &last].map(|of| (of[0].first_split(), of[0].splits())),
            [(0, 16), (16, 24)]
        );
        // Rows that take nothing have no splits, and one split has to meet what is carried.
        assert_eq!(of(8192..9216, 0).unwrap()[0].splits(), 0);
        assert_eq!(short(0, 4, 1100, 1024).partial_len(2, 64), 4 * 2 * 66);
        assert_eq!(of(1024..2048, 2 * 2 * 8 * 66).unwrap().len(), 3);
        assert_eq!(of(1024..2048, 2 * 2 * 8 * 66 - 1), None);
    }

    #[test]
    fn tiles_are_of_one_span_each() {
        let spans = [[0, 1, 900], [1, 40, 40], [41, 3, 300], [44, 0, 7], [44, 16, 257], [60, 2, 2]];
        let short = Short { row: 0, rows: 60, end: 900, part: None };
        assert_eq!([1, 8, 16, 200].map(|group| short.tiles(&spans, group)), [3, 11, 20, 20]);
    }

    #[test]
    fn blocks_that_share_a_multiprocessor_fit_into_its_memory() {
        // Hopper: 228 KiB, of which a block takes one more than it asks for.
        for width in WIDTHS {
            let fit = |blocks, ring| blocks * (rows_shared(width, ring) + 1024) <= 228 << 10;
            assert!(fit(blocks_at_once(width), RING_SHARED), "{width}");
            // A deep ring leaves room for a block of the merge before.
            let merge = FEW_SHARED as usize + 1024;
            let beside = |ring| rows_shared(width, ring) + 1024 + merge <= 228 << 10;
            assert!(beside(ring_deep(width)) && !beside(ring_deep(width) + 3), "{width}");
        }
    }
}
