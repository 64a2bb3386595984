//! Addition to the residual stream and the norm of the sum.

use std::ops::Range;

use super::scale::NormScale;
use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, store_at};
use crate::ops::AddRmsNormArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn add_rms_norm<S: Simd>(dev: &CpuDevice, mut args: AddRmsNormArgs<'_>) {
    let scale = NormScale { weight: args.weight.host(), eps: args.eps, offset: args.offset };
    let (x, out, residual) = (args.x, args.out.share(), args.residual.share());
    dev.parallel(x.rows(), x.dim(1), &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(AddRmsNorm { x, residual, out, scale, rows });
    });
}

struct AddRmsNorm<'a> {
    x: Tensor<'a>,
    residual: SharedRows<'a>,
    out: SharedRows<'a>,
    scale: NormScale<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for AddRmsNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let x = self.x.row_f32(t);
            // SAFETY: row `t` of both is this part's own.
            let (residual, out) =
                unsafe { (self.residual.row(t, 0..x.len()), self.out.row(t, 0..x.len())) };
            for i in (0..x.len()).step_by(S::LANES) {
                let sum = s.add(load_at(s, residual, i), load_at(s, x, i));
                store_at(s, residual, i, sum);
            }
            let inverse = self.scale.inverse(s, residual);
            for i in (0..x.len()).step_by(S::LANES) {
                let y = self.scale.apply(s, load_at(s, residual, i), inverse, i);
                store_at(s, out, i, y);
            }
        }
    }
}
