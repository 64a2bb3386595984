//! Time of a step outside the forward pass, and CPU time of an idle engine. In a binary of their
//! own, so that no other test runs at the same time.

use atlas_core::{GenerateRequest, Limits, LogprobsMode, SamplingParams, TokenEngine};
use atlas_engine::sampling::{DecodeState, LogitRow, LogitsPipeline, Need};
use atlas_engine::testing::{FakeModel, collect, small_limits};
use atlas_engine::{Engine, EngineConfig, EngineObserver, StepTiming};
use atlas_tensor::{Compute, CpuDevice, Isa};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const BATCH: u32 = 8;
const TOKENS: u32 = 2000;

/// Timings of steps with full batches.
#[derive(Default)]
struct Timings(Mutex<Vec<StepTiming>>);

impl EngineObserver for Timings {
    fn step(&self, timing: &StepTiming) {
        if timing.spans == BATCH as usize {
            self.0.lock().expect("no panic holds it").push(*timing);
        }
    }
}

impl Timings {
    /// Median in microseconds, which other work of the system moves little.
    fn median_us(&self, seconds: fn(&StepTiming) -> f64) -> f64 {
        let mut all: Vec<f64> =
            self.0.lock().expect("no panic holds it").iter().map(seconds).collect();
        assert!(all.len() > TOKENS as usize / 2, "only {} full batches", all.len());
        all.sort_by(f64::total_cmp);
        all[all.len() / 2] * 1e6
    }
}

/// CPU time of the engine thread in clock ticks.
fn engine_ticks() -> u64 {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux");
    let stat = tasks
        .filter_map(|t| std::fs::read_to_string(t.ok()?.path().join("stat")).ok())
        .find(|stat| stat.contains("(atlas-engine)"))
        .expect("the engine thread");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    fields[11..13].iter().map(|t| t.parse::<u64>().expect("a number")).sum()
}

#[test]
fn host_overhead_is_small_and_idling_is_free() {
    let limits = Limits {
        slot_count: BATCH,
        seq_len_max: 4096,
        kv_block_count: BATCH * 4096 / 16,
        queue_len_max: 64,
        ..small_limits()
    };
    // The model is trivial: the time outside it is measured.
    let model = FakeModel::scripted(1000, |prefix| (prefix.len() % 1000) as u32);
    let timings = Arc::new(Timings::default());
    let dev = CpuDevice::new(1, Isa::Portable, Compute::F32).expect("one thread");
    let engine = Engine::start(Box::new(model), dev, EngineConfig::new(limits), timings.clone())
        .expect("small pools");
    let streams: Vec<_> = (0..BATCH)
        .map(|i| {
            engine.submit(GenerateRequest::new(vec![i + 1; 8], SamplingParams::greedy(TOKENS)))
        })
        .collect();
    for stream in streams {
        assert_eq!(collect(stream.expect("room")).tokens.len() as u32, TOKENS);
    }
    std::thread::sleep(Duration::from_millis(50));
    let host_us = timings.median_us(|t| t.host_seconds);
    let forward_us = timings.median_us(|t| t.forward_seconds);
    println!(
        "batch {BATCH}: {host_us:.1} us of host a step, {forward_us:.1} us in the fake forward \
         (medians)"
    );
    assert!(host_us < 500.0, "{host_us:.1} us a step beside the forward");
    let before = engine_ticks();
    std::thread::sleep(Duration::from_millis(500));
    let ticks = engine_ticks() - before;
    assert!(ticks <= 2, "an idle engine used {ticks} clock ticks in half a second");
}

/// Seconds of the pipeline for one row, the best of several runs.
fn row_seconds(logits: &[f32], params: SamplingParams) -> f64 {
    let state = DecodeState::new(vec![1, 2, 3], params, &[0]);
    let mut pipeline = LogitsPipeline::new(logits.len());
    let mut outcomes = Vec::new();
    let once = |position| {
        let begin = Instant::now();
        let row = LogitRow { logits, position, need: Need::Pick(&state) };
        pipeline.run([row], &mut outcomes);
        begin.elapsed().as_secs_f64()
    };
    (3..23).map(once).fold(f64::INFINITY, f64::min)
}

#[test]
fn rows_of_a_large_vocabulary_are_cheap() {
    let mut rng = fastrand::Rng::with_seed(5);
    // Sums of uniform numbers, which are distributed like logits.
    let mut logit = || (0..8).map(|_| rng.f32() - 0.5).sum::<f32>() * 4.0;
    let logits: Vec<f32> = (0..151_936).map(|_| logit()).collect();
    let base = SamplingParams::default();
    let greedy = SamplingParams::greedy(9);
    let penalised = SamplingParams { frequency_penalty: 0.1, ..greedy.clone() };
    let preset = SamplingParams { temperature: 0.7, top_k: 20, top_p: 0.95, ..base.clone() };
    let top_p = SamplingParams { top_p: 0.95, ..base.clone() };
    let logprobs = SamplingParams { logprobs: LogprobsMode::Top(5), ..greedy.clone() };
    for (name, params) in [
        ("greedy", greedy),
        ("greedy with penalties", penalised),
        ("temperature", base),
        ("top_k 20, top_p 0.95", preset),
        ("top_p 0.95", top_p),
        ("greedy with 5 log-probabilities", logprobs),
    ] {
        let seconds = row_seconds(&logits, params);
        println!("151936 logits, {name}: {:.0} us", seconds * 1e6);
        assert!(seconds < 0.1, "{name}: {seconds} s a row");
    }
}
