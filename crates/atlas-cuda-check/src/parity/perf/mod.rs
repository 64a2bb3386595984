//! Speed of the kernels at the shapes of a large mixture of experts: hidden 2048, 256 experts
//! of which 8 are chosen, 16 query heads of 256 on 2, delta heads 32 on 16 of 128, vocabulary
//! 248,320.

mod attention;
mod blocks;
mod fp8;
mod latent;
mod mamba2;
mod norm_gemv;
mod quantised;
mod routed_pair_gemv;
mod sample;
mod small_m_linears;

use atlas_cuda::ops::elementwise::dummy_weights::DummyWeights;
use atlas_cuda::ops::gated_delta::GatedDeltaArgs;
use atlas_cuda::ops::gated_delta::chunked::ChunkedGatedDelta;
use atlas_cuda::ops::gated_delta::recurrent::RecurrentGatedDelta;
use atlas_cuda::ops::gemm::gemv::{Gemv, GemvTwoWarps};
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_wgmma::{Sm90Wgmma, TILED_MIN};
use atlas_cuda::ops::gemm::small_m_mma::{ROWS_MAX, SmallMMma};
use atlas_cuda::ops::gemm::tiled_mma::TiledMma;
use atlas_cuda::ops::gemm::{LinearArgs, LinearTypes};
use atlas_cuda::ops::moe::ExpertsArgs;
use atlas_cuda::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use atlas_cuda::ops::moe::pair_gemv::PairGemv;
use atlas_cuda::ops::moe::router_topk::{RouteArgs, RouteTopk};
use atlas_cuda::ops::norm::NormWeight;
use atlas_cuda::ops::norm::rms_norm::RmsNorm;
use atlas_cuda::ops::sampling::arg_max::ArgMax;
use atlas_cuda::ops::step::StepTables;
use std::cell::RefCell;

use atlas_cuda::library::{LibraryLinears, WORKSPACE_BYTES};
use atlas_cuda::upload::Uploads;
use atlas_cuda::{CudaError, DeviceBuffer};
use atlas_tensor::ops::{ExpertActivation, RouterRule};
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, SpanRows};
use half::bf16;

use crate::parity::rig::Rig;

const BF16: DType = DType::Bf16;
const HIDDEN: usize = 2048;
const VOCAB: usize = 248_320;
const EXPERTS: usize = 256;
const RANKS: usize = 8;
const INNER: usize = 512;
/// Bytes of random bf16, more than all experts of a layer.
const POOL: usize = 2 << 30;
const REPEATS: usize = 15;
/// Seconds of runs behind each other that are timed together.
const ENOUGH: f64 = 2e-3;

type Done = Result<(), CudaError>;

struct Bench<'a> {
    rig: &'a Rig,
    /// Random numbers of deviation 0.05.
    pool: DeviceBuffer,
    x: DeviceBuffer,
    out: DeviceBuffer,
    small: DeviceBuffer,
    only: Option<&'a str>,
    /// Bytes and operations that the device does in a second at most, as measured in this run.
    ceilings: [f64; 2],
}

pub fn run(rig: &Rig, only: Option<&str>) -> Done {
    let mut noise = Noise::new(31);
    let block: Vec<bf16> = (0..4 << 20).map(|_| bf16::from_f32(noise.normal() * 0.05)).collect();
    let random = |bytes: usize| -> Result<DeviceBuffer, CudaError> {
        let mut buffer = DeviceBuffer::new(&rig.device, bytes)?;
        let (size, block) = (block.len() * 2, bytemuck::cast_slice::<bf16, u8>(&block));
        for at in (0..bytes).step_by(size) {
            buffer.write(&rig.stream, at, &block[..size.min(bytes - at)])?;
        }
        Ok(buffer)
    };
    let mut bench = Bench {
        rig,
        pool: random(POOL)?,
        x: random(256 << 20)?,
        out: DeviceBuffer::new(&rig.device, 1 << 30)?,
        small: random(64 << 20)?,
        only,
        ceilings: [f64::INFINITY; 2],
    };
    bench.find_ceilings()?;
    let heads = ["us", "GB/s", "TFLOP/s", "%"];
    println!(
        "{:<44} {:>10} {:>9} {:>9} {:>5}",
        "row and shape", heads[0], heads[1], heads[2], heads[3]
    );
    bench.copy()?;
    bench.upload()?;
    bench.fill()?;
    bench.linears()?;
    bench.few()?;
    bench.normed()?;
    bench.experts()?;
    bench.quantised()?;
    bench.blocks()?;
    bench.fp8()?;
    bench.routed()?;
    bench.attention()?;
    bench.latent()?;
    bench.mamba2()?;
    bench.delta()?;
    bench.rest()?;
    bench.sampling()
}

