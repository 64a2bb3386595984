//! The prefix cache changes nothing but the work: the same tokens and the same bits of every row of
//! logits with it on and off, over seeded conversations on real layers.

use atlas_core::{
    CacheExplanation, CacheHints, CacheLimit, CacheParting, GenerateRequest, HostPlaces, Limits,
    Priority, RequestId, SamplingParams, Tier, TokenEngine, TokenEvent, TokenId, TokenStream,
};
use atlas_engine::testing::alike::Alike;
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::testing::prefix::{SoakConfig, SoakSize, soak};
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver, TestFault};
use atlas_sched::Chaos;
use atlas_tensor::Compute;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

type Rows = Arc<Mutex<FxHashMap<RequestId, Vec<(u32, u64)>>>>;

thread_local! {
    /// Sequences that came back from the host in the last comparison.
    static LAST_SWAPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

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

#[derive(Clone, Copy)]
struct Setup<'a> {
    folder: &'a Path,
    compute: Compute,
    cache: bool,
    preempts: bool,
    fault: Option<TestFault>,
}

impl Server {
    fn start(setup: &Setup<'_>) -> Self {
        Self::start_with(setup, limits())
    }

    fn start_with(setup: &Setup<'_>, limits: Limits) -> Self {
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

    fn submit(&self, prompt: &[TokenId], generated: u32) -> TokenStream {
        self.submit_as(prompt, generated, CacheHints::default())
    }

    fn submit_as(&self, prompt: &[TokenId], generated: u32, cache: CacheHints) -> TokenStream {
        let sampling = SamplingParams { ignore_eos: true, ..SamplingParams::greedy(generated) };
        let request = GenerateRequest {
            prompt: prompt.to_vec(),
            sampling,
            eos_token_ids: Vec::new(),
            priority: Priority::default(),
            deadline: None,
            constraint: None,
            cache,
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
        host: HostPlaces { blocks: 60, snapshots: 12 },
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
    LAST_SWAPS.set(stats.prefix.swapped_in);
    for server in [plain, caching] {
        server.engine.drain();
        server.engine.join();
    }
    assert!(stats.prefix.device.evicted_blocks > 0 && stats.prefix.device.evicted_snapshots > 0);
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

/// Equal prompts of two tenants, or under two adapters, share nothing.
#[test]
fn namespaces_share_nothing() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault: None };
    let server = Server::start(&setup);
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % server.vocab_size).collect();
    let cached = |salt: &[u8], adapter: u32| {
        let cache = CacheHints { salt: salt.into(), adapter, ..CacheHints::default() };
        let mut stream = server.submit_as(&prompt, 2, cache);
        loop {
            match stream.blocking_next() {
                Some(TokenEvent::Done(done)) => break done.usage.cached_tokens,
                Some(_) => {}
                None => panic!("the stream ended"),
            }
        }
    };
    let names: [(&[u8], u32); 5] = [(b"", 0), (b"a", 0), (b"b", 0), (b"a", 1), (b"aa", 0)];
    for (salt, adapter) in names {
        assert_eq!(cached(salt, adapter), 0, "{salt:?} {adapter}");
        assert_eq!(cached(salt, adapter), 96, "its own");
    }
    server.engine.drain();
    server.engine.join();
}

/// Nor do they on the host; what comes back from there is said to.
#[test]
fn namespaces_share_nothing_on_the_host() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault: None };
    let mut server = Server::start(&setup);
    let vocab_size = server.vocab_size;
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % vocab_size).collect();
    let mut ask = |salt: &[u8], prompt: &[TokenId]| {
        let cache = CacheHints { salt: salt.into(), ..CacheHints::default() };
        let stream = server.submit_as(prompt, 2, cache);
        let id = stream.id();
        let answer = server.collect(stream);
        let explained = server.engine.explain(id).unwrap();
        (answer, explained.usable_tokens, explained.tier)
    };
    let (first, ..) = ask(b"a", &prompt);
    // More than the first tier holds.
    for talk in 1..=6 {
        let other: Vec<TokenId> = (0..100).map(|i| (i * 11 + talk) % vocab_size).collect();
        ask(b"c", &other);
    }
    let (theirs, usable, tier) = ask(b"b", &prompt);
    assert_eq!((&theirs, usable, tier), (&first, 0, None), "nothing is there for b");
    let (again, usable, tier) = ask(b"a", &prompt);
    assert_eq!((usable, tier), (96, Some(Tier::Host)), "its own comes back");
    assert_eq!(again.tokens, first.tokens);
    assert!(first.rows.ends_with(&again.rows) && !again.rows.is_empty());
    assert_eq!(ask(b"a", &prompt).2, Some(Tier::Device), "and stays");
    server.engine.drain();
    server.engine.join();
}

