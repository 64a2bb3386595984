//! Blocks of columns of a head's state, which the recurrences walk.

use std::ops::Range;

use crate::cpu::simd::Simd;
use crate::device::SpanRows;

/// Vectors of columns in a block: what fits the first-level cache with a key of 128 and leaves
/// registers for `PHASES` accumulators each.
pub(in crate::cpu) const fn columns<S: Simd>() -> usize {
    if S::LANES == 16 { 4 } else { 2 }
}

/// Accumulators a column, for rows `i`, `i + 1`, .. in turn; added pairwise at the end.
pub(in crate::cpu) const PHASES: usize = 4;

/// The sum of a column's accumulators.
#[inline(always)]
pub(in crate::cpu) fn merge<S: Simd, const C: usize>(
    s: S,
    acc: &[[S::V; C]; PHASES],
    c: usize,
) -> S::V {
    s.add(s.add(acc[0][c], acc[1][c]), s.add(acc[2][c], acc[3][c]))
}

/// A block of columns of a matrix.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Rows<const C: usize, const WHOLE: bool> {
    pub base: *mut f32,
    pub stride: usize,
    /// Columns from the first to the matrix's end; what a cut vector holds.
    pub last: usize,
}

impl<const C: usize, const WHOLE: bool> Rows<C, WHOLE> {
    /// `acc += k[i] S[i]`.
    #[inline(always)]
    pub fn read<S: Simd>(&self, s: S, i: usize, k: &[f32], acc: &mut [S::V; C]) {
        debug_assert!(i < k.len());
        // SAFETY: the caller keeps `i` below the key's length.
        let ki = s.splat(unsafe { *k.get_unchecked(i) });
        for c in 0..C {
            acc[c] = s.fma(ki, self.load(s, i, c), acc[c]);
        }
    }

    /// `S[i] = decay S[i] + k[i] delta`, then `acc += q[i] S[i]`.
    #[inline(always)]
    pub fn write<S: Simd>(
        &self,
        s: S,
        i: usize,
        k: &[f32],
        q: &[f32],
        decay: S::V,
        delta: &[S::V; C],
        acc: &mut [S::V; C],
    ) {
        debug_assert!(i < k.len() && i < q.len());
        // SAFETY: the caller keeps `i` below the length of both.
        let (ki, qi) = unsafe { (s.splat(*k.get_unchecked(i)), s.splat(*q.get_unchecked(i))) };
        for c in 0..C {
            let new = s.fma(ki, delta[c], s.mul(decay, self.load(s, i, c)));
            acc[c] = s.fma(qi, new, acc[c]);
            self.store(s, i, c, new);
        }
    }

    #[inline(always)]
    pub fn copy_to<S: Simd>(&self, s: S, to: &Self, rows: usize) {
        for i in 0..rows {
            for c in 0..C {
                to.store(s, i, c, self.load(s, i, c));
            }
        }
    }

    #[inline(always)]
    pub fn store<S: Simd>(&self, s: S, i: usize, c: usize, v: S::V) {
        let to = self.base.wrapping_add(i * self.stride + c * S::LANES);
        // SAFETY: row `i` holds these columns, which are this unit's alone.
        unsafe { if WHOLE { s.store(to, v) } else { s.store_part(to, self.last, v) } }
    }

    #[inline(always)]
    pub fn load<S: Simd>(&self, s: S, i: usize, c: usize) -> S::V {
        let from = self.base.wrapping_add(i * self.stride + c * S::LANES).cast_const();
        // SAFETY: as in `store`.
        unsafe { if WHOLE { s.load(from) } else { s.load_part(from, self.last) } }
    }
}

/// A recurrence over the columns of the states of all spans.
pub(in crate::cpu) trait Walk {
    fn spans(&self) -> &[SpanRows<'_>];

    /// Heads, rows and columns of a head's state.
    fn dims(&self) -> [usize; 3];

    /// The states, `[slot, head, row, column]`.
    fn matrices(&self) -> *mut f32;

    /// Room for a block of columns side by side: in the matrix its rows lie on few cache sets.
    fn block(&self) -> *mut f32;

    /// Token `t` of one head on a block of columns, the first of which is `first`.
    fn token<S: Simd, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        t: usize,
        head: usize,
        first: usize,
        rows: &Rows<C, WHOLE>,
    );
}

/// The tokens of a span for one head: columns `first..` in `C` vectors, whole or cut at the last
/// column. Drafts leave the state as it was before them.
#[inline(always)]
fn span<S: Simd, const C: usize, const WHOLE: bool>(
    s: S,
    work: &impl Walk,
    span: &SpanRows<'_>,
    (head, first): (usize, usize),
) {
    let [heads, rows, columns] = work.dims();
    let matrix = (span.slot * heads + head) * rows * columns + first;
    let matrix = Rows::<C, WHOLE> {
        base: work.matrices().wrapping_add(matrix),
        stride: columns,
        last: columns - first,
    };
    if span.len == 1 && span.drafts == 0 {
        return work.token(s, span.row, head, first, &matrix);
    }
    let block = Rows::<C, WHOLE> { base: work.block(), stride: C * S::LANES, ..matrix };
    matrix.copy_to(s, &block, rows);
    let (stored, end) = (span.row + span.stored(), span.row + span.len);
    for t in span.row..stored {
        work.token(s, t, head, first, &block);
    }
    block.copy_to(s, &matrix, rows);
    for t in stored..end {
        work.token(s, t, head, first, &block);
    }
}

/// Walks units of (head, block of columns), head by head, over all spans in order.
#[inline(always)]
pub(in crate::cpu) fn walk<S: Simd>(s: S, work: &impl Walk, units: Range<usize>) {
    let [_, _, value_dim] = work.dims();
    let width = columns::<S>() * S::LANES;
    let blocks = value_dim.div_ceil(width);
    for unit in units {
        let (head, first) = (unit / blocks, unit % blocks * width);
        for rows in work.spans() {
            if first + width <= value_dim {
                match columns::<S>() {
                    4 => span::<S, 4, true>(s, work, rows, (head, first)),
                    _ => span::<S, 2, true>(s, work, rows, (head, first)),
                }
                continue;
            }
            for at in (first..value_dim).step_by(S::LANES) {
                if at + S::LANES <= value_dim {
                    span::<S, 1, true>(s, work, rows, (head, at));
                } else {
                    span::<S, 1, false>(s, work, rows, (head, at));
                }
            }
        }
    }
}
