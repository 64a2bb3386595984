//! `Q` queries against one block: scores, their softmax, the weighted sum of values.
//!
//! A query has one order of operations. It depends neither on `Q` and the other queries, nor on
//! whether the block was prepared in f32 for many queries or is read in place.

use std::marker::PhantomData;

use super::call::{BlockShape, Query};
use super::element::{Element, Rows};
use super::transpose::Transpose;
use crate::cpu::simd::{Job, Simd, exp, load_at, store_at};

/// The queries and the block, which starts at position `start`. `E` is the element type of a
/// source in the cache; `LIES` says that it is there.
pub struct Block<'a, E, const Q: usize, const LIES: bool> {
    pub shape: BlockShape,
    pub start: usize,
    pub queries: &'a mut [Query],
    /// Scaled queries, `[dims][Q]`, zero from `width` on.
    pub q: &'a [f32],
    /// `[>= width][stride]`, if prepared.
    pub keys: &'a [f32],
    /// `[tokens][padded]`, if prepared.
    pub values: &'a [f32],
    /// Keys and values in the cache.
    pub rows: [Rows; 2],
    pub element: PhantomData<E>,
    /// `[Q][stride]`.
    pub scores: &'a mut [f32],
    /// Lanes of the sums of weights so far, `[Q][LANES]`.
    pub sums: &'a mut [f32],
    /// Outputs so far, `[Q][padded]`.
    pub o: &'a mut [f32],
}

/// Tokens of the block that one query sees, with their factors.
#[derive(Clone, Copy)]
struct Seen {
    /// Tokens of the block.
    from: usize,
    end: usize,
    /// Factors of the output so far and of the block's.
    keep: f32,
    add: f32,
}

impl<S: Transpose, E: Element, const Q: usize, const LIES: bool> Job<S> for Block<'_, E, Q, LIES> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, s: S) {
        let BlockShape { width, dims, padded, stride, tokens } = self.shape;
        assert!(self.queries.len() == Q && self.q.len() == Q * dims && tokens <= stride);
        assert!(LIES || self.keys.len() >= width * stride && self.values.len() >= tokens * padded);
        assert!(self.rows.iter().all(|rows| rows.width == width && rows.tokens == tokens));
        assert!(self.scores.len() == Q * stride && self.o.len() == Q * padded);
        assert!(self.sums.len() == Q * S::LANES && stride.is_multiple_of(S::LANES));
        let mut seen = [Seen { from: 0, end: tokens, keep: 1.0, add: 0.0 }; Q];
        for i in 0..Q {
            let query = self.queries[i];
            seen[i].from = query.from.max(self.start) - self.start;
            seen[i].end = query.end.min(self.start + tokens).saturating_sub(self.start);
            seen[i].from = seen[i].from.min(seen[i].end);
        }
        self.scores(s, &seen);
        self.weigh(s, &mut seen);
        self.values(s, &seen);
    }
}

