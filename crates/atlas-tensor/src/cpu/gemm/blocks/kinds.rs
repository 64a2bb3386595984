//! The formats of blocks: unsigned codes, and for 16 or 32 of them a scale and a minimum. An
//! element is `scale * (code - OFFSET) + minimum`.
//!
//! Each block has a scale and a minimum. Longer ones have a byte for each of their parts, or halves
//! of parts, that multiplies the scale, and one that multiplies the minimum.

use super::lanes::{HALF, Kind, Lanes, PART, Rows, V, Weights, Words};
use crate::cpu::simd::Simd;
use crate::weights::{GROUP_WORD_BYTES, ZERO_MAX};

/// Words of a block without bytes.
#[inline(always)]
fn only<L: Lanes>(whole: [V<L>; 2], any: L::Ints) -> Words<L> {
    Words { whole, scales: [any; 4], minima: [any; 4] }
}

/// The f16 in both halves of words.
#[inline(always)]
fn two_f16<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
    [l.f16_of_bits(words), l.f16_of_bits(l.shr_and_words(words, 16, 0xffff))]
}

/// The same, of which the second is subtracted.
#[inline(always)]
fn subtracted<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
    let [scale, minimum] = two_f16(l, words);
    let s = l.simd();
    [scale, s.sub(s.splat(0.0), minimum)]
}

/// The low and the high halves of the 16 bytes at `at`.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn halves<L: Lanes>(l: L, rows: Rows, g: usize, at: usize) -> [L::Codes; 2] {
    // SAFETY: the caller's promise.
    let bytes = unsafe { l.load(rows, g, at) };
    [l.shr_and(bytes, 0, 0xf), l.shr_and(bytes, 4, 0xf)]
}

/// The same with the upper bits of 5 in the four bytes at `bits`.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn five_bits<L: Lanes>(l: L, rows: Rows, g: usize, bits: usize) -> [L::Codes; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let [a, b] = halves(l, rows, g, bits + 4);
        [l.or(a, l.sixteens(rows, g, bits)), l.or(b, l.sixteens(rows, g, bits + 2))]
    }
}

/// Entries of a table.
#[inline(always)]
fn looked_up<L: Lanes>(l: L, table: &[u8; 16], [a, b]: [L::Codes; 2]) -> [L::Codes; 2] {
    [l.look_up(table, a), l.look_up(table, b)]
}

/// The values of IQ4 codes plus 128.
const IQ4: [u8; 16] = [1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241];
/// Twice the values of E2M1 codes plus 12.
const E2M1: [u8; 16] = [12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0];

/// Formats of 32 elements with an f16 at byte 0 and, with a minimum, one at byte 2.
macro_rules! small {
    ($(#[$doc:meta] $name:ident { $bytes:expr, $offset:expr, $word:ty }
       |$l:ident, $rows:ident, $g:ident, $at:ident| $codes:expr;)*) => {$(
        #[$doc]
        #[derive(Clone, Copy)]
        pub enum $name {}

        impl Kind for $name {
            const BYTES: usize = $bytes;
            const OFFSET: i32 = $offset;
            const HAS_MINIMUM: bool = size_of::<$word>() == 4;

            #[inline(always)]
            unsafe fn codes<L: Lanes>(
                $l: L,
                $rows: Rows,
                $g: usize,
                $at: usize,
                _part: usize,
            ) -> [L::Codes; 2] {
                // SAFETY: the places read lie inside the block.
                unsafe { $codes }
            }
            #[inline(always)]
            unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
                // SAFETY: as above; a block has 16 bytes.
                let [first, ..] = unsafe { l.four_words(weights.codes, index * Self::BYTES) };
                only(two_f16(l, first), first)
            }
        }
    )*};
}

