//! The formats of blocks: unsigned codes, and for 16 or 32 of them a scale and a minimum. An
//! element is `scale * (code - OFFSET) + minimum`.
//!
//! Of each block a row has a word, which says a scale and a minimum, and up to four words of four
//! bytes each that multiply the scale, and as many that multiply the minimum.

use super::lanes::{HALF, Lanes, PART, Rows};
use crate::cpu::simd::Simd;

/// Vectors of f32 of an arithmetic.
pub type V<L> = <<L as Lanes>::S as Simd>::V;

/// The words of a block of a row.
pub struct Words<const W: usize> {
    pub whole: u32,
    pub scales: [u32; W],
    pub minima: [u32; W],
}

/// Rows of codes, and rows of words of scales and zeros where they lie apart.
#[derive(Clone, Copy)]
pub struct Weights {
    pub codes: Rows,
    pub words: Rows,
    /// Elements that share a word.
    pub group: usize,
}

/// A format of blocks of [`Self::PARTS`] parts of 32 elements.
pub trait Kind: Copy + Send + Sync + 'static {
    const PARTS: usize = 1;
    /// Bytes of a block.
    const BYTES: usize;
    /// Whether a part has two scales, for 16 elements each.
    const HALVES: bool = false;
    const OFFSET: i32 = 0;
    const HAS_MINIMUM: bool = false;
    /// Words of bytes that multiply the scale: one for four scales.
    const WORDS: usize = 0;
    /// What is subtracted from those bytes.
    const SCALE_OFFSET: i32 = 0;

    /// The codes of part `part` of the block at byte `at` of the rows of vector `g`.
    ///
    /// # Safety
    /// The block is readable.
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2];

    /// The words of block `index` of row `r`.
    ///
    /// # Safety
    /// The row has that block.
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4>;

    /// Scale and minimum of words.
    #[inline(always)]
    fn whole<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
        [l.f16_of_bits(words), l.f16_of_bits(l.shr_and_words(words, 16, 0xffff))]
    }
}

/// The number at a place, whose bytes are in the order of files.
///
/// # Safety
/// It is readable.
#[inline(always)]
unsafe fn read<T: bytemuck::Pod>(p: *const u8) -> T {
    const { assert!(cfg!(target_endian = "little")) };
    // SAFETY: the caller's promise.
    unsafe { p.cast::<T>().read_unaligned() }
}

/// Words of a block without others.
#[inline(always)]
fn one(whole: u32) -> Words<4> {
    Words { whole, scales: [0; 4], minima: [0; 4] }
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
            unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
                // SAFETY: as above.
                one(unsafe { read::<$word>(weights.codes.at(r, index * Self::BYTES)) }.into())
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
        [l.from_signed(a), l.from_signed(b)]
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
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
        // SAFETY: the caller's promise.
        let exponent = u32::from(unsafe { *weights.codes.at(r, index * Self::BYTES) });
        one(if exponent < 2 { 0x0020_0000 << exponent } else { (exponent - 1) << 23 })
    }
    #[inline(always)]
    fn whole<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
        [l.f32_of_bits(words), l.simd().splat(0.0)]
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
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
        let at = index * PART / weights.group * size_of::<u32>();
        // SAFETY: every block lies in a group that has a word.
        one(unsafe { read(weights.words.at(r, at)) })
    }
    #[inline(always)]
    fn whole<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
        let s = l.simd();
        let scale = l.f32_of_bits(l.shr_and_words(words, 0, !crate::weights::ZERO_MAX));
        let zero = l.to_f32(l.shr_and_words(words, 0, crate::weights::ZERO_MAX));
        [scale, s.mul(s.sub(s.splat(0.0), scale), zero)]
    }
}

/// The f16 at byte `at` of a block.
///
/// # Safety
/// It is readable.
#[inline(always)]
unsafe fn f16_word(block: *const u8, at: usize) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { read::<u16>(block.wrapping_add(at)) }.into()
}

/// f16 scale and minimum, of which the minimum is subtracted.
#[inline(always)]
fn subtracted<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
    let s = l.simd();
    let minimum = l.f16_of_bits(l.shr_and_words(words, 16, 0xffff));
    [l.f16_of_bits(words), s.sub(s.splat(0.0), minimum)]
}

const LOW: u32 = 0x0f0f_0f0f;
const HIGH: u32 = 0x3030_3030;

