//! Runs every kernel on a GPU against the references of `atlas-tensor`.
//!
//! The seed is drawn anew for each run and printed. `tools/sanitize/run.py` runs the cases that
//! `--list` prints, each with `--once`.

pub mod attention;
pub mod check;
pub mod copies;
pub mod elementwise;
pub mod file_fetch;
pub mod fused;
pub mod gated_delta;
pub mod gemm;
pub mod graphs;
pub mod latent;
pub mod mamba2;
pub mod moe;
pub mod perf;
pub mod rig;
pub mod rows;
pub mod sampling;

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use atlas_cuda::{CudaError, Options};
use atlas_tensor::DType;
use atlas_tensor::ops::*;
use atlas_tensor::testkit::set_noise;

use check::{CaseRun, Tally, check_op, same_bits};
use rig::Rig;

/// Options of `parity`.
#[derive(clap::Args)]
pub struct ParityArgs {
    /// Ordinal of the GPU
    #[arg(long, default_value_t = 0)]
    device: u32,
    /// Seed of the noise; drawn anew if it is left out
    #[arg(long)]
    seed: Option<u64>,
    /// A part of an op's name, or the name of a case as `--list` prints it; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Type of the activations; both if it is left out
    #[arg(long, value_enum)]
    dtype: Option<Activations>,
    /// Leave out cases with more than 65,535 rows and most cuts of the others, which take an
    /// emulated device long
    #[arg(long)]
    short: bool,
    /// Of rows with many cases, run one in N; the seed says which
    #[arg(long, value_name = "N", conflicts_with = "only")]
    one_in: Option<NonZeroUsize>,
    /// Run each case in one call on aligned rows and one on others, and announce it
    #[arg(long)]
    once: bool,
    /// Print the names of the cases and run none
    #[arg(long)]
    list: bool,
    /// Wait for every kernel, so that an error names the one that caused it
    #[arg(long)]
    debug_sync: bool,
    /// Measure and check nothing
    #[arg(long, conflicts_with = "no_perf")]
    perf: bool,
    /// Check and measure nothing
    #[arg(long)]
    no_perf: bool,
}

/// Types of activations that the kernels serve.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Activations {
    F32,
    Bf16,
}

