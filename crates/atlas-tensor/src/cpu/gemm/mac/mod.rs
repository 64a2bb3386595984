//! Multiplication of a chunk of K, for each weight format. The lanes of an accumulator run along
//! K; the two phases of a chunk go to the same accumulator, one after the other.

use std::marker::PhantomData;

use crate::cpu::simd::Simd;
use crate::weights::FormatType;
use crate::weights::pairs::{ActivationType, activations, formats};

#[cfg(target_arch = "x86_64")]
mod dot;
mod quantised;

#[cfg(target_arch = "x86_64")]
pub use dot::{Bf16Dot, Fp4Dot, Fp8Dot};
pub use quantised::{Fp4, Fp8};

/// A way to multiply on one instruction set.
///
/// A prepared input row ("panel row") holds whole chunks, padded with zeros, in the order in which
/// the phases read it.
pub trait Mac: Copy + Send + Sync + 'static {
    type S: Simd;
    /// Vector of inputs that an accumulator multiplies.
    type X: Copy;
    /// Multiply-adds to an accumulator a chunk.
    const PHASES: usize;
    /// Elements of K a phase takes.
    const WIDTH: usize;
    /// Elements of K a chunk takes.
    const CHUNK: usize = Self::PHASES * Self::WIDTH;
    /// Bytes of a weight row's chunk.
    const W_BYTES: usize;
    /// Bytes of a panel element.
    const X_BYTES: usize;
    /// Bytes of the scales of a weight row's chunk.
    const SCALE_BYTES: usize = 0;
    /// Whether the sums of a chunk are multiplied by its scales, and not its weights.
    const SCALES_SUMS: bool = false;

    /// One phase of a panel row's chunk at `p`.
    ///
    /// # Safety
    /// The chunk is readable.
    unsafe fn x(s: Self::S, p: *const u8, phase: usize) -> Self::X;
    /// One phase of a weight row's chunk at `p`, whose scales are at `scales`.
    ///
    /// # Safety
    /// The chunk and its scales are readable.
    unsafe fn w(s: Self::S, p: *const u8, scales: *const u8, phase: usize) -> Self::X;
    /// The factors of a chunk's sums by its scales. Only where `SCALES_SUMS`.
    ///
    /// # Safety
    /// The scales are readable.
    #[inline(always)]
    unsafe fn factors(s: Self::S, _scales: *const u8) -> V<Self> {
        s.splat(1.0)
    }
    fn mac(s: Self::S, acc: V<Self>, x: Self::X, w: Self::X) -> V<Self>;
}

/// A format as checkpoints store it: how its panel is prepared and its weights are widened.
pub trait Format: Mac {
    /// The format of weights that it reads.
    type Weights: FormatType;
    /// The type of the panel's elements. f32 holds inputs that were rounded to bf16 as well.
    type Inputs: ActivationType;
    /// Whether tall tiles first widen the weights of a group.
    const PACKS: bool;
    /// Multiplies the widened weights of `O` outputs: the same sums, bit for bit.
    type Packed<const O: usize>: Mac<S = Self::S>;

    /// Writes one chunk of a panel row from `n` inputs (at most `CHUNK`), rounding them to bf16
    /// where `round` is set.
    ///
    /// # Safety
    /// `n` f32 are readable at `from`, a chunk is writable at `to`.
    unsafe fn prepare(s: Self::S, from: *const f32, n: usize, to: *mut u8, round: bool);
    /// Writes phase `phase` of the weight chunk at `from`, whose scales are at `scales`, as
    /// [`Self::Packed`] reads it. Only where `PACKS`.
    ///
    /// # Safety
    /// The chunk and its scales are readable, a vector is writable at `to`.
    unsafe fn widen(s: Self::S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32);
}

/// The vectors of a [`Mac`].
pub type V<M> = <<M as Mac>::S as Simd>::V;

/// bf16 weights: the even elements of a chunk, then the odd ones.
#[derive(Clone, Copy)]
pub struct Bf16<S>(PhantomData<S>);

/// f16 weights in order.
#[derive(Clone, Copy)]
pub struct F16<S>(PhantomData<S>);

/// f32 weights in order.
#[derive(Clone, Copy)]
pub struct F32<S>(PhantomData<S>);

