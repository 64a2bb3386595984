//! Flipped bits in the host tier change no token, and every read of a damaged object is counted.

use atlas_core::{GenerateRequest, HostPlaces, Limits, SamplingParams, TokenEngine, TokenId};
use atlas_engine::testing::collect;
use atlas_engine::testing::host_tier::{FlipConfig, FlipReport, flip_bits};
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::{Engine, EngineConfig, NoObserver, TestFault};
use atlas_tensor::Compute;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn run(path: &str, compute: Compute, flips: u64, fault: Option<TestFault>) -> FlipReport {
    let report = flip_bits(&FlipConfig { folder: &folder(path), compute, seed: 3, flips, fault });
    println!("{report:?}");
    report
}

#[test]
fn flipped_bits_change_no_token_and_are_counted() {
    for (path, compute, flips) in [
        ("../atlas-model/tests/fixtures/qwen3_5_moe_text", Compute::F32, 1000),
        ("../../models/atlas-mini", Compute::Bf16, 1000),
        ("../atlas-model/tests/fixtures/nemotron_h", Compute::F32, 1000),
        ("../atlas-model/tests/fixtures/deepseek_v3", Compute::F32, 1000),
        ("../atlas-model/tests/fixtures/mistral4", Compute::Bf16, 1000),
    ] {
        let report = run(path, compute, flips, None);
        assert_eq!(report.different, 0, "{path}");
        assert_eq!(report.prefix.checksum_failures, report.damaged_reads, "{path}");
        assert!(report.damaged_reads > 20, "{path}: too few damaged objects were read");
        // Latents have no state but their blocks.
        let has_snapshots = !path.ends_with("deepseek_v3") && !path.ends_with("mistral4");
        let promoted = [report.prefix.promoted_blocks, report.prefix.promoted_snapshots];
        assert!(promoted[0] > 10 && (promoted[1] > 10) == has_snapshots, "{path}: {promoted:?}");
    }
}

/// The comparison finds damage that is not checked.
#[test]
fn unchecked_damage_changes_answers() {
    let fault = Some(TestFault::HostUnchecked);
    for case in ["qwen3_5_moe_text", "nemotron_h", "deepseek_v3"] {
        let path = format!("../atlas-model/tests/fixtures/{case}");
        let report = run(&path, Compute::F32, 1000, fault);
        assert!(report.different > 0 && report.prefix.checksum_failures == 0, "{case}");
    }
}

/// Snapshots move to the host while no request runs, so that a request need not wait for that copy.
/// They come back when they are used.
#[test]
fn places_are_freed_while_the_engine_is_idle() {
    let folder = folder("../atlas-model/tests/fixtures/qwen3_5_moe_text");
    let (model, dev) = checkpoint_loader(&folder, Compute::F32)(1);
    let vocab_size = model.info().vocab_size;
    let limits = Limits {
        slot_count: 1,
        step_tokens_max: 96,
        drafts_max: 0,
        seq_len_max: 128,
        kv_block_tokens: 16,
        kv_block_count: 200,
        chunk_tokens_max: 64,
        queue_len_max: 4,
        overtake_max: 4,
        snapshot_count: 8,
        host: HostPlaces { blocks: 40, snapshots: 40 },
    };
    let config = EngineConfig { prefix_cache: true, ..EngineConfig::new(limits) };
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).unwrap();
    let ask = |number: u32| {
        let prompt = (0..60).map(|i| (i * i + 31 * number + 1) % vocab_size).collect();
        let sampling = SamplingParams { ignore_eos: true, ..SamplingParams::greedy(3) };
        let stream = engine.submit(GenerateRequest { sampling, ..request(prompt) }).unwrap();
        let answer = collect(stream);
        let cached = answer.finished().usage.cached_tokens;
        (answer.tokens, cached)
    };
    let held = || engine.stats().prefix.device.snapshots;
    let answers: Vec<_> = (0..20).map(|number| ask(number).0).collect();
    let begin = Instant::now();
    while held() > 6 {
        assert!(begin.elapsed() < Duration::from_secs(20), "{} of 8 places are in use", held());
        std::thread::sleep(Duration::from_millis(1));
    }
    let demoted = engine.stats().prefix.demoted_snapshots;
    assert!(demoted >= 14, "{demoted}");
    let (tokens, cached) = ask(0);
    assert_eq!((&tokens, cached), (&answers[0], 48));
    let stats = engine.stats();
    assert!(stats.prefix.promoted_snapshots > 0);
    let cached = (stats.prompt_tokens, stats.cached_prompt_tokens, stats.prefix.host_prompt_tokens);
    assert_eq!(cached, (21 * 60, 48, 48));
    engine.drain();
    assert!(engine.join());
}

fn request(prompt: Vec<TokenId>) -> GenerateRequest {
    GenerateRequest::new(prompt, SamplingParams::default())
}
