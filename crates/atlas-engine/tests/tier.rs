//! KV blocks on the disk change no answer: tokens, and the bits of every row of logits, are those
//! of a cache in memory, for models with caches of every kind, and whatever the disk does.

use atlas_core::{
    EngineStats, GenerateRequest, KvFormat, KvFormats, Limits, RequestId, SamplingParams,
    TokenEngine, TokenEvent, TokenId,
};
use atlas_disk::{Fault, Faults, Job, Op};
use atlas_engine::testing::collect;
use atlas_engine::{
    Chaos, Engine, EngineConfig, EngineHandle, Ngram, NoObserver, Proposer, TierConfig,
};
use atlas_model::{DirSource, KvRequest, LoadOptions};
use atlas_tensor::{Compute, CpuDevice, Device, Isa};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Tokens of an answer, why it ended if it failed, and position and hash of its rows of logits.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    tokens: Vec<TokenId>,
    error: Option<String>,
    rows: Vec<(u32, u64)>,
}

/// Position and hash of each row of logits of a request.
type Rows = Arc<Mutex<FxHashMap<RequestId, Vec<(u32, u64)>>>>;

/// Settings of a run.
#[derive(Clone, Default)]
struct Run {
    model: PathBuf,
    kv: Option<KvFormats>,
    /// Frames of the caches; the tier is off without.
    frames: Option<u32>,
    slots: u32,
    proposer: Option<(Proposer, u32)>,
    faults: Option<fn(&Job) -> Option<Fault>>,
    chaos: Option<Chaos>,
    /// Folder of the file; a new one if there is none.
    folder: Option<PathBuf>,
    no_prefix_cache: bool,
    snapshots: Option<u32>,
    /// Time between two parts of the requests in which nothing runs.
    pause: Duration,
}

fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    match name {
        "atlas-mini" => root.join("../../models").join(name),
        _ => root.join("../atlas-model/tests/fixtures").join(name),
    }
}

const BLOCK_TOKENS: u32 = 4;
const FRAMES: u32 = 32;

impl Run {
    fn new(name: &str) -> Self {
        Self { model: fixture(name), slots: 4, ..Self::default() }
    }

    fn limits(&self) -> Limits {
        Limits {
            slot_count: self.slots,
            step_tokens_max: 24,
            drafts_max: self.proposer.as_ref().map_or(0, |(_, drafts)| *drafts),
            seq_len_max: 256,
            kv_block_tokens: BLOCK_TOKENS,
            kv_block_count: 600,
            chunk_tokens_max: 24,
            queue_len_max: 64,
            overtake_max: 4,
            snapshot_count: self.snapshots.unwrap_or(40),
            host: Default::default(),
        }
    }

    /// An engine, whose disk has the planted faults from when it has started.
    fn start(&self, rows: &Rows, folder: &Path) -> EngineHandle {
        let dev: Device = CpuDevice::new(2, Isa::detect(), Compute::Bf16).unwrap().into();
        let kv = KvRequest { formats: self.kv, ..KvRequest::default() };
        let options = LoadOptions { kv, ..LoadOptions::default() };
        let source = DirSource::new(&self.model).expect("a checkpoint");
        let model = atlas_model::load(&source, &dev, &options).expect("a model").model;
        let seen = rows.clone();
        let hook = move |request, position, logits: &[f32]| {
            let mix = |hash: u64, x: &f32| {
                (hash ^ u64::from(x.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31)
            };
            let row = (position, logits.iter().fold(7, mix));
            seen.lock().unwrap().entry(request).or_default().push(row);
        };
        let limits = self.limits();
        let (armed, choose) = (Arc::new(AtomicBool::new(false)), self.faults);
        let is_armed = armed.clone();
        let faults = Faults::planted(move |job| {
            choose.filter(|_| is_armed.load(Ordering::Relaxed)).and_then(|choose| choose(job))
        });
        let config = EngineConfig {
            tier: self.frames.map(|frames| TierConfig {
                folder: folder.to_owned(),
                bytes: 64 << 20,
                snapshots: 40,
                frames,
                faults: faults.clone(),
            }),
            proposer: self.proposer.as_ref().map(|(proposer, _)| proposer.clone()),
            prefix_cache: !self.no_prefix_cache,
            chaos: self.chaos,
            row_hook: Some(Arc::new(hook)),
            ..EngineConfig::new(limits)
        };
        let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).expect("an engine");
        armed.store(true, Ordering::Relaxed);
        engine
    }