small! {
    /// See [`crate::weights::ggml::GgmlType::Q4_0`].
    Q4_0 { 18, 8, u16 } |l, rows, g, at| halves(l, rows, g, at + 2);
    /// See [`crate::weights::ggml::GgmlType::Q4_1`].
    Q4_1 { 20, 0, u32 } |l, rows, g, at| halves(l, rows, g, at + 4);
    /// See [`crate::weights::ggml::GgmlType::Q5_0`].
    Q5_0 { 22, 16, u16 } |l, rows, g, at| five_bits(l, rows, g, at + 2);
    /// See [`crate::weights::ggml::GgmlType::Q5_1`].
    Q5_1 { 24, 0, u32 } |l, rows, g, at| five_bits(l, rows, g, at + 4);
    /// See [`crate::weights::ggml::GgmlType::Q8_0`].
    Q8_0 { 34, 128, u16 } |l, rows, g, at| {
        let (a, b) = (l.load(rows, g, at + 2), l.load(rows, g, at + 2 + HALF));
        [l.unsigned(a), l.unsigned(b)]
    };
    /// See [`crate::weights::ggml::GgmlType::Iq4Nl`].
    Iq4Nl { 18, 128, u16 } |l, rows, g, at| {
        looked_up(l, &IQ4, halves(l, rows, g, at + 2))
    };
}

/// See [`crate::weights::ggml::GgmlType::Mxfp4`].
#[derive(Clone, Copy)]
pub enum Mxfp4 {}

impl Kind for Mxfp4 {
    const BYTES: usize = 17;
    const OFFSET: i32 = 12;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, _: usize) -> [L::Codes; 2] {
        // SAFETY: the codes lie behind the scale.
        unsafe { looked_up(l, &E2M1, halves(l, rows, g, at + 1)) }
    }
    #[inline(always)]
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
        // SAFETY: a block has 16 bytes.
        let [first, ..] = unsafe { l.four_words(weights.codes, index * Self::BYTES) };
        only([l.halved_e8m0(first), l.simd().splat(0.0)], first)
    }
}

/// Integers of `BITS` bits in groups.
#[derive(Clone, Copy)]
pub enum Integers<const BITS: usize> {}

impl<const BITS: usize> Kind for Integers<BITS> {
    const BYTES: usize = PART * BITS / 8;
    const HAS_MINIMUM: bool = true;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, _: usize) -> [L::Codes; 2] {
        // SAFETY: the caller's promise.
        unsafe {
            if BITS == 4 {
                let [low, high] = halves(l, rows, g, at);
                l.in_turns(low, high)
            } else {
                [l.load(rows, g, at), l.load(rows, g, at + HALF)]
            }
        }
    }
    #[inline(always)]
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
        let (s, at) = (l.simd(), index * PART / weights.group * GROUP_WORD_BYTES);
        // SAFETY: every block lies in a group that has a word.
        let word = unsafe { l.word(weights.words, at) };
        let scale = l.f32_of_bits(l.shr_and_words(word, 0, !ZERO_MAX));
        let zero = l.to_f32(l.shr_and_words(word, 0, ZERO_MAX));
        only([scale, s.mul(s.sub(s.splat(0.0), scale), zero)], word)
    }
}

const LOW: u32 = 0x0f0f_0f0f;

/// Four bits of `low` from bit `shift` on, and above them two of `high` from bit `from` on, of each
/// byte.
#[inline(always)]
fn six_bits<L: Lanes>(l: L, (low, shift): (L::Ints, u32), (high, from): (L::Ints, u32)) -> L::Ints {
    let high = l.shl_words(l.shr_and_words(high, from, 0x0303_0303), 4);
    l.or_words(l.shr_and_words(low, shift, LOW), high)
}

/// Q4_K and Q5_K: eight scales and minima of six bits behind two f16 (`get_scale_min_k4`).
macro_rules! six_bit_scales {
    () => {
        const PARTS: usize = 8;
        const HAS_MINIMUM: bool = true;

        #[inline(always)]
        unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
            // SAFETY: the block begins with these.
            let [whole, a, b, c] = unsafe { l.four_words(weights.codes, index * Self::BYTES) };
            let (scales, minima) = (six_bits(l, (c, 0), (a, 6)), six_bits(l, (c, 4), (b, 6)));
            let mask = 0x3f3f_3f3f;
            let (a, b) = (l.shr_and_words(a, 0, mask), l.shr_and_words(b, 0, mask));
            Words {
                whole: subtracted(l, whole),
                scales: [a, scales, whole, whole],
                minima: [b, minima, whole, whole],
            }
        }
    };
}

