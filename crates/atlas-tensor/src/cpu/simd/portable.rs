//! Eight lanes in plain Rust: for CPUs without AVX2, and for any other architecture.

use half::{bf16, f16};

use super::{Isa, Job, Simd};
use crate::numbers::{E2M1, E4M3};

/// Needs nothing of the CPU.
#[derive(Clone, Copy)]
pub struct Portable;

const N: usize = 8;

#[inline(always)]
fn zip(a: [f32; N], b: [f32; N], f: impl Fn(f32, f32) -> f32) -> [f32; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

impl Simd for Portable {
    type V = [f32; N];
    const ISA: Isa = Isa::Portable;
    const LANES: usize = N;

    #[inline(always)]
    unsafe fn assume() -> Self {
        Self
    }

    #[inline(always)]
    fn vectorise<J: Job<Self>>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn splat(self, x: f32) -> Self::V {
        [x; N]
    }
    #[inline(always)]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        zip(a, b, |a, b| a + b)
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        zip(a, b, |a, b| a - b)
    }
    #[inline(always)]
    fn mul(self, a: Self::V, b: Self::V) -> Self::V {
        zip(a, b, |a, b| a * b)
    }
    #[inline(always)]
    fn div(self, a: Self::V, b: Self::V) -> Self::V {
        zip(a, b, |a, b| a / b)
    }
    #[inline(always)]
    fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }
    #[inline(always)]
    fn min(self, a: Self::V, b: Self::V) -> Self::V {
        zip(a, b, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        zip(a, b, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn round(self, a: Self::V) -> Self::V {
        // Adding 1.5 * 2^23 leaves no fraction bits; the sum is rounded to nearest even.
        a.map(|a| (a + 12_582_912.0) - 12_582_912.0)
    }
    #[inline(always)]
    fn scale2(self, a: Self::V, n: Self::V) -> Self::V {
        std::array::from_fn(|i| {
            let n = n[i] as i32;
            let first = n >> 1;
            let power = |n: i32| f32::from_bits(((n + 127) as u32) << 23);
            a[i] * power(first) * power(n - first)
        })
    }
    #[inline(always)]
    fn to_bf16(self, a: Self::V) -> Self::V {
        a.map(|a| bf16::from_f32(a).to_f32())
    }
    #[inline(always)]
    fn sum(self, a: Self::V) -> f32 {
        let b: [f32; 4] = std::array::from_fn(|i| a[i] + a[i + 4]);
        (b[0] + b[2]) + (b[1] + b[3])
    }
    #[inline(always)]
    fn sum4(self, a: [Self::V; 4]) -> [f32; 4] {
        a.map(|a| self.sum(a))
    }
    #[inline(always)]
    fn max_lane(self, a: Self::V) -> f32 {
        a.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }
    #[inline(always)]
    fn deinterleave(self, a: Self::V, b: Self::V) -> (Self::V, Self::V) {
        let at = |i: usize| if i < N { a[i] } else { b[i - N] };
        (std::array::from_fn(|i| at(2 * i)), std::array::from_fn(|i| at(2 * i + 1)))
    }

    #[inline(always)]
    unsafe fn load(self, p: *const f32) -> Self::V {
        // SAFETY: readable by the caller's promise.
        unsafe { p.cast::<[f32; N]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn load_part(self, p: *const f32, n: usize) -> Self::V {
        let mut v = [0.0; N];
        for (i, v) in v.iter_mut().enumerate().take(n) {
            // SAFETY: i < n, readable by the caller's promise.
            *v = unsafe { p.add(i).read_unaligned() };
        }
        v
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f32, a: Self::V) {
        // SAFETY: writable by the caller's promise.
        unsafe { p.cast::<[f32; N]>().write_unaligned(a) }
    }
    #[inline(always)]
    unsafe fn store_part(self, p: *mut f32, n: usize, a: Self::V) {
        for (i, a) in a.into_iter().enumerate().take(n) {
            // SAFETY: i < n, writable by the caller's promise.
            unsafe { p.add(i).write_unaligned(a) };
        }
    }
    #[inline(always)]
    unsafe fn load_bf16(self, p: *const u16) -> Self::V {
        // SAFETY: readable by the caller's promise.
        let bits = unsafe { p.cast::<[u16; N]>().read_unaligned() };
        bits.map(|b| f32::from_bits(u32::from(b) << 16))
    }
    #[inline(always)]
    unsafe fn load_bf16_even(self, p: *const u16) -> Self::V {
        // SAFETY: readable by the caller's promise.
        let bits = unsafe { p.cast::<[u16; 2 * N]>().read_unaligned() };
        std::array::from_fn(|i| f32::from_bits(u32::from(bits[2 * i]) << 16))
    }
    #[inline(always)]
    unsafe fn load_bf16_odd(self, p: *const u16) -> Self::V {
        // SAFETY: readable by the caller's promise.
        let bits = unsafe { p.cast::<[u16; 2 * N]>().read_unaligned() };
        std::array::from_fn(|i| f32::from_bits(u32::from(bits[2 * i + 1]) << 16))
    }
    #[inline(always)]
    unsafe fn load_f16(self, p: *const u16) -> Self::V {
        // SAFETY: readable by the caller's promise.
        let bits = unsafe { p.cast::<[u16; N]>().read_unaligned() };
        bits.map(|b| f16::from_bits(b).to_f32())
    }
    #[inline(always)]
    unsafe fn load_e4m3(self, p: *const u8) -> Self::V {
        // SAFETY: readable by the caller's promise.
        let codes = unsafe { p.cast::<[u8; N]>().read_unaligned() };
        codes.map(|code| E4M3[usize::from(code)])
    }
    #[inline(always)]
    unsafe fn load_e2m1(self, p: *const u8, high: bool) -> Self::V {
        // SAFETY: readable by the caller's promise.
        let codes = unsafe { p.cast::<[u8; N]>().read_unaligned() };
        codes.map(|code| E2M1[usize::from(if high { code >> 4 } else { code & 15 })])
    }
    #[inline(always)]
    fn prefetch(self, _p: *const u8) {}
    #[inline(always)]
    fn prefetch_far(self, _p: *const u8) {}
}
