//! Checks that scheduling changes no answer: the same tokens and the same bits of every row of
//! logits for any chunk size, batch, preemption and number of threads. Each property has a planted
//! fault that it must find.

use atlas_core::{
    EngineStats, GenerateRequest, Limits, RequestId, SamplingParams, TokenEngine, TokenEvent,
    TokenId,
};
use atlas_model::{DirSource, LoadOptions, Model};
use atlas_sched::Chaos;
use atlas_tensor::{Compute, CpuDevice, Device, Isa};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::alike::{Alike, Answer, Likeness, Row};
use super::unreliable::Unreliable;
use crate::draft::Proposer;
use crate::engine::Engine;
use crate::engine::config::{EngineConfig, RowHook};
use crate::engine::handle::EngineHandle;
use crate::engine::observer::NoObserver;
use crate::faults::TestFault;

/// A condition that must not change an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Prompt chunks of 1, 7 and 64 tokens; compared with the whole prompt in one step.
    Chunks,
    /// Seven other requests that arrive and end at random; compared with none.
    Batching,
    /// Preemption at random steps, alone and beside other requests; compared with none.
    Preemption,
    /// Two threads; compared with one.
    Threads,
    /// Steps that run ahead of the tokens before them, alone, beside other requests and preempted;
    /// compared with steps that do not.
    RunAhead,
    /// One to seven drafts in a step, right and wrong ones, too few, illegal and none; compared
    /// with no drafts.
    Drafts,
    /// All of these at once.
    Everything,
}

impl Property {
    pub const ALL: [Self; 7] = [
        Self::Chunks,
        Self::Batching,
        Self::Preemption,
        Self::Threads,
        Self::RunAhead,
        Self::Drafts,
        Self::Everything,
    ];

    /// Fault that the property must find.
    pub fn planted_fault(self) -> TestFault {
        match self {
            Self::Chunks => TestFault::ChunkForgetsState,
            Self::Batching => TestFault::NeighbourBlocks,
            Self::Preemption => TestFault::PreemptionForgetsTokens,
            Self::RunAhead => TestFault::FedFromOtherRow,
            Self::Drafts => TestFault::RejectedDraftsStay,
            Self::Threads | Self::Everything => TestFault::ThreadsChangeSums,
        }
    }

    fn variants(self) -> Vec<Variant> {
        let base = UNDISTURBED;
        match self {
            Self::Chunks => [1, 7, 64].map(|chunk| Variant { chunk, ..base }).to_vec(),
            Self::Batching => vec![Variant { others: true, ..base }],
            Self::Preemption => [false, true]
                .map(|others| Variant { preempt: true, others, chunk: 64, ..base })
                .to_vec(),
            Self::Threads => vec![Variant { threads: 2, ..base }],
            Self::RunAhead => [(false, false), (true, false), (true, true)]
                .map(|(others, preempt)| Variant { others, preempt, depth: 2, ..base })
                .to_vec(),
            Self::Drafts => (1..=7)
                .map(|drafts| Variant {
                    drafts,
                    others: drafts % 2 == 0,
                    preempt: drafts % 3 == 0,
                    depth: 1 + drafts % 2,
                    ..base
                })
                .collect(),
            Self::Everything => vec![Variant {
                chunk: 7,
                others: true,
                preempt: true,
                threads: 2,
                depth: 2,
                drafts: 3,
            }],
        }
    }
}

/// Options of [`invariants`].
#[derive(Clone, Debug)]
pub struct InvariantOptions {
    pub properties: Vec<Property>,
    /// Requests compared under each variant of each property.
    pub cases: usize,
    pub seed: u64,
    pub prompt_len_max: usize,
    /// Tokens that each request generates.
    pub generated: usize,
    /// Chance of a preemption in each step, in variants that preempt.
    pub preempt_per_mille: u32,
    /// Fault planted into every engine but that of the expected answers.
    pub fault: Option<TestFault>,
    /// Required agreement with the expected answers.
    pub alike: Alike,
}

impl Default for InvariantOptions {
    /// The full check: 200 cases, prompts of 1 to 700 tokens, 64 tokens generated.
    fn default() -> Self {
        Self {
            properties: Property::ALL.to_vec(),
            cases: 200,
            seed: 1,
            prompt_len_max: 700,
            generated: 64,
            preempt_per_mille: 30,
            fault: None,
            alike: Alike::Bits,
        }
    }
}

