//! Layer norm.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, store_at, sum_squares};
use crate::ops::LayerNormArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn layer_norm<S: Simd>(dev: &CpuDevice, mut args: LayerNormArgs<'_>) {
    let (weight, bias, eps) = (args.weight.host(), args.bias.host(), args.eps);
    let (x, out) = (args.x, args.out.share());
    dev.parallel(x.rows(), x.dim(1), &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(LayerNorm { x, out, weight, bias, eps, rows });
    });
}

struct LayerNorm<'a> {
    x: Tensor<'a>,
    out: SharedRows<'a>,
    weight: &'a [f32],
    bias: &'a [f32],
    eps: f32,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for LayerNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let x = self.x.row_f32(t);
            // SAFETY: row `t` is this part's own.
            let out = unsafe { self.out.row(t, 0..x.len()) };
            let mut sum = s.splat(0.0);
            for i in (0..x.len()).step_by(S::LANES) {
                sum = s.add(sum, load_at(s, x, i));
            }
            let mean = s.splat(s.sum(sum) / x.len() as f32);
            // Centred before they are squared: the mean may be far larger than the deviation.
            for i in (0..x.len()).step_by(S::LANES) {
                store_at(s, out, i, s.sub(load_at(s, x, i), mean));
            }
            let variance = sum_squares(s, out) / x.len() as f32;
            let inverse = s.splat(1.0 / (variance + self.eps).sqrt());
            for i in (0..x.len()).step_by(S::LANES) {
                let scaled = s.mul(s.mul(load_at(s, out, i), inverse), load_at(s, self.weight, i));
                store_at(s, out, i, s.add(scaled, load_at(s, self.bias, i)));
            }
        }
    }
}
