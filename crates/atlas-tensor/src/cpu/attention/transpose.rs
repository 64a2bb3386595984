//! Squares of 32-bit words turned from rows to columns, so that lanes run along tokens.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

#[cfg(target_arch = "x86_64")]
use crate::cpu::simd::{Avx2, Avx512};
use crate::cpu::simd::{MAX_LANES, Portable, Simd};

/// Up to `LANES` rows of up to `LANES` words.
#[derive(Clone, Copy)]
pub struct Words {
    pub from: *const u8,
    pub stride_bytes: usize,
    pub rows: usize,
    /// Bytes of a row that are read.
    pub row_bytes: usize,
}

/// A set of instructions that can transpose.
pub trait Transpose: Simd {
    /// Column `i` of `words` in element `i`, for `i < LANES`; zero where `words` has nothing.
    ///
    /// # Safety
    /// The rows are readable.
    unsafe fn transpose(self, words: Words) -> [Self::V; MAX_LANES];
    /// The lower and the upper bf16 of every lane, widened.
    fn halves(self, words: Self::V) -> [Self::V; 2];
}

#[cfg(target_arch = "x86_64")]
impl Transpose for Avx512 {
    #[inline(always)]
    unsafe fn transpose(self, words: Words) -> [__m512; MAX_LANES] {
        let mask = u64::MAX >> (64 - words.row_bytes.clamp(1, 64));
        let row = |i: usize| {
            let mask = if i < words.rows { mask } else { 0 };
            // SAFETY: `self` proves the instruction, the caller the bytes that the mask leaves.
            unsafe {
                let at = words.from.wrapping_add(i * words.stride_bytes);
                _mm512_castsi512_ps(_mm512_maskz_loadu_epi8(mask, at.cast()))
            }
        };
        // SAFETY: `self` proves the instructions.
        unsafe {
            // Two rows: columns 4l, 4l + 1 (then 4l + 2, 4l + 3) of both in 128-bit lane l.
            let mut pairs = [_mm512_setzero_ps(); 16];
            for i in (0..16).step_by(2) {
                let (a, b) = (row(i), row(i + 1));
                pairs[i] = _mm512_unpacklo_ps(a, b);
                pairs[i + 1] = _mm512_unpackhi_ps(a, b);
            }
            // Four rows: column 4l + c of rows g .. g + 4 in 128-bit lane l of element g + c.
            let mut fours = [_mm512_setzero_ps(); 16];
            for g in (0..16).step_by(4) {
                for c in 0..2 {
                    let a = _mm512_castps_pd(pairs[g + c]);
                    let b = _mm512_castps_pd(pairs[g + c + 2]);
                    fours[g + 2 * c] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, b));
                    fours[g + 2 * c + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, b));
                }
            }
            let mut columns = [_mm512_setzero_ps(); 16];
            for c in 0..4 {
                let (a, b) = (fours[c], fours[4 + c]);
                let (d, e) = (fours[8 + c], fours[12 + c]);
                let even = [_mm512_shuffle_f32x4::<0x88>(a, b), _mm512_shuffle_f32x4::<0x88>(d, e)];
                let odd = [_mm512_shuffle_f32x4::<0xdd>(a, b), _mm512_shuffle_f32x4::<0xdd>(d, e)];
                columns[c] = _mm512_shuffle_f32x4::<0x88>(even[0], even[1]);
                columns[4 + c] = _mm512_shuffle_f32x4::<0x88>(odd[0], odd[1]);
                columns[8 + c] = _mm512_shuffle_f32x4::<0xdd>(even[0], even[1]);
                columns[12 + c] = _mm512_shuffle_f32x4::<0xdd>(odd[0], odd[1]);
            }
            columns
        }
    }

    #[inline(always)]
    fn halves(self, words: __m512) -> [__m512; 2] {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let bits = _mm512_castps_si512(words);
            let high = _mm512_set1_epi32(0xffff_0000_u32 as i32);
            [
                _mm512_castsi512_ps(_mm512_slli_epi32::<16>(bits)),
                _mm512_castsi512_ps(_mm512_and_si512(bits, high)),
            ]
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Transpose for Avx2 {
    #[inline(always)]
    unsafe fn transpose(self, words: Words) -> [__m256; MAX_LANES] {
        let row = |i: usize| {
            // SAFETY: `self` proves the instructions; the caller proves the row's bytes, and
            // `padded` holds a whole vector.
            unsafe {
                let at = words.from.wrapping_add(i * words.stride_bytes);
                if i >= words.rows {
                    _mm256_setzero_ps()
                } else if words.row_bytes >= 32 {
                    _mm256_loadu_ps(at.cast())
                } else {
                    let mut padded = [0u8; 32];
                    std::ptr::copy_nonoverlapping(at, padded.as_mut_ptr(), words.row_bytes);
                    _mm256_loadu_ps(padded.as_ptr().cast())
                }
            }
        };
        // SAFETY: `self` proves the instructions.
        unsafe {
            let zero = _mm256_setzero_ps();
            let mut fours = [zero; 8];
            for g in (0..8).step_by(4) {
                let (a, b, d, e) = (row(g), row(g + 1), row(g + 2), row(g + 3));
                for c in 0..2 {
                    let (ab, de) = if c == 0 {
                        (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(d, e))
                    } else {
                        (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(d, e))
                    };
                    let (ab, de) = (_mm256_castps_pd(ab), _mm256_castps_pd(de));
                    fours[g + 2 * c] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab, de));
                    fours[g + 2 * c + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab, de));
                }
            }
            let mut columns = [zero; MAX_LANES];
            for c in 0..4 {
                columns[c] = _mm256_permute2f128_ps::<0x20>(fours[c], fours[4 + c]);
                columns[4 + c] = _mm256_permute2f128_ps::<0x31>(fours[c], fours[4 + c]);
            }
            columns
        }
    }

    #[inline(always)]
    fn halves(self, words: __m256) -> [__m256; 2] {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let bits = _mm256_castps_si256(words);
            let high = _mm256_set1_epi32(0xffff_0000_u32 as i32);
            [
                _mm256_castsi256_ps(_mm256_slli_epi32::<16>(bits)),
                _mm256_castsi256_ps(_mm256_and_si256(bits, high)),
            ]
        }
    }
}

impl Transpose for Portable {
    #[inline(always)]
    unsafe fn transpose(self, words: Words) -> [[f32; 8]; MAX_LANES] {
        let mut columns = [[0.0; 8]; MAX_LANES];
        for i in 0..words.rows.min(8) {
            let mut row = [0u8; 32];
            let at = words.from.wrapping_add(i * words.stride_bytes);
            // SAFETY: the caller proves the row's bytes, `row` holds 32.
            unsafe {
                std::ptr::copy_nonoverlapping(at, row.as_mut_ptr(), words.row_bytes.min(32));
            }
            for (column, word) in columns.iter_mut().zip(row.as_chunks::<4>().0) {
                column[i] = f32::from_ne_bytes(*word);
            }
        }
        columns
    }

    #[inline(always)]
    fn halves(self, words: [f32; 8]) -> [[f32; 8]; 2] {
        // The element of lower address is the lower half on a little-endian machine.
        let [low, high] =
            [words.map(|w| w.to_bits() << 16), words.map(|w| w.to_bits() >> 16 << 16)];
        let [low, high] = [low.map(f32::from_bits), high.map(f32::from_bits)];
        if cfg!(target_endian = "little") { [low, high] } else { [high, low] }
    }
}