/// Result of [`invariants`].
#[derive(Clone, Debug, Default)]
pub struct InvariantReport {
    pub cases: usize,
    /// Answers that were compared.
    pub comparisons: usize,
    pub alike: Alike,
    pub likeness: Likeness,
    pub preemptions: u64,
    /// Drafts that were the tokens picked, and those that were not.
    pub accepted: u64,
    pub rejected: u64,
    /// Smallest difference between the two largest logits of a row.
    pub smallest_margin: f32,
    /// One line for each answer that differs.
    pub mismatches: Vec<String>,
}

impl std::fmt::Display for InvariantReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Likeness { rows, parted, furthest } = self.likeness;
        write!(
            f,
            "{} cases, {} answers compared, {rows} rows of logits ",
            self.cases, self.comparisons
        )?;
        match self.alike {
            Alike::Bits => write!(f, "equal in every bit")?,
            Alike::Within(bound) => write!(
                f,
                "within {bound:e} of the largest of their row, the furthest {furthest:e}, \
                 {parted} answers other after such rows"
            )?,
        }
        write!(
            f,
            ", {} preemptions, {} drafts accepted and {} rejected, smallest top-2 margin {:e}, \
             {} mismatches",
            self.preemptions,
            self.accepted,
            self.rejected,
            self.smallest_margin,
            self.mismatches.len()
        )
    }
}

/// Loads the model onto a device with this many threads.
pub type Loader<'a> = dyn Fn(usize) -> (Box<dyn Model>, Device) + 'a;

/// Returns a loader of the checkpoint in a folder, on this CPU's widest instructions. It panics if
/// the checkpoint does not load.
pub fn checkpoint_loader(
    folder: &Path,
    compute: Compute,
) -> impl Fn(usize) -> (Box<dyn Model>, Device) {
    loader_on(folder, move |threads| Ok(CpuDevice::new(threads, Isa::detect(), compute)?.into()))
}

/// Returns a loader of the checkpoint in a folder, on the device that `open` makes with a number of
/// threads. It panics if the checkpoint does not load.
pub fn loader_on(
    folder: &Path,
    open: impl Fn(usize) -> Result<Device, Box<dyn std::error::Error>>,
) -> impl Fn(usize) -> (Box<dyn Model>, Device) {
    let folder = folder.to_owned();
    move |threads| {
        let load = || -> Result<_, Box<dyn std::error::Error>> {
            let dev = open(threads)?;
            let source = DirSource::new(&folder)?;
            let loaded = atlas_model::load(&source, &dev, &LoadOptions::default())?;
            Ok((loaded.model, dev))
        };
        match load() {
            Ok(pair) => pair,
            Err(error) => panic!("{}: {error}", folder.display()),
        }
    }
}

/// Chunk size that computes any prompt in one step.
const CHUNK_WHOLE: u32 = 1024;
/// Other requests beside a case.
const OTHERS: usize = 7;

#[derive(Clone, Copy, Debug)]
struct Variant {
    chunk: u32,
    others: bool,
    preempt: bool,
    threads: usize,
    depth: u32,
    drafts: u32,
}

/// One thread, one request at a time, whole prompts, no drafts.
const UNDISTURBED: Variant =
    Variant { chunk: CHUNK_WHOLE, others: false, preempt: false, threads: 1, depth: 1, drafts: 0 };

/// A request whose answer is compared.
#[derive(Clone, Debug)]
struct Case {
    prompt: Vec<TokenId>,
    sampling: SamplingParams,
}

/// Rows of all requests of an engine, from its row hook.
#[derive(Debug, Default)]
struct Rows {
    of: FxHashMap<RequestId, Vec<Row>>,
    smallest_margin: f32,
}

type SharedRows = Arc<Mutex<Rows>>;