/// Runs the checks that the arguments choose.
pub fn run_checks(args: &ParityArgs) -> ExitCode {
    match run(args) {
        Ok(tally) => {
            if args.list {
                return ExitCode::SUCCESS;
            }
            println!("{} passed, {} failed", tally.passed, tally.failed);
            if !args.perf && tally.passed + tally.failed == 0 {
                println!("no such case on this device; --list names them");
                return ExitCode::FAILURE;
            }
            if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            println!("not run: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &ParityArgs) -> Result<Tally, CudaError> {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
    let seed = args.seed.unwrap_or(clock % 1_000_000_007);
    let way = match (args.list, args.once) {
        (true, once) => CaseRun::List { once },
        (false, true) => CaseRun::Once,
        (false, false) => CaseRun::Run,
    };
    let mut tally = Tally::new(way, &args.only);
    tally.some = args.one_in.map(|of| (seed as usize % of, of));
    let options = Options { debug_sync: args.debug_sync, ..Options::default() };
    let types = [(Activations::F32, DType::F32), (Activations::Bf16, DType::Bf16)];
    let types = types.into_iter().filter(|(name, _)| args.dtype.is_none_or(|only| only == *name));
    for (index, (_, dtype)) in types.enumerate() {
        if args.perf {
            break;
        }
        let start = Instant::now();
        let rig = Rig::new(args.device, dtype, options)?.short(args.short);
        if index == 0 && !args.list {
            let info = rig.device.info();
            let (major, minor) = info.capability;
            let (name, sms, l2) = (&info.name, info.multiprocessors, info.l2_bytes >> 20);
            let mib = info.memory_bytes >> 20;
            println!("{name}, sm_{major}{minor}, {sms} multiprocessors, {mib} MiB, L2 {l2} MiB");
            println!("seed {seed}");
        }
        set_noise(seed, dtype == DType::Bf16);
        check_all(&rig, &mut tally);
        fused::check(&rig, seed, &mut tally);
        elementwise::dummy_weights::check(&rig, seed, &mut tally);
        gemm::shared_input::check(&rig, seed, &mut tally);
        gemm::shared_input::active(&rig, seed, &mut tally);
        gemm::shared_input::normed(&rig, seed, &mut tally);
        gemm::shared_input::halves(&rig, seed, &mut tally);
        gemm::quantised::check(&rig, seed, &mut tally);
        gemm::ordered::check(&rig, seed, &mut tally);
        gemm::quantised_gemv::check(&rig, seed, &mut tally);
        gemm::sm90_fp8::check(&rig, args.short, seed, &mut tally);
        gemm::sm90_wgmma::check(&rig, seed, &mut tally);
        gemm::sm90_split_k::check(&rig, seed, &mut tally);
        attention::spans::check(&rig, seed, &mut tally);
        attention::split_ranges::check(&rig, args.short, seed, &mut tally);
        attention::parts::check(&rig, args.short, seed, &mut tally);
        latent::tiles::check(&rig, seed, &mut tally);
        latent::parts::check(&rig, args.short, seed, &mut tally);
        moe::grouped_gemm::check(&rig, seed, &mut tally);
        moe::routed_pair_gemv::check(&rig, seed, &mut tally);
        moe::quantised_layer::check(&rig, seed, &mut tally);
        moe::sm90_fp8_experts::check(&rig, seed, &mut tally);
        moe::dequantised_experts::check(&rig, seed, &mut tally);
        gemm::cublaslt::check(&rig, seed, &mut tally);
        gated_delta::chunked::check(&rig, args.short, &mut tally);
        mamba2::chunked::check(&rig, args.short, &mut tally);
        sampling::sample::check(&rig, seed, &mut tally);
        graphs::capture::check(&rig, seed, &mut tally);
        graphs::replay::check(&rig, &mut tally);
        if !args.list {
            println!("{dtype:?}: {:.1} s", start.elapsed().as_secs_f64());
        }
    }
    if !args.no_perf && !args.list {
        let rig = Rig::new(args.device, DType::Bf16, options)?;
        perf::run(&rig, args.only.first().map(String::as_str))?;
    }
    Ok(tally)
}

fn check_all(rig: &Rig, tally: &mut Tally) {
    check_op::<Embed>(rig, tally);
    check_op::<RmsNorm>(rig, tally);
    check_op::<AddRmsNorm>(rig, tally);
    check_op::<Linear>(rig, tally);
    check_op::<QkNormRope>(rig, tally);
    check_op::<KvStore>(rig, tally);
    check_op::<RotateHeads>(rig, tally);
    check_op::<Attention>(rig, tally);
    check_op::<SwiGlu>(rig, tally);
    check_op::<ReluSquared>(rig, tally);
    check_op::<SigmoidMul>(rig, tally);
    check_op::<RouteTopk>(rig, tally);
    check_op::<MoeExperts>(rig, tally);
    check_op::<SharedExpertAdd>(rig, tally);
    check_op::<Conv1dSilu>(rig, tally);
    check_op::<GdnGates>(rig, tally);
    check_op::<GatedDelta>(rig, tally);
    check_op::<GatedRmsNorm>(rig, tally);
    check_op::<QueryTemperature>(rig, tally);
    check_op::<AbsorbQueries>(rig, tally);
    check_op::<LatentStore>(rig, tally);
    check_op::<LatentAttention>(rig, tally);
    check_op::<LatentValues>(rig, tally);
    check_op::<LatentHeads>(rig, tally);
    check_op::<Mamba2Gates>(rig, tally);
    check_op::<SelectiveScan>(rig, tally);
    check_op::<GroupGatedRmsNorm>(rig, tally);
    check_op::<LayerNorm>(rig, tally);
    check_op::<IndexTopk>(rig, tally);
    if tally.wants("latent_attention") {
        same_bits::<LatentAttention>(rig, ["simt_walk", "simt_split"], tally);
    }
    if tally.wants("attention") {
        same_bits::<Attention>(rig, ["simt_walk", "simt_split"], tally);
        same_bits::<Attention>(rig, ["mma_by_split_walk", "mma_by_split"], tally);
        let of_codes = ["mma_by_split_walk_codes", "mma_by_split_codes"];
        same_bits::<Attention>(rig, of_codes, tally);
    }
}