/// 32 bytes at `at` whose halves are those of two parts: of part `part`.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn of_two<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
    // SAFETY: the caller's promise.
    let (a, b) = unsafe { (l.load(rows, g, at), l.load(rows, g, at + HALF)) };
    let shift = part as u32 % 2 * 4;
    [l.shr_and(a, shift, 0xf), l.shr_and(b, shift, 0xf)]
}

/// Bits `shift` on of the 32 bytes at `at`, under `mask`, shifted up by `up`.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn upper<L: Lanes>(
    l: L,
    (rows, g, at): (Rows, usize, usize),
    (shift, mask, up): (u32, u8, u32),
) -> [L::Codes; 2] {
    // SAFETY: the caller's promise.
    let (a, b) = unsafe { (l.load(rows, g, at), l.load(rows, g, at + HALF)) };
    [l.shl(l.shr_and(a, shift, mask), up), l.shl(l.shr_and(b, shift, mask), up)]
}

#[inline(always)]
fn both<L: Lanes>(l: L, a: [L::Codes; 2], b: [L::Codes; 2]) -> [L::Codes; 2] {
    [l.or(a[0], b[0]), l.or(a[1], b[1])]
}

/// See [`crate::weights::ggml::GgmlType::Q4K`].
#[derive(Clone, Copy)]
pub enum Q4K {}

impl Kind for Q4K {
    const BYTES: usize = 144;
    six_bit_scales!();

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: 32 bytes hold two parts.
        unsafe { of_two(l, rows, g, at + 16 + part / 2 * 32, part) }
    }
}

/// See [`crate::weights::ggml::GgmlType::Q5K`].
#[derive(Clone, Copy)]
pub enum Q5K {}

impl Kind for Q5K {
    const BYTES: usize = 176;
    six_bit_scales!();

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: 32 bytes hold two parts; the upper bits lie before all of them.
        unsafe {
            let low = of_two(l, rows, g, at + 48 + part / 2 * 32, part);
            both(l, low, upper(l, (rows, g, at + 16), (part as u32, 1, 4)))
        }
    }
}

/// See [`crate::weights::ggml::GgmlType::Q6K`].
#[derive(Clone, Copy)]
pub enum Q6K {}

impl Kind for Q6K {
    const PARTS: usize = 8;
    const BYTES: usize = 210;
    const HALVES: bool = true;
    const OFFSET: i32 = 32;
    const SCALE_OFFSET: i32 = 128;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        let (half, turn) = (part / 4, part % 4);
        // SAFETY: 64 bytes hold four parts, and 32 their upper bits.
        unsafe {
            let low = of_two(l, rows, g, at + half * 64 + turn % 2 * 32, turn / 2);
            let bits = (turn as u32 * 2, 3, 4);
            both(l, low, upper(l, (rows, g, at + 128 + half * 32), bits))
        }
    }
    #[inline(always)]
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
        let at = index * Self::BYTES;
        // SAFETY: the places read lie inside the block, whose last 16 bytes end with the scale.
        let (scales, [.., last]) = unsafe {
            (l.four_words(weights.codes, at + 192), l.four_words(weights.codes, at + 194))
        };
        let whole = [l.f16_of_bits(l.shr_and_words(last, 16, 0xffff)), l.simd().splat(0.0)];
        let [a, b, c, d] = scales;
        let scales = [l.turned(a), l.turned(b), l.turned(c), l.turned(d)];
        Words { whole, scales, minima: scales }
    }
}

/// The 2 bits of part `part` of the 64 bytes at `at`, which hold four parts each.
///
/// # Safety
/// They are readable.
#[inline(always)]
unsafe fn two_bits<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
    // SAFETY: the caller's promise.
    unsafe { upper(l, (rows, g, at + part / 4 * 32), (part as u32 % 4 * 2, 3, 0)) }
}

/// Four bits from bit `shift` on of each byte.
#[inline(always)]
fn nibbles<L: Lanes>(l: L, [a, b, c, d]: [L::Ints; 4], shift: u32) -> [L::Ints; 4] {
    let (a, b) = (l.shr_and_words(a, shift, LOW), l.shr_and_words(b, shift, LOW));
    [a, b, l.shr_and_words(c, shift, LOW), l.shr_and_words(d, shift, LOW)]
}

