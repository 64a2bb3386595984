//! The DFlash drafter against its reference: drafts, logits and margins of the first blocks of
//! three answers, as `tools/oracle/dflash_blocks.py` recorded them in f32.

mod common;

use atlas_model::layers::{BlockBatch, ContextBatch};
use atlas_model::verify::{BLOCK_TOKENS, block_table, make_states};
use atlas_model::{Batch, Capture, Cx, DirSource, LoadError, LoadOptions, load, load_drafter};
use atlas_tensor::{Arena, Compute, Device, SpanRows, StepBounds, TensorMut};
use common::{argmax, device};
use serde_json::Value;
use std::path::{Path, PathBuf};

const TOKENS_MAX: usize = 512;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn source(name: &str) -> DirSource {
    DirSource::new(root().join("models").join(name)).expect("a folder")
}

fn numbers(value: &Value) -> Vec<u32> {
    let list = value.as_array().expect("a list");
    list.iter().map(|n| n.as_u64().expect("a token") as u32).collect()
}

/// Blocks of a prompt's answer, whose context is computed in chunks of `chunk` rows.
// Long: the target and the drafter, set up once and driven step by step.
fn blocks(dev: &Device, prompt: &Value, chunk: usize) {
    let target = load(&source("atlas-mini"), dev, &LoadOptions::default()).expect("the target");
    let target = target.model;
    let drafter =
        load_drafter(&source("atlas-mini-dflash"), dev, &LoadOptions::default(), target.info());
    let drafter = drafter.expect("the drafter").drafter;
    let spec = drafter.spec();
    let (hidden, vocab) = (target.info().hidden_size as usize, target.info().vocab_size as usize);
    let width = hidden * spec.target_layers.len();
    let mut states = make_states(target.state_specs(), dev, 1, TOKENS_MAX).expect("states");
    let mut own = make_states(drafter.state_specs(), dev, 1, TOKENS_MAX).expect("states");
    let bytes = target.scratch_bytes(TOKENS_MAX, TOKENS_MAX);
    let scratch = Arena::on(dev, bytes.max(drafter.scratch_bytes(TOKENS_MAX))).expect("scratch");
    let bounds = StepBounds {
        threads: dev.threads(),
        rows: TOKENS_MAX,
        logit_rows: TOKENS_MAX,
        positions: TOKENS_MAX,
        kv_block_tokens: BLOCK_TOKENS,
        on_device: false,
    };
    if let Some(cpu) = dev.cpu() {
        let workspace = target.workspace_bytes(&bounds).max(drafter.workspace_bytes(&bounds));
        cpu.reserve_workspace(workspace).expect("workspace");
    }
    let table = block_table(0, TOKENS_MAX);
    let mut known = numbers(&prompt["prompt"]);
    known.extend(numbers(&prompt["answer"]));
    let mut done = 0;
    for block in prompt["blocks"].as_array().expect("blocks") {
        let position = block["position"].as_u64().expect("a position") as usize;
        while done < position {
            let len = chunk.min(position - done);
            let positions: Vec<u32> = (done as u32..(done + len) as u32).collect();
            let start = done as u32;
            let spans = [SpanRows { slot: 0, row: 0, len, start, drafts: 0, blocks: &table }];
            let batch = Batch {
                tokens: &known[done..done + len],
                fed: None,
                positions: &positions,
                spans: &spans,
                logit_rows: &[],
                keeps: None,
            };
            let mut captured = vec![f32::NAN; len * width];
            let out = TensorMut::from_f32(&mut captured, &[len, width]);
            let capture = Capture { layers: &spec.target_layers, out };
            let mut cx = Cx { captured: Some(capture), ..Cx::new(dev, &scratch) };
            let logits = TensorMut::from_f32(&mut [], &[0, vocab]);
            target.forward(&mut cx, &batch, &mut states, logits).expect("a step of the target");
            let captured = TensorMut::from_f32(&mut captured, &[len, width]).into_shared();
            let context = ContextBatch { positions: &positions, spans: &spans, captured };
            drafter.append(&Cx::new(dev, &scratch), &context, &mut own).expect("context");
            done += len;
        }
        let masks = spec.block_size - 1;
        let mut tokens = vec![spec.mask_token; 1 + masks];
        tokens[0] = known[position];
        let (start, len) = (position as u32, 1 + masks);
        let positions: Vec<u32> = (start..start + len as u32).collect();
        let wanted: Vec<u32> = (1..len as u32).collect();
        let spans = [SpanRows { slot: 0, row: 0, len, start, drafts: 0, blocks: &table }];
        let batch =
            BlockBatch { tokens: &tokens, positions: &positions, spans: &spans, wanted: &wanted };
        let mut logits = vec![f32::NAN; masks * vocab];
        let out = TensorMut::from_f32(&mut logits, &[masks, vocab]);
        let mut cx = Cx::new(dev, &scratch);
        let ends = target.ends().expect("a decoder has ends");
        drafter.draft(&mut cx, &ends, &batch, &mut own, out).expect("a block");
        compare(prompt, block, &logits, vocab);
    }
}

/// The best tokens, their logits and margins over the next ones are those of the reference.
fn compare(prompt: &Value, block: &Value, logits: &[f32], vocab: usize) {
    for (j, row) in logits.chunks(vocab).enumerate() {
        let place = format!("{}, block at {}, draft {}", prompt["row"], block["position"], j + 1);
        let best = argmax(row) as usize;
        assert_eq!(best as u64, block["drafts"][j].as_u64().expect("a draft"), "{place}");
        let runner_up = (0..vocab).filter(|&i| i != best).map(|i| row[i]).fold(f32::MIN, f32::max);
        for (name, found) in [("logits", row[best]), ("margins", row[best] - runner_up)] {
            let expected = block[name][j].as_f64().expect("a number") as f32;
            let close = (found - expected).abs() <= 1e-3 * (1.0 + expected.abs());
            assert!(close, "{place}: {name} {found}, expected {expected}");
        }
    }
}

#[test]
fn blocks_are_those_of_the_reference() {
    let path = root().join("tests/fixtures/dflash_mini.json");
    let text = std::fs::read(path).expect("the fixture");
    let fixture: Value = serde_json::from_slice(&text).expect("JSON");
    let dev = device(Compute::F32, 2);
    for prompt in fixture["prompts"].as_array().expect("prompts") {
        for chunk in [7, TOKENS_MAX] {
            blocks(&dev, prompt, chunk);
        }
    }
}

/// A model is no drafter, and a drafter is none of another target.
#[test]
fn a_drafter_fits_its_target_or_is_refused() {
    let dev = device(Compute::F32, 1);
    let target = load(&source("atlas-mini"), &dev, &LoadOptions::default()).expect("the target");
    let info = target.model.info();
    let Err(error) = load_drafter(&source("atlas-mini"), &dev, &LoadOptions::default(), info)
    else {
        panic!("a model was taken for a drafter")
    };
    assert!(matches!(error, LoadError::Refused { .. }), "{error}");
    let other = [(8, 256, 4096), (12, 512, 4096), (12, 256, 4000)];
    for (layer_count, hidden_size, vocab_size) in other {
        let info = atlas_model::ModelInfo { layer_count, hidden_size, vocab_size, ..info.clone() };
        let drafter =
            load_drafter(&source("atlas-mini-dflash"), &dev, &LoadOptions::default(), &info);
        let Err(error) = drafter else { panic!("another target: {info:?}") };
        let text = error.to_string();
        assert!(text.contains("the target"), "{text}");
    }
}
