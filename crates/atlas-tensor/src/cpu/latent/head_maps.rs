//! Maps of each head between its own space and the latent's. A row of the weight is widened once
//! and used for all rows of a step; an element has one order of operations whatever their number.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd, load_at, store_at};
use crate::ops::{AbsorbQueriesArgs, LatentValuesArgs};
use crate::tensor::{SharedRows, Tensor};
use crate::weights::Weight;

/// Widest latent.
pub const LATENT_MAX: usize = 1024;

pub fn absorb_queries<S: Simd>(dev: &CpuDevice, mut args: AbsorbQueriesArgs<'_>) {
    let [rows, plain, _] = args.dims();
    let (q, weight, out) = (args.q, args.weight, args.out.share());
    let work = q.dim(0) * plain * weight.k();
    dev.parallel(q.dim(1), work, &|heads| {
        let job = Absorb { q, weight, out, heads, rows, plain };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(job);
    });
}

struct Absorb<'a> {
    q: Tensor<'a>,
    weight: &'a Weight,
    out: SharedRows<'a>,
    heads: Range<usize>,
    rows: usize,
    plain: usize,
}

impl<S: Simd> Job<S> for Absorb<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let (width, count) = (self.weight.k(), self.q.dim(0));
        let mut buffer = [0.0; LATENT_MAX];
        let row = &mut buffer[..width];
        for h in self.heads.clone() {
            for t in 0..count {
                // SAFETY: head `h` is this part's own.
                let out = unsafe { self.out.head(t, h) };
                out[..width].fill(0.0);
                out[width..].copy_from_slice(&self.q.head_f32(t, h)[self.plain..]);
            }
            for j in 0..self.plain {
                self.weight.row_f32(h * self.rows + j, row);
                for t in 0..count {
                    // SAFETY: as above.
                    let out = unsafe { &mut self.out.head(t, h)[..width] };
                    let q = s.splat(self.q.head_f32(t, h)[j]);
                    for i in (0..width).step_by(S::LANES) {
                        let sum = s.fma(q, load_at(s, row, i), load_at(s, out, i));
                        store_at(s, out, i, sum);
                    }
                }
            }
        }
    }
}

pub fn latent_values<S: Simd>(dev: &CpuDevice, mut args: LatentValuesArgs<'_>) {
    let (x, weight, dims) = (args.x, args.weight, args.out.dim(2));
    let out = args.out.share();
    let work = x.dim(0) * dims * weight.k();
    dev.parallel(x.dim(1), work, &|heads| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Values { x, weight, out, heads, dims });
    });
}

struct Values<'a> {
    x: Tensor<'a>,
    weight: &'a Weight,
    out: SharedRows<'a>,
    heads: Range<usize>,
    dims: usize,
}

impl<S: Simd> Job<S> for Values<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let (width, count) = (self.weight.k(), self.x.dim(0));
        let rows = self.weight.n() / self.x.dim(1);
        let mut buffer = [0.0; LATENT_MAX];
        let row = &mut buffer[..width];
        for h in self.heads.clone() {
            for i in 0..self.dims {
                self.weight.row_f32((h + 1) * rows - self.dims + i, row);
                for t in 0..count {
                    let x = self.x.head_f32(t, h);
                    let mut sum = s.splat(0.0);
                    for d in (0..width).step_by(S::LANES) {
                        sum = s.fma(load_at(s, row, d), load_at(s, x, d), sum);
                    }
                    // SAFETY: head `h` is this part's own.
                    let out = unsafe { self.out.head(t, h) };
                    out[i] = s.sum(sum);
                }
            }
        }
    }
}
