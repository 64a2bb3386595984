//! The prefix cache changes no answer: the same tokens and the same bits of every row of logits
//! with the cache on and off, over seeded conversations on real layers.

mod harness;
mod namespaces;
mod soak;

use atlas_core::{CacheHints, HostPlaces, Limits, TokenEngine, TokenId, TokenStream};
use atlas_engine::TestFault;
use atlas_tensor::Compute;

use harness::{Comparison, Server, Setup, compare, folder, limits, next_prompt};

#[test]
fn the_cache_changes_no_bit_on_a_random_hybrid() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    for (compute, preempts) in [(Compute::F32, false), (Compute::Bf16, true)] {
        let setup = Setup { folder: &folder, compute, cache: true, preempts, fault: None };
        let Comparison { different, hit_tokens, evicted_snapshots, .. } = compare(&setup, 1, 200);
        assert_eq!(different, 0, "{compute:?}");
        assert!(evicted_snapshots > 0);
        assert!(hit_tokens > 10_000, "only {hit_tokens} tokens were cached");
    }
}

#[test]
fn the_cache_changes_no_bit_on_the_bundled_model() {
    let folder = folder("../../models/atlas-mini");
    let compute = Compute::Bf16;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
    let Comparison { different, hit_tokens, .. } = compare(&setup, 2, 60);
    assert_eq!(different, 0);
    assert!(hit_tokens > 2000, "only {hit_tokens} tokens were cached");
}

#[test]
fn the_cache_changes_no_bit_on_mamba() {
    let folder = folder("../atlas-model/tests/fixtures/nemotron_h");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
    let Comparison { different, hit_tokens, .. } = compare(&setup, 8, 80);
    assert_eq!(different, 0);
    assert!(hit_tokens > 2000, "only {hit_tokens} tokens were cached");
    let fault = Some(TestFault::RestoreForgetsState);
    assert!(compare(&Setup { fault, preempts: false, ..setup }, 8, 40).different > 0);
}

#[test]
fn the_cache_changes_no_bit_on_latents() {
    let cases = [("deepseek_v3", Compute::F32, false), ("deepseek_v32", Compute::Bf16, true)];
    for (name, compute, preempts) in cases {
        let folder = folder(&format!("../atlas-model/tests/fixtures/{name}"));
        let setup = Setup { folder: &folder, compute, cache: true, preempts, fault: None };
        let Comparison { different, hit_tokens, .. } = compare(&setup, 6, 60);
        assert_eq!(different, 0, "{compute:?}");
        assert!(hit_tokens > 2000, "only {hit_tokens} tokens were cached");
    }
}

/// Preempted sequences are swapped out and in without a changed bit; the comparison finds a
/// recurrent state that stays behind.
#[test]
fn swaps_change_no_bit() {
    for (name, compute) in [
        ("qwen3_5_moe_text", Compute::F32),
        ("qwen3_5_moe_text", Compute::Bf16),
        ("nemotron_h", Compute::F32),
        ("deepseek_v3", Compute::F32),
        ("mistral4", Compute::Bf16),
    ] {
        let folder = folder("../atlas-model/tests/fixtures").join(name);
        let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
        let Comparison { different, swapped_in, .. } = compare(&setup, 4, 150);
        assert_eq!(different, 0, "{name} in {compute:?}");
        assert!(swapped_in > 20, "{name}: only {swapped_in} sequences were swapped in");
        // Latents have no state but their blocks.
        if !matches!(name, "deepseek_v3" | "mistral4") {
            let fault = Some(TestFault::SwapForgetsState);
            assert!(compare(&Setup { fault, ..setup }, 4, 150).different > 0, "{name}");
        }
    }
}

/// The comparison finds a snapshot that is not restored.
#[test]
fn a_snapshot_that_is_not_restored_changes_answers() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let fault = Some(TestFault::RestoreForgetsState);
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: false, fault };
    assert!(compare(&setup, 1, 40).different > 0);
}

/// A context several times longer than the pool gives the same bits as in a pool that holds it.
#[test]
fn a_context_longer_than_the_pool_changes_no_bit() {
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
            // The second one resumes from the cache, if there is one.
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
        // 6 blocks are 96 positions, for a context of 500: window and chunk touch that many.
        let (expected, _) = answers(false, false, 64);
        assert!(expected[0].tokens.len() == 100 && expected[0].rows.len() == 100);
        for (cache, preempts, blocks) in [(false, false, 6), (true, false, 6), (true, true, 9)] {
            let (got, _) = answers(cache, preempts, blocks);
            assert!(got == expected, "{compute:?}, cache {cache}, preempts {preempts}");
        }
        // The second one resumes from the last blocks of the first, whose earlier blocks are
        // released: it needs the window before 384, in 12 of the 32 blocks that the first filled.
        for (blocks, usable) in [(10, 0), (12, 384), (40, 384)] {
            let (got, cached) = answers(true, false, blocks);
            assert!(got == expected && cached == usable, "{blocks} blocks: {cached} cached");
        }
    }
}

/// Requests that are aborted or dropped at random leave no count and no block behind. Compile with
/// `ATLAS_ABORTS=10000` for more of them.
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

/// Runs `count` requests; returns the number that were aborted.
fn aborts(count: u64, seed: u64) -> u64 {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let compute = Compute::F32;
    let setup = Setup { folder: &folder, compute, cache: true, preempts: true, fault: None };
    let server = Server::start(&setup);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut past: Vec<(Vec<TokenId>, Vec<TokenId>)> = Vec::new();
    let mut running: Vec<TokenStream> = Vec::new();
    for i in 0..count {
        let prompt = next_prompt(&mut rng, &past, server.vocab_size);
        let group = (i % 5 < 3).then_some(i / 5);
        let cache = CacheHints { group, ..CacheHints::default() };
        let prompt =
            if group.is_some() && i % 5 > 0 { past[past.len() - 1].0.clone() } else { prompt };
        running.push(server.submit_as(&prompt, 40, cache));
        past.push((prompt, Vec::new()));
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
    // Only the cache holds blocks and snapshots.
    assert!(stats.prefix.device.blocks <= limits().kv_block_count);
    assert!(stats.prefix.device.snapshots <= limits().snapshot_count);
    stats.finished_abort
}