/// Weights of `O` outputs of format `M` widened to f32: chunk after chunk, phase after phase, a
/// vector an output.
#[derive(Clone, Copy)]
pub struct Packed<M, const O: usize>(PhantomData<M>);

impl<M: Mac<X = V<M>>, const O: usize> Mac for Packed<M, O> {
    type S = M::S;
    type X = V<M>;
    const PHASES: usize = M::PHASES;
    const WIDTH: usize = M::WIDTH;
    const W_BYTES: usize = M::PHASES * O * M::S::LANES * 4;
    const X_BYTES: usize = M::X_BYTES;

    #[inline(always)]
    unsafe fn x(s: M::S, p: *const u8, phase: usize) -> V<M> {
        // SAFETY: inside the chunk.
        unsafe { M::x(s, p, phase) }
    }
    #[inline(always)]
    unsafe fn w(s: M::S, p: *const u8, _scales: *const u8, phase: usize) -> V<M> {
        // SAFETY: the phases of a chunk lie `O` vectors apart.
        unsafe { s.load(p.cast::<f32>().add(phase * O * M::S::LANES)) }
    }
    #[inline(always)]
    fn mac(s: M::S, acc: V<M>, x: V<M>, w: V<M>) -> V<M> {
        M::mac(s, acc, x, w)
    }
}

/// `from` as two vectors, zero after `n`, rounded where asked.
///
/// # Safety
/// `n` f32 are readable at `from`.
#[inline(always)]
unsafe fn two_vectors<S: Simd>(s: S, from: *const f32, n: usize, round: bool) -> [S::V; 2] {
    let first = n.min(S::LANES);
    // SAFETY: `first` and `n - first` elements lie inside the caller's `n`.
    let (a, b) = unsafe {
        if n == 2 * S::LANES {
            (s.load(from), s.load(from.add(S::LANES)))
        } else {
            (s.load_part(from, first), s.load_part(from.wrapping_add(first), n - first))
        }
    };
    if round { [s.to_bf16(a), s.to_bf16(b)] } else { [a, b] }
}

impl<S: Simd> Mac for Bf16<S> {
    type S = S;
    type X = S::V;
    const PHASES: usize = 2;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = 2 * S::LANES * 2;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, _scales: *const u8, phase: usize) -> S::V {
        // SAFETY: a chunk is 2 * LANES elements.
        unsafe { if phase == 0 { s.load_bf16_even(p.cast()) } else { s.load_bf16_odd(p.cast()) } }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd> Format for Bf16<S> {
    type Weights = formats::Bf16;
    type Inputs = activations::F32;
    const PACKS: bool = true;
    type Packed<const O: usize> = Packed<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, round: bool) {
        // SAFETY: the caller's promise, passed on.
        unsafe {
            let [a, b] = two_vectors(s, from, n, round);
            let (even, odd) = s.deinterleave(a, b);
            s.store(to.cast(), even);
            s.store(to.cast::<f32>().add(S::LANES), odd);
        }
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, scales, phase)) };
    }
}

impl<S: Simd> Mac for F16<S> {
    type S = S;
    type X = S::V;
    const PHASES: usize = 2;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = 2 * S::LANES * 2;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, _scales: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load_f16(p.cast::<u16>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd> Format for F16<S> {
    type Weights = formats::F16;
    type Inputs = activations::F32;
    const PACKS: bool = true;
    type Packed<const O: usize> = Packed<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, round: bool) {
        // SAFETY: the caller's promise, passed on.
        unsafe { F32::<S>::prepare(s, from, n, to, round) };
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, scales, phase)) };
    }
}

impl<S: Simd> Mac for F32<S> {
    type S = S;
    type X = S::V;
    const PHASES: usize = 2;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = 2 * S::LANES * 4;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, _scales: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd> Format for F32<S> {
    type Weights = formats::F32;
    type Inputs = activations::F32;
    const PACKS: bool = false;
    type Packed<const O: usize> = Packed<Self, O>;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, round: bool) {
        // SAFETY: the caller's promise, passed on.
        unsafe {
            let [a, b] = two_vectors(s, from, n, round);
            s.store(to.cast(), a);
            s.store(to.cast::<f32>().add(S::LANES), b);
        }
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, scales: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, scales, phase)) };
    }
}
