//! Integer arithmetic on blocks: codes of several outputs in bytes, sums of many in lanes.

use super::kinds::Kind;
use crate::cpu::simd::{Portable, Simd};

/// Elements that are multiplied together: a block, or a part of one.
pub const PART: usize = crate::ops::INT8_GROUP;
/// Elements of half a part.
pub const HALF: usize = 16;
/// Most outputs that are computed side by side.
pub const MAX_OUTPUTS: usize = 16;

/// Rows of a weight, one after the other.
#[derive(Clone, Copy)]
pub struct Rows {
    pub base: *const u8,
    /// Bytes from a row to the next; 0 where all are the same.
    pub stride: usize,
}

impl Rows {
    /// Byte `at` of row `r`.
    #[inline(always)]
    pub fn at(&self, r: usize, at: usize) -> *const u8 {
        self.base.wrapping_add(r * self.stride + at)
    }
}

/// The integer arithmetic of one instruction set. Codes are unsigned bytes, inputs signed ones.
///
/// A vector holds 16 codes of several outputs: vector `g` of `G` those of outputs `g`, `g + G`,
/// `g + 2 G` and so on. Operations on codes go byte by byte.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// Vectors of f32 with a lane an output.
    type S: Simd;
    /// 16 codes of some outputs.
    type Codes: Copy;
    /// Those of all [`Self::OUTPUTS`] outputs.
    type All: Copy;
    /// An i32 for each output.
    type Ints: Copy;
    /// Outputs that are computed side by side: `S::LANES`.
    const OUTPUTS: usize = Self::S::LANES;
    /// Rows of inputs for which codes are read once.
    const ROWS: usize;

    fn new(s: Self::S) -> Self;
    fn simd(self) -> Self::S;
    /// The codes of both halves of part `part` of the block at byte `at` of all rows.
    ///
    /// # Safety
    /// The block is readable.
    unsafe fn codes<K: Kind>(self, rows: Rows, at: usize, part: usize) -> [Self::All; 2];

    /// 16 bytes from byte `at` on of each row of vector `g`.
    ///
    /// # Safety
    /// They are readable.
    unsafe fn load(self, rows: Rows, g: usize, at: usize) -> Self::Codes;
    /// 16 in the bytes whose bit is set among the 16 at byte `at` of their row.
    ///
    /// # Safety
    /// They are readable.
    unsafe fn sixteens(self, rows: Rows, g: usize, at: usize) -> Self::Codes;
    /// `(codes >> shift) & mask` of each byte; `mask` has none of the bits that come from the next
    /// byte.
    fn shr_and(self, codes: Self::Codes, shift: u32, mask: u8) -> Self::Codes;
    /// `codes << shift` of each byte, of which no set bit may leave its byte.
    fn shl(self, codes: Self::Codes, shift: u32) -> Self::Codes;
    fn or(self, a: Self::Codes, b: Self::Codes) -> Self::Codes;
    /// Each byte with its upper bit turned over: a signed byte plus 128.
    fn unsigned(self, codes: Self::Codes) -> Self::Codes;
    /// The entries of a table at the codes, which are below 16.
    fn look_up(self, table: &[u8; 16], codes: Self::Codes) -> Self::Codes;
    /// The first eight bytes of `a` and of `b` in turns, and the last eight.
    fn in_turns(self, a: Self::Codes, b: Self::Codes) -> [Self::Codes; 2];

    /// For each output the sum of its codes times the 16 inputs at `x`.
    ///
    /// # Safety
    /// The inputs are readable.
    unsafe fn dot_half(self, codes: &Self::All, x: *const i8) -> Self::Ints;
    /// For each output the sum of the codes of both halves of a part times the 32 inputs at `x`.
    ///
    /// # Safety
    /// The inputs are readable.
    unsafe fn dot(self, codes: &[Self::All; 2], x: *const i8) -> Self::Ints;
    fn add_to_all(self, a: Self::Ints, b: i32) -> Self::Ints;

    /// The four words at byte `at` of each row, each a vector with a lane an output.
    ///
    /// # Safety
    /// 16 bytes of each row are readable there.
    unsafe fn four_words(self, rows: Rows, at: usize) -> [Self::Ints; 4];
    /// The word at byte `at` of each row.
    ///
    /// # Safety
    /// 4 bytes of each row are readable there.
    unsafe fn word(self, rows: Rows, at: usize) -> Self::Ints;
    /// The bits of both.
    fn or_words(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// `words << shift`.
    fn shl_words(self, words: Self::Ints, shift: u32) -> Self::Ints;
    /// The upper bit of each byte turned over: signed bytes plus 128.
    fn turned(self, words: Self::Ints) -> Self::Ints;
    /// `2^(byte - 128)` of the low bytes of words.
    fn halved_e8m0(self, words: Self::Ints) -> <Self::S as Simd>::V;
    /// `(words >> shift) & mask`.
    fn shr_and_words(self, words: Self::Ints, shift: u32, mask: u32) -> Self::Ints;
    fn to_f32(self, a: Self::Ints) -> <Self::S as Simd>::V;
    /// The f32 of these bits.
    fn f32_of_bits(self, words: Self::Ints) -> <Self::S as Simd>::V;
    /// The f16 of the low halves of words.
    fn f16_of_bits(self, words: Self::Ints) -> <Self::S as Simd>::V;
}

