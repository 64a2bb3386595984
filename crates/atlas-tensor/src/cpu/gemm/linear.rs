//! Linear: prepared inputs ("panel rows") times weights as they lie in the checkpoint.
//!
//! An output element is one accumulator whose lanes run along K: chunk after chunk, phase after
//! phase, then one fixed reduction. Tiles of several rows and outputs run many such accumulators
//! side by side and change nothing in any of them; `docs/kernels/gemm/cpu.md` has the figures.

use std::marker::PhantomData;
use std::ops::Range;

use super::block::{Product, RowMap};
use super::multiplier::{MAX_CHUNK, MAX_X_BYTES, Multiplier};
use crate::compute::Compute;
use crate::cpu::CpuDevice;
use crate::cpu::scratch::{PerThread, Scratch};
use crate::cpu::simd::{Job, Simd};
use crate::ops::LinearArgs;
use crate::tensor::Tensor;

/// Panel bytes prepared at once; longer steps go in several rounds.
const PANEL_BYTES: usize = 16 << 20;
/// Multiply-adds that take the time of one element of other work.
const MACS_AN_ELEMENT: usize = 2;

/// At least [`Multiplier::panel_row_bytes`], whichever the way.
pub fn widest_row_bytes(k: usize) -> usize {
    (k.next_multiple_of(MAX_CHUNK) + MAX_CHUNK) * MAX_X_BYTES
}

/// Panel bytes that a linear over `rows` rows of `stride_bytes` prepares at once, at most.
pub fn panel_bytes(rows: usize, stride_bytes: usize) -> usize {
    (rows * stride_bytes).min(PANEL_BYTES.max(16 * stride_bytes))
}

/// `out = x weight^T + bias` by `M`.
pub fn linear<M: Multiplier>(dev: &CpuDevice, mut args: LinearArgs<'_>) {
    let (rows, n, k) = (args.x.rows(), args.weight.n(), args.weight.k());
    if rows == 0 || n == 0 {
        return;
    }
    let stride_bytes = M::panel_row_bytes(k);
    let round_rows = (PANEL_BYTES / stride_bytes).max(16).min(rows);
    let mut scratch = dev.scratch(round_rows * stride_bytes + pack_bytes::<M>(dev, k));
    let panel = scratch.take(round_rows * stride_bytes);
    let packs = take_packs::<M>(dev, &mut scratch, k);
    for first in (0..rows).step_by(round_rows) {
        let range = first..(first + round_rows).min(rows);
        let count = range.len();
        let order = args.weight.input_order().map(|order| &**order);
        prepare::<M>(dev, args.x.slice_rows(range.clone()), order, panel);
        let (out, out_stride) = args.out.reborrow().slice_rows(range).raw_rows();
        let product = Product {
            weight: args.weight,
            bias: args.bias.map(|bias| bias.host()),
            x: RowMap { base: panel, stride_bytes, index: None, divide: 1 },
            out: RowMap { base: out.cast(), stride_bytes: out_stride * 4, index: None, divide: 1 },
        };
        multiply::<M>(dev, product, count, packs);
    }
}

/// Writes the panel rows of `x`, in parallel where that pays. `order`: the input that each place of
/// a row is for.
pub fn prepare<M: Multiplier>(
    dev: &CpuDevice,
    x: Tensor<'_>,
    order: Option<&[u32]>,
    panel: *mut u8,
) {
    let (rows, k) = (x.rows(), x.dim(1));
    let stride_bytes = M::panel_row_bytes(k);
    let panel = RowMap { base: panel, stride_bytes, index: None, divide: 1 };
    let round = dev.compute() == Compute::Bf16;
    // SAFETY: rows of this format are in the table for devices that have its instructions.
    let s = unsafe { M::S::assume() };
    let part = |range: Range<usize>| {
        s.vectorise(Prepare::<M> { x, order, rows: range, panel, round, mac: PhantomData });
    };
    if dev.is_small(rows * k) {
        part(0..rows);
    } else {
        dev.pool().split(rows, 1, &part);
    }
}

struct Prepare<'a, M> {
    x: Tensor<'a>,
    order: Option<&'a [u32]>,
    rows: Range<usize>,
    panel: RowMap<'a>,
    round: bool,
    mac: PhantomData<M>,
}

impl<M: Multiplier> Job<M::S> for Prepare<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: M::S) {
        let mut in_order = Vec::new();
        for row in self.rows.clone() {
            let mut x = self.x.row_f32(row);
            if let Some(order) = self.order {
                in_order.clear();
                in_order.extend(order.iter().map(|&i| x[i as usize]));
                x = &in_order;
            }
            // SAFETY: the panel holds every row; rows are this part's own.
            unsafe { M::prepare_row(s, x, self.panel.at(row), self.round) };
        }
    }
}

/// Memory of every thread for widened weights and waiting accumulators.
pub fn take_packs<M: Multiplier>(
    dev: &CpuDevice,
    scratch: &mut Scratch<'_>,
    k: usize,
) -> PerThread {
    scratch.take_each(dev.threads(), M::pack_floats(k))
}

/// Bytes that [`take_packs`] takes.
pub fn pack_bytes<M: Multiplier>(dev: &CpuDevice, k: usize) -> usize {
    PerThread::bytes(dev.threads(), M::pack_floats(k))
}

/// One share of a product on the calling thread.
///
/// # Safety
/// As of [`Multiplier::share`]; no other thread writes these outputs of these rows or uses pack
/// `thread`.
pub unsafe fn share<M: Multiplier>(
    product: Product<'_>,
    rows: Range<usize>,
    outputs: Range<usize>,
    packs: PerThread,
    thread: usize,
) {
    // SAFETY: rows of this format are in the table for devices that have its instructions; the rest
    // is the caller's promise.
    unsafe { M::share(M::S::assume(), product, rows, outputs, packs.of(thread)) };
}

/// All outputs of `rows` prepared rows, over the threads: by outputs, or by rows where there are
/// too few outputs to go round.
fn multiply<M: Multiplier>(dev: &CpuDevice, product: Product<'_>, rows: usize, packs: PerThread) {
    let (n, k) = (product.weight.n(), product.weight.k());
    let group = M::GROUP;
    if dev.is_small(rows * n * k / MACS_AN_ELEMENT) || dev.threads() == 1 {
        // SAFETY: one thread does everything; `linear` sized the memory.
        unsafe { share::<M>(product, 0..rows, 0..n, packs, 0) };
        return;
    }
    let by_rows = n < 8 * group * dev.threads() && rows >= 8 * dev.threads();
    let (len, grain) = if by_rows { (rows, 4) } else { (n, group) };
    dev.pool().split_indexed(len, grain, &|thread, range| {
        let (rows, outputs) = if by_rows { (range, 0..n) } else { (0..rows, range) };
        // SAFETY: ranges of different threads are disjoint; `linear` sized the memory.
        unsafe { share::<M>(product, rows, outputs, packs, thread) };
    });
}
