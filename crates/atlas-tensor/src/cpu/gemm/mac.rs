//! Multiplication of a chunk of K, for each weight format. The lanes of an accumulator run along
//! K; the two phases of a chunk go to the same accumulator, one after the other.

use std::marker::PhantomData;

use crate::cpu::simd::Simd;

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
    /// Bytes of a weight element.
    const W_BYTES: usize;
    /// Bytes of a panel element.
    const X_BYTES: usize;

    /// One phase of a panel row's chunk at `p`.
    ///
    /// # Safety
    /// The chunk is readable.
    unsafe fn x(s: Self::S, p: *const u8, phase: usize) -> Self::X;
    /// One phase of a weight row's chunk at `p`.
    ///
    /// # Safety
    /// The chunk is readable.
    unsafe fn w(s: Self::S, p: *const u8, phase: usize) -> Self::X;
    fn mac(s: Self::S, acc: V<Self>, x: Self::X, w: Self::X) -> V<Self>;
}

/// A format as checkpoints store it: how its panel is prepared and its weights are widened.
pub trait Format: Mac {
    /// Whether tall tiles first widen the weights of a group to f32; see [`Packed`].
    const PACKS: bool;

    /// Writes one chunk of a panel row from `n` inputs (at most `CHUNK`), rounding them to bf16
    /// where `round` is set.
    ///
    /// # Safety
    /// `n` f32 are readable at `from`, a chunk is writable at `to`.
    unsafe fn prepare(s: Self::S, from: *const f32, n: usize, to: *mut u8, round: bool);
    /// Writes phase `phase` of the weight chunk at `from` as f32 lanes. Only where `PACKS`.
    ///
    /// # Safety
    /// The chunk is readable at `from`, a vector is writable at `to`.
    unsafe fn widen(s: Self::S, from: *const u8, phase: usize, to: *mut f32);
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

/// Weights of `O` outputs widened to f32: chunk after chunk, phase after phase, a vector an output.
#[derive(Clone, Copy)]
pub struct Packed<S, const O: usize>(PhantomData<S>);

impl<S: Simd, const O: usize> Mac for Packed<S, O> {
    type S = S;
    type X = S::V;
    const PHASES: usize = 2;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = 4;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: the phases of a chunk lie `O` vectors apart.
        unsafe { s.load(p.cast::<f32>().add(phase * O * S::LANES)) }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
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
    const W_BYTES: usize = 2;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: a chunk is 2 * LANES elements.
        unsafe { if phase == 0 { s.load_bf16_even(p.cast()) } else { s.load_bf16_odd(p.cast()) } }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd> Format for Bf16<S> {
    const PACKS: bool = true;

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
    unsafe fn widen(s: S, from: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, phase)) };
    }
}

impl<S: Simd> Mac for F16<S> {
    type S = S;
    type X = S::V;
    const PHASES: usize = 2;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = 2;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load_f16(p.cast::<u16>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd> Format for F16<S> {
    const PACKS: bool = true;

    #[inline(always)]
    unsafe fn prepare(s: S, from: *const f32, n: usize, to: *mut u8, round: bool) {
        // SAFETY: the caller's promise, passed on.
        unsafe { F32::<S>::prepare(s, from, n, to, round) };
    }
    #[inline(always)]
    unsafe fn widen(s: S, from: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, phase)) };
    }
}

impl<S: Simd> Mac for F32<S> {
    type S = S;
    type X = S::V;
    const PHASES: usize = 2;
    const WIDTH: usize = S::LANES;
    const W_BYTES: usize = 4;
    const X_BYTES: usize = 4;

    #[inline(always)]
    unsafe fn x(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    unsafe fn w(s: S, p: *const u8, phase: usize) -> S::V {
        // SAFETY: inside the chunk.
        unsafe { s.load(p.cast::<f32>().add(phase * S::LANES)) }
    }
    #[inline(always)]
    fn mac(s: S, acc: S::V, x: S::V, w: S::V) -> S::V {
        s.fma(x, w, acc)
    }
}

impl<S: Simd> Format for F32<S> {
    const PACKS: bool = false;

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
    unsafe fn widen(s: S, from: *const u8, phase: usize, to: *mut f32) {
        // SAFETY: the caller's promise, passed on.
        unsafe { s.store(to, Self::w(s, from, phase)) };
    }
}

#[cfg(target_arch = "x86_64")]
pub use dot::Bf16Dot;

#[cfg(target_arch = "x86_64")]
mod dot {
    use std::arch::x86_64::{__m512, __m512i};

    use super::{Format, Mac};
    use crate::cpu::simd::{Avx512Bf16, Simd};

    /// bf16 weights and a bf16 panel, multiplied two elements to a lane by `vdpbf16ps`.
    #[derive(Clone, Copy)]
    pub struct Bf16Dot;

    impl Mac for Bf16Dot {
        type S = Avx512Bf16;
        type X = __m512i;
        const PHASES: usize = 1;
        const WIDTH: usize = 32;
        const W_BYTES: usize = 2;
        const X_BYTES: usize = 2;

        #[inline(always)]
        unsafe fn x(s: Avx512Bf16, p: *const u8, _phase: usize) -> __m512i {
            // SAFETY: a chunk is 32 elements.
            unsafe { s.load_pairs(p.cast()) }
        }
        #[inline(always)]
        unsafe fn w(s: Avx512Bf16, p: *const u8, _phase: usize) -> __m512i {
            // SAFETY: a chunk is 32 elements.
            unsafe { s.load_pairs(p.cast()) }
        }
        #[inline(always)]
        fn mac(s: Avx512Bf16, acc: __m512, x: __m512i, w: __m512i) -> __m512 {
            s.dot(acc, x, w)
        }
    }

    impl Format for Bf16Dot {
        const PACKS: bool = false;

        #[inline(always)]
        unsafe fn prepare(s: Avx512Bf16, from: *const f32, n: usize, to: *mut u8, _round: bool) {
            // The panel is bf16, so the input is rounded in any case.
            // SAFETY: the caller's promise, passed on.
            unsafe {
                let [a, b] = super::two_vectors(s, from, n, true);
                let mut wide = [0.0f32; 32];
                s.store(wide.as_mut_ptr(), a);
                s.store(wide.as_mut_ptr().add(16), b);
                let bits = wide.map(|x| (x.to_bits() >> 16) as u16);
                to.cast::<[u16; 32]>().write_unaligned(bits);
            }
        }
        #[inline(always)]
        unsafe fn widen(_s: Avx512Bf16, _from: *const u8, _phase: usize, _to: *mut f32) {}
    }
}
