//! Root-mean-square norm.

use std::ops::Range;

use super::scale::NormScale;
use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, store_at};
use crate::ops::RmsNormArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn rms_norm<S: Simd>(dev: &CpuDevice, mut args: RmsNormArgs<'_>) {
    let scale = NormScale { weight: args.weight.host(), eps: args.eps, offset: args.offset };
    let (x, out) = (args.x, args.out.share());
    dev.parallel(x.rows(), x.dim(1), &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(RmsNorm { x, out, scale, rows });
    });
}

struct RmsNorm<'a> {
    x: Tensor<'a>,
    out: SharedRows<'a>,
    scale: NormScale<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for RmsNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let x = self.x.row_f32(t);
            // SAFETY: row `t` is this part's own.
            let out = unsafe { self.out.row(t, 0..x.len()) };
            let inverse = self.scale.inverse(s, x);
            for i in (0..x.len()).step_by(S::LANES) {
                store_at(s, out, i, self.scale.apply(s, load_at(s, x, i), inverse, i));
            }
        }
    }
}
