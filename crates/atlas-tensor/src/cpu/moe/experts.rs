//! Mixture of experts: rows are gathered by expert, so that every expert is read once a step, and
//! each (token, rank) row is computed as `linear` computes it.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::gemm::{self, Multiplier, Product, RowMap};
use crate::cpu::scratch::Address;
use crate::cpu::scratch::PerThread;
use crate::cpu::simd::{Job, Simd, load_at, relu_squared, silu, store_at};
use crate::ops::{Expert, MoeExpertsArgs};
use crate::tensor::{SharedRows, Tensor};
use crate::weights::Weight;

/// Rows of a step in the order of their experts.
struct RowsByExpert {
    /// (token, rank) pairs, `token * k + rank`, by expert and then ascending.
    pairs: Vec<u32>,
    /// Experts with rows, and their stretch of `pairs`.
    chosen: Vec<(usize, Range<usize>)>,
}

impl RowsByExpert {
    fn new(ids: &[u32], experts: usize) -> Self {
        let mut ends = vec![0usize; experts];
        for &id in ids {
            ends[id as usize] += 1;
        }
        let mut chosen = Vec::new();
        let mut start = 0;
        for (expert, count) in ends.iter_mut().enumerate() {
            let end = start + *count;
            if *count > 0 {
                chosen.push((expert, start..end));
            }
            *count = start;
            start = end;
        }
        let mut pairs = vec![0u32; ids.len()];
        for (pair, &id) in ids.iter().enumerate() {
            pairs[ends[id as usize]] = pair as u32;
            ends[id as usize] += 1;
        }
        Self { pairs, chosen }
    }
}

pub fn moe_experts<M: Multiplier>(dev: &CpuDevice, mut args: MoeExpertsArgs<'_>) {
    let (rows, hidden) = (args.x.rows(), args.x.dim(1));
    let (Some(first), true) = (args.experts.first(), rows > 0 && args.k > 0) else {
        for t in 0..rows {
            args.out.row_f32_mut(t).fill(0.0);
        }
        return;
    };
    let inter = first.up.n();
    let plan = RowsByExpert::new(args.ids.host(), args.experts.len());
    let pairs = plan.pairs.len();
    let (x_bytes, mid_bytes) = (M::panel_row_bytes(hidden), M::panel_row_bytes(inter));
    let mut scratch = dev.scratch(
        rows * x_bytes
            + pairs * (mid_bytes + 2 * inter * 4 + hidden * 4 + 16)
            + gemm::pack_bytes::<M>(dev, hidden.max(inter))
            + 1024,
    );
    let x_panel = scratch.take(rows * x_bytes);
    let mid_panel = scratch.take(pairs * mid_bytes);
    let gate = first.gate.is_some().then(|| scratch.take(pairs * inter * 4));
    let up = scratch.take(pairs * inter * 4);
    let down = scratch.take(pairs * hidden * 4);
    let packs = gemm::take_packs::<M>(dev, &mut scratch, hidden.max(inter));

    gemm::prepare::<M>(dev, args.x, None, x_panel);
    let k = args.k as u32;
    let x = RowMap { base: x_panel, stride_bytes: x_bytes, index: None, divide: k };
    let wide_out = |base| RowMap { base, stride_bytes: inter * 4, index: None, divide: 1 };
    let layer = Layer { plan: &plan, experts: args.experts, packs };
    match gate {
        Some(gate) => {
            layer.multiply::<M>(dev, &[(gate_of, x, wide_out(gate)), (|e| &e.up, x, wide_out(up))]);
            activate::<M>(dev, gate, Some(up), [pairs, inter], mid_panel);
        }
        None => {
            layer.multiply::<M>(dev, &[(|e| &e.up, x, wide_out(up))]);
            activate::<M>(dev, up, None, [pairs, inter], mid_panel);
        }
    }
    let mid = RowMap { base: mid_panel, stride_bytes: mid_bytes, index: None, divide: 1 };
    let down_out = RowMap { base: down, stride_bytes: hidden * 4, index: None, divide: 1 };
    layer.multiply::<M>(dev, &[(|e| &e.down, mid, down_out)]);

    // SAFETY: `down` holds `pairs * hidden` f32, all written by the product above.
    let down = unsafe { std::slice::from_raw_parts(down.cast::<f32>(), pairs * hidden) };
    let (weights, down) = (args.weights.f32(), Tensor::from_f32(down, &[pairs, hidden]));
    let out = args.out.share();
    dev.parallel(rows, args.k * hidden, &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { M::S::assume() }.vectorise(Combine { down, weights, k: k as usize, out, rows });
    });
}

/// Called for experts with gates.
fn gate_of(expert: &Expert) -> &Weight {
    let Some(gate) = &expert.gate else { unreachable!("all experts of a layer have gates") };
    gate
}

