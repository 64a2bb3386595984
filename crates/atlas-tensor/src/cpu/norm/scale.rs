//! The scale of a root-mean-square norm, which all norm kernels share.

use crate::cpu::simd::{Simd, load_at, sum_squares};

/// Parameters of all norms: a weight, the constant inside the root, the one added to the weight.
#[derive(Clone, Copy)]
pub(crate) struct NormScale<'a> {
    pub weight: &'a [f32],
    pub eps: f32,
    pub offset: f32,
}

impl NormScale<'_> {
    #[inline(always)]
    pub fn inverse<S: Simd>(&self, s: S, x: &[f32]) -> S::V {
        let mean = sum_squares(s, x) / x.len() as f32;
        s.splat(1.0 / (mean + self.eps).sqrt())
    }

    /// Lanes `i..` of the norm of a vector whose lanes there are `x`.
    #[inline(always)]
    pub fn apply<S: Simd>(&self, s: S, x: S::V, inverse: S::V, i: usize) -> S::V {
        let weight = s.add(s.splat(self.offset), load_at(s, self.weight, i));
        s.mul(s.mul(x, inverse), weight)
    }
}