impl<E: Element, const Q: usize, const LIES: bool> Block<'_, E, Q, LIES> {
    /// `scores[i][j] = q[i] . k[j]`: one multiply-add after another along the head. Masked
    /// tokens may be computed too; no other score depends on them.
    #[inline(always)]
    fn scores<S: Transpose>(&mut self, s: S, seen: &[Seen; Q]) {
        // Both ends ascend with the query.
        let from = seen[0].from.min(seen[Q - 1].from);
        let end = seen[Q - 1].end.max(seen[0].end).next_multiple_of(S::LANES);
        let mut j = from - from % S::LANES;
        while LIES && j < end {
            self.dots_lying(s, j);
            j += S::LANES;
        }
        while j + 2 * S::LANES <= end {
            self.dots::<S, 2>(s, j);
            j += 2 * S::LANES;
        }
        if j < end {
            self.dots::<S, 1>(s, j);
        }
    }

    /// One vector of scores from token `j` on, of keys transposed in passing. Dims past the width
    /// add products of zeros.
    #[inline(always)]
    fn dots_lying<S: Transpose>(&mut self, s: S, j: usize) {
        let (squares, across) = self.rows[0].squares::<S, E>();
        assert!(self.q.len() >= squares * across * Q);
        let mut acc = [s.splat(0.0); Q];
        for square in 0..squares {
            let columns = self.rows[0].square::<S, E>(s, j, square);
            for (c, column) in columns.into_iter().enumerate().take(S::LANES) {
                let parts = E::parts(s, column);
                for part in 0..4 / E::BYTES {
                    let d = square * across + c * (4 / E::BYTES) + part;
                    for i in 0..Q {
                        // SAFETY: `d < squares * across`, asserted above.
                        let q = s.splat(unsafe { *self.q.get_unchecked(d * Q + i) });
                        acc[i] = s.fma(q, parts[part], acc[i]);
                    }
                }
            }
        }
        for i in 0..Q {
            store_at(s, self.scores, i * self.shape.stride + j, acc[i]);
        }
    }

    /// `C` vectors of scores from token `j` on, of prepared keys.
    #[inline(always)]
    fn dots<S: Simd, const C: usize>(&mut self, s: S, j: usize) {
        let BlockShape { width, stride, .. } = self.shape;
        assert!(j + C * S::LANES <= stride);
        let mut acc = [[s.splat(0.0); C]; Q];
        for d in 0..width {
            let mut k = [s.splat(0.0); C];
            for c in 0..C {
                // SAFETY: `keys` has `width` rows of `stride`, and the vectors end inside a row.
                k[c] = unsafe { s.load(self.keys.as_ptr().add(d * stride + j + c * S::LANES)) };
            }
            for i in 0..Q {
                // SAFETY: `q` holds `width * Q`.
                let q = s.splat(unsafe { *self.q.get_unchecked(d * Q + i) });
                for c in 0..C {
                    acc[i][c] = s.fma(q, k[c], acc[i][c]);
                }
            }
        }
        for i in 0..Q {
            for c in 0..C {
                store_at(s, self.scores, i * stride + j + c * S::LANES, acc[i][c]);
            }
        }
    }

    /// Turns scores into weights, zero for tokens that the query does not see, and says how the
    /// block and what came before are merged.
    #[inline(always)]
    fn weigh<S: Simd>(&mut self, s: S, seen: &mut [Seen; Q]) {
        let stride = self.shape.stride;
        // Exponents of `keep`, then of `add`; one vector or two for all queries.
        let mut exponents = [0.0f32; 16];
        let mut shift = [s.splat(0.0); Q];
        let vectors = |seen: Seen| {
            let first = seen.from - seen.from % S::LANES;
            (first..seen.end.next_multiple_of(S::LANES)).step_by(S::LANES)
        };
        for i in 0..Q {
            let Seen { from, end, .. } = seen[i];
            if from >= end {
                continue;
            }
            let scores = &mut self.scores[i * stride..][..stride];
            scores[from - from % S::LANES..from].fill(f32::NEG_INFINITY);
            scores[end..end.next_multiple_of(S::LANES)].fill(f32::NEG_INFINITY);
            let mut largest = s.splat(f32::MIN);
            for j in vectors(seen[i]) {
                largest = s.max(largest, load_at(s, scores, j));
            }
            let block_max = s.max_lane(largest);
            shift[i] = s.splat(block_max);
            let max = &mut self.queries[i].max;
            let merged = max.max(block_max);
            exponents[2 * i] = *max - merged;
            exponents[2 * i + 1] = block_max - merged;
            *max = merged;
        }
        // Apart from the largest scores, so that many of these long chains are under way at once.
        let mut block_sums = [s.splat(0.0); Q];
        for i in 0..Q {
            if seen[i].from < seen[i].end {
                let scores = &mut self.scores[i * stride..][..stride];
                for j in vectors(seen[i]) {
                    let e = exp(s, s.sub(load_at(s, scores, j), shift[i]));
                    store_at(s, scores, j, e);
                    block_sums[i] = s.add(block_sums[i], e);
                }
            }
        }
        for i in (0..2 * Q).step_by(S::LANES) {
            let e = exp(s, load_at(s, &exponents, i));
            store_at(s, &mut exponents, i, e);
        }
        for i in 0..Q {
            if seen[i].from < seen[i].end {
                (seen[i].keep, seen[i].add) = (exponents[2 * i], exponents[2 * i + 1]);
                let old = load_at(s, self.sums, i * S::LANES);
                let old = s.mul(old, s.splat(seen[i].keep));
                let sum = s.fma(block_sums[i], s.splat(seen[i].add), old);
                store_at(s, self.sums, i * S::LANES, sum);
            }
        }
    }

    /// `o[i] = o[i] * keep + add * sum_j weights[i][j] v[j]`.
    #[inline(always)]
    fn values<S: Simd>(&mut self, s: S, seen: &[Seen; Q]) {
        let BlockShape { width, padded, .. } = self.shape;
        // Prepared values are padded with zeros.
        let whole = if LIES { width - width % S::LANES } else { padded };
        let mut d = 0;
        while S::LANES == 16 && d + 4 * S::LANES <= whole {
            self.rows::<S, 4, true>(s, seen, d);
            d += 4 * S::LANES;
        }
        while d + 2 * S::LANES <= whole {
            self.rows::<S, 2, true>(s, seen, d);
            d += 2 * S::LANES;
        }
        while d + S::LANES <= whole {
            self.rows::<S, 1, true>(s, seen, d);
            d += S::LANES;
        }
        if LIES && d < width {
            self.rows::<S, 1, false>(s, seen, d);
        }
    }

    #[inline(always)]
    fn rows<S: Simd, const C: usize, const WHOLE: bool>(
        &mut self,
        s: S,
        seen: &[Seen; Q],
        d: usize,
    ) {
        if Q > 4 {
            for first in (0..Q).step_by(4) {
                self.columns::<S, C, 4, WHOLE>(s, seen, first, d);
            }
        } else {
            self.columns::<S, C, Q, WHOLE>(s, seen, 0, d);
        }
    }

    /// `C` vectors of the value of token `j`, from `d` on.
    #[inline(always)]
    fn value<S: Simd, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        j: usize,
        d: usize,
    ) -> [S::V; C] {
        let BlockShape { width, padded, .. } = self.shape;
        let mut v = [s.splat(0.0); C];
        for c in 0..C {
            // SAFETY: `j < tokens`, so the value is inside the block or the prepared rows, which
            // are padded; `WHOLE` says that whole vectors follow.
            v[c] = unsafe {
                if LIES {
                    let at = (j * width + d + c * S::LANES) * E::BYTES;
                    let at = self.rows[1].first.add(at);
                    if WHOLE { E::load(s, at) } else { E::load_part(s, at, width - d) }
                } else {
                    s.load(self.values.as_ptr().add(j * padded + d + c * S::LANES))
                }
            };
        }
        v
    }

    /// `C` vectors of columns from `d` of `R` queries from `first` on. Tokens that all of them see
    /// go through all; a query's other tokens come before and after, so its own order ascends.
    #[inline(always)]
    fn columns<S: Simd, const C: usize, const R: usize, const WHOLE: bool>(
        &mut self,
        s: S,
        seen: &[Seen; Q],
        first: usize,
        d: usize,
    ) {
        let BlockShape { padded, stride, tokens, .. } = self.shape;
        assert!(first + R <= Q && d + C * S::LANES <= padded);
        let seen = &seen[first..first + R];
        let weights = &self.scores[first * stride..][..R * stride];
        let (mut from, mut end) = (0, tokens);
        for seen in seen {
            from = from.max(seen.from);
            end = end.min(seen.end);
        }
        // Without a common token each query goes alone, in its own order.
        let end = end.max(from);
        let value = |j: usize| self.value::<S, C, WHOLE>(s, j, d);
        let mut acc = [[s.splat(0.0); C]; R];
        for i in 0..R {
            for j in seen[i].from..seen[i].end.min(from) {
                let (v, w) = (value(j), s.splat(weights[i * stride + j]));
                for c in 0..C {
                    acc[i][c] = s.fma(w, v[c], acc[i][c]);
                }
            }
        }
        for j in from..end {
            let v = value(j);
            for i in 0..R {
                // SAFETY: `i < R` and `j < tokens <= stride`.
                let w = s.splat(unsafe { *weights.get_unchecked(i * stride + j) });
                for c in 0..C {
                    acc[i][c] = s.fma(w, v[c], acc[i][c]);
                }
            }
        }
        for i in 0..R {
            for j in seen[i].from.max(end)..seen[i].end {
                let (v, w) = (value(j), s.splat(weights[i * stride + j]));
                for c in 0..C {
                    acc[i][c] = s.fma(w, v[c], acc[i][c]);
                }
            }
        }
        for i in 0..R {
            if seen[i].from >= seen[i].end {
                continue;
            }
            let (keep, add) = (s.splat(seen[i].keep), s.splat(seen[i].add));
            for c in 0..C {
                let at = (first + i) * padded + d + c * S::LANES;
                // SAFETY: `o` holds `Q` rows of `padded`.
                unsafe {
                    let old = s.mul(s.load(self.o.as_ptr().add(at)), keep);
                    s.store(self.o.as_mut_ptr().add(at), s.fma(acc[i][c], add, old));
                }
            }
        }
    }
}