/// Runs every case alone, then under each variant of each property, and compares tokens and rows.
/// Calls `load` once for each variant.
pub fn invariants(load: &Loader<'_>, options: &InvariantOptions) -> InvariantReport {
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let undisturbed = Running::start(load, UNDISTURBED, options, None, None);
    let vocab_size = undisturbed.vocab_size;
    let cases: Vec<Case> =
        (0..options.cases).map(|i| case(i, &mut rng, vocab_size, options)).collect();
    let expected: Vec<Answer> = cases.iter().map(|case| undisturbed.trace(case, None)).collect();
    let mut report = InvariantReport {
        cases: cases.len(),
        smallest_margin: undisturbed.smallest_margin(),
        alike: options.alike,
        ..InvariantReport::default()
    };
    undisturbed.stop();
    let texts = cases.iter().zip(&expected).map(|(case, answer)| {
        let tokens = case.prompt.iter().chain(&answer.tokens).copied();
        (case.prompt.len(), tokens.collect())
    });
    let drafts = Arc::new(Unreliable::new(texts.collect(), vocab_size));
    for property in &options.properties {
        for variant in property.variants() {
            let running = Running::start(load, variant, options, options.fault, Some(&drafts));
            for (i, (case, expected)) in cases.iter().zip(&expected).enumerate() {
                let others = variant.others.then(|| rng.fork());
                let got = running.trace(case, others);
                report.comparisons += 1;
                match options.alike.compare(expected, &got) {
                    Ok(likeness) => report.likeness.add(likeness),
                    Err(difference) => report.mismatches.push(format!(
                        "{property:?}, {variant:?}, case {i} (prompt of {}): {difference}",
                        case.prompt.len()
                    )),
                }
            }
            let stats = running.stop();
            report.preemptions += stats.preemptions;
            report.accepted += stats.accepted.iter().sum::<u64>();
            report.rejected +=
                stats.drafted.iter().zip(&stats.accepted).map(|(d, a)| d - a).sum::<u64>();
        }
    }
    report
}

/// The long run on one checkpoint: every property on `cases` requests in both compute types, then
/// each planted fault. Passes each result as a line to `print`; true if all of them are right.
pub fn soak(folder: &Path, cases: usize, print: &mut dyn FnMut(String)) -> bool {
    let mut good = true;
    for compute in [Compute::F32, Compute::Bf16] {
        let options = InvariantOptions { cases, ..InvariantOptions::default() };
        let report = invariants(&checkpoint_loader(folder, compute), &options);
        print(format!("{} in {compute:?}: {report}", folder.display()));
        report.mismatches.iter().for_each(|m| print(format!("  {m}")));
        good &= report.mismatches.is_empty();
    }
    for property in Property::ALL {
        let fault = property.planted_fault();
        let report = planted(&checkpoint_loader(folder, Compute::F32), property);
        print(format!("{property:?} with {fault:?} planted: {report}"));
        good &= !report.mismatches.is_empty();
    }
    good
}

/// A short run of one property with its fault planted, which must report mismatches.
pub fn planted(load: &Loader<'_>, property: Property) -> InvariantReport {
    let options = InvariantOptions {
        properties: vec![property],
        cases: 4,
        prompt_len_max: 200,
        generated: 24,
        preempt_per_mille: 80,
        fault: Some(property.planted_fault()),
        ..InvariantOptions::default()
    };
    invariants(load, &options)
}

/// A case. Prompt lengths are uniform in their logarithm and include 1 and the longest; every
/// second case is greedy.
fn case(i: usize, rng: &mut fastrand::Rng, vocab_size: u32, options: &InvariantOptions) -> Case {
    let longest = options.prompt_len_max.max(1);
    let len = match i {
        0 => longest,
        1 => 1,
        _ => ((longest as f64).powf(rng.f64()).round() as usize).clamp(1, longest),
    };
    Case {
        prompt: (0..len).map(|_| rng.u32(0..vocab_size)).collect(),
        sampling: sampling(i.is_multiple_of(2), rng, options.generated),
    }
}

fn sampling(greedy: bool, rng: &mut fastrand::Rng, generated: usize) -> SamplingParams {
    let max_tokens = generated as u32;
    let base = SamplingParams { ignore_eos: true, ..SamplingParams::greedy(max_tokens) };
    if greedy {
        return base;
    }
    SamplingParams {
        temperature: 0.5 + rng.f32(),
        top_k: if rng.bool() { 40 } else { 0 },
        top_p: if rng.bool() { 0.95 } else { 1.0 },
        frequency_penalty: if rng.bool() { 0.3 } else { 0.0 },
        seed: rng.u64(..),
        ..base
    }
}

fn request(prompt: Vec<TokenId>, sampling: SamplingParams) -> GenerateRequest {
    GenerateRequest::new(prompt, sampling)
}

/// An engine whose rows of logits are collected.
struct Running {
    engine: EngineHandle,
    rows_seen: SharedRows,
    vocab_size: u32,
    prompt_len_max: usize,
    generated: usize,
}

