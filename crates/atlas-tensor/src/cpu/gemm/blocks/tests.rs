//! Each integer arithmetic against one written out element by element.

use super::kinds::*;
use super::lanes::{HALF, Kind, Lanes, MAX_OUTPUTS, PART, Rows, V, Weights};
use super::narrow::scale_of;
use crate::cpu::Isa;
use crate::cpu::simd::{Portable, Simd};

const N: usize = Portable::LANES;
type Bytes = [u8; HALF];

/// The operations for eight outputs, an element at a time.
#[derive(Clone, Copy)]
struct Plain(Portable);

impl Plain {
    fn half(codes: &[Bytes; N], x: &[i8]) -> [u32; N] {
        codes.map(|codes| {
            let products = codes.iter().zip(x).map(|(&code, &x)| i32::from(code) * i32::from(x));
            products.sum::<i32>() as u32
        })
    }
}

impl Lanes for Plain {
    type S = Portable;
    type Codes = Bytes;
    type All = [Bytes; N];
    type Ints = [u32; N];
    const UNROLLS: bool = false;

    fn new(s: Portable) -> Self {
        Self(s)
    }
    fn simd(self) -> Portable {
        self.0
    }
    unsafe fn codes<K: Kind>(self, rows: Rows, at: usize, part: usize) -> [Self::All; 2] {
        // SAFETY: the caller's promise.
        let both: [[Bytes; 2]; N] =
            std::array::from_fn(|g| unsafe { K::codes(self, rows, g, at, part) });
        [both.map(|[first, _]| first), both.map(|[_, second]| second)]
    }
    unsafe fn load(self, rows: Rows, g: usize, at: usize) -> Bytes {
        // SAFETY: the caller's promise.
        unsafe { rows.at(g, at).cast::<Bytes>().read_unaligned() }
    }
    unsafe fn sixteens(self, rows: Rows, g: usize, at: usize) -> Bytes {
        // SAFETY: the caller's promise.
        let bits = u16::from_le_bytes(unsafe { rows.at(g, at).cast::<[u8; 2]>().read_unaligned() });
        std::array::from_fn(|i| (bits >> i & 1) as u8 * 16)
    }
    fn shr_and(self, codes: Bytes, shift: u32, mask: u8) -> Bytes {
        codes.map(|code| code >> shift & mask)
    }
    fn shl(self, codes: Bytes, shift: u32) -> Bytes {
        codes.map(|code| code << shift)
    }
    fn or(self, a: Bytes, b: Bytes) -> Bytes {
        std::array::from_fn(|i| a[i] | b[i])
    }
    fn unsigned(self, codes: Bytes) -> Bytes {
        codes.map(|code| code ^ 0x80)
    }
    fn look_up(self, table: &[u8; 16], codes: Bytes) -> Bytes {
        codes.map(|code| table[usize::from(code)])
    }
    fn in_turns(self, a: Bytes, b: Bytes) -> [Bytes; 2] {
        let turn = |i: usize| if i.is_multiple_of(2) { a[i / 2] } else { b[i / 2] };
        [std::array::from_fn(turn), std::array::from_fn(|i| turn(i + HALF))]
    }
    unsafe fn dot_half(self, codes: &Self::All, x: *const i8) -> [u32; N] {
        // SAFETY: the caller's promise.
        Self::half(codes, unsafe { std::slice::from_raw_parts(x, HALF) })
    }
    unsafe fn dot(self, codes: &[Self::All; 2], x: *const i8) -> [u32; N] {
        // SAFETY: the caller's promise.
        let x = unsafe { std::slice::from_raw_parts(x, PART) };
        let [a, b] = [Self::half(&codes[0], x), Self::half(&codes[1], &x[HALF..])];
        self.add(a, b)
    }
    fn add_to_all(self, a: [u32; N], b: i32) -> [u32; N] {
        a.map(|a| a.wrapping_add(b as u32))
    }
    unsafe fn four_words(self, rows: Rows, at: usize) -> [[u32; N]; 4] {
        // SAFETY: the caller's promise.
        std::array::from_fn(|word| unsafe { self.word(rows, at + 4 * word) })
    }
    unsafe fn word(self, rows: Rows, at: usize) -> [u32; N] {
        // SAFETY: the caller's promise.
        std::array::from_fn(|r| unsafe { rows.at(r, at).cast::<u32>().read_unaligned() })
    }
    fn or_words(self, a: [u32; N], b: [u32; N]) -> [u32; N] {
        std::array::from_fn(|i| a[i] | b[i])
    }
    fn shl_words(self, words: [u32; N], shift: u32) -> [u32; N] {
        words.map(|word| word << shift)
    }
    fn turned(self, words: [u32; N]) -> [u32; N] {
        words.map(|word| word ^ 0x8080_8080)
    }
    fn halved_e8m0(self, words: [u32; N]) -> [f32; N] {
        words.map(|word| 2f64.powi((word & 0xff) as i32 - 128) as f32)
    }
    fn shr_and_words(self, words: [u32; N], shift: u32, mask: u32) -> [u32; N] {
        words.map(|word| word >> shift & mask)
    }
    fn to_f32(self, a: [u32; N]) -> [f32; N] {
        a.map(|a| a as i32 as f32)
    }
    fn f32_of_bits(self, words: [u32; N]) -> [f32; N] {
        words.map(f32::from_bits)
    }
    fn f16_of_bits(self, words: [u32; N]) -> [f32; N] {
        words.map(|word| half::f16::from_bits(word as u16).to_f32())
    }
}

