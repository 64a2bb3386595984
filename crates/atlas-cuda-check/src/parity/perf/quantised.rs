//! Linears and experts of quantised weights, in graphs, with the bytes that they read: codes and
//! scales.

use std::cell::Cell;

use atlas_cuda::CudaError;
use atlas_cuda::ops::gemm::dequantise::Dequantise;
use atlas_cuda::ops::gemm::quantised_small_m::{QuantisedLinearArgs, QuantisedSmallM};
use atlas_cuda::ops::moe::quantised_experts::{QuantisedExperts, QuantisedExpertsArgs};
use atlas_cuda::quantised::{QuantisedView, ScaleGrid};
use atlas_cuda::{DeviceBuffer, ops::moe::grouped_gemm::GroupedGemm};
use atlas_tensor::WeightFormat;
use atlas_tensor::ops::ExpertActivation;
use atlas_tensor::testkit::Noise;

use super::{BF16, Bench, Done, EXPERTS, HIDDEN, INNER, POOL, RANKS};

const FORMATS: [WeightFormat; 3] =
    [WeightFormat::Fp8Block, WeightFormat::Nvfp4, WeightFormat::Mxfp4];
const SHAPES: [(usize, usize); 4] = [(12_288, HIDDEN), (HIDDEN, 4096), (4096, 4096), (8192, 8192)];

/// Fewest calls of a graph, and bytes of weights that they read at least: more than the
/// second-level cache keeps until the graph is launched again.
const CALLS: usize = 24;
const WEIGHTS: usize = 512 << 20;

/// Bytes of a weight's parts.
pub(super) fn bytes_of(format: WeightFormat, n: usize, k: usize) -> usize {
    let scales = 4 * n.div_ceil(rows_per_scale(format)) * format.scale_columns(k);
    n * (format.row_bytes(k) + format.block_scale_bytes(k)) + scales
}

fn rows_per_scale(format: WeightFormat) -> usize {
    if format == WeightFormat::Fp8Block { 128 } else { 1 }
}

/// A weight of random bits at turn `turn` in `pool`, with scales out of `small`.
pub(super) fn view<'a>(
    (pool, small): (&'a DeviceBuffer, &'a DeviceBuffer),
    format: WeightFormat,
    [n, k]: [usize; 2],
    turn: usize,
) -> Result<QuantisedView<'a>, CudaError> {
    let (codes, blocks) = (n * format.row_bytes(k), n * format.block_scale_bytes(k));
    let each = (codes + blocks).next_multiple_of(256);
    let at = turn % (POOL / each) * each;
    let grid = n.div_ceil(rows_per_scale(format)) * format.scale_columns(k);
    let scales =
        ScaleGrid { values: small.slice(0, grid)?, rows_per_scale: rows_per_scale(format) };
    let blocks = if blocks > 0 { Some(pool.slice(at + codes, blocks)?) } else { None };
    let scales = (grid > 0).then_some(scales);
    QuantisedView::new(format, [n, k], pool.slice(at, codes)?, blocks, scales)
}

/// Distinct experts of each row, drawn evenly, and the number of those that are chosen at all.
pub(super) fn chosen_experts(noise: &mut Noise, rows: usize) -> (Vec<u32>, usize) {
    let mut ids: Vec<u32> = Vec::new();
    let mut all: Vec<u32> = (0..EXPERTS as u32).collect();
    for _ in 0..rows {
        for r in 0..RANKS {
            let other = r + noise.below(EXPERTS - r);
            all.swap(r, other);
        }
        ids.extend(&all[..RANKS]);
    }
    let mut chosen = ids.clone();
    chosen.sort_unstable();
    chosen.dedup();
    (ids, chosen.len())
}

impl Bench<'_> {
    pub(super) fn quantised(&mut self) -> Done {
        for format in FORMATS {
            let linear = QuantisedSmallM::bind(&self.rig.device, format)?;
            let dequantise = Dequantise::bind(&self.rig.device, format)?;
            for (n, k) in SHAPES {
                let bytes = bytes_of(format, n, k);
                for rows in [1, 2, 4, 8, 16, 32, 64, 128] {
                    let cost = (bytes + 2 * rows * (n + k), 2 * rows * n * k);
                    let name = format!("quantised/{format} {rows} x {n} x {k}");
                    let calls = CALLS.max(WEIGHTS / bytes);
                    self.time_graph(&name, cost, calls, |bench, i| {
                        let args = QuantisedLinearArgs {
                            x: bench.x.view(BF16, 0, [rows, 1, k], [k, k])?,
                            weight: view((&bench.pool, &bench.small), format, [n, k], i)?,
                            bias: None,
                            out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
                        };
                        linear.run(&bench.rig.stream, &[args])
                    })?;
                }
                let name = format!("quantised/dequantise {format} {n} x {k}");
                self.time_graph(&name, (bytes + 2 * n * k, 0), CALLS, |bench, i| {
                    let weight = view((&bench.pool, &bench.small), format, [n, k], i)?;
                    let out = bench.out.slice_mut(0, n * k)?;
                    dequantise.run(&bench.rig.stream, &weight, 0..n, out)
                })?;
            }
            self.quantised_experts(format)?;
        }
        Ok(())
    }

    fn quantised_experts(&mut self, format: WeightFormat) -> Done {
        for tiles in [false, true] {
            let mut run =
                QuantisedExperts::bind(&self.rig.device, ExpertActivation::SwiGlu, format)?;
            if tiles {
                run = run.with_tiles(&self.rig.device, None)?;
            }
            if tiles == run.has_tiles() {
                self.experts_by(format, &run)?;
            }
        }
        Ok(())
    }

    fn experts_by(&mut self, format: WeightFormat, run: &QuantisedExperts) -> Done {
        let kind = if run.has_tiles() { "tiles" } else { "experts" };
        let (up, down) = ([EXPERTS * 2 * INNER, HIDDEN], [EXPERTS * HIDDEN, INNER]);
        let mut noise = Noise::new(77);
        for rows in [1, 2, 4, 8, 16, 32, 128, 256, 512, 1024, 2048, 8192] {
            let pairs = rows * RANKS;
            let (ids, chosen) = chosen_experts(&mut noise, rows);
            let each = bytes_of(format, 2 * INNER, HIDDEN) + bytes_of(format, HIDDEN, INNER);
            let cost = (chosen * each, 6 * pairs * INNER * HIDDEN);
            let ids_on = self.rig.slice(&ids)?;
            let weights = self.rig.slice(&vec![0.125f32; pairs])?;
            let bytes = GroupedGemm::workspace_bytes(pairs, EXPERTS, HIDDEN, INNER);
            let workspace = Cell::new(Some(DeviceBuffer::new(&self.rig.device, bytes)?));
            let name = format!("quantised/{kind} {format} {rows} of 8 in 256");
            self.time_graph(&name, cost, CALLS, |bench, i| {
                let Some(mut held) = workspace.take() else { return Ok(()) };
                let mut args = QuantisedExpertsArgs {
                    x: bench.x.view(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                    ids: ids_on.get().slice(0, pairs)?,
                    weights: weights.get().slice(0, pairs)?,
                    ranks: RANKS,
                    experts: EXPERTS,
                    gate_up: view((&bench.pool, &bench.small), format, up, 2 * i)?,
                    down: view((&bench.pool, &bench.small), format, down, 2 * i + 1)?,
                    out: bench.out.view_mut(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                    workspace: &mut held,
                };
                let done = run.run(&bench.rig.stream, &mut args);
                workspace.set(Some(held));
                done
            })?;
        }
        Ok(())
    }
}
