//! Product with a sigmoid.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, sigmoid, store_at};
use crate::ops::SigmoidMulArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn sigmoid_mul<S: Simd>(dev: &CpuDevice, mut args: SigmoidMulArgs<'_>) {
    let (gate, x) = (args.gate, args.x.share());
    dev.parallel(gate.dim(0), gate.dim(1) * gate.dim(2) * 2, &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(SigmoidMul { gate, x, rows });
    });
}

struct SigmoidMul<'a> {
    gate: Tensor<'a>,
    x: SharedRows<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for SigmoidMul<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            for j in 0..self.gate.dim(1) {
                let gate = self.gate.head_f32(t, j);
                // SAFETY: row `t` is this part's own.
                let x = unsafe { self.x.head(t, j) };
                for i in (0..x.len()).step_by(S::LANES) {
                    let y = s.mul(load_at(s, x, i), sigmoid(s, load_at(s, gate, i)));
                    store_at(s, x, i, y);
                }
            }
        }
    }
}
