//! Runs every kernel on a GPU against the references of `atlas-tensor`.
//!
//! `atlas-cuda-check parity [--device N] [--seed S] [--only OP]... [--short] [--once] [--list]
//! [--debug-sync] [--perf | --no-perf]`. The seed is drawn anew for each run and printed.
//!
//! `--only` takes a part of an op's name, or the name of a case as `--list` prints it, and may be
//! given several times. With `--once` a case is not cut into calls; `tools/sanitize/run.py` runs
//! that.

pub mod attention;
pub mod check;
pub mod elementwise;
pub mod file_fetch;
pub mod fused;
pub mod gated_delta;
pub mod gemm;
pub mod graphs;
pub mod moe;
pub mod perf;
pub mod rig;
pub mod rows;
pub mod sampling;

use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use atlas_cuda::{CudaError, Options};
use atlas_tensor::DType;
use atlas_tensor::ops::*;
use atlas_tensor::testkit::set_noise;

use check::{CaseRun, Tally, check_op, same_bits};
use rig::Rig;

struct Args {
    device: u32,
    seed: u64,
    only: Vec<String>,
    /// Leaves out the cases with more than 65,535 rows, which an emulated device takes long for.
    short: bool,
    once: bool,
    list: bool,
    debug_sync: bool,
    checks: bool,
    perf: bool,
}

/// Runs the checks that the arguments choose.
pub fn main(args: impl Iterator<Item = String>) -> ExitCode {
    let args = match parse(args) {
        Ok(args) => args,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match run(&args) {
        Ok(tally) => {
            if args.list {
                return ExitCode::SUCCESS;
            }
            println!("{} passed, {} failed", tally.passed, tally.failed);
            if args.checks && tally.passed + tally.failed == 0 {
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

fn parse(mut args: impl Iterator<Item = String>) -> Result<Args, String> {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
    let mut out = Args {
        device: 0,
        seed: clock % 1_000_000_007,
        only: Vec::new(),
        once: false,
        list: false,
        short: false,
        debug_sync: false,
        checks: true,
        perf: true,
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} takes a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{text} is no number"));
        match arg.as_str() {
            "--device" => out.device = number(value()?)? as u32,
            "--seed" => out.seed = number(value()?)?,
            "--only" => out.only.push(value()?),
            "--once" => out.once = true,
            "--list" => out.list = true,
            "--short" => out.short = true,
            "--debug-sync" => out.debug_sync = true,
            "--perf" => out.checks = false,
            "--no-perf" => out.perf = false,
            _ => return Err(format!("unknown argument {arg}")),
        }
    }
    Ok(out)
}

fn run(args: &Args) -> Result<Tally, CudaError> {
    let way = match (args.list, args.once) {
        (true, once) => CaseRun::List { once },
        (false, true) => CaseRun::Once,
        (false, false) => CaseRun::Run,
    };
    let mut tally = Tally::new(way, &args.only);
    let options = Options { debug_sync: args.debug_sync, ..Options::default() };
    for dtype in [DType::F32, DType::Bf16] {
        if !args.checks {
            break;
        }
        let start = Instant::now();
        let rig = Rig::new(args.device, dtype, options)?.short(args.short);
        if dtype == DType::F32 && !args.list {
            let info = rig.device.info();
            let (major, minor) = info.capability;
            let (name, sms, l2) = (&info.name, info.multiprocessors, info.l2_bytes >> 20);
            let mib = info.memory_bytes >> 20;
            println!("{name}, sm_{major}{minor}, {sms} multiprocessors, {mib} MiB, L2 {l2} MiB");
            println!("seed {}", args.seed);
        }
        set_noise(args.seed, dtype == DType::Bf16);
        check_all(&rig, &mut tally);
        fused::check(&rig, args.seed, &mut tally);
        elementwise::dummy_weights::check(&rig, args.seed, &mut tally);
        gemm::shared_input::check(&rig, args.seed, &mut tally);
        gemm::shared_input::active(&rig, args.seed, &mut tally);
        gemm::shared_input::normed(&rig, args.seed, &mut tally);
        gemm::shared_input::halves(&rig, args.seed, &mut tally);
        gemm::sm90_wgmma::check(&rig, args.seed, &mut tally);
        gemm::sm90_split_k::check(&rig, args.seed, &mut tally);
        attention::spans::check(&rig, args.seed, &mut tally);
        attention::split_ranges::check(&rig, args.short, args.seed, &mut tally);
        moe::grouped_gemm::check(&rig, args.seed, &mut tally);
        moe::routed_pair_gemv::check(&rig, args.seed, &mut tally);
        gemm::cublaslt::check(&rig, args.seed, &mut tally);
        gated_delta::chunked::check(&rig, args.short, &mut tally);
        sampling::sample::check(&rig, args.seed, &mut tally);
        graphs::capture::check(&rig, args.seed, &mut tally);
        graphs::replay::check(&rig, &mut tally);
        if !args.list {
            println!("{dtype:?}: {:.1} s", start.elapsed().as_secs_f64());
        }
    }
    if args.perf && !args.list {
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
    check_op::<Attention>(rig, tally);
    check_op::<SwiGlu>(rig, tally);
    check_op::<SigmoidMul>(rig, tally);
    check_op::<RouteTopk>(rig, tally);
    check_op::<MoeExperts>(rig, tally);
    check_op::<SharedExpertAdd>(rig, tally);
    check_op::<Conv1dSilu>(rig, tally);
    check_op::<GdnGates>(rig, tally);
    check_op::<GatedDelta>(rig, tally);
    check_op::<GatedRmsNorm>(rig, tally);
    if tally.wants("attention") {
        same_bits::<Attention>(rig, ["simt_walk", "simt_split"], tally);
        same_bits::<Attention>(rig, ["mma_by_split_walk", "mma_by_split"], tally);
    }
}
