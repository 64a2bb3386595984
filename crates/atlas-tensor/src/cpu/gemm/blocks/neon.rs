//! Integer arithmetic on blocks with NEON, which every 64-bit Arm CPU has.
//!
//! Floats stay those of [`Portable`], whose arithmetic is compiled to the same instructions.

use std::arch::aarch64::*;

use half::f16;

use super::lanes::{HALF, Kind, Lanes, Rows, methods};
use crate::cpu::simd::{Portable, Simd};

/// Eight outputs, each with a vector of codes of its own.
#[derive(Clone, Copy)]
pub struct NeonLanes(Portable);

const OUTPUTS: usize = Portable::LANES;
/// Turns over the upper bit of a byte.
const UPPER: u8 = 0x80;

// Only those that touch memory are unsafe where every CPU has the instructions.
#[allow(unused_unsafe)]
impl Lanes for NeonLanes {
    type S = Portable;
    type Codes = uint8x16_t;
    type All = [uint8x16_t; OUTPUTS];
    type Ints = [uint32x4_t; 2];
    const UNROLLS: bool = false;

    #[inline(always)]
    fn new(s: Portable) -> Self {
        Self(s)
    }
    #[inline(always)]
    fn simd(self) -> Portable {
        self.0
    }

    #[inline(always)]
    unsafe fn codes<K: Kind>(self, rows: Rows, at: usize, part: usize) -> [Self::All; 2] {
        // SAFETY: the caller's promise.
        let both: [[uint8x16_t; 2]; OUTPUTS] =
            std::array::from_fn(|g| unsafe { K::codes(self, rows, g, at, part) });
        [both.map(|[first, _]| first), both.map(|[_, second]| second)]
    }

