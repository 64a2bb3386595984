//! Weights multiplied two to a lane by the bf16 dot product. Quantised elements are exact in bf16;
//! the sums of a block are scaled, not its elements.

use std::arch::x86_64::*;
use std::marker::PhantomData;

use super::quantised::{BlockScale, CHUNK, E4m3Scale};
use super::{Format, Mac};
use crate::cpu::simd::{Avx512Bf16, Simd, twice_e4m3, widen_e8m0};
use crate::numbers::{E2M1, E4M3};
use crate::weights::WeightFormat;
use crate::weights::pairs::{activations, formats};

/// Elements of K in a vector of pairs.
const PAIRS: usize = 32;

/// bf16 weights and a bf16 panel.
#[derive(Clone, Copy)]
pub struct Bf16Dot;

/// E4M3 weights of format `F` and a bf16 panel. Of every 64 elements a vector has the first eight
/// of each sixteen, the next the others.
#[derive(Clone, Copy)]
pub struct Fp8Dot<F>(PhantomData<F>);

/// E2M1 weights and a bf16 panel: of every four elements a vector has one.
#[derive(Clone, Copy)]
pub struct Fp4Dot<B>(PhantomData<B>);

/// Weights of `O` outputs of format `M` widened to bf16: chunk after chunk, phase after phase, a
/// vector an output. Their scales stay where they are.
#[derive(Clone, Copy)]
pub struct PackedPairs<M, const O: usize>(PhantomData<M>);

type S = Avx512Bf16;

impl Mac for Bf16Dot {
    type S = S;
    type X = __m512i;
    const PHASES: usize = 1;
    const WIDTH: usize = PAIRS;
    const W_BYTES: usize = 2 * PAIRS;
    const X_BYTES: usize = 2;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, _phase: usize) -> __m512i {
        // SAFETY: a chunk is 32 elements.
        unsafe { s.load_pairs(p.cast()) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, _scales: *const u8, _phase: usize) -> __m512i {
        // SAFETY: a chunk is 32 elements.
        unsafe { s.load_pairs(p.cast()) }
    }
    #[inline(always)]
    fn mac(s: S, acc: __m512, x: __m512i, w: __m512i) -> __m512 {
        s.dot(acc, x, w)
    }
}

impl Format for Bf16Dot {
    type Weights = formats::Bf16;
    type Inputs = activations::Bf16;
    const PACKS: bool = false;
    type Packed<const O: usize> = PackedPairs<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, _round: bool) {
        // The panel is bf16, so the input is rounded in any case.
        // SAFETY: the caller's promise, passed on.
        unsafe {
            let [a, b] = super::two_vectors(s, from, n, true);
            let mut wide = [0.0f32; PAIRS];
            s.store(wide.as_mut_ptr(), a);
            s.store(wide.as_mut_ptr().add(16), b);
            let bits = wide.map(|x| (x.to_bits() >> 16) as u16);
            to.cast::<[u16; PAIRS]>().write_unaligned(bits);
        }
    }
    #[inline(always)]
    unsafe fn widen(_s: S, _from: *const u8, _scales: *const u8, _phase: usize, _to: *mut f32) {}
}

