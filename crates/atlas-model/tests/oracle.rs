//! Every fixture against what Hugging Face transformers computes from it.

mod common;

use atlas_model::verify::{Recorded, compare, distance};
use atlas_tensor::weights::ggml::GgmlType;
use atlas_tensor::{Compute, CpuDevice, Device, Isa, LayerState};
use common::{
    CASES, Checkpoint, Feed, GGUF, QUANTISED, Session, argmax, device, fixture, load, source,
};
use serde_json::json;
use std::collections::BTreeSet;

fn recorded(case: &str) -> Recorded {
    Recorded::open(&fixture(case).join("oracle.safetensors")).expect("oracle file")
}

#[test]
fn every_fixture_is_tested() {
    for (folder, cases) in [("", CASES), ("../quantized/", QUANTISED), ("../gguf/", GGUF)] {
        let mut found: Vec<String> = std::fs::read_dir(fixture(folder))
            .expect("fixtures")
            .flatten()
            .filter(|e| e.path().is_dir())
            .filter_map(|e| e.file_name().into_string().ok())
            .map(|name| format!("{folder}{name}"))
            .collect();
        found.sort();
        assert_eq!(found, cases);
    }
}

/// Every block format of GGUF files is that of a matrix of several fixtures, and every
/// architecture has one.
#[test]
fn gguf_fixtures_have_every_format_and_architecture() {
    let (mut formats, mut architectures) = (vec![], BTreeSet::new());
    for case in GGUF {
        let source = source(case);
        let gguf = source.gguf().expect("a GGUF model").gguf();
        let matrices = gguf.tensors().filter(|t| t.dims.len() > 1);
        formats.extend(matrices.map(|t| t.ty).collect::<BTreeSet<_>>());
        let architecture = gguf.metadata().text("general.architecture");
        architectures.extend(architecture.expect("a text").map(str::to_owned));
    }
    for ty in GgmlType::ALL {
        let count = formats.iter().filter(|&&found| found == ty).count();
        assert!(count >= 3, "{ty} is in {count} files");
    }
    assert_eq!(architectures.len(), 8, "{architectures:?}");
}

fn all_cases() -> impl Iterator<Item = &'static str> {
    CASES.iter().chain(QUANTISED).chain(GGUF).copied()
}

/// Quantised weights with 16-bit activations: each tap at a cosine of 0.9995 or better to the
/// results of the dequantised weights in f32; of 0.999 where inputs are rounded to 8 bits.
#[test]
fn quantised_taps_match_with_16_bit_activations() {
    let dev = device(Compute::Bf16, 2);
    for case in QUANTISED.iter().chain(GGUF) {
        let loaded = load(case, &dev);
        let path = fixture(case).join("oracle.safetensors");
        let report = compare(&*loaded.model, &dev, &path).expect("comparison");
        let worst = report.taps.iter().min_by(|a, b| a.cosine.total_cmp(&b.cosine));
        let worst = worst.expect("taps");
        println!("{case}: worst {} {:.6}", worst.name, worst.cosine);
        let least = if loaded.formats.values().any(|f| f.is_blocks()) { 0.999 } else { 0.9995 };
        assert!(worst.cosine >= least, "{case}: {} {:.6}", worst.name, worst.cosine);
        let formats = loaded.formats.values().filter(|format| format.is_quantised());
        assert!(formats.count() >= 4, "{case}: {:?}", loaded.formats);
    }
}

/// f32: each tap within 1e-4 of the oracle, Euclidean and relative.
#[test]
fn f32_taps_match() {
    let dev = device(Compute::F32, 2);
    for case in all_cases() {
        let loaded = load(case, &dev);
        let path = fixture(case).join("oracle.safetensors");
        let report = compare(&*loaded.model, &dev, &path).expect("comparison");
        let layers = loaded.model.info().layer_count as usize;
        // A layer of one half has one output.
        let outputs = if case.starts_with("nemotron") { 2 } else { 3 };
        assert!(report.taps.len() >= outputs * layers + 3, "{case}: {} taps", report.taps.len());
        let worst = report.taps.iter().max_by(|a, b| a.relative_error.total_cmp(&b.relative_error));
        let worst = worst.expect("taps");
        println!("{case}: worst {} {:.1e}", worst.name, worst.relative_error);
        assert_eq!(report.first_divergence(), None, "{case}");
    }
}

