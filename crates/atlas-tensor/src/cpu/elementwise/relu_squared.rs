//! Squared rectifier.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, relu_squared as squared, store_at};
use crate::ops::ReluSquaredArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn relu_squared<S: Simd>(dev: &CpuDevice, mut args: ReluSquaredArgs<'_>) {
    let (x, out) = (args.x, args.out.share());
    dev.parallel(x.rows(), x.dim(1), &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(ReluSquared { x, out, rows });
    });
}

struct ReluSquared<'a> {
    x: Tensor<'a>,
    out: SharedRows<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for ReluSquared<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let x = self.x.row_f32(t);
            // SAFETY: row `t` is this part's own.
            let out = unsafe { self.out.row(t, 0..x.len()) };
            for i in (0..out.len()).step_by(S::LANES) {
                store_at(s, out, i, squared(s, load_at(s, x, i)));
            }
        }
    }
}
