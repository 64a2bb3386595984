//! Quantised weights in f32: every element is widened with the scale of its block, one rounding at
//! most, and multiplied as an f32 weight is.

use std::marker::PhantomData;

use super::{Format, Mac, Packed, V};
use crate::cpu::simd::Simd;
use crate::numbers::{E4M3, e8m0};
use crate::weights::pairs::{activations, formats};
use crate::weights::{FP8_BLOCK, FormatType, MXFP4_GROUP, NVFP4_GROUP};

/// Elements of K in a chunk: a block of [`formats::Fp8Block`], and whole groups of all others.
pub(super) const CHUNK: usize = FP8_BLOCK;

/// E4M3 weights of format `F` in order.
#[derive(Clone, Copy)]
pub struct Fp8<S, F>(PhantomData<(S, F)>);

/// E2M1 weights: of `LANES` bytes the low halves, then the high ones.
#[derive(Clone, Copy)]
pub struct Fp4<S, B>(PhantomData<(S, B)>);

/// f32 scales of E4M3 weights.
pub trait E4m3Scale: FormatType {
    /// Whether each chunk has one.
    const BLOCKS: bool;
}

impl E4m3Scale for formats::Fp8Row {
    const BLOCKS: bool = false;
}

impl E4m3Scale for formats::Fp8Block {
    const BLOCKS: bool = true;
}

/// Block scales of E2M1 weights.
pub trait BlockScale: FormatType {
    /// Elements that share a scale.
    const GROUP: usize;
    /// The scale of a code.
    fn decode(code: u8) -> f32;
}

impl BlockScale for formats::Nvfp4 {
    const GROUP: usize = NVFP4_GROUP;

    #[inline(always)]
    fn decode(code: u8) -> f32 {
        E4M3[usize::from(code)]
    }
}

impl BlockScale for formats::Mxfp4 {
    const GROUP: usize = MXFP4_GROUP;

    #[inline(always)]
    fn decode(code: u8) -> f32 {
        e8m0(code)
    }
}

impl<S: Simd, F: E4m3Scale> Mac for Fp8<S, F> {
    type S = S;
    type X = S::V;
    const PHASES: usize = CHUNK / S::LANES;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = CHUNK;
    const X_BYTES: usize = 4;
    const SCALE_BYTES: usize = if F::BLOCKS { 4 } else { 0 };

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, scales: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk; a chunk has one scale.
        unsafe {
            let codes = s.load_e4m3(p.add(phase * S::LANES));
            if !F::BLOCKS {
                return codes;
            }
            s.mul(codes, s.splat(scales.cast::<f32>().read_unaligned()))
        }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd, F: E4m3Scale> Format for Fp8<S, F> {
    type Weights = F;
    type Inputs = activations::F32;
    const PACKS: bool = true;
    type Packed<const O: usize> = Packed<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, round: bool) {
        let to = to.cast::<f32>();
        for at in (0..CHUNK).step_by(S::LANES) {
            let left = n.saturating_sub(at).min(S::LANES);
            // SAFETY: `left` elements follow `at` of the caller's `n`; a chunk is writable.
            unsafe {
                let x = s.load_part(from.wrapping_add(at), left);
                s.store(to.add(at), if round { s.to_bf16(x) } else { x });
            }
        }
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, scales, phase)) };
    }
}

impl<S: Simd, B: BlockScale> Mac for Fp4<S, B> {
    type S = S;
    type X = S::V;
    const PHASES: usize = CHUNK / S::LANES;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = CHUNK / 2;
    const X_BYTES: usize = 4;
    const SCALE_BYTES: usize = CHUNK / B::GROUP;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, scales: *const u8, phase: usize) -> S::V {
        let first = phase / 2 * S::LANES;
        // SAFETY: inside the chunk; it has a scale for every `GROUP / 2` bytes.
        unsafe {
            let codes = s.load_e2m1(p.add(first), phase % 2 == 1);
            s.mul(codes, scale_vector::<S, B>(s, scales, first))
        }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

/// The scale of each of `LANES` bytes from byte `first` of a chunk on.
///
/// # Safety
/// The chunk's scales are readable at `scales`.
#[inline(always)]
unsafe fn scale_vector<S: Simd, B: BlockScale>(
    s: S,
    scales: *const u8,
    first: usize,
) -> V<Fp4<S, B>> {
    let each = B::GROUP / 2;
    // SAFETY: `first` lies in the chunk.
    let scale = |byte: usize| B::decode(unsafe { *scales.add(byte / each) });
    if S::LANES <= each {
        return s.splat(scale(first));
    }
    let lanes: [f32; crate::cpu::simd::MAX_LANES] =
        std::array::from_fn(|i| scale((first + i).min(first + S::LANES - 1)));
    // SAFETY: there are at least LANES.
    unsafe { s.load(lanes.as_ptr()) }
}

impl<S: Simd, B: BlockScale> Format for Fp4<S, B> {
    type Weights = B;
    type Inputs = activations::F32;
    const PACKS: bool = true;
    type Packed<const O: usize> = Packed<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, round: bool) {
        let to = to.cast::<f32>();
        for at in (0..CHUNK).step_by(2 * S::LANES) {
            let left = n.saturating_sub(at).min(2 * S::LANES);
            // SAFETY: `left` elements follow `at` of the caller's `n`; a chunk is writable.
            unsafe {
                let [a, b] = super::two_vectors(s, from.wrapping_add(at), left, round);
                let (even, odd) = s.deinterleave(a, b);
                s.store(to.add(at), even);
                s.store(to.add(at + S::LANES), odd);
            }
        }
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, scales, phase)) };
    }
}