/// Q4_K and Q5_K: eight scales and minima of six bits behind two f16 (`get_scale_min_k4`).
macro_rules! six_bit_scales {
    () => {
        const PARTS: usize = 8;
        const HAS_MINIMUM: bool = true;
        const WORDS: usize = 2;

        #[inline(always)]
        unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
            let block = weights.codes.at(r, index * Self::BYTES);
            // SAFETY: the places read lie inside the block.
            let [whole, a, b, c] = unsafe { read::<[u32; 4]>(block) };
            let scales = [a & 0x3f3f_3f3f, c & LOW | a >> 2 & HIGH, 0, 0];
            let minima = [b & 0x3f3f_3f3f, c >> 4 & LOW | b >> 2 & HIGH, 0, 0];
            Words { whole, scales, minima }
        }
        #[inline(always)]
        fn whole<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
            subtracted(l, words)
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
    const WORDS: usize = 4;
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
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
        let block = weights.codes.at(r, index * Self::BYTES);
        // SAFETY: the places read lie inside the block.
        let (whole, scales) = unsafe { (f16_word(block, 208), read::<[u32; 4]>(block.add(192))) };
        let [a, b, c, d] = scales;
        let turned = 0x8080_8080;
        Words { whole, scales: [a ^ turned, b ^ turned, c ^ turned, d ^ turned], minima: [0; 4] }
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

/// See [`crate::weights::ggml::GgmlType::Q2K`].
#[derive(Clone, Copy)]
pub enum Q2K {}

impl Kind for Q2K {
    const PARTS: usize = 8;
    const BYTES: usize = 84;
    const HALVES: bool = true;
    const HAS_MINIMUM: bool = true;
    const WORDS: usize = 4;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: the codes lie behind 16 bytes of scales.
        unsafe { two_bits(l, rows, g, at + 16, part) }
    }
    #[inline(always)]
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
        let block = weights.codes.at(r, index * Self::BYTES);
        // SAFETY: the places read lie inside the block.
        let (whole, [a, b, c, d]) = unsafe { (read(block.add(80)), read::<[u32; 4]>(block)) };
        let scales = [a & LOW, b & LOW, c & LOW, d & LOW];
        let minima = [a >> 4 & LOW, b >> 4 & LOW, c >> 4 & LOW, d >> 4 & LOW];
        Words { whole, scales, minima }
    }
    #[inline(always)]
    fn whole<L: Lanes>(l: L, words: L::Ints) -> [V<L>; 2] {
        subtracted(l, words)
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
    const WORDS: usize = 4;
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
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
        let block = weights.codes.at(r, index * Self::BYTES);
        // SAFETY: the places read lie inside the block.
        let (whole, [a, b, c]) = unsafe { (f16_word(block, 108), read::<[u32; 3]>(block.add(96))) };
        let scales = [
            a & LOW | c << 4 & HIGH,
            b & LOW | c << 2 & HIGH,
            a >> 4 & LOW | c & HIGH,
            b >> 4 & LOW | c >> 2 & HIGH,
        ];
        Words { whole, scales, minima: [0; 4] }
    }
}

/// See [`crate::weights::ggml::GgmlType::Iq4Xs`].
#[derive(Clone, Copy)]
pub enum Iq4Xs {}

impl Kind for Iq4Xs {
    const PARTS: usize = 8;
    const BYTES: usize = 136;
    const OFFSET: i32 = 128;
    const WORDS: usize = 2;
    const SCALE_OFFSET: i32 = 32;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2] {
        // SAFETY: 16 bytes hold a part.
        unsafe { looked_up(l, &IQ4, halves(l, rows, g, at + 8 + part * HALF)) }
    }
    #[inline(always)]
    unsafe fn words(weights: &Weights, r: usize, index: usize) -> Words<4> {
        let block = weights.codes.at(r, index * Self::BYTES);
        // SAFETY: the places read lie inside the block.
        let [first, low] = unsafe { read::<[u32; 2]>(block) };
        // Two bits of the upper half, and four of `low`, a scale.
        let high = first >> 16;
        let (mut scales, mut i) = ([0; 4], 0);
        while i < 8 {
            let scale = low >> (4 * i) & 0xf | (high >> (2 * i) & 3) << 4;
            scales[i / 4] |= scale << (i % 4 * 8);
            i += 1;
        }
        Words { whole: first & 0xffff, scales, minima: [0; 4] }
    }
}
