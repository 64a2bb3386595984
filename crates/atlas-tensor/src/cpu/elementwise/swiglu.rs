//! Gated linear unit with SiLU.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, silu, store_at};
use crate::ops::SwiGluArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn swiglu<S: Simd>(dev: &CpuDevice, mut args: SwiGluArgs<'_>) {
    let (gate, up, out) = (args.gate, args.up, args.out.share());
    dev.parallel(gate.rows(), gate.dim(1) * 2, &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(SwiGlu { gate, up, out, rows });
    });
}

struct SwiGlu<'a> {
    gate: Tensor<'a>,
    up: Tensor<'a>,
    out: SharedRows<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for SwiGlu<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let (gate, up) = (self.gate.row_f32(t), self.up.row_f32(t));
            // SAFETY: row `t` is this part's own.
            let out = unsafe { self.out.row(t, 0..gate.len()) };
            silu_mul(s, gate, up, out);
        }
    }
}

/// `out = silu(gate) * up`.
#[inline(always)]
fn silu_mul<S: Simd>(s: S, gate: &[f32], up: &[f32], out: &mut [f32]) {
    for i in (0..out.len()).step_by(S::LANES) {
        store_at(s, out, i, s.mul(silu(s, load_at(s, gate, i)), load_at(s, up, i)));
    }
}
