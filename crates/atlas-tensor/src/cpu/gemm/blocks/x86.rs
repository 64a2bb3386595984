//! Integer arithmetic on blocks with AVX2, and with AVX-512 and its 8-bit dot product.

use std::arch::x86_64::*;

use super::lanes::Lanes;
use crate::cpu::simd::{Avx2, Avx512Vnni};

/// Eight outputs with AVX2.
#[derive(Clone, Copy)]
pub struct Avx2Lanes(Avx2);

/// Sixteen outputs with AVX-512 VNNI.
#[derive(Clone, Copy)]
pub struct VnniLanes(pub(super) Avx512Vnni);

/// Bytes of 256 bits, which both sets hold the codes of an output in.
macro_rules! bytes_of_256 {
    () => {
        #[inline(always)]
        unsafe fn load(self, p: *const u8) -> __m256i {
            // SAFETY: `self` proves the instructions, the caller the memory.
            unsafe { _mm256_loadu_si256(p.cast()) }
        }
        #[inline(always)]
        unsafe fn halves(self, p: *const u8) -> __m256i {
            // SAFETY: `self` proves the instructions, the caller the memory.
            unsafe {
                let bytes = _mm_loadu_si128(p.cast());
                let both = _mm256_set_m128i(_mm_srli_epi16::<4>(bytes), bytes);
                _mm256_and_si256(both, _mm256_set1_epi8(0xf))
            }
        }
        #[inline(always)]
        unsafe fn pairs(self, p: *const u8) -> __m256i {
            // SAFETY: `self` proves the instructions, the caller the memory.
            unsafe {
                let words = _mm256_cvtepu8_epi16(_mm_loadu_si128(p.cast()));
                let both = _mm256_or_si256(words, _mm256_slli_epi16::<4>(words));
                _mm256_and_si256(both, _mm256_set1_epi8(0xf))
            }
        }
        #[inline(always)]
        fn shr_and(self, codes: __m256i, shift: u32, mask: u8) -> __m256i {
            // SAFETY: `self` proves the instructions.
            unsafe {
                let shifted = _mm256_srl_epi16(codes, _mm_cvtsi32_si128(shift as i32));
                _mm256_and_si256(shifted, _mm256_set1_epi8(mask as i8))
            }
        }
        #[inline(always)]
        fn shl(self, codes: __m256i, shift: u32) -> __m256i {
            // SAFETY: `self` proves the instructions.
            unsafe { _mm256_sll_epi16(codes, _mm_cvtsi32_si128(shift as i32)) }
        }
        #[inline(always)]
        fn or(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: `self` proves the instructions.
            unsafe { _mm256_or_si256(a, b) }
        }
        #[inline(always)]
        fn from_signed(self, codes: __m256i) -> __m256i {
            // SAFETY: `self` proves the instructions.
            unsafe { _mm256_xor_si256(codes, _mm256_set1_epi8(-128)) }
        }
        #[inline(always)]
        fn look_up(self, table: &[u8; 16], codes: __m256i) -> __m256i {
            // SAFETY: `self` proves the instructions; the table has 16 bytes.
            unsafe {
                let table = _mm_loadu_si128(table.as_ptr().cast());
                _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), codes)
            }
        }
        #[inline(always)]
        fn sixteens(self, bits: u32) -> __m256i {
            // SAFETY: `self` proves the instructions.
            unsafe {
                // Byte i of the bits for elements 8 i to 8 i + 7, then the bit of each.
                let eights = _mm256_setr_epi64x(
                    0,
                    0x0101_0101_0101_0101,
                    0x0202_0202_0202_0202,
                    0x0303_0303_0303_0303,
                );
                let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), eights);
                let each = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, each), each);
                _mm256_and_si256(set, _mm256_set1_epi8(16))
            }
        }
        #[inline(always)]
        fn f16(self, bits: u16) -> f32 {
            // SAFETY: `self` proves the instructions.
            unsafe { _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(i32::from(bits)))) }
        }
    };
}

impl Lanes for Avx2Lanes {
    type S = Avx2;
    type Codes = __m256i;
    type Rows = [__m256i; 8];
    type Ints = __m256i;
    const ROWS: usize = 4;

    #[inline(always)]
    fn new(s: Avx2) -> Self {
        Self(s)
    }
    #[inline(always)]
    fn simd(self) -> Avx2 {
        self.0
    }
    #[inline(always)]
    fn no_rows(self) -> [__m256i; 8] {
        // SAFETY: `self` proves the instructions.
        unsafe { [_mm256_setzero_si256(); 8] }
    }

    bytes_of_256!();

