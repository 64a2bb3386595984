//! Speed of speculative decoding on made-up weights, whose own drafts are never right: the module
//! runs, and a script takes the place of its drafts that knows the answer of a run before it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use atlas_core::{
    EngineStats, GenerateRequest, Limits, SamplingParams, TokenEngine, TokenEvent, TokenId,
};
use atlas_cuda::{Cuda, Options};
use atlas_engine::testing::collect;
use atlas_engine::{
    Engine, EngineConfig, EngineHandle, GraphsAtStart, NoObserver, Propose, Proposer,
};
use atlas_model::{LoadFormat, LoadOptions, MemorySource};
use atlas_tensor::{Compute, Device};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Tokens of a prompt, and of an answer that is measured.
const PROMPT: usize = 128;
const GENERATE: u32 = 257;
/// Runs of each number of sequences, of which the fastest counts. The number of drafts under
/// `auto` settles in them.
const RUNS: usize = 3;

/// Options of `drafts`.
#[derive(clap::Args)]
pub struct DraftArgs {
    /// Ordinal of the GPU
    #[arg(long, default_value_t = 0)]
    device: u32,
    /// Shares of drafts that are accepted, by their place, in percent
    #[arg(long, value_delimiter = ',', default_value = "80,65,50")]
    accepted: Vec<f64>,
    /// Sequences at a time
    #[arg(long, value_delimiter = ',', default_value = "1,2,4,8,16,32,64")]
    batch: Vec<u32>,
    /// The bits of logits do not depend on the batch
    #[arg(long)]
    batch_invariant: bool,
    /// File of a configuration, with a multi-token-prediction module
    config: PathBuf,
}

/// Drafts of which known shares are right.
struct Script {
    /// By prompt.
    answers: Mutex<HashMap<Vec<TokenId>, Vec<TokenId>>>,
    /// Of each place, that the drafts up to it are right.
    shares: Vec<f64>,
}

impl Propose for Script {
    fn propose(&self, tokens: &[TokenId], prompt_len: usize, most: usize, out: &mut Vec<TokenId>) {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let (prompt, known) = tokens.split_at(prompt_len.min(tokens.len()));
        let Some(answer) = answers.get(prompt) else { return };
        let seed = u64::from(prompt[0]) << 32 | known.len() as u64;
        let chance = fastrand::Rng::with_seed(seed).f64();
        let coming = answer.iter().skip(known.len()).take(most);
        out.extend(coming.enumerate().map(|(place, &token)| {
            let right = self.shares.get(place).is_some_and(|&share| chance < share);
            if right { token } else { token ^ 1 }
        }));
    }
}

/// Sources of drafts.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Off,
    /// The script alone.
    Verify,
    /// The module, and the script in its place.
    Module,
    /// As many drafts as pay.
    Auto,
}

/// Results of one number of sequences.
struct Measured {
    tokens_per_second: f64,
    step_ms: f64,
    /// Shares of verified spans that accepted a draft at each place.
    accepted: Vec<f64>,
}

