//! Top-k routing of tokens to experts.

use crate::cpu::CpuDevice;
use crate::cpu::scratch::{Address, PerThread};
use crate::cpu::simd::{Job, Simd, exp_in_place, max};
use crate::ops::RouteTopkArgs;
use crate::tensor::Tensor;

pub fn route_topk<S: Simd>(dev: &CpuDevice, mut args: RouteTopkArgs<'_>) {
    let (rows, experts, k) = (args.logits.rows(), args.logits.dim(1), args.k);
    let mut scratch = dev.scratch(PerThread::bytes(dev.threads(), 2 * experts));
    let buffers = scratch.take_each(dev.threads(), 2 * experts);
    let (ids, weights) =
        (Address(args.ids.as_mut_ptr()), Address(args.weights.f32_mut().as_mut_ptr()));
    let (logits, renormalise) = (args.logits, args.renormalise);
    dev.parallel_indexed(rows, experts * (k + 4), &|thread, range| {
        // SAFETY: `parallel` gives disjoint row ranges, and buffers by thread.
        let job = unsafe {
            let (at, len) = (range.start * k, range.len() * k);
            RouteTopk {
                logits: logits.slice_rows(range),
                renormalise,
                ids: std::slice::from_raw_parts_mut(ids.get().add(at), len),
                weights: std::slice::from_raw_parts_mut(weights.get().add(at), len),
                buffer: std::slice::from_raw_parts_mut(buffers.of(thread), 2 * experts),
            }
        };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(job);
    });
}

struct RouteTopk<'a> {
    logits: Tensor<'a>,
    renormalise: bool,
    ids: &'a mut [u32],
    weights: &'a mut [f32],
    /// Ranking keys, then exponentials, of one row.
    buffer: &'a mut [f32],
}

impl<S: Simd> Job<S> for RouteTopk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let experts = self.logits.dim(1);
        let k = self.ids.len() / self.logits.rows();
        let (keys, exps) = self.buffer.split_at_mut(experts);
        for t in 0..self.logits.rows() {
            let logits = self.logits.row_f32(t);
            for e in 0..experts {
                keys[e] = if logits[e].is_nan() { f32::NEG_INFINITY } else { logits[e] };
            }
            exps.copy_from_slice(logits);
            let top = max(s, keys, f32::NEG_INFINITY);
            let all = exp_in_place(s, exps, top);
            let (ids, weights) = (&mut self.ids[t * k..][..k], &mut self.weights[t * k..][..k]);
            let mut chosen = 0.0;
            for r in 0..k {
                let e = first_largest(s, keys, &ids[..r]);
                keys[e] = f32::NEG_INFINITY;
                ids[r] = e as u32;
                weights[r] = exps[e];
                chosen += exps[e];
            }
            let sum = if self.renormalise { chosen } else { all };
            for weight in weights {
                *weight /= sum;
            }
        }
    }
}

/// The first index of the largest key that is not taken.
#[inline(always)]
fn first_largest<S: Simd>(s: S, keys: &[f32], taken: &[u32]) -> usize {
    let best = max(s, keys, f32::NEG_INFINITY);
    for (e, &key) in keys.iter().enumerate() {
        // Taken keys read minus infinity, as other keys may.
        if key == best && (best > f32::NEG_INFINITY || !taken.contains(&(e as u32))) {
            return e;
        }
    }
    0
}
