//! Norm of every head, times a SiLU gate.

use std::ops::Range;

use super::scale::NormScale;
use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, silu, store_at};
use crate::ops::GatedRmsNormArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn gated_rms_norm<S: Simd>(dev: &CpuDevice, mut args: GatedRmsNormArgs<'_>) {
    let scale = NormScale { weight: args.weight.host(), eps: args.eps, offset: 0.0 };
    let (x, z, out) = (args.x, args.z, args.out.share());
    dev.parallel(x.rows(), x.dim(1) * x.dim(2) * 2, &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(GatedRmsNorm { x, z, out, scale, rows });
    });
}

struct GatedRmsNorm<'a> {
    x: Tensor<'a>,
    z: Tensor<'a>,
    out: SharedRows<'a>,
    scale: NormScale<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for GatedRmsNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            for j in 0..self.x.dim(1) {
                let (x, z) = (self.x.head_f32(t, j), self.z.head_f32(t, j));
                // SAFETY: row `t` is this part's own.
                let out = unsafe { self.out.head(t, j) };
                let inverse = self.scale.inverse(s, x);
                for i in (0..x.len()).step_by(S::LANES) {
                    let y = self.scale.apply(s, load_at(s, x, i), inverse, i);
                    store_at(s, out, i, s.mul(y, silu(s, load_at(s, z, i))));
                }
            }
        }
    }
}