    methods!(
        shr_and(_s, codes: uint8x16_t, shift: u32, mask: u8) -> uint8x16_t {
            vandq_u8(vshlq_u8(codes, vdupq_n_s8(-(shift as i8))), vdupq_n_u8(mask))
        }
        shl(_s, codes: uint8x16_t, shift: u32) -> uint8x16_t {
            vshlq_u8(codes, vdupq_n_s8(shift as i8))
        }
        or(_s, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { vorrq_u8(a, b) }
        unsigned(_s, codes: uint8x16_t) -> uint8x16_t { veorq_u8(codes, vdupq_n_u8(UPPER)) }
        look_up(_s, table: &[u8; 16], codes: uint8x16_t) -> uint8x16_t {
            vqtbl1q_u8(vld1q_u8(table.as_ptr()), codes)
        }
        in_turns(_s, a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 2] {
            [vzip1q_u8(a, b), vzip2q_u8(a, b)]
        }
        add_to_all(_s, a: [uint32x4_t; 2], b: i32) -> [uint32x4_t; 2] {
            a.map(|a| vaddq_u32(a, vdupq_n_u32(b as u32)))
        }
        shr_and_words(_s, words: [uint32x4_t; 2], shift: u32, mask: u32) -> [uint32x4_t; 2] {
            let by = vdupq_n_s32(-(shift as i32));
            words.map(|words| vandq_u32(vshlq_u32(words, by), vdupq_n_u32(mask)))
        }
        or_words(_s, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
            [vorrq_u32(a[0], b[0]), vorrq_u32(a[1], b[1])]
        }
        shl_words(_s, words: [uint32x4_t; 2], shift: u32) -> [uint32x4_t; 2] {
            words.map(|words| vshlq_u32(words, vdupq_n_s32(shift as i32)))
        }
        turned(_s, words: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
            words.map(|words| veorq_u32(words, vdupq_n_u32(u32::from_ne_bytes([UPPER; 4]))))
        }
        halved_e8m0(s, words: [uint32x4_t; 2]) -> [f32; OUTPUTS] {
            s.lanes(words).map(|word| {
                let byte = word & 0xff;
                f32::from_bits(if byte < 2 { 0x0020_0000 << byte } else { (byte - 1) << 23 })
            })
        }
        to_f32(_s, a: [uint32x4_t; 2]) -> [f32; OUTPUTS] {
            let mut to = [0.0; OUTPUTS];
            vst1q_f32(to.as_mut_ptr(), vcvtq_f32_s32(vreinterpretq_s32_u32(a[0])));
            vst1q_f32(to.as_mut_ptr().add(4), vcvtq_f32_s32(vreinterpretq_s32_u32(a[1])));
            to
        }
        f32_of_bits(s, words: [uint32x4_t; 2]) -> [f32; OUTPUTS] {
            s.lanes(words).map(f32::from_bits)
        }
        f16_of_bits(s, words: [uint32x4_t; 2]) -> [f32; OUTPUTS] {
            s.lanes(words).map(|word| f16::from_bits(word as u16).to_f32())
        }
    );

    methods!(memory
        load(_s, rows: Rows, g: usize, at: usize) -> uint8x16_t { vld1q_u8(rows.at(g, at)) }
        sixteens(_s, rows: Rows, g: usize, at: usize) -> uint8x16_t {
            let [low, high] = rows.at(g, at).cast::<[u8; 2]>().read_unaligned();
            let bits = vcombine_u8(vdup_n_u8(low), vdup_n_u8(high));
            let each = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
            vandq_u8(vtstq_u8(bits, each), vdupq_n_u8(16))
        }
        dot_half(s, codes: &[uint8x16_t; OUTPUTS], x: *const i8) -> [uint32x4_t; 2] {
            let x = vld1q_s8(x);
            let products = |o: usize| s.products(codes[o], x);
            s.sums(products, UPPER as i32 * i32::from(vaddlvq_s8(x)))
        }
        dot(s, codes: &[[uint8x16_t; OUTPUTS]; 2], x: *const i8) -> [uint32x4_t; 2] {
            let (x, y) = (vld1q_s8(x), vld1q_s8(x.add(HALF)));
            let products =
                |o: usize| vaddq_s32(s.products(codes[0][o], x), s.products(codes[1][o], y));
            let all = i32::from(vaddlvq_s8(x)) + i32::from(vaddlvq_s8(y));
            s.sums(products, UPPER as i32 * all)
        }
        four_words(_s, rows: Rows, at: usize) -> [[uint32x4_t; 2]; 4] {
            let row = |r: usize| vreinterpretq_u32_u8(vld1q_u8(rows.at(r, at)));
            let [low, high] = [0, 4].map(|first| {
                let (a, b) = (row(first), row(first + 1));
                let (c, d) = (row(first + 2), row(first + 3));
                // Words 0 and 2 of two rows, then 1 and 3.
                let (ab, more_ab) = (vtrn1q_u32(a, b), vtrn2q_u32(a, b));
                let (cd, more_cd) = (vtrn1q_u32(c, d), vtrn2q_u32(c, d));
                let wide = |v: uint32x4_t| vreinterpretq_u64_u32(v);
                [
                    vreinterpretq_u32_u64(vtrn1q_u64(wide(ab), wide(cd))),
                    vreinterpretq_u32_u64(vtrn1q_u64(wide(more_ab), wide(more_cd))),
                    vreinterpretq_u32_u64(vtrn2q_u64(wide(ab), wide(cd))),
                    vreinterpretq_u32_u64(vtrn2q_u64(wide(more_ab), wide(more_cd))),
                ]
            });
            std::array::from_fn(|word| [low[word], high[word]])
        }
        word(_s, rows: Rows, at: usize) -> [uint32x4_t; 2] {
            let words: [u32; OUTPUTS] =
                std::array::from_fn(|r| rows.at(r, at).cast::<u32>().read_unaligned());
            [vld1q_u32(words.as_ptr()), vld1q_u32(words.as_ptr().add(4))]
        }
    );
}

#[allow(unused_unsafe)]
impl NeonLanes {
    methods!(
        // A code less 128 is a signed byte, and the product of two of those fits 16 bits.
        products(_s, codes: uint8x16_t, x: int8x16_t) -> int32x4_t {
            let codes = vreinterpretq_s8_u8(veorq_u8(codes, vdupq_n_u8(UPPER)));
            let low = vmull_s8(vget_low_s8(codes), vget_low_s8(x));
            vpadalq_s16(vpaddlq_s16(low), vmull_high_s8(codes, x))
        }
        lanes(_s, words: [uint32x4_t; 2]) -> [u32; OUTPUTS] {
            let mut to = [0; OUTPUTS];
            vst1q_u32(to.as_mut_ptr(), words[0]);
            vst1q_u32(to.as_mut_ptr().add(4), words[1]);
            to
        }
    );

    /// For each output the sum of its `products`, and `more`.
    #[inline(always)]
    fn sums(self, products: impl Fn(usize) -> int32x4_t, more: i32) -> [uint32x4_t; 2] {
        [0, 4].map(|o| {
            let (a, b, c, d) = (products(o), products(o + 1), products(o + 2), products(o + 3));
            // SAFETY: every 64-bit Arm CPU has the instructions.
            unsafe {
                let sums = vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d));
                vreinterpretq_u32_s32(vaddq_s32(sums, vdupq_n_s32(more)))
            }
        })
    }
}
