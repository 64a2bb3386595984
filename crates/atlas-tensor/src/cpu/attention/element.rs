//! Element types of a cache, and how a block of it is prepared in f32.

use super::transpose::{Transpose, Words};
use crate::cpu::simd::{MAX_LANES, Simd};

/// Storage format of a cache's numbers.
pub trait Element: Copy + Send + Sync + 'static {
    const BYTES: usize;
    /// Whether the cache holds such numbers; else its codes are decoded to them first.
    const IN_CACHE: bool = true;
    /// `LANES` elements from `p`, widened.
    ///
    /// # Safety
    /// They are readable.
    unsafe fn load<S: Simd>(s: S, p: *const u8) -> S::V;
    /// `n < LANES` elements from `p`, zero in the other lanes.
    ///
    /// # Safety
    /// They are readable.
    unsafe fn load_part<S: Simd>(s: S, p: *const u8, n: usize) -> S::V;
    /// The elements of every word: the first `4 / BYTES` vectors.
    fn parts<S: Transpose>(s: S, words: S::V) -> [S::V; 2];
}

#[derive(Clone, Copy)]
pub struct CacheF32;
#[derive(Clone, Copy)]
pub struct CacheBf16;
/// Codes of any formats, decoded to f32 a block at a time.
#[derive(Clone, Copy)]
pub struct Decoded;

impl Element for CacheF32 {
    const BYTES: usize = 4;

    #[inline(always)]
    unsafe fn load<S: Simd>(s: S, p: *const u8) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load(p.cast()) }
    }
    #[inline(always)]
    unsafe fn load_part<S: Simd>(s: S, p: *const u8, n: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load_part(p.cast(), n) }
    }
    #[inline(always)]
    fn parts<S: Transpose>(_s: S, words: S::V) -> [S::V; 2] {
        [words; 2]
    }
}

impl Element for Decoded {
    const BYTES: usize = CacheF32::BYTES;
    const IN_CACHE: bool = false;

    #[inline(always)]
    unsafe fn load<S: Simd>(s: S, p: *const u8) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { CacheF32::load(s, p) }
    }
    #[inline(always)]
    unsafe fn load_part<S: Simd>(s: S, p: *const u8, n: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { CacheF32::load_part(s, p, n) }
    }
    #[inline(always)]
    fn parts<S: Transpose>(s: S, words: S::V) -> [S::V; 2] {
        CacheF32::parts(s, words)
    }
}

impl Element for CacheBf16 {
    const BYTES: usize = 2;

    #[inline(always)]
    unsafe fn load<S: Simd>(s: S, p: *const u8) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load_bf16(p.cast()) }
    }
    #[inline(always)]
    unsafe fn load_part<S: Simd>(s: S, p: *const u8, n: usize) -> S::V {
        // SAFETY: the caller's promise.
        unsafe { s.load_bf16_part(p.cast(), n) }
    }
    #[inline(always)]
    fn parts<S: Transpose>(s: S, words: S::V) -> [S::V; 2] {
        s.halves(words)
    }
}

/// Rows of one KV head in one half of a cache block.
#[derive(Clone, Copy)]
pub struct Rows {
    pub first: *const u8,
    /// The same rows of the next block, to be prefetched.
    pub next: *const u8,
    /// Elements of a row.
    pub width: usize,
    /// Rows of the block.
    pub tokens: usize,
}

impl Rows {
    /// Squares of `LANES` words that a row takes, and elements of a square's row.
    #[inline(always)]
    pub fn squares<S: Transpose, E: Element>(&self) -> (usize, usize) {
        let across = S::LANES * 4 / E::BYTES;
        (self.width.div_ceil(across), across)
    }

    /// Words of tokens `j ..` in lanes, from element `square * across` on. Prefetches the same rows
    /// of the next block.
    #[inline(always)]
    pub fn square<S: Transpose, E: Element>(
        &self,
        s: S,
        j: usize,
        square: usize,
    ) -> [S::V; MAX_LANES] {
        assert!(j < self.tokens);
        let (row_bytes, square_bytes) = (self.width * E::BYTES, S::LANES * 4);
        let offset = j * row_bytes + square * square_bytes;
        let words = Words {
            from: self.first.wrapping_add(offset),
            stride_bytes: row_bytes,
            rows: (self.tokens - j).min(S::LANES),
            row_bytes: (row_bytes - square * square_bytes).min(square_bytes),
        };
        for row in 0..S::LANES {
            s.prefetch_far(self.next.wrapping_add(offset + row * row_bytes));
        }
        // SAFETY: rows of the block, which the op's check proves.
        unsafe { s.transpose(words) }
    }

    /// `to[d][j] = row j [d]` for the vectors of `LANES` tokens that hold any of `from..end`;
    /// tokens past the block's end are zero. `to` has `stride` tokens a row.
    #[inline(always)]
    pub fn transpose<S: Transpose, E: Element>(
        &self,
        s: S,
        (from, end): (usize, usize),
        to: &mut [f32],
        stride: usize,
    ) {
        let (squares, across) = self.squares::<S, E>();
        assert!(end <= self.tokens && self.tokens <= stride && stride.is_multiple_of(S::LANES));
        assert!(to.len() >= squares * across * stride);
        for j in (from - from % S::LANES..end).step_by(S::LANES) {
            for square in 0..squares {
                let columns = self.square::<S, E>(s, j, square);
                for (i, column) in columns.into_iter().enumerate().take(S::LANES) {
                    let parts = E::parts(s, column);
                    for part in 0..4 / E::BYTES {
                        let d = square * across + i * (4 / E::BYTES) + part;
                        // SAFETY: `d < squares * across`, so the row fits `to` by the assertion;
                        // `j + LANES <= stride` as both are multiples of LANES.
                        unsafe { s.store(to.as_mut_ptr().add(d * stride + j), parts[part]) };
                    }
                }
            }
        }
    }

    /// `to[j][d] = row j [d]` for `j` in `from..end`, each padded with zeros to `padded`.
    #[inline(always)]
    pub fn widen<S: Transpose, E: Element>(
        &self,
        s: S,
        (from, end): (usize, usize),
        to: &mut [f32],
        padded: usize,
    ) {
        assert!(end <= self.tokens && to.len() >= self.tokens * padded);
        assert!(padded >= self.width.next_multiple_of(S::LANES));
        let whole = self.width - self.width % S::LANES;
        for j in from..end {
            let offset = j * self.width * E::BYTES;
            let row = self.first.wrapping_add(offset);
            let next = self.next.wrapping_add(offset);
            let to = to[j * padded..].as_mut_ptr();
            for d in (0..whole).step_by(S::LANES) {
                if d * E::BYTES % 64 == 0 {
                    s.prefetch_far(next.wrapping_add(d * E::BYTES));
                }
                // SAFETY: inside the row, which the op's check proves, and inside `to`.
                unsafe { s.store(to.add(d), E::load(s, row.add(d * E::BYTES))) };
            }
            if whole < self.width {
                // SAFETY: as above, for the rest of the row.
                unsafe {
                    let rest = E::load_part(s, row.add(whole * E::BYTES), self.width - whole);
                    s.store(to.add(whole), rest);
                }
            }
        }
    }
}
