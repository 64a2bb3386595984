//! Integer arithmetic on blocks with AVX2, and with AVX-512 and its 8-bit dot product.

use std::arch::x86_64::*;

use super::lanes::{HALF, Kind, Lanes, Rows, methods};
use crate::cpu::simd::{Avx2, Avx512Vnni};

/// Eight outputs with AVX2, two to a vector of codes.
#[derive(Clone, Copy)]
pub struct Avx2Lanes(Avx2);

/// Sixteen outputs with AVX-512 VNNI, four to a vector of codes.
#[derive(Clone, Copy)]
pub struct VnniLanes(Avx512Vnni);

impl Lanes for Avx2Lanes {
    type S = Avx2;
    type Codes = __m256i;
    type All = [__m256i; 4];
    type Ints = __m256i;
    const UNROLLS: bool = false;

    #[inline(always)]
    fn new(s: Avx2) -> Self {
        Self(s)
    }
    #[inline(always)]
    fn simd(self) -> Avx2 {
        self.0
    }

    #[inline(always)]
    unsafe fn codes<K: Kind>(self, rows: Rows, at: usize, part: usize) -> [Self::All; 2] {
        // SAFETY: the caller's promise.
        unsafe {
            // Without a loop, all of them stay in registers.
            let [a, e] = K::codes(self, rows, 0, at, part);
            let [b, f] = K::codes(self, rows, 1, at, part);
            let [c, g] = K::codes(self, rows, 2, at, part);
            let [d, h] = K::codes(self, rows, 3, at, part);
            [[a, b, c, d], [e, f, g, h]]
        }
    }