/// The kernels of the narrower instruction sets that this CPU has too; [`f32_taps_match`] runs the
/// widest.
#[test]
fn f32_taps_match_on_every_instruction_set() {
    let widest = Isa::detect();
    for isa in Isa::available() {
        if isa == widest {
            continue;
        }
        let dev: Device = CpuDevice::new(2, isa, Compute::F32).expect("device").into();
        for case in all_cases() {
            let loaded = load(case, &dev);
            let path = fixture(case).join("oracle.safetensors");
            let report = compare(&*loaded.model, &dev, &path).expect("comparison");
            assert_eq!(report.first_divergence(), None, "{case} on {isa}");
        }
    }
}

/// bf16 compute: each tap at a cosine of 0.9999 or better to the f32 oracle; where transformers in
/// bf16 itself is farther from its f32 results, at least as near as that. The fixtures choose
/// prompts on which bf16 picks the same experts. `router_ids` must be the same.
#[test]
fn bf16_taps_match() {
    let dev = device(Compute::Bf16, 2);
    for case in CASES {
        let loaded = load(case, &dev);
        let path = fixture(case).join("oracle.safetensors");
        let report = compare(&*loaded.model, &dev, &path).expect("comparison");
        let worst = report.taps.iter().min_by(|a, b| a.cosine.total_cmp(&b.cosine));
        let worst = worst.expect("taps");
        println!("{case}: worst {} {:.6}", worst.name, worst.cosine);
        assert_eq!(report.first_divergence(), None, "{case}");
    }
}

/// The same greedy continuation, one token a step.
#[test]
fn f32_greedy_continuation_is_identical() {
    let dev = device(Compute::F32, 2);
    for case in all_cases() {
        let loaded = load(case, &dev);
        let recorded = recorded(case);
        let prompt = recorded.ids("greedy_prompt_ids").expect("prompt");
        let expected = recorded.ids("greedy_ids").expect("greedy ids");
        let vocab = loaded.model.info().vocab_size as usize;
        let mut session = Session::new(&*loaded.model, &dev, 1, prompt.len() + expected.len());
        let mut fed = prompt;
        let mut start = 0;
        let mut found = vec![];
        while found.len() < expected.len() {
            let logits = session.step(&[Feed { slot: 0, start, tokens: &fed }]).expect("step");
            start += fed.len();
            let next = argmax(&logits[logits.len() - vocab..]);
            found.push(next);
            fed = vec![next];
        }
        assert_eq!(found, expected, "{case}");
    }
}

/// With room for all positions the rows attend as without an indexer, which the oracle's own
/// selection does not allow.
#[test]
fn a_selection_of_all_positions_is_dense_attention() {
    let dense = |checkpoint: &mut Checkpoint| {
        checkpoint.config["model_type"] = json!("deepseek_v3");
        checkpoint.config["architectures"] = json!(["DeepseekV3ForCausalLM"]);
        let keys = checkpoint.config.as_object_mut().expect("an object");
        keys.retain(|key, _| !key.starts_with("index_"));
        checkpoint.edit(|t| t.retain(|name, _| !name.contains(".indexer.")));
    };
    let logits = |change: &dyn Fn(&mut Checkpoint)| {
        let mut checkpoint = Checkpoint::of("deepseek_v32");
        change(&mut checkpoint);
        let loaded = checkpoint.load().expect("a model");
        let (dev, ids) = (device(Compute::F32, 2), (3..70).collect::<Vec<u32>>());
        Session::new(&*loaded.model, &dev, 1, ids.len()).feed_in_chunks(&ids, 40)
    };
    let dense = logits(&dense);
    let of = |k: u32| logits(&move |c: &mut Checkpoint| c.config["index_topk"] = json!(k));
    for k in [67, 68, 2048] {
        let (error, _) = distance(&of(k), &dense);
        assert!(error < 1e-5, "the best {k}: {error:e}");
    }
    for k in [8, 66] {
        let (error, _) = distance(&of(k), &dense);
        assert!(error > 1e-4, "the best {k} are not all: {error:e}");
    }
}

