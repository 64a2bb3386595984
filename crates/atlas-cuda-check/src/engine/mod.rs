//! The engine on the GPU: scheduling and the prefix cache change no token and no bit of the logits,
//! planted faults are found, tokens are picked as the host picks them, and greedy tokens are the
//! CPU's.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use atlas_core::{HostPlaces, StateSpec};
use atlas_cuda::{Cuda, Options, ReplayCounts};
use atlas_engine::TestFault;
use atlas_engine::testing::alike::Alike;
use atlas_engine::testing::invariants::{
    InvariantOptions, Loader, Property, invariants, loader_on,
};
use atlas_engine::testing::prefix::{SoakConfig, SoakSize, soak};
use atlas_tensor::{Compute, CpuDevice, Device, Isa};

mod ahead;
mod greedy;
mod picks;
mod plan;
mod tier;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Largest distance of a logit from that of another run in bf16 without batch invariance, as a
/// share of the largest of its row: other cuts and other batches go through other kernels, whose
/// sums have other orders, and a router may choose another expert for it.
const FAST_BOUND: f32 = 0.25;

/// Options of `engine`.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Ordinal of the GPU
    #[arg(long, default_value_t = 0)]
    device: u32,
    /// Random cases of each proof
    #[arg(long, default_value = "20")]
    cases: NonZeroUsize,
    /// Tokens of a prompt at most
    #[arg(long, default_value_t = 300)]
    prompt: usize,
    /// Tokens of an answer at most
    #[arg(long, default_value_t = 32)]
    generate: usize,
    /// Run so many conversations with the prefix cache on and off, and nothing else
    #[arg(long, value_name = "CONVERSATIONS", group = "alone")]
    soak: Option<u64>,
    /// Run only what an engine does before its first step: graphs, and memory
    #[arg(long, group = "alone")]
    start: bool,
    /// Run only the comparison of answers with KV blocks on the disk and without, for prompts of
    /// `--prompt` tokens
    #[arg(long, group = "alone")]
    tier: bool,
    /// Run only the proofs in bf16 on the fastest kernels, those of a device without
    /// `--batch-invariant`, whose logits may differ within a bound
    #[arg(long, group = "alone")]
    fast: bool,
    /// Folders of checkpoints
    #[arg(required = true)]
    folders: Vec<String>,
}

