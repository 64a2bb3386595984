//! Linears of few rows and few outputs, as a decode step has them: in graphs, in which launches
//! cost the host nothing, and each behind a kernel that writes its rows, whose time is taken alone
//! too.

use atlas_cuda::ops::elementwise::activation::SwiGlu;
use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_split_k::Sm90SplitK;
use atlas_cuda::ops::gemm::sm90_wgmma::Sm90Wgmma;
use atlas_cuda::ops::gemm::small_m_mma::{ROWS_MAX, SmallMMma};
use atlas_cuda::ops::gemm::tiled_mma::TiledMma;
use atlas_cuda::{DeviceBuffer, Launch, Stream};

use super::{BF16, Bench, Done, HIDDEN, INNER, POOL, REPEATS};

/// Outputs and K: the mixers' outputs, a shared expert's, its inputs or a large router, a router.
const SHAPES: [(usize, usize); 4] =
    [(HIDDEN, 4096), (HIDDEN, INNER), (1024, HIDDEN), (256, HIDDEN)];
/// Fewest calls of a graph, and bytes of weights that they read at least: more than the
/// second-level cache keeps until the graph is launched again.
const CALLS: usize = 24;
const WEIGHTS: usize = 256 << 20;
/// Most rows.
const ROWS: usize = 256;

/// Kernels of a linear.
struct Ways {
    small_m: SmallMMma,
    mma: TiledMma,
    wgmma: Option<Sm90Wgmma>,
    split: Option<Sm90SplitK>,
}

impl Ways {
    fn names(&self, rows: usize) -> Vec<&'static str> {
        let mut names = vec!["tiled_mma"];
        if rows <= ROWS_MAX {
            names.push("small_m_mma");
        }
        if self.wgmma.is_some() {
            names.extend(match rows {
                0..=64 => ["64x16", "64x32"],
                _ => ["128x32", "ws_128x128"],
            });
        }
        if self.split.is_some() {
            // Tiles of far more rows than there are copy and add up nothing more, but none of them
            // would serve.
            let room = |tile: &str| {
                let most = tile.split_once("_m").and_then(|(_, rest)| rest.split('_').next());
                let most = most.and_then(|most| most.parse().ok()).unwrap_or(0);
                (rows..=4 * rows).contains(&most) || (most == 128 && rows > 128)
            };
            names.extend(Sm90SplitK::tiles().map(|(tile, _)| tile).filter(|tile| room(tile)));
        }
        names
    }

    fn run(&self, stream: &Stream, way: &str, args: LinearArgs<'_>) -> Done {
        match (way, &self.wgmma, &self.split) {
            ("small_m_mma", ..) => self.small_m.run(stream, args),
            ("tiled_mma", ..) => self.mma.run(stream, args),
            (_, _, Some(split)) if Sm90SplitK::tiles().any(|(tile, _)| tile == way) => {
                split.run_in(stream, &LinearGroup::new(CheckedLinear::of(&args)?), way)
            }
            (_, Some(wgmma), _) => {
                let tile = Sm90Wgmma::tiles().take_while(|tile| *tile != way).count();
                wgmma.run_in(stream, &LinearGroup::new(CheckedLinear::of(&args)?), tile)
            }
            _ => Ok(()),
        }
    }
}

impl Bench<'_> {
    pub(super) fn few(&mut self) -> Done {
        let device = &self.rig.device;
        let ways = Ways {
            small_m: SmallMMma::bind(device, BF16)?,
            mma: TiledMma::bind(device, BF16)?,
            wgmma: Sm90Wgmma::bind(device)?,
            split: Sm90SplitK::bind(device)?,
        };
        let swiglu = SwiGlu::bind(device, BF16)?;
        let mut x = DeviceBuffer::new(device, 2 * ROWS * 4096)?;
        for (n, k) in SHAPES {
            for rows in [8, 16, 32, 64, 128, ROWS] {
                let bytes = 2 * n * k;
                let calls = CALLS.max(WEIGHTS / bytes);
                let cost = (bytes + 2 * rows * (n + k), 2 * rows * n * k);
                let linear = |bench: &mut Self, x: &DeviceBuffer, way: &str, i: usize| -> Done {
                    let at = i % (POOL / bytes) * bytes;
                    let args = LinearArgs {
                        x: x.view(BF16, 0, [rows, 1, k], [k, k])?,
                        weight: bench.pool.view(BF16, at, [n, 1, k], [k, k])?,
                        bias: None,
                        out: bench.out.view_mut(BF16, 0, [rows, 1, n], [n, n])?,
                    };
                    ways.run(&bench.rig.stream, way, args)
                };
                // Writes the rows.
                let before = |bench: &mut Self, x: &mut DeviceBuffer| -> Done {
                    let (shape, strides) = ([rows, 1, k], [k, k]);
                    let gate = bench.small.view(BF16, 0, shape, strides)?;
                    let up = bench.small.view(BF16, 8 << 20, shape, strides)?;
                    let out = x.view_mut(BF16, 0, shape, strides)?;
                    swiglu.run(&bench.rig.stream, gate, up, out)
                };
                before(self, &mut x)?;
                let shape = format!("{rows} x {n} x {k}");
                for way in ways.names(rows) {
                    let name = format!("linear/few/{way} {shape}");
                    self.time_graph(&name, cost, calls, |bench, i| linear(bench, &x, way, i))?;
                }
                let name = format!("linear/step/nothing {shape}");
                self.time_graph(&name, (0, 0), calls, |bench, _| before(bench, &mut x))?;
                for way in ways.names(rows) {
                    let name = format!("linear/step/{way} {shape}");
                    self.time_graph(&name, cost, calls, |bench, i| {
                        before(bench, &mut x)?;
                        linear(bench, &x, way, i)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Median time of one of so many calls of `run` in a graph.
    pub(super) fn time_graph(
        &mut self,
        name: &str,
        (bytes, flops): (usize, usize),
        calls: usize,
        mut run: impl FnMut(&mut Self, usize) -> Done,
    ) -> Done {
        if self.only.is_some_and(|only| !name.contains(only)) {
            return Ok(());
        }
        // Work of a kernel's first launch must not be captured.
        run(self, 0)?;
        let stream = &self.rig.stream;
        stream.synchronize()?;
        let label = Launch { op: "linear", shape: [0; 4] };
        // SAFETY: the bench's buffers outlive the graph, and are not used otherwise before it is
        // waited for.
        let mut graph =
            unsafe { stream.capture(label, |_| (0..calls).try_for_each(|i| run(self, i))) }?;
        graph.launch(stream)?;
        let mut seconds = Vec::new();
        for _ in 0..REPEATS {
            let start = stream.record()?;
            graph.launch(stream)?;
            let end = stream.record()?;
            end.synchronize()?;
            seconds.push(end.seconds_since(&start)? / calls as f64);
        }
        seconds.sort_by(f64::total_cmp);
        let median = seconds[REPEATS / 2];
        let (rate, speed) = (bytes as f64 / median / 1e9, flops as f64 / median / 1e12);
        println!("{name:<44} {:>10.2} {rate:>9.0} {speed:>9.2}", median * 1e6);
        Ok(())
    }
}