/// The recurrent matrix and the convolution's inputs after 1, 33, 65 and all tokens.
#[test]
fn f32_recurrent_states_match() {
    let dev = device(Compute::F32, 2);
    let mut compared = 0;
    for case in CASES {
        let loaded = load(case, &dev);
        let recorded = recorded(case);
        let ids = recorded.ids("input_ids").expect("ids");
        for len in [1, 33, 65, ids.len()] {
            let mut session = Session::new(&*loaded.model, &dev, 1, ids.len());
            session.feed_in_chunks(&ids[..len], len);
            let suffix = if len == ids.len() { String::new() } else { format!("@{len}") };
            for (layer, state) in session.states.iter_mut().enumerate() {
                let LayerState::Recurrent(state) = state else { continue };
                let name = format!("layers.{layer}.recurrent_state{suffix}");
                let (_, expected) = recorded.f32(&name).expect("state");
                let mut matrices = state.matrices_mut(0).to_vec();
                if case.starts_with("nemotron") {
                    matrices = turned(&matrices, [state.key_dim, state.value_dim]);
                }
                let (error, _) = distance(&matrices, &expected);
                assert!(error <= 1e-4, "{case}: {name} {error:.1e}");
                // Stored [C, K-1]; here [K-1, C].
                let name = format!("layers.{layer}.conv_state{suffix}");
                let (shape, expected) = recorded.f32(&name).expect("state");
                let (channels, kept) = (shape[0], shape[1]);
                let conv = state.conv_mut(0);
                let conv: Vec<f32> = (0..channels)
                    .flat_map(|c| (0..kept).map(move |j| (c, j)))
                    .map(|(c, j)| conv[j * channels + c])
                    .collect();
                let (error, _) = distance(&conv, &expected);
                assert!(error <= 1e-4, "{case}: {name} {error:.1e}");
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "{compared} states");
}

/// Matrices `[rows, columns]`, one after another, as `[columns, rows]`.
fn turned(matrices: &[f32], [rows, columns]: [usize; 2]) -> Vec<f32> {
    let of = |matrix: &[f32]| -> Vec<f32> {
        (0..columns).flat_map(|c| (0..rows).map(move |r| matrix[r * columns + c])).collect()
    };
    matrices.chunks(rows * columns).flat_map(of).collect()
}

/// Codes of the number formats, and roundings to them, against those of `ml_dtypes`.
#[test]
fn number_formats_equal_the_library() {
    use atlas_tensor::numbers::{E2M1, E4M3, e8m0, to_e2m1, to_e4m3};
    let path = fixture("../../../atlas-tensor/tests/data/numbers.safetensors");
    let tensors = common::read_tensors(&std::fs::read(path).expect("the numbers"));
    let floats = |name: &str| -> Vec<f32> {
        let four = |c: &[u8]| f32::from_le_bytes([c[0], c[1], c[2], c[3]]);
        tensors[name].bytes.chunks_exact(4).map(four).collect()
    };
    let same = |name: &str, ours: &[f32]| {
        let theirs = floats(name);
        assert_eq!(theirs.len(), ours.len(), "{name}");
        for (code, (a, b)) in theirs.iter().zip(ours).enumerate() {
            let equal = a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
            assert!(equal, "{name}: code {code} is {b}, not {a}");
        }
    };
    same("e4m3.values", &E4M3);
    same("e2m1.values", &E2M1);
    same("e8m0.values", &(0..=255).map(e8m0).collect::<Vec<_>>());
    let inputs = floats("inputs");
    assert!(inputs.len() > 2000);
    for (name, round) in [("e4m3.codes", to_e4m3 as fn(f32) -> u8), ("e2m1.codes", to_e2m1)] {
        for (x, code) in inputs.iter().zip(&tensors[name].bytes) {
            assert_eq!(round(*x), *code, "{name} of {x}");
        }
    }
}