    methods!(
        shr_and(_s, codes: __m256i, shift: u32, mask: u8) -> __m256i {
            let shifted = _mm256_srl_epi16(codes, _mm_cvtsi32_si128(shift as i32));
            _mm256_and_si256(shifted, _mm256_set1_epi8(mask as i8))
        }
        shl(_s, codes: __m256i, shift: u32) -> __m256i {
            _mm256_sll_epi16(codes, _mm_cvtsi32_si128(shift as i32))
        }
        or(_s, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        unsigned(_s, codes: __m256i) -> __m256i {
            _mm256_xor_si256(codes, _mm256_set1_epi8(-128))
        }
        look_up(_s, table: &[u8; 16], codes: __m256i) -> __m256i {
            let table = _mm_loadu_si128(table.as_ptr().cast());
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), codes)
        }
        in_turns(_s, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)]
        }
        add_to_all(_s, a: __m256i, b: i32) -> __m256i { _mm256_add_epi32(a, _mm256_set1_epi32(b)) }
        shr_and_words(_s, words: __m256i, shift: u32, mask: u32) -> __m256i {
            let shifted = _mm256_srl_epi32(words, _mm_cvtsi32_si128(shift as i32));
            _mm256_and_si256(shifted, _mm256_set1_epi32(mask as i32))
        }
        or_words(_s, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        shl_words(_s, words: __m256i, shift: u32) -> __m256i {
            _mm256_sll_epi32(words, _mm_cvtsi32_si128(shift as i32))
        }
        turned(_s, words: __m256i) -> __m256i {
            _mm256_xor_si256(words, _mm256_set1_epi8(-128))
        }
        halved_e8m0(_s, words: __m256i) -> __m256 {
            let byte = _mm256_and_si256(words, _mm256_set1_epi32(0xff));
            let least = _mm256_sllv_epi32(_mm256_set1_epi32(0x0020_0000), byte);
            let others = _mm256_slli_epi32::<23>(_mm256_sub_epi32(byte, _mm256_set1_epi32(1)));
            let is_least = _mm256_cmpgt_epi32(_mm256_set1_epi32(2), byte);
            _mm256_castsi256_ps(_mm256_blendv_epi8(others, least, is_least))
        }
        to_f32(_s, a: __m256i) -> __m256 { _mm256_cvtepi32_ps(a) }
        f32_of_bits(_s, words: __m256i) -> __m256 { _mm256_castsi256_ps(words) }
        f16_of_bits(_s, words: __m256i) -> __m256 {
            let low = _mm256_and_si256(words, _mm256_set1_epi32(0xffff));
            // Words 0 to 3 and 4 to 7, each half in the first 64 bits of its own.
            let packed = _mm256_permute4x64_epi64::<0b1000>(_mm256_packus_epi32(low, low));
            _mm256_cvtph_ps(_mm256_castsi256_si128(packed))
        }
    );

    methods!(memory
        load(_s, rows: Rows, g: usize, at: usize) -> __m256i {
            let a = _mm_loadu_si128(rows.at(g, at).cast());
            let b = _mm_loadu_si128(rows.at(g + 4, at).cast());
            _mm256_set_m128i(b, a)
        }
        sixteens(_s, rows: Rows, g: usize, at: usize) -> __m256i {
            let [a, b] = [0, 4].map(|r| rows.at(g + r, at).cast::<i16>().read_unaligned());
            let bits = _mm256_set_m128i(_mm_set1_epi16(b), _mm_set1_epi16(a));
            // Byte 0 of the bits for elements 0 to 7, byte 1 for the others; then the bit of each.
            let eights = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0, 0x0101_0101_0101_0101);
            let each = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let set = _mm256_and_si256(_mm256_shuffle_epi8(bits, eights), each);
            _mm256_and_si256(_mm256_cmpeq_epi8(set, each), _mm256_set1_epi8(16))
        }
        dot_half(s, codes: &[__m256i; 4], x: *const i8) -> __m256i {
            let x = _mm256_broadcastsi128_si256(_mm_loadu_si128(x.cast()));
            let [a, b, c, d] = *codes;
            s.sums([s.products(a, x), s.products(b, x), s.products(c, x), s.products(d, x)])
        }
        dot(s, codes: &[[__m256i; 4]; 2], x: *const i8) -> __m256i {
            let y = _mm256_broadcastsi128_si256(_mm_loadu_si128(x.add(HALF).cast()));
            let x = _mm256_broadcastsi128_si256(_mm_loadu_si128(x.cast()));
            let [[a, b, c, d], [e, f, g, h]] = *codes;
            s.sums([
                _mm256_add_epi32(s.products(a, x), s.products(e, y)),
                _mm256_add_epi32(s.products(b, x), s.products(f, y)),
                _mm256_add_epi32(s.products(c, x), s.products(g, y)),
                _mm256_add_epi32(s.products(d, x), s.products(h, y)),
            ])
        }
        four_words(s, rows: Rows, at: usize) -> [__m256i; 4] {
            let (a, b) = (s.load(rows, 0, at), s.load(rows, 1, at));
            let (c, d) = (s.load(rows, 2, at), s.load(rows, 3, at));
            let (ab, more_ab) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
            let (cd, more_cd) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
            [
                _mm256_unpacklo_epi64(ab, cd),
                _mm256_unpackhi_epi64(ab, cd),
                _mm256_unpacklo_epi64(more_ab, more_cd),
                _mm256_unpackhi_epi64(more_ab, more_cd),
            ]
        }
        word(_s, rows: Rows, at: usize) -> __m256i {
            let mut words = [0i32; 8];
            for (r, word) in words.iter_mut().enumerate() {
                *word = rows.at(r, at).cast::<i32>().read_unaligned();
            }
            _mm256_loadu_si256(words.as_ptr().cast())
        }
    );
}

impl Avx2Lanes {
    methods!(
        // Products of bytes do not fit 16 bits in pairs, so even and odd ones go apart.
        products(_s, codes: __m256i, x: __m256i) -> __m256i {
            let even = _mm256_and_si256(codes, _mm256_set1_epi16(0xff));
            let odd = _mm256_srli_epi16::<8>(codes);
            let x_even = _mm256_srai_epi16::<8>(_mm256_slli_epi16::<8>(x));
            let x_odd = _mm256_srai_epi16::<8>(x);
            _mm256_add_epi32(_mm256_madd_epi16(even, x_even), _mm256_madd_epi16(odd, x_odd))
        }
        // The sums of the lanes of each output.
        sums(_s, v: [__m256i; 4]) -> __m256i {
            let [a, b, c, d] = v;
            let a = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
            let b = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
            _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
        }
    );
}