impl Running {
    fn start(
        load: &Loader<'_>,
        variant: Variant,
        options: &InvariantOptions,
        fault: Option<TestFault>,
        drafts: Option<&Arc<Unreliable>>,
    ) -> Self {
        let (model, dev) = load(variant.threads);
        let vocab_size = model.info().vocab_size;
        let rows_seen = SharedRows::default();
        lock(&rows_seen).smallest_margin = f32::INFINITY;
        let mut config = EngineConfig::new(limits(variant, options));
        config.depth = variant.depth;
        config.row_hook = Some(hook(rows_seen.clone(), options.alike));
        config.chaos = variant.preempt.then_some(Chaos {
            seed: options.seed,
            preempt_per_mille: options.preempt_per_mille,
            random_chunks: variant.others,
        });
        config.test_fault = fault;
        if let Some(drafts) = drafts.filter(|_| variant.drafts > 0) {
            config.proposer = Some(Proposer::Tokens(drafts.clone()));
        }
        let engine = match Engine::start(model, dev, config, Arc::new(NoObserver)) {
            Ok(engine) => engine,
            Err(error) => panic!("the engine did not start: {error}"),
        };
        let (prompt_len_max, generated) = (options.prompt_len_max, options.generated);
        Self { engine, rows_seen, vocab_size, prompt_len_max, generated }
    }

    /// Answer to a case; with `others`, further requests are submitted before it and while it runs.
    fn trace(&self, case: &Case, others: Option<fastrand::Rng>) -> Answer {
        lock(&self.rows_seen).of.clear();
        let mut rng = others;
        let mut running = Vec::new();
        let mut submit_other = |rng: &mut fastrand::Rng| {
            let len = rng.usize(1..=self.prompt_len_max.div_ceil(8));
            let prompt = (0..len).map(|_| rng.u32(0..self.vocab_size)).collect();
            let generated = rng.usize(1..=self.generated);
            running.extend(self.engine.submit(request(prompt, sampling(false, rng, generated))));
        };
        // Tokens of the answer at which the others arrive; 0 is before the request itself.
        let mut arrivals: Vec<usize> = match &mut rng {
            Some(rng) => (0..OTHERS).map(|_| rng.usize(0..=self.generated / 2)).collect(),
            None => Vec::new(),
        };
        let mut arrive = |seen: usize, rng: &mut Option<fastrand::Rng>| {
            if let Some(rng) = rng {
                let before = arrivals.len();
                arrivals.retain(|&at| at > seen);
                (0..before - arrivals.len()).for_each(|_| submit_other(rng));
            }
        };
        arrive(0, &mut rng);
        let submitted = self.engine.submit(request(case.prompt.clone(), case.sampling.clone()));
        let mut stream = match submitted {
            Ok(stream) => stream,
            Err(error) => panic!("the request of a case was refused: {error}"),
        };
        let mut answer = Answer::default();
        while let Some(event) = stream.blocking_next() {
            if let TokenEvent::Token { token, .. } = event {
                answer.tokens.push(token);
                arrive(answer.tokens.len(), &mut rng);
            }
        }
        // Dropping the others aborts them, which frees the slots for the next case.
        drop(running);
        answer.rows = lock(&self.rows_seen).of.remove(&stream.id()).unwrap_or_default();
        answer
    }

    fn smallest_margin(&self) -> f32 {
        lock(&self.rows_seen).smallest_margin
    }

    /// Ends the engine; returns its counts.
    fn stop(self) -> EngineStats {
        let stats = self.engine.stats();
        self.engine.shutdown();
        self.engine.join();
        stats
    }
}

/// Limits with a slot for each request, and too few KV blocks for the longest case and all others:
/// they preempt each other even where no preemption is forced.
fn limits(variant: Variant, options: &InvariantOptions) -> Limits {
    let seq_len_max = (options.prompt_len_max + options.generated) as u32;
    let kv_block_tokens = 16;
    Limits {
        slot_count: OTHERS as u32 + 1,
        step_tokens_max: variant.chunk.max(64) + OTHERS as u32 + 1,
        drafts_max: variant.drafts,
        seq_len_max,
        kv_block_tokens,
        kv_block_count: seq_len_max.div_ceil(kv_block_tokens) + 6 * OTHERS as u32,
        chunk_tokens_max: variant.chunk,
        queue_len_max: 64,
        overtake_max: 4,
        snapshot_count: 0,
        host: atlas_core::HostPlaces::default(),
    }
}

fn lock(rows_seen: &SharedRows) -> std::sync::MutexGuard<'_, Rows> {
    rows_seen.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hook(rows_seen: SharedRows, alike: Alike) -> RowHook {
    Arc::new(move |request, position, logits| {
        let mut rows = lock(&rows_seen);
        let (mut first, mut second) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        for &l in logits {
            if l > first {
                (first, second) = (l, first);
            } else if l > second {
                second = l;
            }
        }
        rows.smallest_margin = rows.smallest_margin.min(first - second);
        rows.of.entry(request).or_default().push(alike.row(position, logits));
    })
}