/// One matrix of an expert with the rows it reads and writes.
type ExpertProduct<'a> = (fn(&Expert) -> &Weight, RowMap<'a>, RowMap<'a>);

struct Layer<'a> {
    plan: &'a RowsByExpert,
    experts: &'a [Expert],
    packs: PerThread,
}

impl Layer<'_> {
    /// Every chosen expert's matrices, cut over the threads by multiply-adds.
    fn multiply<M: Multiplier>(&self, dev: &CpuDevice, parts: &[ExpertProduct<'_>]) {
        let group = M::GROUP;
        let cost = |rows: usize, weight: &Weight| (rows + 1) * weight.k();
        let mut total = 0;
        for (expert, rows) in &self.plan.chosen {
            for (matrix, ..) in parts {
                let weight = matrix(&self.experts[*expert]);
                total += cost(rows.len(), weight) * weight.n().div_ceil(group);
            }
        }
        dev.parallel_indexed(dev.threads(), total * group / dev.threads(), &|thread, shares| {
            let share = |i: usize| (total as u128 * i as u128 / dev.threads() as u128) as usize;
            let (from, to) = (share(shares.start), share(shares.end));
            let mut before = 0;
            for (expert, rows) in &self.plan.chosen {
                for &(matrix, x, out) in parts {
                    let weight = matrix(&self.experts[*expert]);
                    let (each, groups) = (cost(rows.len(), weight), weight.n().div_ceil(group));
                    // Groups whose first multiply-add falls in from..to.
                    let cut =
                        |at: usize| at.saturating_sub(before).div_ceil(each.max(1)).min(groups);
                    let outputs = cut(from) * group..(cut(to) * group).min(weight.n());
                    before += each * groups;
                    if outputs.start >= outputs.end {
                        continue;
                    }
                    let index = Some(&self.plan.pairs[rows.clone()]);
                    let product = Product {
                        weight,
                        bias: None,
                        x: RowMap { index, ..x },
                        out: RowMap { index, ..out },
                    };
                    // SAFETY: threads get disjoint outputs; the caller sized the memory.
                    unsafe {
                        gemm::share::<M>(product, 0..rows.len(), outputs, self.packs, thread);
                    }
                }
            }
        });
    }
}

/// `silu(x) * up` in place of `x`, or `relu(x)^2`, then as a panel.
fn activate<M: Multiplier>(
    dev: &CpuDevice,
    x: *mut u8,
    up: Option<*mut u8>,
    [pairs, inter]: [usize; 2],
    panel: *mut u8,
) {
    let (x, up) = (Address(x.cast::<f32>()), up.map(|up| Address(up.cast::<f32>())));
    dev.parallel(pairs, inter * 2, &|rows| {
        let (at, len) = (rows.start * inter, rows.len() * inter);
        // SAFETY: both hold `pairs * inter` f32; these rows are this part's own.
        let (x, up) = unsafe {
            (
                std::slice::from_raw_parts_mut(x.get().add(at), len),
                up.as_ref().map(|up| std::slice::from_raw_parts(up.get().add(at), len)),
            )
        };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { M::S::assume() }.vectorise(Activate { x, up });
    });
    // SAFETY: as above; all rows are written.
    let mid = unsafe { std::slice::from_raw_parts(x.get(), pairs * inter) };
    gemm::prepare::<M>(dev, Tensor::from_f32(mid, &[pairs, inter]), None, panel);
}

struct Activate<'a> {
    x: &'a mut [f32],
    up: Option<&'a [f32]>,
}

impl<S: Simd> Job<S> for Activate<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let Some(up) = self.up else {
            for i in (0..self.x.len()).step_by(S::LANES) {
                let y = relu_squared(s, load_at(s, self.x, i));
                store_at(s, self.x, i, y);
            }
            return;
        };
        for i in (0..self.x.len()).step_by(S::LANES) {
            let y = s.mul(silu(s, load_at(s, self.x, i)), load_at(s, up, i));
            store_at(s, self.x, i, y);
        }
    }
}

/// Weighted sum of the experts' rows in rank order.
struct Combine<'a> {
    down: Tensor<'a>,
    weights: &'a [f32],
    k: usize,
    out: SharedRows<'a>,
    rows: Range<usize>,
}

impl<S: Simd> Job<S> for Combine<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            let width = self.down.dim(1);
            // SAFETY: row `t` is this part's own.
            let out = unsafe { self.out.row(t, 0..width) };
            for i in (0..width).step_by(S::LANES) {
                let mut acc = s.splat(0.0);
                for r in 0..self.k {
                    let weight = s.splat(self.weights[t * self.k + r]);
                    acc = s.fma(weight, load_at(s, self.down.row_f32(t * self.k + r), i), acc);
                }
                store_at(s, out, i, acc);
            }
        }
    }
}
