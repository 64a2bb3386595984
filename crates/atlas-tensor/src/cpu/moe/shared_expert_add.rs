//! Addition of the shared expert.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, sigmoid, store_at};
use crate::ops::SharedExpertAddArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn shared_expert_add<S: Simd>(dev: &CpuDevice, mut args: SharedExpertAddArgs<'_>) {
    let (shared, gate, out) = (args.shared, args.gate, args.out.share());
    let gate = gate.map(|gate| gate.view(&[shared.rows(), 1]));
    dev.parallel(shared.rows(), shared.dim(1), &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(SharedExpertAdd { shared, gate, out, rows });
    });
}

struct SharedExpertAdd<'a> {
    shared: Tensor<'a>,
    /// `[T, 1]`
    gate: Option<Tensor<'a>>,
    out: SharedRows<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for SharedExpertAdd<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let factor = match self.gate {
                Some(gate) => sigmoid(s, s.splat(gate.row_f32(t)[0])),
                None => s.splat(1.0),
            };
            let shared = self.shared.row_f32(t);
            // SAFETY: row `t` is this part's own.
            let out = unsafe { self.out.row(t, 0..shared.len()) };
            for i in (0..out.len()).step_by(S::LANES) {
                let y = s.fma(factor, load_at(s, shared, i), load_at(s, out, i));
                store_at(s, out, i, y);
            }
        }
    }
}
