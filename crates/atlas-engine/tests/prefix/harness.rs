//! An engine with the prefix cache beside one without it, and prompts that share prefixes.

use atlas_core::{
    CacheHints, ClientId, GenerateRequest, HostPlaces, Limits, Priority, RequestId, SamplingParams,
    TokenEngine, TokenEvent, TokenId, TokenStream,
};
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver, TestFault};
use atlas_sched::Chaos;
use atlas_tensor::Compute;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

type Rows = Arc<Mutex<FxHashMap<RequestId, Vec<(u32, u64)>>>>;

/// Answer to a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub tokens: Vec<TokenId>,
    /// (position, hash of the row's bits)
    pub rows: Vec<(u32, u64)>,
}

/// An engine whose rows of logits are hashed.
pub struct Server {
    pub engine: EngineHandle,
    rows: Rows,
    pub vocab_size: u32,
    /// Prompt tokens that came from the cache.
    pub cached: u64,
}

#[derive(Clone, Copy)]
pub struct Setup<'a> {
    pub folder: &'a Path,
    pub compute: Compute,
    pub cache: bool,
    pub preempts: bool,
    pub fault: Option<TestFault>,
}

impl Server {
    pub fn start(setup: &Setup<'_>) -> Self {
        Self::start_with(setup, limits())
    }

    pub fn start_with(setup: &Setup<'_>, limits: Limits) -> Self {
        let (model, dev) = checkpoint_loader(setup.folder, setup.compute)(1);
        let vocab_size = model.info().vocab_size;
        let rows = Rows::default();
        let seen = rows.clone();
        let config = EngineConfig {
            prefix_cache: setup.cache,
            depth: 1 + u32::from(setup.cache && setup.preempts),
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
            ..EngineConfig::new(limits)
        };
        let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).unwrap();
        Self { engine, rows, vocab_size, cached: 0 }
    }

    pub fn submit(&self, prompt: &[TokenId], generated: u32) -> TokenStream {
        self.submit_as(prompt, generated, CacheHints::default())
    }

    pub fn submit_as(&self, prompt: &[TokenId], generated: u32, cache: CacheHints) -> TokenStream {
        let sampling = SamplingParams { ignore_eos: true, ..SamplingParams::greedy(generated) };
        let request = GenerateRequest {
            prompt: prompt.to_vec(),
            sampling,
            eos_token_ids: Vec::new(),
            priority: Priority::default(),
            client: ClientId::default(),
            call: None,
            drafts: None,
            deadline: None,
            constraint: None,
            cache,
        };
        self.engine.submit(request).unwrap()
    }

    pub fn collect(&mut self, mut stream: TokenStream) -> Answer {
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

/// Limits with few blocks and snapshots, so that many are evicted.
pub fn limits() -> Limits {
    Limits {
        slot_count: 3,
        step_tokens_max: 96,
        drafts_max: 0,
        seq_len_max: 384,
        kv_block_tokens: 16,
        kv_block_count: 40,
        chunk_tokens_max: 64,
        queue_len_max: 16,
        overtake_max: 4,
        snapshot_count: 7,
        host: HostPlaces { blocks: 60, snapshots: 12 },
    }
}

/// A folder, relative to this crate.
pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Next prompt: an earlier one, unchanged, continued from its answer, branched or edited, or a new
/// one.
pub fn next_prompt(
    rng: &mut fastrand::Rng,
    past: &[(Vec<TokenId>, Vec<TokenId>)],
    vocab_size: u32,
) -> Vec<TokenId> {
    let more = |rng: &mut fastrand::Rng, most: usize| -> Vec<TokenId> {
        (0..rng.usize(1..=most)).map(|_| rng.u32(0..vocab_size)).collect()
    };
    let recent = &past[past.len().saturating_sub(4)..];
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

/// Result of [`compare`].
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// Answers that differ.
    pub different: usize,
    /// Tokens that came from the cache.
    pub hit_tokens: u64,
    /// Sequences that were swapped in from the host.
    pub swapped_in: u64,
    pub evicted_snapshots: u64,
}

/// Asks an engine without the cache and one with it, and compares the answers.
pub fn compare(setup: &Setup<'_>, seed: u64, turns: usize) -> Comparison {
    let mut plain = Server::start(&Setup { cache: false, preempts: false, fault: None, ..*setup });
    let mut caching = Server::start(setup);
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut past, mut different) = (Vec::new(), 0);
    for _ in 0..turns {
        let prompt = next_prompt(&mut rng, &past, plain.vocab_size);
        let other = next_prompt(&mut rng, &past, plain.vocab_size);
        let generated = rng.u32(1..=24);
        let stream = plain.submit(&prompt, generated);
        let expected = plain.collect(stream);
        // At the same time one with the same prompt, and one whose stream is dropped early.
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
        past.push((prompt, expected.tokens));
    }
    let stats = caching.engine.stats();
    println!("{} different, {} cached, {:?}", different, caching.cached, stats.prefix);
    assert_eq!(plain.engine.stats().prefix.queries, 0, "the cache is off");
    for server in [plain, caching] {
        server.engine.drain();
        server.engine.join();
    }
    assert!(stats.prefix.device.evicted_blocks > 0);
    let evicted_snapshots = stats.prefix.device.evicted_snapshots;
    let (hit_tokens, swapped_in) = (stats.prefix.hit_tokens, stats.prefix.swapped_in);
    Comparison { different, hit_tokens, swapped_in, evicted_snapshots }
}
