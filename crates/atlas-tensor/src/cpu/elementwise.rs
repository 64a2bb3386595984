//! Kernels that treat every element alone.

use std::ops::Range;

use super::CpuDevice;
use super::simd::{Job, Simd, load_at, sigmoid, silu, store_at};
use crate::ops::{SharedExpertAddArgs, SigmoidMulArgs, SwiGluArgs};
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
pub fn silu_mul<S: Simd>(s: S, gate: &[f32], up: &[f32], out: &mut [f32]) {
    for i in (0..out.len()).step_by(S::LANES) {
        store_at(s, out, i, s.mul(silu(s, load_at(s, gate, i)), load_at(s, up, i)));
    }
}

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
