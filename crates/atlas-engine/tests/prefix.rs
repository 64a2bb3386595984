//! The prefix cache changes nothing but the work: the same tokens and the same bits of every row of
//! logits with it on and off, over seeded conversations on real layers.

use atlas_core::{
    GenerateRequest, Limits, Priority, RequestId, SamplingParams, TokenEngine, TokenEvent, TokenId,
    TokenStream,
};
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver, TestFault};
use atlas_sched::Chaos;
use atlas_tensor::Compute;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

type Rows = Arc<Mutex<FxHashMap<RequestId, Vec<(u32, u64)>>>>;

/// What a request returned.
#[derive(Clone, Debug, Default, PartialEq)]
struct Answer {
    tokens: Vec<TokenId>,
    /// (position, hash of the row's bits)
    rows: Vec<(u32, u64)>,
}

struct Server {
    engine: EngineHandle,
    rows: Rows,
    vocab_size: u32,
    cached: u64,
}

struct Setup<'a> {
    folder: &'a Path,
    compute: Compute,
    cache: bool,
    preempts: bool,
    fault: Option<TestFault>,
}

impl Server {
    fn start(setup: &Setup<'_>) -> Self {
        let (model, dev) = checkpoint_loader(setup.folder, setup.compute)(1);
        let vocab_size = model.info().vocab_size;
        let rows = Rows::default();
        let seen = rows.clone();
        let config = EngineConfig {
            prefix_cache: setup.cache,
            test_fault: setup.fault,
            chaos: setup.preempts.then_some(Chaos {
                seed: 5,
                preempt_per_mille: 30,
                random_chunks: true,
            }),
            row_hook: Some(Arc::new(move |request, position, logits: &[f32]| {
                let mix = |hash: u64, l: &f32| {
                    let hash = (hash ^ u64::from(l.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    hash ^ (hash >> 32)
                };
                let hash = logits.iter().fold(0xCBF2_9CE4, mix);
                seen.lock().unwrap().entry(request).or_default().push((position, hash));
            })),
            ..EngineConfig::new(limits())
        };
        let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).unwrap();
        Self { engine, rows, vocab_size, cached: 0 }
    }

    fn submit(&self, prompt: &[TokenId], generated: u32) -> TokenStream {
        let sampling = SamplingParams { ignore_eos: true, ..SamplingParams::greedy(generated) };
        let request = GenerateRequest {
            prompt: prompt.to_vec(),
            sampling,
            eos_token_ids: Vec::new(),
            priority: Priority::default(),
            deadline: None,
            constraint: None,
        };
        self.engine.submit(request).unwrap()
    }

    fn collect(&mut self, mut stream: TokenStream) -> Answer {
        let mut answer = Answer::default();
        while let Some(event) = stream.blocking_next() {
            match event {
                TokenEvent::Token { token, .. } => answer.tokens.push(token),
                TokenEvent::Done(done) => {
                    assert!(done.usage.cached_tokens < done.usage.prompt_tokens);
                    self.cached += u64::from(done.usage.cached_tokens);
                }
                TokenEvent::PromptLogprobs(_) => {}
                TokenEvent::Failed(error) => panic!("{error}"),
            }
        }
        answer.rows = self.rows.lock().unwrap().remove(&stream.id()).unwrap_or_default();
        answer
    }
}

/// Few blocks and few places, so that much is evicted.
fn limits() -> Limits {
    Limits {
        slot_count: 3,
        step_tokens_max: 96,
        seq_len_max: 384,
        kv_block_tokens: 16,
        kv_block_count: 40,
        chunk_tokens_max: 64,
        queue_len_max: 16,
        overtake_max: 4,
        snapshot_count: 7,
    }
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// One prompt after the other: repeated, grown by its answer, branched, edited, new.
fn next_prompt(
    rng: &mut fastrand::Rng,
    told: &[(Vec<TokenId>, Vec<TokenId>)],
    vocab_size: u32,
) -> Vec<TokenId> {
    let more = |rng: &mut fastrand::Rng, most: usize| -> Vec<TokenId> {
        (0..rng.usize(1..=most)).map(|_| rng.u32(0..vocab_size)).collect()
    };
    let recent = &told[told.len().saturating_sub(4)..];
    let Some((prompt, answer)) = rng.choice(recent) else { return more(rng, 120) };
    let mut prompt = prompt.clone();
    match rng.usize(0..6) {
        0 => {}
        1 | 2 => {
            prompt.extend(answer);
            prompt.extend(more(rng, 24));
        }
        3 => {
            prompt.truncate(rng.usize(1..=prompt.len()));
            prompt.extend(more(rng, 24));
        }
        4 => {
            let at = rng.usize(0..prompt.len());
            prompt[at] = (prompt[at] + 1) % vocab_size;
        }
        _ => prompt = more(rng, 120),
    }
    prompt.truncate(340);
    prompt
}

/// Talks with a server without the cache and one with it; returns how many answers differ and how
/// many tokens of the second one came from its cache.
fn compare(setup: &Setup<'_>, seed: u64, turns: usize) -> (usize, u64) {
    let mut plain = Server::start(&Setup { cache: false, preempts: false, fault: None, ..*setup });
    let mut caching = Server::start(setup);
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut told, mut different) = (Vec::new(), 0);
    for _ in 0..turns {
        let prompt = next_prompt(&mut rng, &told, plain.vocab_size);
        let other = next_prompt(&mut rng, &told, plain.vocab_size);
        let generated = rng.u32(1..=24);
        let stream = plain.submit(&prompt, generated);
        let expected = plain.collect(stream);
        // Beside it one that shares with it, and one that leaves early.
        let beside = caching.submit(&prompt, generated);
        let stream = caching.submit(&prompt, generated);
        let leaving = rng.bool().then(|| caching.submit(&other, 20));
        let mut leaving = leaving;
        if let Some(stream) = leaving.as_mut().filter(|_| rng.bool()) {
            let _ = stream.blocking_next();
        }
        drop(leaving);
        for stream in [stream, beside] {
            different += usize::from(caching.collect(stream) != expected);
        }
        told.push((prompt, expected.tokens));
    }
    let stats = caching.engine.stats();
    println!("{} different, {} cached, {:?}", different, caching.cached, stats.prefix);
    assert_eq!(plain.engine.stats().prefix.queries, 0, "the cache is off");
    for server in [plain, caching] {
        server.engine.drain();
        server.engine.join();
    }
    assert!(stats.prefix.evicted_blocks > 0 && stats.prefix.evicted_snapshots > 0);
    (different, stats.prefix.hit_tokens)
}

#[test]
fn the_cache_changes_no_bit_on_a_random_hybrid() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    for (compute, preempts) in [(Compute::F32, false), (Compute::Bf16, true)] {
        let setup = Setup { folder: &folder, compute, cache: true, preempts, fault: None };
        let (different, cached) = compare(&setup, 1, 200);
        assert_eq!(different, 0, "{compute:?}");
        assert!(cached > 10_000, "hardly anything was cached: {cached} tokens");
    }
}

#[test]
fn the_cache_changes_no_bit_on_the_bundled_model() {
    let folder = folder("../../models/atlas-mini");
    let compute = Compute::Bf16;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
    let (different, cached) = compare(&setup, 2, 60);
    assert_eq!(different, 0);
    assert!(cached > 2000, "hardly anything was cached: {cached} tokens");
}

/// A snapshot that is not restored shows.
#[test]
fn a_forgotten_snapshot_turns_the_comparison_red() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let fault = Some(TestFault::RestoreForgetsState);
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault };
    assert!(compare(&setup, 1, 40).0 > 0);
}