/// What was cached for a request, and why not more, is known afterwards.
#[test]
fn requests_are_explained() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault: None };
    let mut server = Server::start(&setup);
    let prompt: Vec<TokenId> = (0..100).map(|i| i * 7 % server.vocab_size).collect();
    let mut explained = |prompt: &[TokenId]| {
        let stream = server.submit(prompt, 2);
        let id = stream.id();
        server.collect(stream);
        server.engine.explain(id).unwrap()
    };
    let figures = |e: &CacheExplanation| {
        assert_eq!(e.tier, (e.usable_tokens > 0).then_some(Tier::Device));
        (e.matched_tokens, e.usable_tokens, e.why)
    };
    let first = explained(&prompt);
    assert_eq!(figures(&first), (0, 0, CacheLimit::End));
    // Blocks of 16 tokens: what holds the last token of a prompt runs again.
    let again = explained(&prompt);
    assert_eq!(figures(&again), (96, 96, CacheLimit::LastToken));
    let mut other = prompt.clone();
    other[50] += 1;
    let parted = explained(&other);
    assert_eq!(figures(&parted), (48, 0, CacheLimit::NoSnapshot));
    let expected = CacheParting {
        position: 50,
        before: prompt[34..50].to_vec(),
        cached: prompt[50..58].to_vec(),
        asked: other[50..58].to_vec(),
    };
    assert_eq!(parted.parting, Some(expected));
    // There a snapshot was taken.
    other[51] += 1;
    assert_eq!(figures(&explained(&other)), (48, 48, CacheLimit::Parted));
    assert!(server.engine.explain(RequestId(u64::MAX)).is_none());
    server.engine.drain();
    server.engine.join();
}

/// The soak with few conversations; `examples/prefix_soak.rs` runs thousands.
#[test]
fn a_sample_of_the_soak() {
    let folder = folder("../../models/atlas-mini");
    for blocks in [0, 40] {
        let host = HostPlaces { blocks, snapshots: blocks / 2 };
        let load = checkpoint_loader(&folder, Compute::Bf16);
        let size = SoakSize::default();
        let config =
            SoakConfig { load: &load, conversations: 40, seed: 11, host, size, alike: Alike::Bits };
        let report = soak(&config, &mut |_| {}).unwrap();
        println!("{report:?}");
        assert!(report.compared > 100 && report.left > 20 && report.forks > 5);
        let prefix = &report.prefix;
        assert!(prefix.hit_tokens > 3000 && prefix.device.evicted_snapshots > 50);
        let host = [prefix.promoted_blocks + prefix.promoted_snapshots, prefix.swapped_in];
        assert!(host.iter().all(|&count| (count > 1) == (blocks > 0)), "{host:?}");
    }
}

/// Layers with a sliding window share blocks like others, resume at the end of any of them, and
/// keep those of the window alone.
#[test]
fn the_soak_on_layers_with_a_window() {
    let folder = folder("../atlas-model/tests/fixtures/mistral_window");
    let load = checkpoint_loader(&folder, Compute::Bf16);
    let (mut hits, mut promoted, mut swapped) = (0, 0, 0);
    for (seed, blocks) in [(12, 0), (13, 40), (15, 40)] {
        let host = HostPlaces { blocks, snapshots: blocks / 2 };
        let config = SoakConfig {
            load: &load,
            conversations: 30,
            seed,
            host,
            size: SoakSize::WINDOWED,
            alike: Alike::Bits,
        };
        let report = soak(&config, &mut |_| {}).unwrap();
        println!("{report:?}");
        assert!(report.compared > 70 && report.left > 15 && report.forks > 1);
        assert!(report.prefix.device.evicted_blocks > 50);
        hits += report.prefix.hit_tokens;
        promoted += report.prefix.promoted_blocks;
        swapped += report.prefix.swapped_in;
    }
    assert!(hits > 3000 && promoted > 20 && swapped > 2, "{hits} {promoted} {swapped}");
}