    /// Answers to `requests`, a few at a time.
    fn answers(&self, requests: &[GenerateRequest]) -> (Vec<Answer>, EngineStats) {
        let own = tempfile::tempdir().unwrap();
        let folder = self.folder.clone().unwrap_or_else(|| own.path().to_owned());
        let rows = Rows::default();
        let engine = self.start(&rows, &folder);
        let mut answers = Vec::new();
        for part in requests.chunks(self.slots as usize + 1) {
            std::thread::sleep(self.pause);
            let streams: Vec<_> = part
                .iter()
                .map(|request| engine.submit(request.clone()).expect("room"))
                .map(|stream| (stream.id(), stream))
                .collect();
            for (id, stream) in streams {
                let all = collect(stream);
                let error = match &all.end {
                    Some(TokenEvent::Done(_)) => None,
                    other => Some(format!("{other:?}")),
                };
                let mut rows = rows.lock().unwrap().remove(&id).unwrap_or_default();
                rows.sort_unstable();
                rows.dedup();
                answers.push(Answer { tokens: all.tokens, error, rows });
            }
        }
        let stats = engine.stats();
        engine.shutdown();
        assert!(engine.join(), "{:?}", engine.failure());
        (answers, stats)
    }
}

/// Prompts of many lengths, some of which share a long beginning.
fn requests(seed: u64, count: usize, vocab: u32) -> Vec<GenerateRequest> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let shared: Vec<TokenId> = (0..100).map(|_| rng.u32(..vocab)).collect();
    (0..count)
        .map(|_| {
            let mut prompt = shared[..rng.usize(..shared.len()) * usize::from(rng.bool())].to_vec();
            prompt.extend((0..rng.usize(1..90)).map(|_| rng.u32(..vocab)));
            let temperature = if rng.bool() { 0.0 } else { 0.9 };
            let max_tokens = rng.u32(1..40);
            let sampling = SamplingParams {
                temperature,
                seed: rng.u64(..),
                ignore_eos: true,
                ..SamplingParams::greedy(max_tokens)
            };
            GenerateRequest::new(prompt, sampling)
        })
        .collect()
}

/// The same answers with and without the tier, which must have been of use.
fn same(run: &Run, seed: u64) -> EngineStats {
    let requests = requests(seed, 12, 90);
    let (expected, _) = Run { frames: None, ..run.clone() }.answers(&requests);
    let (found, stats) = run.answers(&requests);
    for (at, (expected, found)) in expected.iter().zip(&found).enumerate() {
        assert_eq!(expected.tokens, found.tokens, "answer {at}: {:?}", found.error);
        assert_eq!(expected, found, "answer {at}");
    }
    let tier = stats.tier.expect("a tier");
    assert!(tier.brought_blocks > 100 && tier.written_bytes > 0, "{tier:?}");
    assert_eq!(tier.failed_jobs, 0);
    stats
}

#[test]
fn answers_are_those_of_memory() {
    for name in [
        "llama_rope_llama3",
        "qwen3_next",
        "qwen3_5_moe_text",
        "mistral_window",
        "qwen2_window",
        "deepseek_v3",
        "mistral4",
        "nemotron_h",
    ] {
        println!("{name}");
        same(&Run { frames: Some(FRAMES), ..Run::new(name) }, 1);
    }
}

#[test]
fn every_format_goes_to_the_disk() {
    for format in KvFormat::ALL {
        println!("{format}");
        let kv = Some(KvFormats::both(format));
        same(&Run { kv, frames: Some(FRAMES), ..Run::new("atlas-mini") }, 2);
    }
}

#[test]
fn drafts_chunks_and_preemptions_go_with_it() {
    let ngram = Proposer::Tokens(Arc::new(Ngram { least: 1, most: 3 }));
    let mini = Run { frames: Some(48), ..Run::new("atlas-mini") };
    same(&Run { proposer: Some((Proposer::Mtp, 3)), ..mini.clone() }, 3);
    same(&Run { proposer: Some((ngram, 4)), ..mini.clone() }, 4);
    let chaos = Chaos { seed: 5, preempt_per_mille: 30, random_chunks: true };
    same(&Run { chaos: Some(chaos), ..mini.clone() }, 5);
    same(&Run { no_prefix_cache: true, ..mini.clone() }, 6);
    same(&Run { slots: 1, frames: Some(24), ..mini }, 7);
}