/// Plain Rust, for any CPU.
#[derive(Clone, Copy)]
pub struct PortableLanes(Portable);

const N: usize = Portable::LANES;

impl Lanes for PortableLanes {
    type S = Portable;
    type Codes = [u8; HALF];
    type All = [[u8; HALF]; N];
    type Ints = [i32; N];
    const ROWS: usize = 2;

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
        let mut all = [[[0; HALF]; N]; 2];
        for g in 0..N {
            // SAFETY: the caller's promise.
            [all[0][g], all[1][g]] = unsafe { K::codes(self, rows, g, at, part) };
        }
        all
    }
    #[inline(always)]
    unsafe fn load(self, rows: Rows, g: usize, at: usize) -> Self::Codes {
        // SAFETY: the caller's promise.
        unsafe { rows.at(g, at).cast::<[u8; HALF]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn sixteens(self, rows: Rows, g: usize, at: usize) -> Self::Codes {
        // SAFETY: the caller's promise.
        let bits = u16::from_le(unsafe { rows.at(g, at).cast::<u16>().read_unaligned() });
        std::array::from_fn(|i| (bits >> i & 1) as u8 * 16)
    }
    #[inline(always)]
    fn shr_and(self, codes: Self::Codes, shift: u32, mask: u8) -> Self::Codes {
        codes.map(|code| code >> shift & mask)
    }
    #[inline(always)]
    fn shl(self, codes: Self::Codes, shift: u32) -> Self::Codes {
        codes.map(|code| code << shift)
    }
    #[inline(always)]
    fn or(self, a: Self::Codes, b: Self::Codes) -> Self::Codes {
        std::array::from_fn(|i| a[i] | b[i])
    }
    #[inline(always)]
    fn unsigned(self, codes: Self::Codes) -> Self::Codes {
        codes.map(|code| code ^ 0x80)
    }
    #[inline(always)]
    fn look_up(self, table: &[u8; 16], codes: Self::Codes) -> Self::Codes {
        codes.map(|code| table[usize::from(code & 0xf)])
    }
    #[inline(always)]
    fn in_turns(self, a: Self::Codes, b: Self::Codes) -> [Self::Codes; 2] {
        [0, 8].map(|first| {
            std::array::from_fn(|i| if i % 2 == 0 { a[first + i / 2] } else { b[first + i / 2] })
        })
    }
    #[inline(always)]
    unsafe fn dot_half(self, codes: &Self::All, x: *const i8) -> Self::Ints {
        // SAFETY: the caller's promise.
        let x = unsafe { x.cast::<[i8; HALF]>().read_unaligned() };
        codes.map(|codes| codes.iter().zip(x).map(|(&c, x)| i32::from(c) * i32::from(x)).sum())
    }
    #[inline(always)]
    unsafe fn dot(self, codes: &[Self::All; 2], x: *const i8) -> Self::Ints {
        // SAFETY: the caller's promise.
        let [a, b] =
            unsafe { [self.dot_half(&codes[0], x), self.dot_half(&codes[1], x.add(HALF))] };
        std::array::from_fn(|i| a[i] + b[i])
    }
    #[inline(always)]
    fn add_to_all(self, a: Self::Ints, b: i32) -> Self::Ints {
        a.map(|a| a + b)
    }
    #[inline(always)]
    unsafe fn four_words(self, rows: Rows, at: usize) -> [Self::Ints; 4] {
        // SAFETY: the caller's promise.
        [0, 4, 8, 12].map(|more| unsafe { self.word(rows, at + more) })
    }
    #[inline(always)]
    unsafe fn word(self, rows: Rows, at: usize) -> Self::Ints {
        // SAFETY: the caller's promise.
        let word = |r| unsafe { rows.at(r, at).cast::<i32>().read_unaligned() };
        std::array::from_fn(|r| i32::from_le(word(r)))
    }
    #[inline(always)]
    fn or_words(self, a: Self::Ints, b: Self::Ints) -> Self::Ints {
        std::array::from_fn(|i| a[i] | b[i])
    }
    #[inline(always)]
    fn shl_words(self, words: Self::Ints, shift: u32) -> Self::Ints {
        words.map(|word| word << shift)
    }
    #[inline(always)]
    fn turned(self, words: Self::Ints) -> Self::Ints {
        words.map(|word| (word as u32 ^ 0x8080_8080) as i32)
    }
    #[inline(always)]
    fn halved_e8m0(self, words: Self::Ints) -> [f32; N] {
        words.map(|word| match word as u32 & 0xff {
            least @ 0..2 => f32::from_bits(0x0020_0000 << least),
            byte => f32::from_bits((byte - 1) << 23),
        })
    }
    #[inline(always)]
    fn shr_and_words(self, words: Self::Ints, shift: u32, mask: u32) -> Self::Ints {
        words.map(|word| (word as u32 >> shift & mask) as i32)
    }
    #[inline(always)]
    fn to_f32(self, a: Self::Ints) -> [f32; N] {
        a.map(|a| a as f32)
    }
    #[inline(always)]
    fn f32_of_bits(self, words: Self::Ints) -> [f32; N] {
        words.map(|word| f32::from_bits(word as u32))
    }
    #[inline(always)]
    fn f16_of_bits(self, words: Self::Ints) -> [f32; N] {
        words.map(|word| half::f16::from_bits(word as u16).to_f32())
    }
}
