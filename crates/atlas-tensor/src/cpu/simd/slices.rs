//! Loops over whole slices that several kernels share. Each runs in one fixed lane order.

use super::{Simd, exp};

/// Sum of squares: four accumulators in turn, added pairwise at the end.
#[inline(always)]
pub fn sum_squares<S: Simd>(s: S, x: &[f32]) -> f32 {
    let zero = s.splat(0.0);
    let mut acc = [zero; 4];
    let mut i = 0;
    while i + 4 * S::LANES <= x.len() {
        for j in 0..4 {
            // SAFETY: the vector ends inside `x` by the loop's condition.
            let v = unsafe { s.load(x.as_ptr().add(i + j * S::LANES)) };
            acc[j] = s.fma(v, v, acc[j]);
        }
        i += 4 * S::LANES;
    }
    while i < x.len() {
        let v = load_at(s, x, i);
        acc[0] = s.fma(v, v, acc[0]);
        i += S::LANES;
    }
    s.sum(s.add(s.add(acc[0], acc[1]), s.add(acc[2], acc[3])))
}

/// Lanes `i..` of `x`, zero past its end.
#[inline(always)]
pub fn load_at<S: Simd>(s: S, x: &[f32], i: usize) -> S::V {
    let left = x.len() - i;
    // SAFETY: only elements before the end of `x` are read.
    unsafe {
        if left >= S::LANES {
            s.load(x.as_ptr().add(i))
        } else {
            s.load_part(x.as_ptr().add(i), left)
        }
    }
}

/// Writes lanes `i..` of `x` up to its end.
#[inline(always)]
pub fn store_at<S: Simd>(s: S, x: &mut [f32], i: usize, v: S::V) {
    let left = x.len() - i;
    // SAFETY: only elements before the end of `x` are written.
    unsafe {
        if left >= S::LANES {
            s.store(x.as_mut_ptr().add(i), v);
        } else {
            s.store_part(x.as_mut_ptr().add(i), left, v);
        }
    }
}

/// The largest element, `floor` for an empty slice; NaN elements may or may not win.
#[inline(always)]
pub fn max<S: Simd>(s: S, x: &[f32], floor: f32) -> f32 {
    let mut acc = s.splat(floor);
    let mut i = 0;
    while i + S::LANES <= x.len() {
        acc = s.max(acc, load_at(s, x, i));
        i += S::LANES;
    }
    let mut best = s.max_lane(acc);
    for &x in &x[i..] {
        best = best.max(x);
    }
    best
}

/// `x <- exp(x - shift)`; returns the sum.
#[inline(always)]
pub fn exp_in_place<S: Simd>(s: S, x: &mut [f32], shift: f32) -> f32 {
    let shift = s.splat(shift);
    let mut acc = s.splat(0.0);
    let mut i = 0;
    while i + S::LANES <= x.len() {
        let e = exp(s, s.sub(load_at(s, x, i), shift));
        store_at(s, x, i, e);
        acc = s.add(acc, e);
        i += S::LANES;
    }
    if i < x.len() {
        let e = exp(s, s.sub(load_at(s, x, i), shift));
        store_at(s, x, i, e);
        // Lanes past the end hold exp(-shift): only those inside count.
        acc = s.add(acc, load_at(s, x, i));
    }
    s.sum(acc)
}

/// `exp` of one number, with the bits of a vector lane.
#[inline(always)]
pub fn exp_scalar<S: Simd>(s: S, x: f32) -> f32 {
    let mut out = [0.0];
    // SAFETY: `out` holds one element.
    unsafe { s.store_part(out.as_mut_ptr(), 1, exp(s, s.splat(x))) };
    out[0]
}