/// Runs the proofs that the arguments choose on each folder.
pub fn run_checks(wanted: &EngineArgs) -> ExitCode {
    if let Err(error) = open(wanted.device, Compute::F32, true) {
        println!("not run: {error}");
        return ExitCode::FAILURE;
    }
    let (mut passed, mut failed) = (0, 0);
    for folder in &wanted.folders {
        let proofs = match wanted {
            EngineArgs { soak: Some(_), .. } => soak_alone,
            EngineArgs { start: true, .. } => at_start,
            EngineArgs { tier: true, .. } => tier_alone,
            EngineArgs { fast: true, .. } => fast_alone,
            _ => run,
        };
        proofs(wanted, Path::new(folder), &mut |good, line| {
            *(if good { &mut passed } else { &mut failed }) += 1;
            println!("{}  {folder}: {line}", if good { "ok  " } else { "FAIL" });
        });
    }
    let ReplayCounts { captured, replayed, eager, picked } = ReplayCounts::now();
    let all = format!(
        "{captured} graphs, {replayed} steps replayed, {eager} kernel by kernel, \
         {picked} batches picked by graphs"
    );
    let good = replayed > captured && picked > 0;
    match good {
        true => passed += 1,
        false => failed += 1,
    }
    println!(
        "{}  each graph was what its step would queue: {all}",
        if good { "ok  " } else { "FAIL" }
    );
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

fn open(ordinal: u32, compute: Compute, batch_invariant: bool) -> Result<Device> {
    let options = Options { check_graphs: true, ..Options::default() };
    Ok(Device::Backend(Arc::new(Cuda::open(ordinal, compute, batch_invariant, options)?)))
}

/// The device has no threads to vary.
const PROPERTIES: [Property; 5] = [
    Property::Chunks,
    Property::Batching,
    Property::Preemption,
    Property::RunAhead,
    Property::Drafts,
];

/// Every proof on one checkpoint; `note` is told how each ended.
fn run(wanted: &EngineArgs, folder: &Path, note: &mut dyn FnMut(bool, String)) {
    let on_gpu = |compute| loader_on(folder, move |_| open(wanted.device, compute, true));
    let properties = PROPERTIES.to_vec();
    let options = InvariantOptions {
        properties: properties.clone(),
        cases: wanted.cases.get(),
        prompt_len_max: wanted.prompt,
        generated: wanted.generate,
        ..InvariantOptions::default()
    };
    for compute in [Compute::F32, Compute::Bf16] {
        let report = invariants(&on_gpu(compute), &options);
        note(report.mismatches.is_empty(), format!("{compute:?}: {report}"));
        report.mismatches.iter().take(3).for_each(|line| println!("        {line}"));
    }
    let (model, _) = on_gpu(Compute::F32)(1);
    let recurrent = model.state_specs().iter().any(|s| matches!(s, StateSpec::Recurrent { .. }));
    drop(model);
    for property in properties {
        let fault = property.planted_fault();
        let of_state = [TestFault::ChunkForgetsState, TestFault::RejectedDraftsStay];
        if of_state.contains(&fault) && !recurrent {
            println!("      {fault:?} is not planted: no layer has a state to forget");
            continue;
        }
        let planted = InvariantOptions {
            properties: vec![property],
            cases: wanted.cases.get().min(4),
            // Long enough to be preempted with tokens to forget.
            generated: wanted.generate.max(16),
            preempt_per_mille: 300,
            fault: Some(fault),
            ..options.clone()
        };
        let report = invariants(&on_gpu(Compute::F32), &planted);
        note(!report.mismatches.is_empty(), format!("{fault:?} planted: {report}"));
    }
    converse(&on_gpu(Compute::Bf16), wanted.cases.get() as u64, Alike::Bits, note);
    for depth in [1, 2] {
        let (count, generate) = (8 * wanted.cases.get(), wanted.generate.min(24));
        match picks::compare(&on_gpu(Compute::F32), depth, count, generate) {
            Ok(line) => note(true, line),
            Err(line) => note(false, line),
        }
    }
    at_start(wanted, folder, note);
    let on_cpu = loader_on(folder, |_| Ok(CpuDevice::new(2, Isa::detect(), Compute::F32)?.into()));
    match greedy::compare(
        &on_cpu,
        &on_gpu(Compute::F32),
        wanted.cases.get(),
        wanted.prompt,
        wanted.generate,
    ) {
        Ok(line) => note(true, line),
        Err(line) => note(false, line),
    }
}

/// Graphs captured ahead of the first step, and the memory that is taken.
fn at_start(wanted: &EngineArgs, folder: &Path, note: &mut dyn FnMut(bool, String)) {
    for compute in [Compute::F32, Compute::Bf16] {
        match ahead::compare(&loader_on(folder, move |_| open(wanted.device, compute, true))) {
            Ok(line) => note(true, format!("{compute:?}: {line}")),
            Err(line) => note(false, format!("{compute:?}: {line}")),
        }
    }
    match plan::compare(wanted.device, folder) {
        Ok(line) => note(true, format!("memory: {line}")),
        Err(line) => note(false, format!("memory: {line}")),
    }
}

/// Answers with KV blocks on the disk and without.
fn tier_alone(wanted: &EngineArgs, folder: &Path, note: &mut dyn FnMut(bool, String)) {
    for compute in [Compute::F32, Compute::Bf16] {
        let load = loader_on(folder, move |_| open(wanted.device, compute, true));
        match tier::compare(&load, wanted.cases.get(), wanted.prompt, wanted.generate) {
            Ok(line) => note(true, format!("{compute:?}: {line}")),
            Err(line) => note(false, format!("{compute:?}: a tier on the disk: {line}")),
        }
    }
}

/// The prefix cache alone, with progress.
fn soak_alone(wanted: &EngineArgs, folder: &Path, note: &mut dyn FnMut(bool, String)) {
    let load = loader_on(folder, move |_| open(wanted.device, Compute::Bf16, true));
    converse(&load, wanted.soak.unwrap_or(0), Alike::Bits, note);
}

/// The proofs of scheduling and of the prefix cache in bf16 on the fastest kernels.
fn fast_alone(wanted: &EngineArgs, folder: &Path, note: &mut dyn FnMut(bool, String)) {
    let load = loader_on(folder, move |_| open(wanted.device, Compute::Bf16, false));
    let alike = Alike::Within(FAST_BOUND);
    let options = InvariantOptions {
        properties: PROPERTIES.to_vec(),
        cases: wanted.cases.get(),
        prompt_len_max: wanted.prompt,
        generated: wanted.generate,
        alike,
        ..InvariantOptions::default()
    };
    let report = invariants(&load, &options);
    note(report.mismatches.is_empty(), format!("fastest kernels: {report}"));
    report.mismatches.iter().take(3).for_each(|line| println!("        {line}"));
    // The bound is no excuse for a fault.
    let fault = TestFault::PreemptionForgetsTokens;
    let planted = InvariantOptions {
        properties: vec![Property::Preemption],
        cases: wanted.cases.get().min(4),
        generated: wanted.generate.max(16),
        preempt_per_mille: 300,
        fault: Some(fault),
        ..options
    };
    let report = invariants(&load, &planted);
    note(!report.mismatches.is_empty(), format!("fastest kernels, {fault:?} planted: {report}"));
    converse(&load, wanted.cases.get() as u64, alike, note);
}

/// Conversations with the prefix cache on and off, and a small second tier in host memory.
fn converse(
    load: &Loader<'_>,
    conversations: u64,
    alike: Alike,
    note: &mut dyn FnMut(bool, String),
) {
    let host = HostPlaces { blocks: 12, snapshots: 6 };
    let (model, _) = load(1);
    // Windows of which those sequences have many.
    let short = |spec: &StateSpec| match spec {
        StateSpec::Paged { window, .. } => window.is_some_and(|window| window <= 40),
        _ => false,
    };
    let windowed = model.state_specs().iter().all(short);
    drop(model);
    let size = if windowed { SoakSize::WINDOWED } else { SoakSize::default() };
    let config = SoakConfig { load, conversations, seed: 7, host, size, alike };
    match soak(&config, &mut |line| println!("      {line}")) {
        Ok(report) => note(true, format!("prefix cache on and off, {alike:?}: {report:?}")),
        Err(error) => note(false, format!("prefix cache on and off, {alike:?}: {error}")),
    }
}
