//! Ranges of the splits of short spans: a block of [`super::decode_split_kv`] computes one range.
//!
//! A split is computed alone and splits are merged in ascending order, so the bits
//! do not depend on the ranges.

/// Positions of a split up to a position, as in the kernel's source: shorter ones at the start of a
/// sequence.
const SPLITS: [(usize, usize); 5] =
    [(1024, 64), (4096, 128), (16_384, 256), (65_536, 512), (usize::MAX, 1024)];
/// Positions of a unit, as in the kernel's source.
const UNIT: usize = 64;
/// Positions that a block goes through at most: what ranges are chosen by is the longest span that
/// may come, and if one of many is as long, its blocks are what the others wait for.
const LONGEST: usize = 8192;

/// Times that ranges are chosen by, in ns, for an H200. This one: from the start of a block until
/// its first copies are under way, and the end of the block. (With a block for every split, batches
/// of 32 and 128 at 1,024 positions took 8.4 us a wave of blocks of one unit, half of which the
/// copies take.)
const START: usize = 4000;
/// A launch of the merge.
const MERGE: usize = 3000;
/// A unit in a block that waits for no other's copies: a guess.
pub(crate) const ALONE: usize = 2000;
/// Time of the last blocks beyond that of blocks which end together, in percent: multiprocessors
/// get unlike shares of the memory. (Blocks of 8 rows at 32,767 positions, one a multiprocessor's
/// place, end after 99 to 142 us.)
const UNEVEN: usize = 10;
/// Bytes that the memory gives in a ns.
const MEMORY: usize = 4200;

/// Assignment of the splits of short spans to blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitRanges {
    /// Chosen by the size of the step.
    #[default]
    Chosen,
    /// A block for every split.
    Each,
    /// As many ranges for each tile; with one of them, its block merges the splits itself.
    Of(usize),
}

/// Short spans of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Tiles of query rows: the thread blocks of the launch if each had one range.
    pub tiles: usize,
    /// Positions that the longest span knows.
    pub end: usize,
    /// Bytes of keys and values of a position for one tile, and of what is kept of a split.
    pub position_bytes: usize,
    pub split_bytes: usize,
    /// Thread blocks that the device has room for at once.
    pub places: usize,
    /// Time of a unit at least, in ns.
    pub unit: usize,
}

/// Splits of so many positions.
pub(crate) fn splits(end: usize) -> usize {
    let mut from = 0;
    let of = |&(until, each): &(usize, usize)| {
        let positions = end.min(until).saturating_sub(from);
        from = until;
        positions.div_ceil(each)
    };
    SPLITS.iter().map(of).sum()
}

impl SplitRanges {
    /// Ranges of each tile, from 1 to as many as there are splits.
    pub(crate) fn count(self, work: Work) -> usize {
        let most = splits(work.end).max(1);
        match self {
            Self::Each => most,
            Self::Of(ranges) => ranges.clamp(1, most),
            Self::Chosen => work.best().min(most),
        }
    }
}

impl Work {
    /// The number of ranges that takes least by estimate; the fewest of those.
    fn best(&self) -> usize {
        let end = self.end.max(1);
        let last = SPLITS.iter().find(|&&(until, _)| end <= until).map_or(UNIT, |&(_, each)| each);
        // Ranges have whole splits, so only so many lengths of the longest of them are different.
        let longest = (1..=LONGEST.min(end.next_multiple_of(last)) / last).rev().map(|n| n * last);
        let counts = longest.map(|longest| (end.div_ceil(longest), longest));
        counts.min_by_key(|&(ranges, longest)| self.time(ranges, longest)).map_or(1, |best| best.0)
    }

    /// Time of `ranges` ranges, the longest of `longest` positions, in ns.
    fn time(&self, ranges: usize, longest: usize) -> usize {
        let units = longest.min(self.end).div_ceil(UNIT);
        let (blocks, places) = (self.tiles * ranges, self.places.max(1));
        // Blocks that run beside each other share the memory.
        let wave = |blocks: usize| {
            let unit = self.unit.max(blocks * UNIT * self.position_bytes / MEMORY);
            if blocks == 0 { 0 } else { START + units * unit }
        };
        let meet = 2 * self.tiles * splits(self.end) * self.split_bytes / MEMORY;
        let merge = if ranges > 1 { MERGE + meet } else { 0 };
        let (whole, rest) = (blocks / places, blocks % places);
        let last = if rest == 0 { wave(places) } else { wave(rest) };
        whole * wave(places) + wave(rest) + last * UNEVEN / 100 + merge
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_grow_with_the_position() {
        for (end, count) in [(0, 0), (1, 1), (64, 1), (65, 2), (1024, 16), (1025, 17), (1153, 18)] {
            assert_eq!(splits(end), count, "{end}");
        }
        assert_eq!([4096, 4097, 16_384, 65_536, 131_073].map(splits), [40, 41, 88, 184, 249]);
    }

    /// Ranges on an H200, for rows of 16 query heads on 2 KV heads of 256.
    fn chosen(rows: usize, end: usize) -> usize {
        let (position_bytes, split_bytes) = (1024, 8 * 4 * 258);
        SplitRanges::Chosen.count(Work {
            tiles: 2 * rows,
            end,
            position_bytes,
            split_bytes,
            places: 264,
            unit: ALONE,
        })
    }

    #[test]
    fn rows_that_fill_the_device_go_whole_and_few_are_cut() {
        for (rows, end) in [(128, 1024), (128, 256), (256, 1024), (128, 8192), (1, 64), (500, 2048)]
        {
            assert_eq!(chosen(rows, end), 1, "{rows} rows of {end}");
        }
        assert_eq!(chosen(1, 1024), 16);
        // A wave of blocks where there are no more splits; shorter ones where a second wave evens
        // out what the first leaves.
        assert_eq!(chosen(1, 65_536), 128);
        assert_eq!(
            [(4, 65_536), (8, 32_768), (32, 32_768)].map(|(n, end)| chosen(n, end)),
            [64, 32, 16]
        );
        for (rows, end) in [(2, 16_384), (8, 1024), (8, 4096), (16, 2048)] {
            assert!((2..=264 / rows / 2).contains(&chosen(rows, end)), "{rows} rows of {end}");
        }
        // However many there are, a block has no more than so many positions.
        assert!(chosen(200, 65_536) >= 8);
    }

    #[test]
    fn there_is_one_range_at_least_and_one_a_split_at_most() {
        let work =
            |end| Work { tiles: 3, end, position_bytes: 8, split_bytes: 8, places: 0, unit: ALONE };
        for ranges in
            [SplitRanges::Chosen, SplitRanges::Each, SplitRanges::Of(0), SplitRanges::Of(9)]
        {
            assert_eq!([0, 1, 64].map(|end| ranges.count(work(end))), [1, 1, 1]);
        }
        assert_eq!(SplitRanges::Of(9).count(work(200)), 4);
        assert_eq!(SplitRanges::Of(3).count(work(200)), 3);
        assert_eq!(SplitRanges::Each.count(work(2000)), splits(2000));
    }
}
