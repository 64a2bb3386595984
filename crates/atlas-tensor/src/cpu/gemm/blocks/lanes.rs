//! Integer arithmetic on blocks: codes of one output in bytes, sums of many outputs in lanes.

use crate::cpu::simd::{Portable, Simd};

/// Elements that are multiplied together: a block, or a part of one.
pub const PART: usize = crate::ops::INT8_GROUP;
/// Most outputs that are computed side by side.
pub const MAX_OUTPUTS: usize = 16;

/// The integer arithmetic of one instruction set. Codes are unsigned bytes, inputs signed ones.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// Vectors of f32 with a lane an output.
    type S: Simd;
    /// Codes of [`PART`] elements of an output.
    type Codes: Copy;
    /// Codes of [`Self::OUTPUTS`] outputs.
    type Rows: Copy + AsMut<[Self::Codes]>;
    /// An i32 for each output.
    type Ints: Copy;
    /// Outputs that are computed side by side: `S::LANES`.
    const OUTPUTS: usize = Self::S::LANES;
    /// Rows of inputs for which codes are read once.
    const ROWS: usize;

    fn new(s: Self::S) -> Self;
    fn simd(self) -> Self::S;
    /// Nothing.
    fn no_rows(self) -> Self::Rows;

    /// The bytes at `p`.
    ///
    /// # Safety
    /// 32 bytes are readable.
    unsafe fn load(self, p: *const u8) -> Self::Codes;
    /// The low halves of 16 bytes at `p`, then the high ones.
    ///
    /// # Safety
    /// 16 bytes are readable.
    unsafe fn halves(self, p: *const u8) -> Self::Codes;
    /// The halves of 16 bytes at `p`, the low one of each first.
    ///
    /// # Safety
    /// 16 bytes are readable.
    unsafe fn pairs(self, p: *const u8) -> Self::Codes;
    /// `(codes >> shift) & mask` of each byte; `mask` has none of the bits that come from the next
    /// byte.
    fn shr_and(self, codes: Self::Codes, shift: u32, mask: u8) -> Self::Codes;
    /// `codes << shift` of each byte, of which no set bit may leave its byte.
    fn shl(self, codes: Self::Codes, shift: u32) -> Self::Codes;
    fn or(self, a: Self::Codes, b: Self::Codes) -> Self::Codes;
    /// Each byte with its upper bit turned over: a signed byte plus 128.
    fn from_signed(self, codes: Self::Codes) -> Self::Codes;
    /// The entries of a table at the codes, which are below 16.
    fn look_up(self, table: &[u8; 16], codes: Self::Codes) -> Self::Codes;
    /// 16 in the bytes whose bit of `bits` is set.
    fn sixteens(self, bits: u32) -> Self::Codes;
    /// The f16 of these bits.
    fn f16(self, bits: u16) -> f32;

    /// For each output the sums of its codes times the first 16 inputs at `x`, and times the last.
    ///
    /// # Safety
    /// 32 inputs are readable.
    unsafe fn dots(self, rows: &Self::Rows, x: *const i8) -> [Self::Ints; 2];
    fn add(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    fn add_to_all(self, a: Self::Ints, b: i32) -> Self::Ints;
    fn to_f32(self, a: Self::Ints) -> <Self::S as Simd>::V;
}

/// Plain Rust, for any CPU.
#[derive(Clone, Copy)]
pub struct PortableLanes(Portable);

const N: usize = Portable::LANES;

impl Lanes for PortableLanes {
    type S = Portable;
    type Codes = [u8; PART];
    type Rows = [[u8; PART]; N];
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
    fn no_rows(self) -> Self::Rows {
        [[0; PART]; N]
    }
    #[inline(always)]
    unsafe fn load(self, p: *const u8) -> Self::Codes {
        // SAFETY: the caller's promise.
        unsafe { p.cast::<[u8; PART]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn halves(self, p: *const u8) -> Self::Codes {
        // SAFETY: the caller's promise.
        let bytes = unsafe { p.cast::<[u8; 16]>().read_unaligned() };
        std::array::from_fn(|i| bytes[i % 16] >> (i / 16 * 4) & 0xf)
    }
    #[inline(always)]
    unsafe fn pairs(self, p: *const u8) -> Self::Codes {
        // SAFETY: the caller's promise.
        let bytes = unsafe { p.cast::<[u8; 16]>().read_unaligned() };
        std::array::from_fn(|i| bytes[i / 2] >> (i % 2 * 4) & 0xf)
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
    fn from_signed(self, codes: Self::Codes) -> Self::Codes {
        codes.map(|code| code ^ 0x80)
    }
    #[inline(always)]
    fn look_up(self, table: &[u8; 16], codes: Self::Codes) -> Self::Codes {
        codes.map(|code| table[usize::from(code & 0xf)])
    }
    #[inline(always)]
    fn sixteens(self, bits: u32) -> Self::Codes {
        std::array::from_fn(|i| (bits >> i & 1) as u8 * 16)
    }
    #[inline(always)]
    fn f16(self, bits: u16) -> f32 {
        half::f16::from_bits(bits).to_f32()
    }
    #[inline(always)]
    unsafe fn dots(self, rows: &Self::Rows, x: *const i8) -> [Self::Ints; 2] {
        // SAFETY: the caller's promise.
        let x = unsafe { x.cast::<[i8; PART]>().read_unaligned() };
        let half = |codes: &[u8], x: &[i8]| -> i32 {
            codes.iter().zip(x).map(|(&c, &x)| i32::from(c) * i32::from(x)).sum()
        };
        [0, 16].map(|at| std::array::from_fn(|r| half(&rows[r][at..at + 16], &x[at..at + 16])))
    }
    #[inline(always)]
    fn add(self, a: Self::Ints, b: Self::Ints) -> Self::Ints {
        std::array::from_fn(|i| a[i] + b[i])
    }
    #[inline(always)]
    fn add_to_all(self, a: Self::Ints, b: i32) -> Self::Ints {
        a.map(|a| a + b)
    }
    #[inline(always)]
    fn to_f32(self, a: Self::Ints) -> [f32; N] {
        a.map(|a| a as f32)
    }
}