/// A context several times longer than all blocks together has the bits of one that fits.
#[test]
fn a_context_longer_than_the_pool_has_the_bits_of_one_that_fits() {
    let folder = folder("../atlas-model/tests/fixtures/mistral_window");
    for compute in [Compute::F32, Compute::Bf16] {
        let answers = |cache, preempts, kv_block_count| {
            let setup = Setup { folder: &folder, compute, cache, preempts, fault: None };
            let limits = Limits {
                kv_block_count,
                seq_len_max: 512,
                chunk_tokens_max: 16,
                host: HostPlaces::default(),
                ..limits()
            };
            let mut server = Server::start_with(&setup, limits);
            let prompt: Vec<TokenId> = (0..400).map(|i| i * i % server.vocab_size).collect();
            // The second one resumes, if anything is cached.
            let answers = [(); 2].map(|()| {
                let stream = server.submit(&prompt, 100);
                server.collect(stream)
            });
            let cached = server.cached;
            server.engine.drain();
            assert!(server.engine.join());
            let stats = server.engine.stats();
            assert_eq!((stats.running, stats.slots_used, stats.kv_blocks_used), (0, 0, 0));
            (answers, cached)
        };
        // 96 positions for a context of 500, whose window and chunks touch so many blocks.
        let (expected, _) = answers(false, false, 64);
        assert!(expected[0].tokens.len() == 100 && expected[0].rows.len() == 100);
        for (cache, preempts, blocks) in [(false, false, 6), (true, false, 6), (true, true, 9)] {
            let (got, _) = answers(cache, preempts, blocks);
            assert!(got == expected, "{compute:?}, cache {cache}, preempts {preempts}");
        }
        // The second resumes from what is left of the first behind places whose blocks are gone:
        // what it needs is the window before 384, in 12 blocks of the 32 that the first has filled.
        for (blocks, usable) in [(10, 0), (12, 384), (40, 384)] {
            let (got, cached) = answers(true, false, blocks);
            assert!(got == expected && cached == usable, "{blocks} blocks: {cached} cached");
        }
    }
}

/// Requests that are aborted at random moments, by name or by their readers, leave nothing behind;
/// more of them where it is compiled with `ATLAS_ABORTS=10000`.
#[test]
fn aborts_leave_nothing_behind() {
    let wanted = option_env!("ATLAS_ABORTS").and_then(|count| count.parse().ok());
    let (mut aborted, mut seed) = (0, 3);
    while aborted < wanted.unwrap_or(300) {
        aborted += aborts(1000, seed);
        seed += 1;
    }
    println!("{aborted} of {} requests aborted, nothing left", (seed - 3) * 1000);
}

/// How many of `count` requests were aborted.
fn aborts(count: u64, seed: u64) -> u64 {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
    let server = Server::start(&setup);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut told: Vec<(Vec<TokenId>, Vec<TokenId>)> = Vec::new();
    let mut running: Vec<TokenStream> = Vec::new();
    for i in 0..count {
        let prompt = next_prompt(&mut rng, &told, server.vocab_size);
        let group = (i % 5 < 3).then_some(i / 5);
        let cache = CacheHints { group, ..CacheHints::default() };
        let prompt =
            if group.is_some() && i % 5 > 0 { told[told.len() - 1].0.clone() } else { prompt };
        running.push(server.submit_as(&prompt, 40, cache));
        told.push((prompt, Vec::new()));
        while running.len() > 6 {
            let mut stream = running.swap_remove(rng.usize(0..running.len()));
            for _ in 0..rng.usize(0..4) {
                let _ = stream.blocking_next();
            }
            if rng.bool() {
                server.engine.abort(stream.id());
            }
        }
    }
    drop(running);
    server.engine.drain();
    assert!(server.engine.join());
    let stats = server.engine.stats();
    assert!(stats.finished_abort > 3 * count / 10 && stats.forks > count / 50, "{stats:?}");
    let left = (stats.running, stats.waiting, stats.slots_used, stats.kv_blocks_used);
    assert_eq!(left, (0, 0, 0, 0));
    // What is cached is all that is held.
    assert!(stats.prefix.device.blocks <= limits().kv_block_count);
    assert!(stats.prefix.device.snapshots <= limits().snapshot_count);
    stats.finished_abort
}

/// Preempted sequences go to the host and come back, bit for bit; a state that stays behind shows.
#[test]
fn swaps_change_no_bit() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    for compute in [Compute::F32, Compute::Bf16] {
        let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
        let (different, swapped) = (compare(&setup, 4, 150).0, LAST_SWAPS.get());
        assert_eq!(different, 0, "{compute:?}");
        assert!(swapped > 20, "hardly anything was swapped: {swapped}");
        let fault = Some(TestFault::SwapForgetsState);
        assert!(compare(&Setup { fault, ..setup }, 4, 150).0 > 0);
    }
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
