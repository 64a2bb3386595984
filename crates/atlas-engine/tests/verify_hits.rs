//! Cache hits that are verified in idle time: correct state passes, and a bit that flipped in the
//! device tier is found and its prefix is removed from the cache.

use atlas_core::{
    ClientId, GenerateRequest, Limits, PrefixCounts, Priority, SamplingParams, TokenEngine, TokenId,
};
use atlas_engine::testing::collect;
use atlas_engine::testing::host_tier::limits;
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver, TestFault};
use atlas_tensor::Compute;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const HYBRID: &str = "../atlas-model/tests/fixtures/qwen3_5_moe_text";
const MAMBA: &str = "../atlas-model/tests/fixtures/nemotron_h";
const LATENTS: &str = "../atlas-model/tests/fixtures/deepseek_v3";
const MINI: &str = "../../models/atlas-mini";

fn start(path: &str, verify_hits: f64, fault: Option<TestFault>) -> EngineHandle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let (model, dev) = checkpoint_loader(&folder, Compute::Bf16)(1);
    let limits = Limits { kv_block_count: 60, snapshot_count: 20, ..limits() };
    let config = EngineConfig { verify_hits, test_fault: fault, ..EngineConfig::new(limits) };
    Engine::start(model, dev, config, Arc::new(NoObserver)).unwrap()
}

fn ask(engine: &EngineHandle, prompt: &[TokenId]) -> (Vec<TokenId>, u32) {
    let request = GenerateRequest {
        prompt: prompt.to_vec(),
        sampling: SamplingParams { ignore_eos: true, ..SamplingParams::greedy(12) },
        eos_token_ids: Vec::new(),
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint: None,
        cache: atlas_core::CacheHints::default(),
    };
    let answer = collect(engine.submit(request).unwrap());
    let cached = answer.finished().usage.cached_tokens;
    (answer.tokens, cached)
}

/// Counts after `verified` hits have been verified.
fn checked(engine: &EngineHandle, verified: u64) -> PrefixCounts {
    let begin = Instant::now();
    while engine.stats().prefix.verified_hits < verified {
        assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", engine.stats().prefix);
        std::thread::sleep(Duration::from_millis(2));
    }
    engine.stats().prefix
}

fn prompt(seed: u64, len: usize) -> Vec<TokenId> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..len).map(|_| rng.u32(1..248)).collect()
}

#[test]
fn correct_state_passes_and_stays_cached() {
    for path in [HYBRID, MAMBA, LATENTS, MINI] {
        let engine = start(path, 1.0, None);
        for turn in 0..6 {
            ask(&engine, &prompt(turn / 2, 150));
        }
        let counts = checked(&engine, 3);
        assert_eq!((counts.hits, counts.verified_hits, counts.quarantined), (3, 3, 0));
        assert_eq!(engine.stats().slots_used, 0);
        engine.drain();
        engine.join();
    }
    // With a share of 0 no hit is verified.
    let engine = start(MINI, 0.0, None);
    (0..4).for_each(|_| drop(ask(&engine, &prompt(0, 150))));
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(engine.stats().prefix.verified_hits, 0);
    engine.drain();
    engine.join();
}

#[test]
fn a_flipped_bit_in_the_device_tier_is_found_and_quarantined() {
    for (path, fault) in [
        (HYBRID, TestFault::SnapshotRots),
        (HYBRID, TestFault::BlockRots),
        (MAMBA, TestFault::SnapshotRots),
        (MAMBA, TestFault::BlockRots),
    ] {
        let plain = start(path, 0.0, None);
        let engine = start(path, 1.0, Some(fault));
        let asked = prompt(9, 150);
        ask(&engine, &asked);
        // This hit uses the damaged state: it is verified only afterwards.
        let (_, cached) = ask(&engine, &asked);
        assert!(cached > 0);
        let counts = checked(&engine, 1);
        assert_eq!(counts.quarantined, 1, "{fault:?}");
        let (tokens, cached) = ask(&engine, &asked);
        assert_eq!(cached, 0, "{fault:?}: damaged state is still used");
        assert_eq!(tokens, ask(&plain, &asked).0);
        let (_, cached) = ask(&engine, &asked);
        assert!(cached > 0, "{fault:?}: recomputed state is not cached");
        assert_eq!(checked(&engine, 2).quarantined, 1, "{fault:?}");
        for engine in [engine, plain] {
            engine.drain();
            engine.join();
        }
    }
}
