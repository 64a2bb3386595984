//! Product with a SiLU gate, then the norm of every group.

use std::ops::Range;

use super::scale::NormScale;
use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, silu, store_at};
use crate::ops::GroupGatedRmsNormArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn group_gated_rms_norm<S: Simd>(dev: &CpuDevice, mut args: GroupGatedRmsNormArgs<'_>) {
    let (weight, eps) = (args.weight.host(), args.eps);
    let (y, z, out) = (args.y, args.z, args.out.share());
    dev.parallel(y.rows(), y.dim(1) * y.dim(2) * 2, &|rows| {
        let job = GroupGatedRmsNorm { y, z, out, weight, eps, rows };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(job);
    });
}

struct GroupGatedRmsNorm<'a> {
    y: Tensor<'a>,
    z: Tensor<'a>,
    out: SharedRows<'a>,
    /// `[G, w]`
    weight: &'a [f32],
    eps: f32,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for GroupGatedRmsNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let (groups, width) = (self.y.dim(1), self.y.dim(2));
        for t in self.rows.clone() {
            for j in 0..groups {
                let weight = &self.weight[j * width..(j + 1) * width];
                let scale = NormScale { weight, eps: self.eps, offset: 0.0 };
                let (y, z) = (self.y.head_f32(t, j), self.z.head_f32(t, j));
                // SAFETY: row `t` is this part's own.
                let out = unsafe { self.out.head(t, j) };
                for i in (0..width).step_by(S::LANES) {
                    store_at(s, out, i, s.mul(load_at(s, y, i), silu(s, load_at(s, z, i))));
                }
                let inverse = scale.inverse(s, out);
                for i in (0..width).step_by(S::LANES) {
                    store_at(s, out, i, scale.apply(s, load_at(s, out, i), inverse, i));
                }
            }
        }
    }
}