/// A slow disk delays, a disk that fails now and then is asked again.
#[test]
fn a_slow_disk_and_one_that_fails_now_and_then_change_nothing() {
    let slow: fn(&Job) -> Option<Fault> =
        |job| (job.tag() % 7 == 0).then_some(Fault::Slow(Duration::from_millis(3)));
    let run = Run { frames: Some(FRAMES), ..Run::new("llama_rope_llama3") };
    same(&Run { faults: Some(slow), ..run.clone() }, 8);
    let fails: fn(&Job) -> Option<Fault> = |job| (job.tag() % 11 == 0).then_some(Fault::Fails(5));
    let requests = requests(9, 12, 90);
    let (expected, _) = Run { frames: None, ..run.clone() }.answers(&requests);
    let (found, stats) = Run { faults: Some(fails), ..run }.answers(&requests);
    assert_eq!(expected, found);
    assert!(stats.tier.unwrap().failed_jobs > 10);
}

/// Answers that are right, and those that ended with the error of a block that cannot be read.
fn right_or_error(expected: &[Answer], found: &[Answer]) -> [usize; 2] {
    let mut counts = [0; 2];
    for (expected, found) in expected.iter().zip(found) {
        match &found.error {
            None => assert_eq!(expected, found),
            Some(error) => {
                assert!(error.contains("cannot be read"), "{error}");
                assert_eq!(expected.tokens[..found.tokens.len()], found.tokens);
            }
        }
        counts[usize::from(found.error.is_some())] += 1;
    }
    counts
}

/// Torn writes and flipped bits: an answer is right or it is an error that says why; the engine
/// goes on, and nothing is served from what is damaged.
#[test]
fn damage_is_an_error_and_never_another_answer() {
    fn torn<const EVERY: u64>(job: &Job) -> Option<Fault> {
        let tears = job.op() == Op::Write && job.tag().is_multiple_of(EVERY);
        tears.then_some(Fault::Torn(4096))
    }
    let run = Run { frames: Some(FRAMES), ..Run::new("llama_rope_llama3") };
    let requests = requests(10, 24, 90);
    let (expected, _) = Run { frames: None, ..run.clone() }.answers(&requests);
    let (mut failed, mut right) = (0, 0);
    let faults: [fn(&Job) -> Option<Fault>; 3] = [torn::<2>, torn::<5>, torn::<29>];
    for torn in faults {
        let (found, stats) = Run { faults: Some(torn), ..run.clone() }.answers(&requests);
        let [good, bad] = right_or_error(&expected, &found);
        (right, failed) = (right + good, failed + bad);
        assert!(stats.tier.unwrap().failed_jobs > 0);
    }
    assert!(failed > 3 && right > 3, "{failed} failed, {right} right");
}

/// Ten thousand bits that flip on their way from the disk: most are read again, and no token comes
/// from one.
#[test]
fn ten_thousand_flipped_bits_change_no_token() {
    static FLIPPED: AtomicU64 = AtomicU64::new(0);
    let flips: fn(&Job) -> Option<Fault> = |job| {
        let number = FLIPPED.fetch_add(u64::from(job.op() == Op::Read), Ordering::Relaxed);
        let mixed = fastrand::Rng::with_seed(number).u64(..);
        // One in six, in the first half of a kilobyte: the rest of a page may be padding.
        mixed.is_multiple_of(6).then_some(Fault::Flips((mixed >> 8) as usize % 4096))
    };
    let (mut failed, mut flipped, mut right) = (0, 0, 0);
    let run = Run { frames: Some(FRAMES), ..Run::new("llama_rope_llama3") };
    let requests = requests(30, 40, 90);
    let (expected, _) = Run { frames: None, ..run.clone() }.answers(&requests);
    while flipped < 10_000 {
        let (found, stats) = Run { faults: Some(flips), ..run.clone() }.answers(&requests);
        let [good, bad] = right_or_error(&expected, &found);
        (right, failed) = (right + good, failed + bad);
        flipped += stats.tier.expect("a tier").failed_jobs;
    }
    println!("{flipped} flipped, {right} answers right, {failed} failed");
    assert!(failed > 10 && right > 100, "{failed} failed, {right} right");
}

/// A step that lacked a block has computed wrong state. None of it is kept for later processes,
/// though all blocks before it are whole on the disk.
#[test]
fn a_step_that_lacked_a_block_leaves_nothing_behind() {
    for seed in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let mut request = requests(seed, 1, 90);
        let mut rng = fastrand::Rng::with_seed(seed);
        request[0].prompt = (0..200).map(|_| rng.u32(..90)).collect();
        let unreadable: fn(&Job) -> Option<Fault> =
            |job| (job.op() == Op::Read).then_some(Fault::Fails(5));
        let run = Run {
            frames: Some(FRAMES),
            folder: Some(folder.path().to_owned()),
            ..Run::new("llama_rope_llama3")
        };
        let (expected, _) = Run { frames: None, ..run.clone() }.answers(&request);
        let (failed, _) = Run { faults: Some(unreadable), ..run.clone() }.answers(&request);
        assert!(failed[0].error.is_some(), "its prompt is longer than memory holds");
        let (found, stats) = run.answers(&request);
        assert!(stats.cached_prompt_tokens >= 80, "{}", stats.cached_prompt_tokens);
        assert_eq!(expected, found);
    }
}