impl<M: Mac<S = S, X = __m512i>, const O: usize> Mac for PackedPairs<M, O> {
    type S = S;
    type X = __m512i;
    const PHASES: usize = M::PHASES;
    const WIDTH: usize = M::WIDTH;
    const W_BYTES: usize = M::PHASES * O * 2 * PAIRS;
    const X_BYTES: usize = 2;
    const SCALE_BYTES: usize = M::SCALE_BYTES;
    const SCALES_SUMS: bool = M::SCALES_SUMS;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> __m512i {
        // SAFETY: inside the chunk.
        unsafe { s.load_pairs(p.cast::<u16>().add(phase * PAIRS)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, _scales: *const u8, phase: usize) -> __m512i {
        // SAFETY: the phases of a chunk lie `O` vectors apart.
        unsafe { s.load_pairs(p.cast::<u16>().add(phase * O * PAIRS)) }
    }
    #[inline(always)]
    unsafe fn factors(s: S, scales: *const u8) -> __m512 {
        // SAFETY: the caller's promise, passed on.
        unsafe { M::factors(s, scales) }
    }
    #[inline(always)]
    fn mac(s: S, acc: __m512, x: __m512i, w: __m512i) -> __m512 {
        s.dot(acc, x, w)
    }
}

/// The `byte`th bytes of the bf16 of the E4M3 codes 0 to 127.
const fn e4m3_bytes(byte: usize) -> [u8; 128] {
    let mut table = [0; 128];
    let mut code = 0;
    while code < 128 {
        table[code] = E4M3[code].to_bits().to_le_bytes()[2 + byte];
        code += 1;
    }
    table
}

static E4M3_LOW: [u8; 128] = e4m3_bytes(0);
static E4M3_HIGH: [u8; 128] = e4m3_bytes(1);

impl<F: E4m3Scale> Mac for Fp8Dot<F> {
    type S = S;
    type X = __m512i;
    const PHASES: usize = CHUNK / PAIRS;
    const WIDTH: usize = PAIRS;
    const W_BYTES: usize = CHUNK;
    const X_BYTES: usize = 2;
    const SCALE_BYTES: usize = if F::BLOCKS { 4 } else { 0 };
    const SCALES_SUMS: bool = F::BLOCKS;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> __m512i {
        // SAFETY: inside the chunk.
        unsafe { s.load_pairs(p.cast::<u16>().add(phase * PAIRS)) }
    }
    #[inline(always)]
    unsafe fn w(_s: S, p: *const u8, _scales: *const u8, phase: usize) -> __m512i {
        // SAFETY: inside the chunk; `_s` proves the instructions; the tables have two vectors.
        unsafe {
            let codes = _mm512_loadu_si512(p.add(phase / 2 * 64).cast());
            let look_up = |table: &[u8; 128]| {
                let first = _mm512_loadu_si512(table.as_ptr().cast());
                let second = _mm512_loadu_si512(table.as_ptr().add(64).cast());
                // The low seven bits of a byte are its index.
                _mm512_permutex2var_epi8(first, codes, second)
            };
            let sign = _mm512_and_si512(codes, _mm512_set1_epi8(0x80u8 as i8));
            let high = _mm512_or_si512(look_up(&E4M3_HIGH), sign);
            let low = look_up(&E4M3_LOW);
            match phase % 2 {
                0 => _mm512_unpacklo_epi8(low, high),
                _ => _mm512_unpackhi_epi8(low, high),
            }
        }
    }
    #[inline(always)]
    unsafe fn factors(s: S, scales: *const u8) -> __m512 {
        // SAFETY: a chunk has one scale.
        s.splat(unsafe { scales.cast::<f32>().read_unaligned() })
    }
    #[inline(always)]
    fn mac(s: S, acc: __m512, x: __m512i, w: __m512i) -> __m512 {
        s.dot(acc, x, w)
    }
}

impl<F: E4m3Scale> Format for Fp8Dot<F> {
    type Weights = F;
    type Inputs = activations::Bf16;
    const PACKS: bool = true;
    type Packed<const O: usize> = PackedPairs<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, _round: bool) {
        let place = |vector: usize, element: usize| {
            64 * (vector / 2) + 16 * (element / 8) + 8 * (vector % 2) + element % 8
        };
        // SAFETY: the caller's promise, passed on.
        unsafe { prepare_pairs(s, from, n, to, place) };
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { _mm512_storeu_si512(to.cast(), Self::w(s, from, scales, phase)) };
    }
}

/// The bf16 of all E2M1 codes times `factor`, a power of two, twice.
const fn e2m1_words(factor: f32) -> [u16; PAIRS] {
    let mut table = [0; PAIRS];
    let mut i = 0;
    while i < PAIRS {
        table[i] = ((E2M1[i % 16] * factor).to_bits() >> 16) as u16;
        i += 1;
    }
    table
}

/// Factors of sums by E4M3 scales are read as f16 of the same fraction, whose exponents are 8 less.
const E4M3_AS_F16: f32 = 256.0;

impl<B: BlockScale> Fp4Dot<B> {
    const WORDS: &[u16; PAIRS] = match B::FORMAT {
        WeightFormat::Nvfp4 => &const { e2m1_words(E4M3_AS_F16) },
        _ => &const { e2m1_words(1.0) },
    };
}

impl<B: BlockScale> Mac for Fp4Dot<B> {
    type S = S;
    type X = __m512i;
    const PHASES: usize = CHUNK / PAIRS;
    const WIDTH: usize = PAIRS;
    const W_BYTES: usize = CHUNK / 2;
    const X_BYTES: usize = 2;
    const SCALE_BYTES: usize = CHUNK / B::GROUP;
    const SCALES_SUMS: bool = true;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> __m512i {
        // SAFETY: inside the chunk.
        unsafe { s.load_pairs(p.cast::<u16>().add(phase * PAIRS)) }
    }
    #[inline(always)]
    unsafe fn w(_s: S, p: *const u8, _scales: *const u8, phase: usize) -> __m512i {
        // SAFETY: inside the chunk; `_s` proves the instructions; the table has a vector.
        unsafe {
            let codes = _mm512_loadu_si512(p.cast());
            // The low five bits of a word are its index: a code and a bit of the next one, which
            // the table, having everything twice, ignores.
            let index = match phase {
                0 => codes,
                1 => _mm512_srli_epi16::<4>(codes),
                2 => _mm512_srli_epi16::<8>(codes),
                _ => _mm512_srli_epi16::<12>(codes),
            };
            _mm512_permutexvar_epi16(index, _mm512_loadu_si512(Self::WORDS.as_ptr().cast()))
        }
    }
    #[inline(always)]
    unsafe fn factors(s: S, scales: *const u8) -> __m512 {
        // SAFETY: a chunk has eight scales of NVFP4 or four of MXFP4.
        unsafe {
            if B::FORMAT == WeightFormat::Nvfp4 {
                twice_e4m3(s, _mm_loadl_epi64(scales.cast()))
            } else {
                let codes = _mm_cvtsi32_si128(scales.cast::<i32>().read_unaligned());
                let twice = _mm_unpacklo_epi8(codes, codes);
                widen_e8m0(s, _mm_unpacklo_epi16(twice, twice))
            }
        }
    }
    #[inline(always)]
    fn mac(s: S, acc: __m512, x: __m512i, w: __m512i) -> __m512 {
        s.dot(acc, x, w)
    }
}

impl<B: BlockScale> Format for Fp4Dot<B> {
    type Weights = B;
    type Inputs = activations::Bf16;
    const PACKS: bool = true;
    type Packed<const O: usize> = PackedPairs<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, _round: bool) {
        let place = |vector: usize, element: usize| 4 * element + vector;
        // SAFETY: the caller's promise, passed on.
        unsafe { prepare_pairs(s, from, n, to, place) };
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { _mm512_storeu_si512(to.cast(), Self::w(s, from, scales, phase)) };
    }
}

/// Writes a chunk of a bf16 panel: element `i` of vector `v` is input `place(v, i)`, rounded.
///
/// # Safety
/// `n` f32 are readable at `from`, a chunk is writable at `to`.
#[inline(always)]
unsafe fn prepare_pairs(
    s: S,
    from: *const f32,
    n: usize,
    to: *mut u8,
    place: impl Fn(usize, usize) -> usize,
) {
    let mut wide = [0.0f32; CHUNK];
    for at in (0..CHUNK).step_by(S::LANES) {
        let left = n.saturating_sub(at).min(S::LANES);
        // SAFETY: `left` elements follow `at` of the caller's `n`; `wide` has a chunk.
        unsafe {
            let x = s.to_bf16(s.load_part(from.wrapping_add(at), left));
            s.store(wide.as_mut_ptr().add(at), x);
        }
    }
    let bits: [u16; CHUNK] =
        std::array::from_fn(|i| (wide[place(i / PAIRS, i % PAIRS)].to_bits() >> 16) as u16);
    // SAFETY: a chunk is writable at `to`.
    unsafe { to.cast::<[u16; CHUNK]>().write_unaligned(bits) };
}
