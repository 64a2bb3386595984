//! Integer arithmetic on blocks: codes of several outputs in bytes, sums of many in lanes.

use crate::cpu::simd::Simd;

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
    /// Whether code for parts that share bytes is worth its length.
    const UNROLLS: bool;

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

/// Vectors of f32 of an arithmetic.
pub type V<L> = <<L as Lanes>::S as Simd>::V;

/// The words of a block, a lane an output.
#[derive(Clone, Copy)]
pub struct Words<L: Lanes> {
    /// Scale and minimum of the block.
    pub whole: [V<L>; 2],
    /// Bytes that multiply the scale, four to a word.
    pub scales: [L::Ints; 4],
    /// Bytes that multiply the minimum.
    pub minima: [L::Ints; 4],
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
    /// Whether there are bytes that multiply scale and minimum.
    const HAS_BYTES: bool = Self::PARTS > 1;
    /// Subtracted from those bytes.
    const SCALE_OFFSET: i32 = 0;

    /// The codes of part `part` of the block at byte `at` of the rows of vector `g`.
    ///
    /// # Safety
    /// The block is readable.
    unsafe fn codes<L: Lanes>(l: L, rows: Rows, g: usize, at: usize, part: usize) -> [L::Codes; 2];

    /// The words of block `index` of all rows.
    ///
    /// # Safety
    /// The rows have that block.
    unsafe fn words<L: Lanes>(l: L, weights: &Weights, index: usize) -> Words<L>;
}

/// Methods whose bodies are intrinsics that `self` proves, on memory that the caller proves.
macro_rules! methods {
    ($($f:ident($s:ident $(, $a:ident: $t:ty)*) -> $r:ty $body:block)*) => {$(
        #[inline(always)]
        fn $f(self, $($a: $t),*) -> $r {
            let $s = self;
            let _ = $s;
            // SAFETY: `self` proves the instructions.
            unsafe { $body }
        }
    )*};
    (memory $($f:ident($s:ident $(, $a:ident: $t:ty)*) -> $r:ty $body:block)*) => {$(
        #[inline(always)]
        unsafe fn $f(self, $($a: $t),*) -> $r {
            let $s = self;
            let _ = $s;
            // SAFETY: `self` proves the instructions, the caller the memory.
            unsafe { $body }
        }
    )*};
}
pub(super) use methods;
