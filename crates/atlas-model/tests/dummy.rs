//! Random weights from a config alone.

mod common;

use std::time::Instant;

use atlas_model::{LoadFormat, LoadOptions, MemorySource};
use atlas_tensor::Compute;
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
fn every_family_runs() {
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
