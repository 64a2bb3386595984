//! Attention over the positions of a step in parts: what one call takes, and what it leaves for the
//! next.

use std::ops::Range;

use crate::tensor::TensorMut;

/// Positions that one call of attention takes of those that its rows see.
///
/// Calls go through the positions in ascending order, without a gap. Behind each, what a row has
/// seen so far (the largest score, the sum of weights, the weighted sum of values; Milakov and
/// Gimelshein, arXiv 1805.02867) lies in `carry`, and the next call goes on from it, in the same
/// operations as one call over all positions: parts that begin where [`KvPart::BORDER_TOKENS`]
/// allows do not change a bit of a row that holds the row contract. The output of a row is
/// written by the call that takes the last position it sees.
pub struct KvPart<'a> {
    /// Half-open. Both ends are whole blocks, or reach past what all rows see.
    pub positions: Range<u32>,
    /// `[T, Hq, carry_len]` in f32, rows as those of the queries. What is in it is the kernel's.
    pub carry: TensorMut<'a>,
}

/// Part of a row's positions in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Half-open; empty where the call takes none of them.
    pub from: usize,
    pub end: usize,
    /// Whether earlier calls have taken some, and later ones will.
    pub begun: bool,
    pub goes_on: bool,
}

impl KvPart<'_> {
    /// Positions at multiples of which a part may begin: what devices' kernels compute alone is no
    /// longer, wherever it lies.
    pub const BORDER_TOKENS: u32 = 1024;

    /// f32 a row and query head, for values of `width` elements: the weighted sum, filled up to 16,
    /// then 16 partial sums of weights, then the largest score, filled up to 16.
    pub const fn carry_len(width: usize) -> usize {
        width.next_multiple_of(16) + 32
    }

    /// Panics unless the carry has a place for every query head.
    pub(crate) fn check(&self, op: &str, q: &[usize]) {
        let wanted = [q[0], q[1], Self::carry_len(q[2])];
        assert_eq!(self.carry.shape(), wanted, "{op}: carry of a part");
        let Range { start, end } = self.positions;
        assert!(start < end, "{op}: a part of positions {start}..{end}");
    }
}

/// The positions that a call takes of `from..end`, which a row sees: all without a part.
pub(crate) fn taken(part: Option<&Range<u32>>, from: usize, end: usize) -> Taken {
    let Some(part) = part else {
        return Taken { from, end, begun: false, goes_on: false };
    };
    let (first, last) = (part.start as usize, part.end as usize);
    let (begun, goes_on) = (from < first, end > last);
    let from = from.clamp(first, last);
    Taken { from, end: end.clamp(from, last.max(from)), begun, goes_on }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_row_follow_one_another() {
        let part = |from, end| taken(Some(&(from..end)), 40, 100);
        let some = |from, end, begun, goes_on| Taken { from, end, begun, goes_on };
        assert_eq!(taken(None, 40, 100), some(40, 100, false, false));
        assert_eq!(part(0, 64), some(40, 64, false, true));
        assert_eq!(part(64, 96), some(64, 96, true, true));
        assert_eq!(part(96, 128), some(96, 100, true, false));
        assert_eq!(part(0, 200), some(40, 100, false, false));
        for (from, end) in [(0, 32), (0, 40), (100, 128), (128, 160)] {
            let none = part(from, end);
            assert!(none.from >= none.end, "{none:?}");
        }
    }
}
