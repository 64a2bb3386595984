//! Choices that fork from the state of the first choice have the same tokens, and the same bits of
//! every row of logits, as separate requests.

use atlas_core::{
    CacheHints, CacheLimit, ClientId, DryParams, GenerateRequest, HostPlaces, Limits, Priority,
    RequestId, SamplingParams, TokenEngine, TokenEvent, TokenId, TokenStream,
};
use atlas_engine::testing::ToyConstraint;
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver};
use atlas_sched::Chaos;
use atlas_tensor::Compute;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Tokens of an answer, and position and hash of each row of its logits.
type Answer = (Vec<TokenId>, Vec<(u32, u64)>);

type Rows = Arc<Mutex<FxHashMap<RequestId, Vec<(u32, u64)>>>>;

struct Server {
    engine: EngineHandle,
    rows: Rows,
    vocab_size: u32,
}

impl Server {
    fn start(folder: &str, slots: u32, cache: bool, preempts: bool) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let (model, dev) = checkpoint_loader(&folder, Compute::Bf16)(1);
        let vocab_size = model.info().vocab_size;
        let rows = Rows::default();
        let seen = rows.clone();
        let limits = Limits {
            slot_count: slots,
            step_tokens_max: 64,
            drafts_max: 0,
            seq_len_max: 256,
            kv_block_tokens: 16,
            kv_block_count: 20 + 4 * slots,
            chunk_tokens_max: 32,
            queue_len_max: 64,
            overtake_max: 4,
            snapshot_count: 6,
            // Room for preempted sequences.
            host: HostPlaces { blocks: 40 * u32::from(preempts), snapshots: 12 },
        };
        let config = EngineConfig {
            prefix_cache: cache,
            depth: 1 + u32::from(preempts),
            chaos: preempts.then_some(Chaos {
                seed: 9,
                preempt_per_mille: 40,
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
        Self { engine, rows, vocab_size }
    }

    fn submit(&self, prompt: &[TokenId], seed: u64, group: Option<u64>) -> TokenStream {
        self.submit_of(prompt, seed, group, 12 + seed as u32 % 9)
    }

    /// An answer of `tokens` tokens.
    fn submit_of(
        &self,
        prompt: &[TokenId],
        seed: u64,
        group: Option<u64>,
        tokens: u32,
    ) -> TokenStream {
        // All penalties that count earlier tokens.
        let sampling = SamplingParams {
            temperature: 1.0,
            seed,
            repetition_penalty: 1.2,
            presence_penalty: 0.4,
            frequency_penalty: 0.3,
            dry: DryParams { multiplier: 0.8, ..DryParams::default() },
            ignore_eos: true,
            ..SamplingParams::greedy(tokens)
        };
        let sets = (0..6).map(|i| (0..self.vocab_size).filter(|t| t % 3 != i % 3).collect());
        let constraint = seed.is_multiple_of(2).then(|| ToyConstraint::new(sets.collect()));
        let request = GenerateRequest {
            prompt: prompt.to_vec(),
            sampling,
            eos_token_ids: Vec::new(),
            priority: Priority::default(),
            client: ClientId::default(),
            call: None,
            drafts: None,
            deadline: None,
            constraint: constraint.map(|toy| Box::new(toy) as Box<dyn atlas_core::Constraint>),
            cache: CacheHints { group, ..CacheHints::default() },
        };
        self.engine.submit(request).unwrap()
    }

    fn collect(&self, mut stream: TokenStream) -> Answer {
        let mut tokens = Vec::new();
        while let Some(event) = stream.blocking_next() {
            match event {
                TokenEvent::Token { token, .. } => tokens.push(token),
                TokenEvent::Done(_) | TokenEvent::PromptLogprobs(_) => {}
                TokenEvent::Failed(error) => panic!("{error}"),
            }
        }
        (tokens, self.rows.lock().unwrap().remove(&stream.id()).unwrap_or_default())
    }

    fn end(self) {
        self.engine.drain();
        assert!(self.engine.join());
        let stats = self.engine.stats();
        assert_eq!((stats.running, stats.slots_used, stats.kv_blocks_used), (0, 0, 0));
    }
}

const HYBRID: &str = "../atlas-model/tests/fixtures/qwen3_5_moe_text";
const BUNDLED: &str = "../../models/atlas-mini";

/// Compares forked choices with separate requests; returns the number of forks, and of sequences
/// that were swapped in.
fn compare(folder: &str, slots: u32, cache: bool, preempts: bool, lens: &[usize]) -> (u64, u64) {
    let alone = Server::start(folder, slots, false, false);
    let server = Server::start(folder, slots, cache, preempts);
    let mut rng = fastrand::Rng::with_seed(4);
    for (group, &len) in (1..).zip(lens) {
        let prompt: Vec<TokenId> = (0..len).map(|_| rng.u32(0..alone.vocab_size)).collect();
        let seeds = 10 * group..10 * group + 5;
        let expected: Vec<Answer> =
            seeds.clone().map(|seed| alone.collect(alone.submit(&prompt, seed, None))).collect();
        assert!(expected.iter().any(|answer| answer.0 != expected[0].0), "all choices are equal");
        let mut streams: Vec<_> =
            seeds.map(|seed| server.submit(&prompt, seed, Some(group))).collect();
        // One stream is dropped at once: the first choice's in every third group.
        let left = if group.is_multiple_of(3) { 0 } else { 4 };
        drop(streams.remove(left));
        let wanted = (0..5).filter(|i| *i != left);
        for (stream, i) in streams.into_iter().zip(wanted) {
            assert_eq!(server.collect(stream), expected[i], "{len} tokens, choice {i}");
        }
    }
    let stats = server.engine.stats();
    alone.end();
    server.end();
    (stats.forks, stats.prefix.swapped_in)
}

#[test]
fn choices_equal_separate_requests() {
    // Lengths around ends of blocks of 16, of one chunk and of several; a prompt of one token has
    // no state to share.
    let lens = [1, 2, 15, 16, 17, 18, 31, 32, 33, 34, 64, 65, 100, 130];
    for (slots, cache, preempts) in [(8, false, false), (8, true, true), (3, true, false)] {
        let (forks, swapped) = compare(HYBRID, slots, cache, preempts, &lens);
        println!(
            "{slots} slots, cache {cache}, preempting {preempts}: {forks} forks, \
             {swapped} swapped in"
        );
        assert!(forks >= 10, "only {forks} forks");
        assert!(!preempts || swapped >= 5, "only {swapped} were swapped in");
    }
}

#[test]
fn choices_of_mamba_and_latents_equal_separate_requests() {
    let lens = [1, 16, 17, 33, 64, 65, 100, 130];
    for name in ["nemotron_h", "deepseek_v3", "mistral4"] {
        let folder = format!("../atlas-model/tests/fixtures/{name}");
        for (slots, preempts) in [(8, true), (3, false)] {
            let (forks, swapped) = compare(&folder, slots, true, preempts, &lens);
            println!("{name}, {slots} slots: {forks} forks, {swapped} swapped in");
            assert!(forks >= 5, "{name}: only {forks} forks");
            assert!(!preempts || swapped >= 2, "{name}: only {swapped} were swapped in");
        }
    }
}

#[test]
fn choices_of_the_bundled_model_equal_separate_requests() {
    assert!(compare(BUNDLED, 6, true, false, &[40, 33, 100]).0 >= 3);
}

/// The prompt is computed once, with and without the cache. A group whose prompts differ shares
/// nothing.
#[test]
fn the_prompt_is_computed_once() {
    for cache in [false, true] {
        // On a busy machine the first one may be past its prompt when the second arrives, which
        // computes it again then.
        assert!((0..20).any(|_| computed_once(cache)), "cache {cache}");
    }
}

/// Whether three requests that follow another one closely go on from its prompt.
fn computed_once(cache: bool) -> bool {
    let server = Server::start(HYBRID, 8, cache, false);
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % server.vocab_size).collect();
    let mut streams = vec![server.submit_of(&prompt, 0, Some(1), 150)];
    streams.extend((1..4).map(|seed| server.submit(&prompt, seed, Some(1))));
    let ids: Vec<_> = streams.iter().map(TokenStream::id).collect();
    let mut cached = Vec::new();
    for mut stream in streams {
        while let Some(event) = stream.blocking_next() {
            if let TokenEvent::Done(done) = event {
                cached.push(done.usage.cached_tokens);
            }
        }
    }
    if cached != [0, 99, 99, 99] {
        server.end();
        return false;
    }
    assert_eq!(server.engine.stats().forks, 3);
    let why = ids.iter().skip(1).map(|id| server.engine.explain(*id).map(|e| e.why));
    assert!(why.eq([Some(CacheLimit::Forked); 3]));
    let mut other = prompt.clone();
    other[99] += 1;
    let (a, b) = (server.submit(&prompt, 1, Some(2)), server.submit(&other, 1, Some(2)));
    let (a, b) = (server.collect(a), server.collect(b));
    assert!(a.1 != b.1 && server.engine.stats().forks == 3);
    server.end();
    true
}
