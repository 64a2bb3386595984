//! Exponential and what is made of it, on vectors.

use super::Simd;

/// 355 / 512: its multiples by |n| < 2^15 are exact.
const LN2_HIGH: f32 = 0.693_359_4;
const LN2_LOW: f32 = -2.121_944_4e-4;

/// `e^x` to within 2 units in the last place (measured against f64 in the tests; denormal results
/// to within the last place of a denormal). 0 below -104, infinite above 89, NaN for NaN.
///
/// `x = n ln 2 + r` with |r| <= ln 2 / 2, then the Taylor polynomial of degree 7 in `r`, whose
/// remainder is under 6e-9 there.
#[inline(always)]
pub fn exp<S: Simd>(s: S, x: S::V) -> S::V {
    let x = s.min(s.splat(89.0), x);
    let x = s.max(s.splat(-104.0), x);
    let n = s.round(s.mul(x, s.splat(std::f32::consts::LOG2_E)));
    let r = s.fma(n, s.splat(-LN2_HIGH), x);
    let r = s.fma(n, s.splat(-LN2_LOW), r);
    let mut p = s.splat(1.0 / 5040.0);
    p = s.fma(p, r, s.splat(1.0 / 720.0));
    p = s.fma(p, r, s.splat(1.0 / 120.0));
    p = s.fma(p, r, s.splat(1.0 / 24.0));
    p = s.fma(p, r, s.splat(1.0 / 6.0));
    p = s.fma(p, r, s.splat(0.5));
    p = s.fma(p, r, s.splat(1.0));
    p = s.fma(p, r, s.splat(1.0));
    s.scale2(p, n)
}

/// `1 / (1 + e^-x)`.
#[inline(always)]
pub fn sigmoid<S: Simd>(s: S, x: S::V) -> S::V {
    let one = s.splat(1.0);
    s.div(one, s.add(one, exp(s, s.sub(s.splat(0.0), x))))
}

/// `x / (1 + e^-x)`.
#[inline(always)]
pub fn silu<S: Simd>(s: S, x: S::V) -> S::V {
    s.div(x, s.add(s.splat(1.0), exp(s, s.sub(s.splat(0.0), x))))
}

/// `max(x, 0)^2`, NaN for NaN.
#[inline(always)]
pub fn relu_squared<S: Simd>(s: S, x: S::V) -> S::V {
    let x = s.max(s.splat(0.0), x);
    s.mul(x, x)
}