/// Measures every number of sequences in every way.
pub fn run_checks(args: &DraftArgs) -> ExitCode {
    match measure(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("not run: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(args: &DraftArgs) -> Result<()> {
    let shares = args.accepted.iter().map(|percent| percent / 100.0).collect();
    let script = Arc::new(Script { answers: Mutex::default(), shares });
    let mut off = Vec::new();
    for way in [Way::Off, Way::Verify, Way::Module, Way::Auto] {
        let name = match way {
            Way::Off => "no drafts",
            Way::Verify => "script alone",
            Way::Module => "module",
            Way::Auto => "module, auto",
        };
        let engine = start(args, way, &script)?;
        for (index, &count) in args.batch.iter().enumerate() {
            let found = sequences(&engine, &script, count as usize, way == Way::Off)?;
            let Measured { tokens_per_second, step_ms, accepted } = &found;
            let plain =
                off.get(index).map_or(*tokens_per_second, |of: &Measured| of.tokens_per_second);
            let step = off.get(index).map_or(*step_ms, |of: &Measured| of.step_ms);
            println!(
                "{name}, {count} at a time: {tokens_per_second:.1} tok/s, {:.3} of none; \
                 {step_ms:.3} ms a step, {:.3} of none; accepted {accepted:.3?}",
                tokens_per_second / plain,
                step_ms / step
            );
            if way == Way::Off {
                off.push(found);
            }
        }
        engine.shutdown();
        if !engine.join() {
            return Err("the engine ended with a failure".into());
        }
    }
    Ok(())
}

fn start(args: &DraftArgs, way: Way, script: &Arc<Script>) -> Result<EngineHandle> {
    let cuda = Cuda::open(args.device, Compute::Bf16, args.batch_invariant, Options::default())?;
    let dev = Device::Backend(Arc::new(cuda));
    let slots = args.batch.iter().copied().max().unwrap_or(1);
    let seq_len_max = PROMPT as u32 + GENERATE + 16;
    let limits = Limits {
        slot_count: slots,
        step_tokens_max: 2048,
        drafts_max: if way == Way::Off { 0 } else { args.accepted.len() as u32 },
        seq_len_max,
        kv_block_tokens: 32,
        kv_block_count: slots * seq_len_max.div_ceil(32),
        chunk_tokens_max: 2048,
        queue_len_max: 2 * slots,
        overtake_max: 4,
        snapshot_count: 0,
        host: Default::default(),
    };
    let scripted: Arc<dyn Propose> = script.clone();
    let config = EngineConfig {
        depth: 2,
        graphs: GraphsAtStart { rows: slots, ..GraphsAtStart::default() },
        prefix_cache: false,
        proposer: match way {
            Way::Off => None,
            Way::Verify => Some(Proposer::Tokens(scripted.clone())),
            Way::Module | Way::Auto => Some(Proposer::Mtp),
        },
        draft_script: matches!(way, Way::Module | Way::Auto).then_some(scripted),
        adapts_drafts: way == Way::Auto,
        ..EngineConfig::new(limits)
    };
    Ok(Engine::start(model(&args.config, &dev)?, dev, config, Arc::new(NoObserver))?)
}

fn model(config: &Path, dev: &Device) -> Result<Box<dyn atlas_model::Model>> {
    let text = std::fs::read(config)?;
    let source = MemorySource::new("config.json", [("config.json", text)]);
    let load_format = LoadFormat::Dummy { seed: 1 };
    let options = LoadOptions { load_format, ..LoadOptions::default() };
    Ok(atlas_model::load(&source, dev, &options)?.model)
}

/// Decode speed of `count` sequences: the time of whole answers without that of one token.
fn sequences(
    engine: &EngineHandle,
    script: &Script,
    count: usize,
    record: bool,
) -> Result<Measured> {
    let mut best: Option<Measured> = None;
    for run in 0..RUNS {
        let mut rng = fastrand::Rng::with_seed((count * RUNS + run) as u64);
        let prompts: Vec<Vec<TokenId>> =
            (0..count).map(|_| (0..PROMPT).map(|_| rng.u32(1000..100_000)).collect()).collect();
        let (_, prefill, _) = ask(engine, &prompts, 1)?;
        let (answers, whole, stats) = ask(engine, &prompts, GENERATE)?;
        if record {
            let mut known = script.answers.lock().unwrap_or_else(PoisonError::into_inner);
            known.extend(prompts.into_iter().zip(answers));
        }
        let (decode, spans) = (whole - prefill, stats.verified_spans.max(1) as f64);
        let tokens = (count * (GENERATE as usize - 1)) as f64;
        let found = Measured {
            tokens_per_second: tokens / decode,
            step_ms: 1e3 * decode / (stats.steps as f64 - 1.0),
            accepted: stats.accepted.iter().map(|&n| n as f64 / spans).take(3).collect(),
        };
        if best.as_ref().is_none_or(|best| best.tokens_per_second < found.tokens_per_second) {
            best = Some(found);
        }
    }
    best.ok_or_else(|| "no run".into())
}

/// Greedy answers, their seconds, and counts of these requests alone.
fn ask(
    engine: &EngineHandle,
    prompts: &[Vec<TokenId>],
    generate: u32,
) -> Result<(Vec<Vec<TokenId>>, f64, EngineStats)> {
    let (before, start) = (engine.stats(), Instant::now());
    let submit = |prompt: &Vec<TokenId>| {
        engine.submit(GenerateRequest::new(
            prompt.clone(),
            SamplingParams { ignore_eos: true, ..SamplingParams::greedy(generate) },
        ))
    };
    let streams: Vec<_> = prompts.iter().map(submit).collect::<std::result::Result<_, _>>()?;
    let mut answers = Vec::new();
    for stream in streams {
        let answer = collect(stream);
        if let Some(TokenEvent::Failed(error)) = answer.end {
            return Err(error.to_string().into());
        }
        answers.push(answer.tokens);
    }
    let (seconds, mut stats) = (start.elapsed().as_secs_f64(), engine.stats());
    stats.steps -= before.steps;
    stats.verified_spans -= before.verified_spans;
    for (count, earlier) in stats.accepted.iter_mut().zip(before.accepted) {
        *count -= earlier;
    }
    Ok((answers, seconds, stats))
}