impl Bench<'_> {
    /// Median seconds of `run`, called with 0, 1, .. so that it can take other memory each time.
    fn seconds(
        &mut self,
        run: &mut impl FnMut(&mut Self, usize) -> Done,
    ) -> Result<f64, CudaError> {
        run(self, 0)?;
        let start = self.rig.stream.record()?;
        run(self, 1)?;
        let end = self.rig.stream.record()?;
        end.synchronize()?;
        // As many as take some time, so that what the first of them waits for does not show.
        let inner = (ENOUGH / end.seconds_since(&start)?.max(1e-9)).clamp(8.0, 64.0) as usize;
        let mut seconds = Vec::new();
        for repeat in 0..REPEATS {
            let start = self.rig.stream.record()?;
            for i in 0..inner {
                run(self, repeat * inner + i)?;
            }
            let end = self.rig.stream.record()?;
            end.synchronize()?;
            seconds.push(end.seconds_since(&start)? / inner as f64);
        }
        seconds.sort_by(f64::total_cmp);
        Ok(seconds[REPEATS / 2])
    }

    /// Prints how long `run` takes, and the share of the ceiling that is nearer to it.
    fn time(
        &mut self,
        name: &str,
        (bytes, flops): (usize, usize),
        mut run: impl FnMut(&mut Self, usize) -> Done,
    ) -> Done {
        if self.only.is_some_and(|only| !name.contains(only)) {
            return Ok(());
        }
        let median = self.seconds(&mut run)?;
        let (rate, speed) = (bytes as f64 / median, flops as f64 / median);
        let share = (rate / self.ceilings[0]).max(speed / self.ceilings[1]) * 100.0;
        let (us, rate, speed) = (median * 1e6, rate / 1e9, speed / 1e12);
        println!("{name:<44} {us:>10.2} {rate:>9.0} {speed:>9.2} {share:>5.1}");
        Ok(())
    }

    /// Measures the ceilings: the bandwidth of a one-row linear with very many outputs, or of a
    /// copy if that is more, and the FLOP/s of a product of 8,192 x 8,192 x 8,192.
    fn find_ceilings(&mut self) -> Done {
        let types = LinearTypes { x: BF16, weight: BF16, out: BF16 };
        let (warp, mma) =
            (Gemv::bind(&self.rig.device, types)?, TiledMma::bind(&self.rig.device, BF16)?);
        let wgmma = Sm90Wgmma::bind(&self.rig.device)?;
        let args = |bench: &'_ mut Self, rows: usize, n: usize, k: usize, way: usize| {
            let args = LinearArgs {
                x: bench.x.view(BF16, 0, [rows, 1, k], [k, k])?,
                weight: bench.pool.view(BF16, 0, [n, 1, k], [k, k])?,
                bias: None,
                out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
            };
            let stream = &bench.rig.stream;
            match (way, &wgmma) {
                (0, _) => warp.run(stream, args),
                (_, Some(wgmma)) => wgmma.run(stream, &LinearGroup::new(CheckedLinear::of(&args)?)),
                _ => mma.run(stream, args),
            }
        };
        let bytes = 1 << 30;
        let copy = self
            .seconds(&mut |bench, _| bench.out.copy_from(&bench.rig.stream, &bench.pool, bytes))?;
        let row = self.seconds(&mut |bench, _| args(bench, 1, VOCAB, HIDDEN, 0))?;
        let square = self.seconds(&mut |bench, _| args(bench, 8192, 8192, 8192, 1))?;
        let [copied, read] = [2.0 * bytes as f64 / copy, (2 * VOCAB * HIDDEN) as f64 / row];
        self.ceilings = [copied.max(read), 2.0 * 8192f64.powi(3) / square];
        println!(
            "ceilings (100 %): {:.0} GB/s ({:.0} copied, {:.0} read by a linear of one row), \
             {:.0} TFLOP/s (8,192 cubed)",
            self.ceilings[0] / 1e9,
            copied / 1e9,
            read / 1e9,
            self.ceilings[1] / 1e12
        );
        Ok(())
    }

    fn copy(&mut self) -> Done {
        let bytes = 1 << 30;
        self.time("copy 1 GiB (read and written)", (2 * bytes, 0), |bench, _| {
            bench.out.copy_from(&bench.rig.stream, &bench.pool, bytes)
        })
    }

    /// From ordinary memory of the host, at once and through pinned memory.
    fn upload(&mut self) -> Done {
        let data = vec![0x3cu8; 1 << 30];
        let mut uploads = Uploads::new(&self.rig.device)?;
        self.time("upload 1 GiB in chunks", (data.len(), 0), |bench, _| {
            // SAFETY: `out` is as long, and lives as long as the bench.
            unsafe { uploads.write(&bench.rig.stream, bench.out.ptr(), &data) }
        })?;
        self.time("upload 1 GiB at once", (data.len(), 0), |bench, _| {
            bench.out.write(&bench.rig.stream, 0, &data)
        })
    }

    fn fill(&mut self) -> Done {
        let fill = DummyWeights::bind(&self.rig.device)?;
        let bytes = 1 << 30;
        self.time("fill 1 GiB (written)", (bytes, 0), |bench, i| {
            let values = bench.small.slice(0, 1 << 16)?;
            let out = bench.out.slice_mut(0, bytes / 2)?;
            fill.run(&bench.rig.stream, values, i as u64, 0, out)
        })
    }

    fn linears(&mut self) -> Done {
        // Long: one table of kernels, and the line printed for each.
        let types = LinearTypes { x: BF16, weight: BF16, out: BF16 };
        let (warp, halves) =
            (Gemv::bind(&self.rig.device, types)?, GemvTwoWarps::bind(&self.rig.device)?);
        let mma = TiledMma::bind(&self.rig.device, BF16)?;
        let small_m = SmallMMma::bind(&self.rig.device, BF16)?;
        let wgmma = Sm90Wgmma::bind(&self.rig.device)?;
        // The yardstick, where it is.
        let library = LibraryLinears::bind(&self.rig.device).ok();
        let workspace = RefCell::new(DeviceBuffer::new(&self.rig.device, WORKSPACE_BYTES)?);
        let shapes = [(12_288, HIDDEN), (HIDDEN, 4096), (VOCAB, HIDDEN), (8192, 8192)];
        for rows in [1, 4, 8, 16, 32, 64, 128, 1024, 8192] {
            for (n, k) in shapes {
                if (n == VOCAB && rows > 128) || (n == 8192 && rows != 8192) {
                    continue;
                }
                let cost = (2 * (n * k + rows * (n + k)), 2 * rows * n * k);
                let run = |bench: &'_ mut Self, i: usize, way: &str| -> Done {
                    let bytes = 2 * n * k;
                    let offset = i % (POOL / bytes) * bytes;
                    let args = LinearArgs {
                        x: bench.x.view(BF16, 0, [rows, 1, k], [k, k])?,
                        weight: bench.pool.view(BF16, offset, [n, 1, k], [k, k])?,
                        bias: None,
                        out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
                    };
                    let stream = &bench.rig.stream;
                    match way {
                        "gemv" => warp.run(stream, args),
                        "gemv_two_warps" if k > 2048 => halves.run(stream, args),
                        "gemv_two_warps" => Ok(()),
                        "small_m_mma" => small_m.run(stream, args),
                        "sm90_wgmma" => match &wgmma {
                            Some(wgmma) => wgmma
                                .run_wgmma(stream, &LinearGroup::new(CheckedLinear::of(&args)?)),
                            None => Ok(()),
                        },
                        // As the model of times chooses among them.
                        "sm90_wgmma_ws" => match &wgmma {
                            Some(wgmma) => wgmma.run_warp_specialized(
                                stream,
                                &LinearGroup::new(CheckedLinear::of(&args)?),
                            ),
                            None => Ok(()),
                        },
                        "tiled_mma" => mma.run(stream, args),
                        "library" => library.as_ref().map_or(Ok(()), |library| {
                            library.run(stream, &args, &mut workspace.borrow_mut())
                        }),
                        // One of the tiles, by its name.
                        _ => match &wgmma {
                            Some(wgmma) => {
                                let tile = Sm90Wgmma::tiles().take_while(|tile| *tile != way);
                                wgmma.run_in(
                                    stream,
                                    &LinearGroup::new(CheckedLinear::of(&args)?),
                                    tile.count(),
                                )
                            }
                            None => Ok(()),
                        },
                    }
                };
                let ways = [
                    ("gemv", 1..=16),
                    ("gemv_two_warps", 1..=if k > 2048 { 1 } else { 0 }),
                    ("small_m_mma", 1..=ROWS_MAX),
                    ("tiled_mma", 1..=usize::MAX),
                    ("library", 1..=usize::MAX),
                    ("sm90_wgmma", TILED_MIN..=usize::MAX),
                    ("64x16", TILED_MIN..=64),
                    ("64x32", TILED_MIN..=64),
                    ("64x64", TILED_MIN..=64),
                    ("64x128", TILED_MIN..=64),
                    ("sm90_wgmma_ws", 65..=usize::MAX),
                    ("ws_128x256", 65..=usize::MAX),
                    ("ws_128x256_cluster2", 129..=usize::MAX),
                    ("ws_128x128", 65..=usize::MAX),
                    ("ws_128x128_cluster2", 129..=usize::MAX),
                    ("ws_128x96", 65..=128),
                    ("ws_64x256", TILED_MIN..=64),
                ];
                for (way, served) in ways {
                    let on_all = ["gemv", "gemv_two_warps", "small_m_mma", "tiled_mma"]
                        .contains(&way)
                        || way == "library" && library.is_some();
                    if served.contains(&rows) && (on_all || way != "library" && wgmma.is_some()) {
                        let name = format!("linear/{way} {rows} x {n} x {k}");
                        self.time(&name, cost, |bench, i| run(bench, i, way))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn experts(&mut self) -> Done {
        // Long: one table of kernels, and the line printed for each.
        let pairs = PairGemv::bind(&self.rig.device, ExpertActivation::SwiGlu, [BF16; 2])?;
        let tiles =
            GroupedGemm::bind(&self.rig.device, ExpertActivation::SwiGlu, GroupedTiles::Common)?;
        let specialized = |index, rounded| {
            GroupedGemm::bind(
                &self.rig.device,
                ExpertActivation::SwiGlu,
                GroupedTiles::Specialized { index: Some(index), rounded },
            )
        };
        let [low, low_rounded] = [specialized(0, false)?, specialized(0, true)?];
        let [tall, tall_rounded] = [specialized(1, false)?, specialized(1, true)?];
        let few = |index| {
            GroupedGemm::bind(
                &self.rig.device,
                ExpertActivation::SwiGlu,
                GroupedTiles::SmallM(index),
            )
        };
        let [deep, small_m] = [few(0)?, few(1)?];
        let mut noise = Noise::new(32);
        for rows in [1, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 8192] {
            // Distinct experts for each token, drawn evenly.
            let ids: Vec<u32> = (0..rows)
                .flat_map(|_| {
                    let (first, step) = (noise.below(EXPERTS), 2 * noise.below(EXPERTS / 2) + 1);
                    (0..RANKS).map(move |r| ((first + r * step) % EXPERTS) as u32)
                })
                .collect();
            let mut distinct = ids.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let count = rows * RANKS;
            let weights = self.rig.slice(&vec![0.125f32; count])?;
            let ids = self.rig.slice(&ids)?;
            let expert = 3 * INNER * HIDDEN;
            let cost = (2 * (distinct.len() * expert + 2 * rows * HIDDEN), 2 * count * expert);
            let needed = GroupedGemm::workspace_bytes(count, EXPERTS, HIDDEN, INNER)
                .max(pairs.workspace_bytes(count, INNER));
            let mut workspace = DeviceBuffer::new(&self.rig.device, needed)?;
            let up = EXPERTS * 2 * INNER * HIDDEN * 2;
            let many = 300..=usize::MAX;
            let ways = [
                ("pair_gemv", 1..=32),
                ("grouped_gemm", 512..=usize::MAX),
                ("grouped_gemm_16x128", 4..=512),
                ("grouped_gemm_16x64", 4..=512),
                ("sm90_64x256", 100..=usize::MAX),
                ("sm90_64x256_rounded", 100..=usize::MAX),
                ("sm90_128x256", many.clone()),
                ("sm90_128x256_rounded", many),
            ];
            for (way, served) in ways {
                if !served.contains(&rows) {
                    continue;
                }
                let name = format!("moe_experts/{way} {rows} tokens, {} experts", distinct.len());
                self.time(&name, cost, |bench, _| {
                    let args = ExpertsArgs {
                        x: bench.x.view(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                        ids: ids.get().slice(0, count)?,
                        weights: weights.get().slice(0, count)?,
                        ranks: RANKS,
                        gate_up: bench.pool.view(
                            BF16,
                            0,
                            [EXPERTS, 2 * INNER, HIDDEN],
                            [2 * INNER * HIDDEN, HIDDEN],
                        )?,
                        down: bench.pool.view(
                            BF16,
                            up,
                            [EXPERTS, HIDDEN, INNER],
                            [HIDDEN * INNER, INNER],
                        )?,
                        out: bench.out.view_mut(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?,
                        workspace: &mut workspace,
                    };
                    let stream = &bench.rig.stream;
                    match way {
                        "pair_gemv" => pairs.run(stream, args),
                        "grouped_gemm_16x128" => deep.run(stream, args),
                        "grouped_gemm_16x64" => small_m.run(stream, args),
                        "sm90_64x256" => low.run(stream, args),
                        "sm90_64x256_rounded" => low_rounded.run(stream, args),
                        "sm90_128x256" => tall.run(stream, args),
                        "sm90_128x256_rounded" => tall_rounded.run(stream, args),
                        _ => tiles.run(stream, args),
                    }
                })?;
            }
        }
        Ok(())
    }

    fn delta(&mut self) -> Done {
        let (key_heads, heads, dim) = (16, 32, 128);
        let op = RecurrentGatedDelta::bind(&self.rig.device, BF16)?;
        let chunk = ChunkedGatedDelta::bind(&self.rig.device, BF16, dim, dim)?;
        let matrices = heads * dim * dim;
        let shapes =
            [(1, 1), (8, 1), (32, 1), (128, 1), (1, 512), (1, 8192), (4, 2048), (2, 16_384)];
        for (spans, len) in shapes {
            let rows = spans * len;
            let list: Vec<SpanRows<'_>> = (0..spans)
                .map(|slot| SpanRows {
                    slot,
                    row: slot * len,
                    len,
                    start: 0,
                    drafts: 0,
                    blocks: &[],
                })
                .collect();
            let step = StepTables::new(&self.rig.stream, rows, &list, None)?;
            let mut state = DeviceBuffer::new(&self.rig.device, 4 * spans * matrices)?;
            state.fill(&self.rig.stream, 0)?;
            let gates = vec![-0.1f32; rows * heads];
            let gates = DeviceBuffer::of(&self.rig.stream, &gates)?;
            let beta = DeviceBuffer::of(&self.rig.stream, &vec![0.5f32; rows * heads])?;
            let bytes = ChunkedGatedDelta::workspace_bytes(rows, heads);
            let mut workspace = DeviceBuffer::new(&self.rig.device, bytes.max(16))?;
            let vectors = 2 * rows * (2 * key_heads + 2 * heads) * dim;
            let cost = (8 * spans * matrices + vectors, 7 * rows * matrices);
            for chunked in [false, true] {
                if (chunked && len < 64) || (!chunked && rows > 8192) {
                    continue;
                }
                let way = if chunked { "/chunk" } else { "" };
                self.time(&format!("gated_delta{way} {spans} x {len}"), cost, |bench, _| {
                    let keys = [key_heads * dim, dim];
                    let values = [heads * dim, dim];
                    let args = GatedDeltaArgs {
                        q: bench.x.view(BF16, 0, [rows, key_heads, dim], keys)?,
                        k: bench.pool.view(BF16, 256 << 20, [rows, key_heads, dim], keys)?,
                        v: bench.pool.view(BF16, 512 << 20, [rows, heads, dim], values)?,
                        g: gates.view(DType::F32, 0, [rows, 1, heads], [heads, heads])?,
                        beta: beta.view(DType::F32, 0, [rows, 1, heads], [heads, heads])?,
                        state: state.slice_mut(0, spans * matrices)?,
                        eps: 1e-6,
                        out: bench.out.view_mut(BF16, 0, [rows, heads, dim], values)?,
                    };
                    let stream = &bench.rig.stream;
                    match chunked {
                        true => chunk.run(stream, &step, &args, workspace.slice_mut(0, bytes)?),
                        false => op.run(stream, &step, args),
                    }
                })?;
            }
        }
        Ok(())
    }

    fn rest(&mut self) -> Done {
        let norm = RmsNorm::bind(&self.rig.device, BF16)?;
        let route = RouteTopk::bind(&self.rig.device, BF16)?;
        let arg_max = ArgMax::bind(&self.rig.device)?;
        for rows in [1, 32, 8192] {
            let cost = (4 * rows * HIDDEN, 0);
            self.time(&format!("rms_norm {rows} x {HIDDEN}"), cost, |bench, _| {
                let weight = bench.small.slice(0, HIDDEN)?;
                let x = bench.x.view(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?;
                let out = bench.out.view_mut(BF16, 0, [rows, 1, HIDDEN], [HIDDEN, HIDDEN])?;
                norm.run(&bench.rig.stream, x, NormWeight { weight, eps: 1e-6, offset: 1.0 }, out)
            })?;
            let cost = (2 * rows * EXPERTS + 8 * rows * RANKS, 0);
            let mut weights = DeviceBuffer::new(&self.rig.device, 4 * rows * RANKS)?;
            self.time(&format!("route_topk {rows} x {EXPERTS}"), cost, |bench, _| {
                let logits = bench.x.view(BF16, 0, [rows, 1, EXPERTS], [EXPERTS, EXPERTS])?;
                let ids = bench.out.slice_mut(0, rows * RANKS)?;
                let weights = weights.slice_mut(0, rows * RANKS)?;
                let (k, rule) = (RANKS, RouterRule::softmax(true));
                route.run(
                    &bench.rig.stream,
                    &RouteArgs { logits, bias: None, k, rule, ids, weights },
                )
            })?;
        }
        for rows in [1, 32] {
            let cost = (4 * rows * VOCAB, 0);
            let mut values = DeviceBuffer::new(&self.rig.device, 4 * rows)?;
            self.time(&format!("arg_max {rows} x {VOCAB}"), cost, |bench, _| {
                let logits = bench.pool.view(DType::F32, 0, [rows, 1, VOCAB], [VOCAB, VOCAB])?;
                let ids = bench.out.slice_mut(0, rows)?;
                arg_max.run(&bench.rig.stream, logits, ids, values.slice_mut(0, rows)?)
            })?;
        }
        Ok(())
    }
}