impl Plain {
    fn add(self, a: [u32; N], b: [u32; N]) -> [u32; N] {
        std::array::from_fn(|i| a[i].wrapping_add(b[i]))
    }
}

/// The lanes of a vector.
fn lanes<S: Simd>(s: S, v: S::V) -> Vec<f32> {
    let mut lanes = [0.0; MAX_OUTPUTS];
    // SAFETY: no set has more lanes.
    unsafe { s.store(lanes.as_mut_ptr(), v) };
    lanes[..S::LANES].to_vec()
}

/// Sums and scales of every part of a block in all rows, with a scale of its own for each half.
///
/// # Safety
/// The rows have a block, and 16 bytes behind it.
unsafe fn figures<K: Kind, L: Lanes>(l: L, rows: Rows, x: &[i8; PART]) -> Vec<Vec<f32>> {
    let s = l.simd();
    let weights = Weights { codes: rows, words: rows, group: PART };
    let mut all = vec![];
    let mut put = |v: V<L>| all.push(lanes(s, v));
    // SAFETY: the caller's promise.
    unsafe {
        let words = K::words(l, &weights, 0);
        for part in 0..K::PARTS {
            let codes = l.codes::<K>(rows, 0, part);
            put(l.to_f32(l.add_to_all(l.dot(&codes, x.as_ptr()), -77)));
            put(l.to_f32(l.dot_half(&codes[0], x.as_ptr())));
            put(l.to_f32(l.dot_half(&codes[1], x.as_ptr().add(HALF))));
            for i in 0..if K::HALVES { 2 } else { 1 } {
                let i = if K::HALVES { 2 * part + i } else { part };
                let [scale, minimum] = scale_of::<K, L>(l, &words, i);
                put(scale);
                put(minimum);
            }
        }
    }
    all
}

fn bits(figures: Vec<Vec<f32>>) -> Vec<Vec<u32>> {
    // NaN has many forms, and a sign that means nothing.
    let of = |v: f32| if v.is_nan() { u32::MAX } else { v.to_bits() };
    figures.into_iter().map(|lanes| lanes.into_iter().map(of).collect()).collect()
}

/// Compares the figures of random blocks, and of those that make sums and codes largest.
fn compare<K: Kind, L: Lanes>(l: L, kind: &str) {
    let mut state = 7u64;
    let mut byte = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for round in 0..40usize {
        let stride = K::BYTES + HALF;
        let mut bytes: Vec<u8> = (0..MAX_OUTPUTS * stride).map(|_| byte()).collect();
        let mut x: [i8; PART] = std::array::from_fn(|_| (byte() as i8).max(-127));
        if round < 4 {
            bytes.fill(if round.is_multiple_of(2) { 0xff } else { 0x7f });
            x.fill(if round < 2 { 127 } else { -127 });
        }
        // SAFETY: the rows lie in `bytes`.
        let (found, first, second) = unsafe {
            let rows = |r: usize| Rows { base: bytes.as_ptr().wrapping_add(r * stride), stride };
            let plain = Plain(Portable);
            (
                figures::<K, L>(l, rows(0), &x),
                figures::<K, Plain>(plain, rows(0), &x),
                figures::<K, Plain>(plain, rows(N), &x),
            )
        };
        let both = first.into_iter().zip(second);
        let expected = both.map(|(a, b)| [a, b].concat()[..L::OUTPUTS].to_vec()).collect();
        assert_eq!(bits(found), bits(expected), "{kind}, round {round}");
    }
}

fn every_kind<L: Lanes>() {
    if !L::S::ISA.is_available() {
        return;
    }
    // SAFETY: the CPU has the instructions.
    let l = L::new(unsafe { L::S::assume() });
    macro_rules! kinds {
        ($($kind:ty),*) => {$( compare::<$kind, L>(l, stringify!($kind)); )*};
    }
    kinds!(Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q2K, Q3K, Q4K, Q5K, Q6K, Iq4Nl, Iq4Xs, Mxfp4);
    kinds!(Integers<4>, Integers<8>);
}

#[test]
fn every_arithmetic_has_the_sums_and_scales_of_its_elements() {
    assert!(Isa::Portable.is_available());
    #[cfg(target_arch = "x86_64")]
    {
        every_kind::<super::Avx2Lanes>();
        every_kind::<super::VnniLanes>();
    }
    #[cfg(target_arch = "aarch64")]
    every_kind::<super::NeonLanes>();
}
