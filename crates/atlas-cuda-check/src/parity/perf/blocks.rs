//! Linears and experts of weights in blocks, in graphs, with the bytes that they read.

use std::cell::Cell;

use atlas_cuda::DeviceBuffer;
use atlas_cuda::ops::gemm::block_linears::BlockLinears;
use atlas_cuda::ops::gemm::dequantise_blocks::DequantiseBlocks;
use atlas_cuda::ops::gemm::quantised_small_m::QuantisedLinearArgs;
use atlas_cuda::ops::moe::block_experts::BlockExperts;
use atlas_cuda::ops::moe::quantised_experts::QuantisedExpertsArgs;
use atlas_tensor::testkit::Noise;
use atlas_tensor::weights::ggml::GgmlType;
use atlas_tensor::{StepBounds, WeightFormat};

use super::quantised::{bytes_of, chosen_experts, view};
use super::{BF16, Bench, Done, EXPERTS, HIDDEN, INNER, RANKS};

const FORMATS: [WeightFormat; 5] = [
    WeightFormat::Ggml(GgmlType::Q4K),
    WeightFormat::Int4 { group: 128 },
    WeightFormat::Ggml(GgmlType::Q6K),
    WeightFormat::Ggml(GgmlType::Q8_0),
    WeightFormat::Ggml(GgmlType::Q4_0),
];
/// Outputs and inputs of the linears of a model of eight billion parameters.
const SHAPES: [(usize, usize); 4] = [(6144, 4096), (4096, 4096), (28_672, 4096), (4096, 14_336)];
const CALLS: usize = 24;
/// Bytes of weights that the calls of a graph read at least: more than the second-level cache
/// keeps.
const WEIGHTS: usize = 512 << 20;

impl Bench<'_> {
    pub(super) fn blocks(&mut self) -> Done {
        for format in FORMATS {
            let linear = BlockLinears::bind(&self.rig.device, format, false)?;
            let dequantise = DequantiseBlocks::bind(&self.rig.device, format)?;
            for (n, k) in SHAPES {
                let bytes = bytes_of(format, n, k);
                for rows in [1, 2, 8, 32, 64] {
                    let cost = (bytes + 2 * rows * (n + k), 2 * rows * n * k);
                    let name = format!("blocks/{format} {rows} x {n} x {k}");
                    self.time_graph(&name, cost, CALLS.max(WEIGHTS / bytes), |bench, i| {
                        let args = QuantisedLinearArgs {
                            x: bench.x.view(BF16, 0, [rows, 1, k], [k, k])?,
                            weight: view((&bench.pool, &bench.small), format, [n, k], i)?,
                            bias: None,
                            out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
                        };
                        linear.run(&bench.rig.stream, &[args])
                    })?;
                }
                let rows = n.min((32 << 20) / (2 * k));
                let name = format!("blocks/dequantise {format} {rows} x {k}");
                let cost = (bytes_of(format, rows, k) + 2 * rows * k, 0);
                self.time_graph(&name, cost, CALLS, |bench, i| {
                    let weight = view((&bench.pool, &bench.small), format, [n, k], i)?;
                    let out = bench.out.slice_mut(0, rows * k)?;
                    dequantise.run(&bench.rig.stream, &weight, 0..rows, out)
                })?;
            }
        }
        self.block_experts(WeightFormat::Ggml(GgmlType::Q4K))
    }

    fn block_experts(&mut self, format: WeightFormat) -> Done {
        let run = BlockExperts::bind(&self.rig.device, [format; 2], false)?;
        let (up, down) = ([EXPERTS * 2 * INNER, HIDDEN], [EXPERTS * HIDDEN, INNER]);
        let mut noise = Noise::new(78);
        for rows in [1, 2, 8, 32, 128, 256, 512, 2048, 8192] {
            let pairs = rows * RANKS;
            let (ids, chosen) = chosen_experts(&mut noise, rows);
            let each = bytes_of(format, 2 * INNER, HIDDEN) + bytes_of(format, HIDDEN, INNER);
            let cost = (chosen * each, 6 * pairs * INNER * HIDDEN);
            let ids_on = self.rig.slice(&ids)?;
            let weights = self.rig.slice(&vec![0.125f32; pairs])?;
            let bytes = BlockExperts::workspace_bytes(pairs, EXPERTS, HIDDEN, INNER)
                + StepBounds::dequantised_experts(EXPERTS, HIDDEN, INNER);
            let workspace = Cell::new(Some(DeviceBuffer::new(&self.rig.device, bytes)?));
            let name = format!("blocks/experts {format} {rows} of 8 in 256");
            self.time_graph(&name, cost, CALLS, |bench, i| {
                let Some(mut held) = workspace.take() else { return Ok(()) };
                let args = QuantisedExpertsArgs {
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
                let done = run.run(&bench.rig.stream, &args);
                workspace.set(Some(held));
                done
            })?;
        }
        Ok(())
    }
}
