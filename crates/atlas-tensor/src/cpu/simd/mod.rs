//! Vectors of f32 for kernels written once and compiled for every instruction set.
//!
//! A [`Simd`] value is a proof that the CPU has the instructions, so its arithmetic is safe to
//! call. Code reaches the instructions through [`Simd::vectorise`], which compiles a [`Job`] with
//! them enabled; whatever the job calls must be inlined into it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod math;
mod portable;
mod slices;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::{Avx512, Avx512Bf16, Avx512Vnni, twice_e4m3, widen_e8m0};
pub use math::{exp, relu_squared, sigmoid, silu};
pub use portable::Portable;
pub use slices::{exp_in_place, exp_scalar, load_at, max, store_at, sum_squares};

use super::Isa;

/// Work compiled for one instruction set. `run` must be `#[inline(always)]`.
pub trait Job<S: Simd> {
    type Output;
    fn run(self, s: S) -> Self::Output;
}

/// Lanes of the widest set.
pub const MAX_LANES: usize = 16;

/// The instructions of one set on vectors of `LANES` f32.
///
/// Reductions add lane `i` to lane `i + LANES / 2`, then halve again: one fixed order.
/// `min` and `max` return the second operand when either is NaN.
pub trait Simd: Copy + Send + Sync + 'static {
    type V: Copy;
    const ISA: Isa;
    const LANES: usize;

    /// The proof.
    ///
    /// # Safety
    /// The CPU has `Self::ISA`.
    unsafe fn assume() -> Self;

    /// Runs `job` compiled with the instructions.
    fn vectorise<J: Job<Self>>(self, job: J) -> J::Output;

    fn splat(self, x: f32) -> Self::V;
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b + c`, rounded once where the set has fused multiply-add.
    fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// To the nearest integer, ties to even; |a| below 2^22.
    fn round(self, a: Self::V) -> Self::V;
    /// `a * 2^n` for integral `n` in -252..=254 (n split in two factors, both exact).
    fn scale2(self, a: Self::V, n: Self::V) -> Self::V;
    /// Rounded to the nearest bf16, ties to even, NaN kept.
    fn to_bf16(self, a: Self::V) -> Self::V;
    /// Sum of the lanes in the fixed order.
    fn sum(self, a: Self::V) -> f32;
    /// The sums of four vectors, each with the bits of [`Self::sum`].
    fn sum4(self, a: [Self::V; 4]) -> [f32; 4];
    /// The largest lane.
    fn max_lane(self, a: Self::V) -> f32;
    /// Even and odd elements of `a` followed by `b`.
    fn deinterleave(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);

    /// # Safety
    /// `LANES` f32 are readable at `p` (any alignment).
    unsafe fn load(self, p: *const f32) -> Self::V;
    /// The first `n <= LANES` lanes, zero in the rest.
    ///
    /// # Safety
    /// `n` f32 are readable at `p`.
    unsafe fn load_part(self, p: *const f32, n: usize) -> Self::V;
    /// # Safety
    /// `LANES` f32 are writable at `p` (any alignment).
    unsafe fn store(self, p: *mut f32, a: Self::V);
    /// The first `n <= LANES` lanes.
    ///
    /// # Safety
    /// `n` f32 are writable at `p`.
    unsafe fn store_part(self, p: *mut f32, n: usize, a: Self::V);
    /// `LANES` consecutive bf16, widened.
    ///
    /// # Safety
    /// `LANES` u16 are readable at `p` (any alignment).
    unsafe fn load_bf16(self, p: *const u16) -> Self::V;
    /// The first `n < LANES` of consecutive bf16, widened, zero in the rest.
    ///
    /// # Safety
    /// `n` u16 are readable at `p` (any alignment).
    #[inline(always)]
    unsafe fn load_bf16_part(self, p: *const u16, n: usize) -> Self::V {
        let mut padded = [0u16; 16];
        // SAFETY: `n` is at most LANES, which is at most 16; `padded` has LANES elements.
        unsafe {
            std::ptr::copy_nonoverlapping(p.cast::<u8>(), padded.as_mut_ptr().cast(), n * 2);
            self.load_bf16(padded.as_ptr())
        }
    }
    /// The elements of even index of `2 * LANES` bf16, widened.
    ///
    /// # Safety
    /// `2 * LANES` u16 are readable at `p` (any alignment).
    unsafe fn load_bf16_even(self, p: *const u16) -> Self::V;
    /// The elements of odd index of `2 * LANES` bf16, widened.
    ///
    /// # Safety
    /// `2 * LANES` u16 are readable at `p` (any alignment).
    unsafe fn load_bf16_odd(self, p: *const u16) -> Self::V;
    /// `LANES` consecutive f16, widened.
    ///
    /// # Safety
    /// `LANES` u16 are readable at `p` (any alignment).
    unsafe fn load_f16(self, p: *const u16) -> Self::V;
    /// `LANES` E4M3 codes, widened; NaN codes give NaN.
    ///
    /// # Safety
    /// `LANES` bytes are readable at `p`.
    unsafe fn load_e4m3(self, p: *const u8) -> Self::V;
    /// The E2M1 codes in the low halves of `LANES` bytes, or in the high ones, widened.
    ///
    /// # Safety
    /// `LANES` bytes are readable at `p`.
    unsafe fn load_e2m1(self, p: *const u8, high: bool) -> Self::V;
    /// Prefetches the cache line at `p` (any address).
    fn prefetch(self, p: *const u8);
    /// Prefetches the line at `p` into the second-level cache (any address).
    fn prefetch_far(self, p: *const u8);
}

#[cfg(test)]
mod tests;
