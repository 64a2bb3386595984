//! Blocks of columns of a head's state, which the recurrences walk.

use crate::cpu::simd::Simd;

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
