//! Linears and experts of 8-bit inputs and weights, in graphs, beside those of bf16.

use std::cell::Cell;

use atlas_cuda::DeviceBuffer;
use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::dispatch::GemmDispatch;
use atlas_cuda::ops::gemm::quantise_activations::{ActivationCodes, QuantiseActivations};
use atlas_cuda::ops::gemm::quantised_small_m::QuantisedLinearArgs;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_fp8::Sm90Fp8;
use atlas_cuda::ops::moe::ExpertsArgs;
use atlas_cuda::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use atlas_cuda::ops::moe::quantised_experts::{QuantisedExperts, QuantisedExpertsArgs};
use atlas_tensor::WeightFormat;
use atlas_tensor::ops::{ExpertActivation, ScaleGroup};
use atlas_tensor::testkit::Noise;

use super::quantised::{bytes_of, chosen_experts, view};
use super::{BF16, Bench, Done, EXPERTS, HIDDEN, INNER, POOL, RANKS};

const FORMAT: WeightFormat = WeightFormat::Fp8Block;
const GROUP: ScaleGroup = ScaleGroup::Block;
const SHAPES: [(usize, usize); 4] = [(12_288, HIDDEN), (HIDDEN, 4096), (4096, 4096), (8192, 8192)];
/// Calls of a graph.
const CALLS: usize = 24;