    #[inline(always)]
    unsafe fn dots(self, rows: &[__m256i; 8], x: *const i8) -> [__m256i; 2] {
        // SAFETY: `self` proves the instructions, the caller the memory.
        unsafe {
            let x = _mm256_loadu_si256(x.cast());
            // Products of bytes may not fit 16 bits in pairs, so even and odd ones go apart.
            let x_even = _mm256_srai_epi16::<8>(_mm256_slli_epi16::<8>(x));
            let x_odd = _mm256_srai_epi16::<8>(x);
            let mut dots = *rows;
            for (dot, codes) in dots.iter_mut().zip(rows) {
                let even = _mm256_and_si256(*codes, _mm256_set1_epi16(0xff));
                let odd = _mm256_srli_epi16::<8>(*codes);
                *dot = _mm256_add_epi32(
                    _mm256_madd_epi16(even, x_even),
                    _mm256_madd_epi16(odd, x_odd),
                );
            }
            let [a, b] = [sum_four(&dots[..4]), sum_four(&dots[4..])];
            [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)]
        }
    }
    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    fn add_to_all(self, a: __m256i, b: i32) -> __m256i {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm256_add_epi32(a, _mm256_set1_epi32(b)) }
    }
    #[inline(always)]
    fn to_f32(self, a: __m256i) -> __m256 {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm256_cvtepi32_ps(a) }
    }
}

/// The sums of the lanes of four vectors, half by half of 128 bits.
///
/// # Safety
/// The CPU has AVX2, and there are four.
#[inline(always)]
unsafe fn sum_four(v: &[__m256i]) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        let two = |a, b| _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (a, b) = (two(v[0], v[1]), two(v[2], v[3]));
        _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
    }
}

impl Lanes for VnniLanes {
    type S = Avx512Vnni;
    type Codes = __m256i;
    type Rows = [__m256i; 16];
    type Ints = __m512i;
    const ROWS: usize = 3;

    #[inline(always)]
    fn new(s: Avx512Vnni) -> Self {
        Self(s)
    }
    #[inline(always)]
    fn simd(self) -> Avx512Vnni {
        self.0
    }
    #[inline(always)]
    fn no_rows(self) -> [__m256i; 16] {
        // SAFETY: `self` proves the instructions.
        unsafe { [_mm256_setzero_si256(); 16] }
    }

    bytes_of_256!();

    #[inline(always)]
    unsafe fn dots(self, rows: &[__m256i; 16], x: *const i8) -> [__m512i; 2] {
        // SAFETY: `self` proves the instructions, the caller the memory.
        unsafe {
            let x = _mm512_broadcast_i64x4(_mm256_loadu_si256(x.cast()));
            let mut dots = self.two_by_two(rows);
            for dot in &mut dots {
                *dot = _mm512_dpbusd_epi32(_mm512_setzero_si512(), *dot, x);
            }
            let four = |v: &[__m512i]| {
                let two = |a, b| {
                    _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b))
                };
                let (a, b) = (two(v[0], v[1]), two(v[2], v[3]));
                _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
            };
            let [a, b] = [four(&dots[..4]), four(&dots[4..])];
            [self.even_quarters(a, b), self.odd_quarters(a, b)]
        }
    }
    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm512_add_epi32(a, b) }
    }
    #[inline(always)]
    fn add_to_all(self, a: __m512i, b: i32) -> __m512i {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm512_add_epi32(a, _mm512_set1_epi32(b)) }
    }
    #[inline(always)]
    fn to_f32(self, a: __m512i) -> __m512 {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm512_cvtepi32_ps(a) }
    }
}

impl VnniLanes {
    /// Outputs i and i + 8 in one vector each.
    #[inline(always)]
    fn two_by_two(self, rows: &[__m256i; 16]) -> [__m512i; 8] {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let mut both = [_mm512_setzero_si512(); 8];
            for (i, both) in both.iter_mut().enumerate() {
                *both = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(rows[i]), rows[i + 8]);
            }
            both
        }
    }

    /// Quarters 0 and 2 of `a` and of `b`: 0 of each, then 2 of each.
    #[inline(always)]
    fn even_quarters(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let places = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            _mm512_permutex2var_epi64(a, places, b)
        }
    }

    /// The same of quarters 1 and 3.
    #[inline(always)]
    fn odd_quarters(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let places = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            _mm512_permutex2var_epi64(a, places, b)
        }
    }

    /// The codes of 16 outputs four elements at a time: vector `j` has elements `4 j` to `4 j + 3`,
    /// a lane an output.
    #[inline(always)]
    pub(super) fn by_fours(self, rows: &[__m256i; 16]) -> [__m512i; 8] {
        let v = self.two_by_two(rows);
        // SAFETY: `self` proves the instructions.
        unsafe {
            let four = |v: &[__m512i]| {
                let (a, b) = (_mm512_unpacklo_epi32(v[0], v[1]), _mm512_unpackhi_epi32(v[0], v[1]));
                let (c, d) = (_mm512_unpacklo_epi32(v[2], v[3]), _mm512_unpackhi_epi32(v[2], v[3]));
                [
                    _mm512_unpacklo_epi64(a, c),
                    _mm512_unpackhi_epi64(a, c),
                    _mm512_unpacklo_epi64(b, d),
                    _mm512_unpackhi_epi64(b, d),
                ]
            };
            let (first, last) = (four(&v[..4]), four(&v[4..]));
            let mut all = v;
            for j in 0..4 {
                all[j] = self.even_quarters(first[j], last[j]);
                all[j + 4] = self.odd_quarters(first[j], last[j]);
            }
            all
        }
    }
}
