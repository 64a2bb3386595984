//! Random weights from a config alone.

mod common;

use std::time::Instant;

use atlas_model::checkpoint::{DummyFill, Role, WeightOrigin, WeightStore, Weights};
use atlas_model::config::MoeConfig;
use atlas_model::{LoadFormat, LoadOptions, MemorySource};
use atlas_tensor::ops::ExpertActivation;
use atlas_tensor::{Compute, Weight};
use common::{CASES, Checkpoint, Session, bits, device};
use serde_json::json;

fn load_dummy(config: &serde_json::Value, seed: u64, threads: usize) -> atlas_model::LoadedModel {
    let source = MemorySource::new("memory", [("config.json", config.to_string().into_bytes())]);
    let options = LoadOptions { load_format: LoadFormat::Dummy { seed }, ..LoadOptions::default() };
    let dev = device(Compute::Bf16, threads);
    atlas_model::load(&source, &dev, &options).unwrap_or_else(|e| panic!("{e}"))
}

/// Every family runs on dummy weights: finite logits that depend on the seed and the tokens, not
/// on the threads that filled them.
#[test]
fn every_family_runs_on_dummy_weights() {
    let dev = device(Compute::Bf16, 1);
    for case in CASES {
        let config = Checkpoint::of(case).config;
        let run = |seed, threads| {
            let loaded = load_dummy(&config, seed, threads);
            let mut session = Session::new(&*loaded.model, &dev, 1, 64);
            session.feed_in_chunks(&(20..50).collect::<Vec<_>>(), 30)
        };
        let logits = run(1, 1);
        assert!(logits.iter().all(|l| l.is_finite()), "{case}");
        let vocab = load_dummy(&config, 1, 1).model.info().vocab_size as usize;
        assert_ne!(logits[..vocab], logits[vocab..2 * vocab], "{case}");
        assert_eq!(bits(&logits), bits(&run(1, 2)), "{case}");
        assert_ne!(bits(&logits), bits(&run(2, 1)), "{case}");
    }
}

/// Cut, stacked and reordered as in the families, deferred weights equal those made by the host.
#[test]
fn deferred_weights_are_cut_like_those_of_the_host() {
    let moe = MoeConfig::plain(5, 2, 3);
    let without_gates = MoeConfig { activation: ExpertActivation::ReluSquared, ..moe };
    let rows = [6, 7, 0, 1, 5, 2];
    let read = |fill: DummyFill| -> Vec<Vec<f32>> {
        let store = WeightStore::new(WeightOrigin::Dummy(fill), true, None);
        let root = Weights::root(&store).at("model");
        let matrix = root.matrix("a", 8, 7);
        let mut all = vec![
            root.vector("b", 9, Role::StepOffset),
            root.depthwise("c", 5, 4),
            root.reordered(&matrix, &rows).to_f32(),
            root.reordered(&matrix, &[8]).to_f32(),
            matrix.to_f32(),
        ];
        for e in root.experts(&moe, 11).iter().chain(&root.experts(&without_gates, 11)) {
            all.extend(e.weights().map(Weight::to_f32));
        }
        all.push(vec![store.parameters() as f32, store.bytes() as f32]);
        all
    };
    let made = read(DummyFill::new(3, 2));
    assert_eq!(made.len(), 5 + (3 + 2) * 5 + 1);
    assert_eq!(made[2][..7], made[4][6 * 7..7 * 7]);
    assert_eq!(read(DummyFill::new(3, 2).deferred()), made);
}

/// 1.2 GB of bf16 in a few seconds on two threads.
#[test]
#[cfg_attr(debug_assertions, ignore = "fills 1.2 GB; run with --release")]
fn a_shape_of_0_6b_fills_fast() {
    let config = json!({
        "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "vocab_size": 151936,
        "hidden_size": 1024, "intermediate_size": 3072, "num_hidden_layers": 28,
        "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 128,
        "max_position_embeddings": 40960, "tie_word_embeddings": true
    });
    let start = Instant::now();
    let loaded = load_dummy(&config, 1, 2);
    let seconds = start.elapsed().as_secs_f64();
    println!("{} bytes in {seconds:.2} s", loaded.model.info().weight_bytes);
    assert_eq!(loaded.model.info().weight_bytes, 2 * 596_049_920);
    assert!(seconds < 10.0, "{seconds:.1} s");
}