/// A process that begins where another ended has its prompts cached, and answers as if it had not.
#[test]
fn a_restarted_engine_hits_what_the_one_before_has_left() {
    for name in ["llama_rope_llama3", "qwen2_window", "deepseek_v3", "qwen3_next", "nemotron_h"] {
        let folder = tempfile::tempdir().unwrap();
        let requests = requests(12, 12, 90);
        let run =
            Run { frames: Some(FRAMES), folder: Some(folder.path().to_owned()), ..Run::new(name) };
        let (expected, _) = Run { frames: None, ..run.clone() }.answers(&requests);
        let (first, before) = run.answers(&requests);
        let (second, after) = run.answers(&requests);
        assert_eq!(expected, first);
        let tokens = |answers: &[Answer]| -> Vec<Vec<TokenId>> {
            answers.iter().map(|answer| answer.tokens.clone()).collect()
        };
        assert_eq!(tokens(&expected), tokens(&second), "{name}");
        let cached = |stats: &EngineStats| stats.cached_prompt_tokens as f64;
        let prompts: usize = requests.iter().map(|request| request.prompt.len() / 4 * 4).sum();
        println!("{name}: {} then {} of {prompts}", cached(&before), cached(&after));
        assert!(cached(&after) > 0.8 * prompts as f64, "{name}");
        assert!(cached(&before) < 0.6 * prompts as f64, "{name}");
    }
}

/// Snapshots that others took the places of come back from the disk when their prompts do.
#[test]
fn snapshots_that_left_memory_come_back() {
    let run = Run {
        frames: Some(64),
        slots: 1,
        snapshots: Some(5),
        // Cached state goes to the disk meanwhile.
        pause: Duration::from_millis(50),
        ..Run::new("qwen3_next")
    };
    let mut rng = fastrand::Rng::with_seed(5);
    let mut asked = requests(40, 8, 90);
    for request in &mut asked {
        request.prompt = (0..60).map(|_| rng.u32(..90)).collect();
    }
    let twice: Vec<GenerateRequest> = asked.iter().chain(&asked).cloned().collect();
    let (expected, _) = Run { frames: None, no_prefix_cache: true, ..run.clone() }.answers(&twice);
    let (found, stats) = run.answers(&twice);
    let tokens = |answers: &[Answer]| -> Vec<Vec<TokenId>> {
        answers.iter().map(|answer| answer.tokens.clone()).collect()
    };
    assert_eq!(tokens(&expected), tokens(&found));
    assert!(stats.cached_prompt_tokens > 300, "{} of 480", stats.cached_prompt_tokens);
}

#[test]
fn a_tier_that_cannot_serve_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let start = |run: &Run, bytes: u64, proposer: Option<Proposer>| {
        let dev: Device = CpuDevice::new(1, Isa::detect(), Compute::Bf16).unwrap().into();
        let source = DirSource::new(&run.model).unwrap();
        let model = atlas_model::load(&source, &dev, &LoadOptions::default()).unwrap().model;
        let tier = TierConfig {
            folder: folder.path().to_owned(),
            bytes,
            snapshots: 0,
            frames: run.frames.unwrap_or(FRAMES),
            faults: Faults::default(),
        };
        let config = EngineConfig { tier: Some(tier), proposer, ..EngineConfig::new(run.limits()) };
        match Engine::start(model, dev, config, Arc::new(NoObserver)) {
            Ok(engine) => {
                engine.shutdown();
                engine.join();
                String::new()
            }
            Err(error) => error.to_string(),
        }
    };
    let llama = Run::new("llama_rope_llama3");
    let few = start(&Run { frames: Some(5), ..llama.clone() }, 64 << 20, None);
    assert!(few.contains("5 KV blocks in memory are fewer") && few.contains("--kv-resident-gb"));
    let indexed = start(&Run::new("deepseek_v32"), 64 << 20, None);
    assert!(indexed.contains("chooses positions by a score"), "{indexed}");
    let drafts = start(&llama, 64 << 20, Some(Proposer::Layers(1)));
    assert!(drafts.contains("--speculate mtp or ngram"), "{drafts}");
    assert_eq!(start(&llama, 64 << 20, None), "");
    let other = start(&Run::new("qwen3_tied_f32"), 64 << 20, None);
    assert!(other.contains("holds state of something else"), "{other}");
}