impl Bench<'_> {
    pub(super) fn fp8(&mut self) -> Done {
        // Long: the same linear in bf16 and in every tile, each with its arguments.
        let device = &self.rig.device;
        let kernels = QuantiseActivations::bind(device)?.zip(Sm90Fp8::bind(device)?);
        let Some((quantise, linears)) = kernels else { return Ok(()) };
        let plain = GemmDispatch::bind(device)?;
        let multiprocessors = device.info().multiprocessors as usize;
        let memory = DeviceBuffer::new(device, 256 << 20)?;
        let memory = Cell::new(Some(memory));
        for rows in [17, 32, 64, 128, 256, 512, 1024, 8192] {
            for (n, k) in SHAPES {
                let flops = 2 * rows * n * k;
                let cost = (2 * (n * k + rows * (n + k)), flops);
                self.time_graph(
                    &format!("fp8/bf16 {rows} x {n} x {k}"),
                    cost,
                    CALLS,
                    |bench, i| {
                        let (bytes, x) = (2 * n * k, bench.x.view(BF16, 0, [rows, 1, k], [k, k])?);
                        let at = i % (POOL / bytes) * bytes;
                        let args = LinearArgs {
                            x,
                            weight: bench.pool.view(BF16, at, [n, 1, k], [k, k])?,
                            bias: None,
                            out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
                        };
                        let group = LinearGroup::new(CheckedLinear::of(&args)?);
                        plain.run(&bench.rig.stream, &group, false)
                    },
                )?;
                let cost = (bytes_of(FORMAT, n, k) + rows * (2 * n + k), flops);
                let serving = Sm90Fp8::serving([rows, k, n], multiprocessors);
                for tile in Sm90Fp8::tiles() {
                    let many = !tile.starts_with('k');
                    if if many { rows < 64 } else { rows > 512 } {
                        continue;
                    }
                    let mark = if tile == serving { " *" } else { "" };
                    let name = format!("fp8/{tile} {rows} x {n} x {k}{mark}");
                    self.time_graph(&name, cost, CALLS, |bench, i| {
                        let Some(mut held) = memory.take() else { return Ok(()) };
                        let x = bench.x.view(BF16, 0, [rows, 1, k], [k, k])?;
                        let stream = &bench.rig.stream;
                        // The first call makes the codes that the others read.
                        let codes = match i {
                            0 => quantise.run(stream, &x, GROUP, &mut held)?,
                            _ => ActivationCodes::there(&held, [rows, k], GROUP)?,
                        };
                        let args = QuantisedLinearArgs {
                            x,
                            weight: view((&bench.pool, &bench.small), FORMAT, [n, k], i)?,
                            bias: None,
                            out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
                        };
                        let done = linears.run_in(stream, &codes, &[args], tile);
                        memory.set(Some(held));
                        done
                    })?;
                }
            }
            let k = HIDDEN;
            let name = format!("fp8/quantise {rows} x {k}");
            self.time_graph(&name, (3 * rows * k, 0), CALLS, |bench, _| {
                let Some(mut held) = memory.take() else { return Ok(()) };
                let x = bench.x.view(BF16, 0, [rows, 1, k], [k, k])?;
                quantise.run(&bench.rig.stream, &x, GROUP, &mut held)?;
                memory.set(Some(held));
                Ok(())
            })?;
        }
        self.fp8_experts()
    }

    fn fp8_experts(&mut self) -> Done {
        // Long: the same experts three times, each with its arguments.
        let device = &self.rig.device;
        let decoded = QuantisedExperts::bind(device, ExpertActivation::SwiGlu, FORMAT)?;
        let rounded = QuantisedExperts::bind(device, ExpertActivation::SwiGlu, FORMAT)?
            .with_rounded_inputs(device)?;
        let plain = GroupedGemm::bind(device, ExpertActivation::SwiGlu, GroupedTiles::ByPairs)?;
        let (up, down) = ([EXPERTS * 2 * INNER, HIDDEN], [EXPERTS * HIDDEN, INNER]);
        let mut noise = Noise::new(77);
        for rows in [128, 256, 512, 1024, 2048, 8192] {
            let (ids, chosen) = chosen_experts(&mut noise, rows);
            let pairs = rows * RANKS;
            let each = bytes_of(FORMAT, 2 * INNER, HIDDEN) + bytes_of(FORMAT, HIDDEN, INNER);
            let flops = 6 * pairs * INNER * HIDDEN;
            let ids_on = self.rig.slice(&ids)?;
            let weights = self.rig.slice(&vec![0.125f32; pairs])?;
            let ways = [("fp8/experts decoded", Some(&decoded)), ("fp8/experts", rounded.as_ref())];
            for (name, run) in ways {
                let Some(run) = run else { continue };
                let bytes = run.call_bytes([rows, RANKS, EXPERTS], [HIDDEN, INNER]);
                let workspace = Cell::new(Some(DeviceBuffer::new(&self.rig.device, bytes)?));
                let (name, cost) = (format!("{name} {rows} of 8 in 256"), (chosen * each, flops));
                self.time_graph(&name, cost, 8, |bench, i| {
                    let Some(mut held) = workspace.take() else { return Ok(()) };
                    let mut args = QuantisedExpertsArgs {
                        x: bench.x.view(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                        ids: ids_on.get().slice(0, pairs)?,
                        weights: weights.get().slice(0, pairs)?,
                        ranks: RANKS,
                        experts: EXPERTS,
                        gate_up: view((&bench.pool, &bench.small), FORMAT, up, 2 * i)?,
                        down: view((&bench.pool, &bench.small), FORMAT, down, 2 * i + 1)?,
                        out: bench.out.view_mut(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                        workspace: &mut held,
                    };
                    let done = run.run(&bench.rig.stream, &mut args);
                    workspace.set(Some(held));
                    done
                })?;
            }
            let bytes = GroupedGemm::workspace_bytes(pairs, EXPERTS, HIDDEN, INNER);
            let workspace = Cell::new(Some(DeviceBuffer::new(&self.rig.device, bytes)?));
            let cost = (chosen * 6 * INNER * HIDDEN, flops);
            let name = format!("fp8/experts bf16 {rows} of 8 in 256");
            self.time_graph(&name, cost, 8, |bench, _| {
                let Some(mut held) = workspace.take() else { return Ok(()) };
                let at = EXPERTS * 2 * INNER * HIDDEN * 2;
                let (wide, tall) = ([EXPERTS, 2 * INNER, HIDDEN], [EXPERTS, HIDDEN, INNER]);
                let strides = |[_, n, k]: [usize; 3]| [n * k, k];
                let args = ExpertsArgs {
                    x: bench.x.view(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                    ids: ids_on.get().slice(0, pairs)?,
                    weights: weights.get().slice(0, pairs)?,
                    ranks: RANKS,
                    gate_up: bench.pool.view(BF16, 0, wide, strides(wide))?,
                    down: bench.pool.view(BF16, at, tall, strides(tall))?,
                    out: bench.out.view_mut(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                    workspace: &mut held,
                };
                let done = plain.run(&bench.rig.stream, args);
                workspace.set(Some(held));
                done
            })?;
        }
        Ok(())
    }
}