/// See [`crate::weights::ggml::GgmlType::Q2K`].
#[derive(Clone, Copy)]
pub enum Q2K {}

impl Kind for Q2K {
    const PARTS: usize = 8;
    const BYTES: usize = 84;
    const HALVES: bool = true;
    const HAS_MINIMUM: bool = true;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: the codes lie behind 16 bytes of scales.
        unsafe { two_bits(l, rows, g, at + 16, part) }
    }
    #[inline(always)]
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
        let at = index * Self::BYTES;
        // SAFETY: the places read lie inside the block, whose last 4 bytes are both f16.
        let ([a, b, c, d], [.., last]) =
            unsafe { (l.four_words(weights.codes, at), l.four_words(weights.codes, at + 68)) };
        let all = [a, b, c, d];
        Words { whole: subtracted(l, last), scales: nibbles(l, all, 0), minima: nibbles(l, all, 4) }
    }
}

/// See [`crate::weights::ggml::GgmlType::Q3K`].
#[derive(Clone, Copy)]
pub enum Q3K {}

impl Kind for Q3K {
    const PARTS: usize = 8;
    const BYTES: usize = 110;
    const HALVES: bool = true;
    const OFFSET: i32 = 4;
    const SCALE_OFFSET: i32 = 32;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: 32 bytes of upper bits lie before the codes.
        unsafe {
            let low = two_bits(l, rows, g, at + 32, part);
            both(l, low, upper(l, (rows, g, at), (part as u32, 1, 2)))
        }
    }
    #[inline(always)]
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
        // SAFETY: the last 14 bytes of the block are the scales and an f16.
        let [first, a, b, last] = unsafe { l.four_words(weights.codes, index * Self::BYTES + 94) };
        // The three words begin in the upper half of the first.
        let whole = l.shr_and_words(last, 16, 0xffff);
        let c = l.or_words(l.shr_and_words(b, 16, 0xffff), l.shl_words(last, 16));
        let b = l.or_words(l.shr_and_words(a, 16, 0xffff), l.shl_words(b, 16));
        let a = l.or_words(l.shr_and_words(first, 16, 0xffff), l.shl_words(a, 16));
        let scales = [
            six_bits(l, (a, 0), (c, 0)),
            six_bits(l, (b, 0), (c, 2)),
            six_bits(l, (a, 4), (c, 4)),
            six_bits(l, (b, 4), (c, 6)),
        ];
        let whole = [l.f16_of_bits(whole), l.simd().splat(0.0)];
        Words { whole, scales, minima: scales }
    }
}

/// See [`crate::weights::ggml::GgmlType::Iq4Xs`].
#[derive(Clone, Copy)]
pub enum Iq4Xs {}

impl Kind for Iq4Xs {
    const PARTS: usize = 8;
    const BYTES: usize = 136;
    const OFFSET: i32 = 128;
    const SCALE_OFFSET: i32 = 32;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: 16 bytes hold a part.
        unsafe { looked_up(l, &IQ4, halves(l, rows, g, at + 8 + part * HALF)) }
    }
    #[inline(always)]
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L> {
        // SAFETY: the block begins with these.
        let [first, low, ..] = unsafe { l.four_words(weights.codes, index * Self::BYTES) };
        // Four bits of the second word and two of the upper half of the first, a scale.
        let zero = l.shr_and_words(first, 0, 0);
        let (mut scales, mut i) = ([zero; 4], 0);
        while i < 8 {
            let high = l.shl_words(l.shr_and_words(first, 16 + 2 * i, 3), 4);
            let scale = l.or_words(l.shr_and_words(low, 4 * i, 0xf), high);
            let four = &mut scales[i as usize / 4];
            *four = l.or_words(*four, l.shl_words(scale, i % 4 * 8));
            i += 1;
        }
        let whole = [l.f16_of_bits(first), l.simd().splat(0.0)];
        Words { whole, scales, minima: scales }
    }
}