impl Lanes for VnniLanes {
    type S = Avx512Vnni;
    type Codes = __m512i;
    type All = [__m512i; 4];
    type Ints = __m512i;
    const UNROLLS: bool = true;

    #[inline(always)]
    fn new(s: Avx512Vnni) -> Self {
        Self(s)
    }
    #[inline(always)]
    fn simd(self) -> Avx512Vnni {
        self.0
    }

    #[inline(always)]
    unsafe fn codes<K: Kind>(self, rows: Rows, at: usize, part: usize) -> [Self::All; 2] {
        // SAFETY: the caller's promise.
        unsafe {
            // Without a loop, all of them stay in registers.
            let [a, e] = K::codes(self, rows, 0, at, part);
            let [b, f] = K::codes(self, rows, 1, at, part);
            let [c, g] = K::codes(self, rows, 2, at, part);
            let [d, h] = K::codes(self, rows, 3, at, part);
            [[a, b, c, d], [e, f, g, h]]
        }
    }

    methods!(
        shr_and(_s, codes: __m512i, shift: u32, mask: u8) -> __m512i {
            let shifted = _mm512_srl_epi16(codes, _mm_cvtsi32_si128(shift as i32));
            _mm512_and_si512(shifted, _mm512_set1_epi8(mask as i8))
        }
        shl(_s, codes: __m512i, shift: u32) -> __m512i {
            _mm512_sll_epi16(codes, _mm_cvtsi32_si128(shift as i32))
        }
        or(_s, a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
        unsigned(_s, codes: __m512i) -> __m512i {
            _mm512_xor_si512(codes, _mm512_set1_epi8(-128))
        }
        look_up(_s, table: &[u8; 16], codes: __m512i) -> __m512i {
            let table = _mm_loadu_si128(table.as_ptr().cast());
            _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), codes)
        }
        in_turns(_s, a: __m512i, b: __m512i) -> [__m512i; 2] {
            [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)]
        }
        add_to_all(_s, a: __m512i, b: i32) -> __m512i { _mm512_add_epi32(a, _mm512_set1_epi32(b)) }
        shr_and_words(_s, words: __m512i, shift: u32, mask: u32) -> __m512i {
            let shifted = _mm512_srl_epi32(words, _mm_cvtsi32_si128(shift as i32));
            _mm512_and_si512(shifted, _mm512_set1_epi32(mask as i32))
        }
        or_words(_s, a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
        shl_words(_s, words: __m512i, shift: u32) -> __m512i {
            _mm512_sll_epi32(words, _mm_cvtsi32_si128(shift as i32))
        }
        turned(_s, words: __m512i) -> __m512i {
            _mm512_xor_si512(words, _mm512_set1_epi8(-128))
        }
        halved_e8m0(_s, words: __m512i) -> __m512 {
            let byte = _mm512_and_si512(words, _mm512_set1_epi32(0xff));
            let others = _mm512_slli_epi32::<23>(_mm512_sub_epi32(byte, _mm512_set1_epi32(1)));
            let is_least = _mm512_cmplt_epi32_mask(byte, _mm512_set1_epi32(2));
            let least = _mm512_set1_epi32(0x0020_0000);
            _mm512_castsi512_ps(_mm512_mask_sllv_epi32(others, is_least, least, byte))
        }
        to_f32(_s, a: __m512i) -> __m512 { _mm512_cvtepi32_ps(a) }
        f32_of_bits(_s, words: __m512i) -> __m512 { _mm512_castsi512_ps(words) }
        f16_of_bits(_s, words: __m512i) -> __m512 { _mm512_cvtph_ps(_mm512_cvtepi32_epi16(words)) }
    );

    methods!(memory
        load(_s, rows: Rows, g: usize, at: usize) -> __m512i {
            let a = _mm_loadu_si128(rows.at(g, at).cast());
            let b = _mm_loadu_si128(rows.at(g + 4, at).cast());
            let c = _mm_loadu_si128(rows.at(g + 8, at).cast());
            let d = _mm_loadu_si128(rows.at(g + 12, at).cast());
            // Loads that broadcast under a mask need no shuffle.
            let a = _mm512_castsi128_si512(a);
            let b = _mm512_mask_broadcast_i32x4(a, 0x00f0, b);
            let c = _mm512_mask_broadcast_i32x4(b, 0x0f00, c);
            _mm512_mask_broadcast_i32x4(c, 0xf000, d)
        }
        sixteens(_s, rows: Rows, g: usize, at: usize) -> __m512i {
            let bits = [0, 4, 8, 12].map(|r| rows.at(g + r, at).cast::<u16>().read_unaligned());
            let [a, b, c, d] = bits.map(u64::from);
            _mm512_maskz_set1_epi8(a | b << 16 | c << 32 | d << 48, 16)
        }
        dot_half(s, codes: &[__m512i; 4], x: *const i8) -> __m512i {
            let x = _mm512_broadcast_i32x4(_mm_loadu_si128(x.cast()));
            let (zero, [a, b, c, d]) = (_mm512_setzero_si512(), *codes);
            s.sums([
                _mm512_dpbusd_epi32(zero, a, x),
                _mm512_dpbusd_epi32(zero, b, x),
                _mm512_dpbusd_epi32(zero, c, x),
                _mm512_dpbusd_epi32(zero, d, x),
            ])
        }
        dot(s, codes: &[[__m512i; 4]; 2], x: *const i8) -> __m512i {
            let y = _mm512_broadcast_i32x4(_mm_loadu_si128(x.add(HALF).cast()));
            let x = _mm512_broadcast_i32x4(_mm_loadu_si128(x.cast()));
            let (zero, [[a, b, c, d], [e, f, g, h]]) = (_mm512_setzero_si512(), *codes);
            s.sums([
                _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(zero, a, x), e, y),
                _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(zero, b, x), f, y),
                _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(zero, c, x), g, y),
                _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(zero, d, x), h, y),
            ])
        }
        four_words(s, rows: Rows, at: usize) -> [__m512i; 4] {
            let (a, b) = (s.load(rows, 0, at), s.load(rows, 1, at));
            let (c, d) = (s.load(rows, 2, at), s.load(rows, 3, at));
            s.by_fours(&[a, b, c, d])
        }
        word(_s, rows: Rows, at: usize) -> __m512i {
            let mut words = [0i32; 16];
            for (r, word) in words.iter_mut().enumerate() {
                *word = rows.at(r, at).cast::<i32>().read_unaligned();
            }
            _mm512_loadu_si512(words.as_ptr().cast())
        }
    );
}

impl VnniLanes {
    methods!(
        // The sums of the lanes of each output.
        sums(_s, v: [__m512i; 4]) -> __m512i {
            let [a, b, c, d] = v;
            let a = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
            let b = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
            _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
        }
    );

    /// The codes of half a part four elements at a time: vector `j` has elements `4 j` to
    /// `4 j + 3`, a lane an output.
    #[inline(always)]
    pub(super) fn by_fours(self, v: &[__m512i; 4]) -> [__m512i; 4] {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let (a, b) = (_mm512_unpacklo_epi32(v[0], v[1]), _mm512_unpackhi_epi32(v[0], v[1]));
            let (c, d) = (_mm512_unpacklo_epi32(v[2], v[3]), _mm512_unpackhi_epi32(v[2], v[3]));
            [
                _mm512_unpacklo_epi64(a, c),
                _mm512_unpackhi_epi64(a, c),
                _mm512_unpacklo_epi64(b, d),
                _mm512_unpackhi_epi64(b, d),
            ]
        }
    }
}
