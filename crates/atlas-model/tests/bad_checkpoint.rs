//! Damaged and mismatched checkpoints: always an error that names what is wrong, never a panic.

mod common;
#[path = "bad_checkpoint/gguf.rs"]
mod gguf;
#[path = "bad_checkpoint/gguf_model.rs"]
mod gguf_model;
#[path = "bad_checkpoint/gguf_tokenizer.rs"]
mod gguf_tokenizer;
#[path = "bad_checkpoint/integers.rs"]
mod integers;

use atlas_model::checkpoint::{TensorProblem, read_header};
use atlas_model::{DirSource, LoadError, LoadOptions, LoadedModel, MemorySource};
use atlas_tensor::Compute;
use common::{CASES, Checkpoint, StoredTensor, device, fixture};
use serde_json::json;

const CASE: &str = "qwen3_tied_f32";
const FILE: &str = "model.safetensors";

type Files = Vec<(String, Vec<u8>)>;

fn error_of(result: Result<LoadedModel, LoadError>) -> LoadError {
    match result {
        Ok(_) => panic!("it loaded"),
        Err(error) => error,
    }
}

fn problems_of(checkpoint: &Checkpoint) -> Vec<TensorProblem> {
    match error_of(checkpoint.load()) {
        LoadError::Tensors(problems) => problems.0,
        other => panic!("{other}"),
    }
}

fn with_file(file: Vec<u8>) -> Checkpoint {
    let mut checkpoint = Checkpoint::of(CASE);
    checkpoint.files = vec![(FILE.to_owned(), file)];
    checkpoint
}

/// Every length from 0 to past the header, then coarser: an error that names the file.
#[test]
fn a_truncated_file_is_an_error_that_names_it() {
    let whole = Checkpoint::of(CASE).files.remove(0).1;
    let header = 8 + u64::from_le_bytes(whole[..8].try_into().expect("8 bytes")) as usize;
    let fine = 0..header + 64;
    let coarse = (header + 64..whole.len()).step_by(997).chain([whole.len() - 1]);
    for len in fine.chain(coarse) {
        let error = error_of(with_file(whole[..len].to_vec()).load());
        assert!(matches!(error, LoadError::Header { .. }), "{len} bytes: {error}");
        assert!(error.to_string().starts_with(FILE), "{len} bytes: {error}");
    }
    let mut longer = whole;
    longer.push(0);
    assert!(error_of(with_file(longer).load()).to_string().starts_with(FILE));
}

/// Each bit of the length and header flipped in turn, spread over the header: an error that names
/// the file or a tensor, or a flip that changes nothing that is read.
#[test]
fn a_flipped_header_bit_is_an_error_or_changes_nothing() {
    let checkpoint = Checkpoint::of(CASE);
    let whole = &checkpoint.files[0].1;
    let header = 8 + u64::from_le_bytes(whole[..8].try_into().expect("8 bytes")) as usize;
    let entries = read_header(whole).expect("header");
    let (mut refused, mut harmless) = (0, 0);
    for bit in (0..64).chain((64..header * 8).step_by(13)) {
        let mut file = whole.clone();
        file[bit / 8] ^= 1 << (bit % 8);
        let same_tensors = read_header(&file).is_ok_and(|flipped| flipped == entries);
        match with_file(file).load() {
            Ok(_) => {
                // Metadata, or space between two tokens of JSON.
                assert!(same_tensors, "bit {bit}");
                harmless += 1;
            }
            Err(error) => {
                let text = error.to_string();
                assert!(text.contains(FILE) || text.contains("missing: "), "bit {bit}: {text}");
                refused += 1;
            }
        }
    }
    assert!(refused > 50 * (harmless + 1), "{refused} refused, {harmless} harmless");
}

#[test]
fn contradictory_headers_are_refused() {
    let build = |header: &str, data: usize| {
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header.as_bytes());
        file.extend(vec![0; data]);
        file
    };
    let entry = |name: &str, shape: &str, offsets: &str| {
        format!(r#""{name}":{{"dtype":"BF16","shape":{shape},"data_offsets":{offsets}}}"#)
    };
    let (a, gap) = (entry("a", "[2]", "[0,4]"), entry("b", "[2]", "[6,10]"));
    let overlap = entry("b", "[2]", "[2,6]");
    let huge = "[4294967296,4294967296,4294967296]";
    for (what, file, says) in [
        ("overlap", build(&format!("{{{a},{overlap}}}"), 6), "tensor b"),
        ("gap", build(&format!("{{{a},{gap}}}"), 10), "tensor b"),
        ("twice", build(&format!("{{{a},{a}}}"), 4), "a is listed twice"),
        (
            "shape against bytes",
            build(&format!("{{{}}}", entry("a", "[3]", "[0,4]")), 4),
            "tensor a",
        ),
        ("overflow", build(&format!("{{{}}}", entry("a", huge, "[0,4]")), 4), "tensor a"),
        ("backwards", build(&format!("{{{}}}", entry("a", "[2]", "[4,0]")), 4), "tensor a"),
        ("three offsets", build(&format!("{{{}}}", entry("a", "[2]", "[0,2,4]")), 4), "tensor a"),
        ("negative", build(&format!("{{{}}}", entry("a", "[-2]", "[0,4]")), 4), "tensor a"),
        ("no dtype", build(r#"{"a":{"shape":[2],"data_offsets":[0,4]}}"#, 4), "tensor a"),
        ("data too short", build(&format!("{{{a}}}"), 3), "4 bytes"),
        ("data too long", build(&format!("{{{a}}}"), 5), "4 bytes"),
        ("a list", build("[]", 0), "JSON"),
        ("not JSON", build("{\"a\":", 0), "JSON"),
        ("length of 2^63", [u64::to_le_bytes(1 << 63).to_vec(), vec![0; 8]].concat(), "header"),
        ("deep nesting", build(&"[".repeat(100_000), 0), "JSON"),
    ] {
        let text = error_of(with_file(file).load()).to_string();
        assert!(text.starts_with(FILE) && text.contains(says), "{what}: {text}");
    }
}

/// Missing, misshapen, mistyped and unused tensors come in one report.
#[test]
fn all_tensor_problems_are_reported_together() {
    let mut checkpoint = Checkpoint::of(CASE);
    checkpoint.edit(|t| {
        t.remove("model.layers.1.mlp.up_proj.weight");
        t.remove("model.norm.weight");
        let shape = &mut t.get_mut("model.layers.0.self_attn.q_proj.weight").expect("q").shape;
        shape.swap(0, 1);
        let norm = t.get_mut("model.layers.2.input_layernorm.weight").expect("norm");
        norm.dtype = "I32".into();
        for name in ["model.layers.3.mlp.up_proj.weight", "model.visual.patch.weight"] {
            let extra = StoredTensor { dtype: "F32".into(), shape: vec![1], bytes: vec![0; 4] };
            t.insert(name.into(), extra);
        }
    });
    let problems = problems_of(&checkpoint);
    let text: Vec<String> = problems.iter().map(ToString::to_string).collect();
    for says in [
        "missing: model.layers.1.mlp.up_proj.weight [76, 52]",
        "missing: model.norm.weight [52]",
        "misshapen: model.layers.0.self_attn.q_proj.weight in model.safetensors is [52, 60], expected [60, 52]",
        "wrong type: model.layers.2.input_layernorm.weight in model.safetensors is I32",
        "unused: model.layers.3.mlp.up_proj.weight in model.safetensors [1]",
        "unused: model.visual.patch.weight",
    ] {
        assert!(text.iter().any(|t| t.contains(says)), "{says}: {text:#?}");
    }
    assert_eq!(problems.len(), 6, "{text:#?}");
}

/// In every family, each tensor removed in turn is named as missing, each reshaped one as
/// misshapen. Tensors that are skipped or optional are the only ones that may go.
#[test]
fn every_tensor_is_required() {
    for case in CASES {
        let mut names = vec![];
        let mut base = Checkpoint::of(case);
        base.edit(|t| names.extend(t.keys().cloned()));
        for name in names.iter().step_by(if names.len() > 60 { 5 } else { 1 }) {
            let skipped = ["visual.", "vision_tower.", "multi_modal_projector."];
            if skipped.iter().any(|s| name.contains(s)) {
                continue;
            }
            let mut checkpoint =
                Checkpoint { config: base.config.clone(), files: base.files.clone() };
            checkpoint.edit(|t| drop(t.remove(name)));
            let text = error_of(checkpoint.load()).to_string();
            let name_here = atlas_model::checkpoint::canonical(name);
            let tail = name_here.rsplit("model.").next().expect("a name");
            assert!(text.contains("missing: ") && text.contains(tail), "{case} {name}: {text}");
            let mut checkpoint =
                Checkpoint { config: base.config.clone(), files: base.files.clone() };
            checkpoint.edit(|t| t.get_mut(name).expect("tensor").shape.insert(0, 1));
            let text = error_of(checkpoint.load()).to_string();
            assert!(text.contains("misshapen: ") && text.contains(name), "{case} {name}: {text}");
        }
    }
}

#[test]
fn a_tied_head_equals_the_embedding() {
    let mut untied = Checkpoint::of(CASE);
    untied.config["tie_word_embeddings"] = json!(false);
    let problems = problems_of(&untied);
    assert!(
        matches!(&problems[..], [TensorProblem::Missing { name, .. }] if name == "lm_head.weight")
    );
    // A copy of the embedding under the head's name is fine; anything else contradicts the tie.
    let add_head = |change: f32| {
        let mut tied = Checkpoint::of(CASE);
        tied.edit(|t| {
            let e = &t["model.embed_tokens.weight"];
            let (dtype, shape, bytes) = (e.dtype.clone(), e.shape.clone(), e.bytes.clone());
            let mut head = StoredTensor { dtype, shape, bytes };
            head.map(|w| w + change);
            t.insert("lm_head.weight".into(), head);
        });
        tied
    };
    assert!(add_head(0.0).load().is_ok());
    let problems = problems_of(&add_head(1.0));
    assert!(matches!(&problems[..], [TensorProblem::Untied { .. }]), "{problems:?}");
}

#[test]
fn shards_must_match_their_index() {
    let index = "model.safetensors.index.json";
    let change = |edit: &dyn Fn(&mut Files)| {
        let mut checkpoint = Checkpoint::of("mistral_window");
        edit(&mut checkpoint.files);
        error_of(checkpoint.load()).to_string()
    };
    let rewrite = |files: &mut Files, from: &str, to: &str| {
        let file = files.iter_mut().find(|(n, _)| n == index).expect("index");
        file.1 = String::from_utf8(file.1.clone()).expect("text").replace(from, to).into_bytes();
    };
    let shard = "model-00002-of-00002.safetensors";
    let text = change(&|f| f.retain(|(n, _)| n != shard));
    assert!(text.starts_with(index) && text.contains(shard), "{text}");
    // Named before the tensors that the other file then holds too many of.
    let text = change(&|f| {
        rewrite(f, "model.norm.weight\": \"model-0000", "model.norm.weight\": \"gone-")
    });
    assert!(text.starts_with(index) && text.contains("gone-"), "{text}");
    assert!(change(&|f| f.retain(|(n, _)| n != index)).contains("index"));
    assert!(change(&|f| rewrite(f, "weight_map", "weights")).contains("weight_map"));
    assert!(change(&|f| rewrite(f, "{", "[")).starts_with(index));
    let text = change(&|f| rewrite(f, "model.norm.weight", "model.norm.wait"));
    assert!(text.starts_with(index) && text.contains("model.norm.w"), "{text}");
    let text = change(&|f| rewrite(f, "model-00001-of", "../model-00001-of"));
    assert!(text.contains("../model-00001-of"), "{text}");
}

#[test]
fn a_folder_gives_no_file_outside_itself() {
    let folder = tempfile::tempdir().expect("folder");
    let config = fixture("mistral_window").join("config.json");
    std::fs::copy(config, folder.path().join("config.json")).expect("copy");
    let index = json!({ "weight_map": { "model.norm.weight": "../outside.safetensors" } });
    std::fs::write(folder.path().join("model.safetensors.index.json"), index.to_string())
        .expect("index");
    let source = DirSource::new(folder.path()).expect("folder");
    let dev = device(Compute::F32, 1);
    let error = error_of(atlas_model::load(&source, &dev, &LoadOptions::default()));
    assert!(error.to_string().contains("not a plain file name"), "{error}");
}

/// The error names the files that are there instead of a checkpoint.
#[test]
fn refusals_name_their_reason() {
    let dev = device(Compute::F32, 1);
    let load = |files: &[(&str, &str)]| {
        let files: Vec<(String, Vec<u8>)> =
            files.iter().map(|(n, c)| ((*n).to_owned(), c.as_bytes().to_vec())).collect();
        let source = MemorySource::new("memory", files);
        error_of(atlas_model::load(&source, &dev, &LoadOptions::default())).to_string()
    };
    let config = Checkpoint::of(CASE).config.to_string();
    assert!(load(&[]).contains("config.json"));
    assert!(load(&[("model.gguf", "")]).contains("GGUF"));
    assert!(load(&[("config.json", &config), ("model.gguf", "")]).contains("GGUF"));
    assert!(load(&[("config.json", &config), ("pytorch_model.bin", "")]).contains("PyTorch"));
    assert!(load(&[("config.json", &config)]).contains("no .safetensors file"));
    assert!(
        load(&[("adapter_config.json", ""), ("adapter_model.safetensors", "")]).contains("LoRA")
    );
    let adapter =
        [("config.json", &config[..]), ("adapter_config.json", ""), ("a.safetensors", "")];
    assert!(load(&adapter).contains("LoRA"));
    assert!(load(&[("config.json", "{")]).starts_with("config.json"));
    assert!(load(&[("config.json", "[1]")]).starts_with("config.json"));
    let vision = r#"{"model_type":"qwen3_5","vision_config":{}}"#;
    assert!(load(&[("config.json", vision)]).contains("vision"));
    for (key, value, says) in [
        ("quantization_config", json!({"quant_method": "bitsandbytes"}), "bitsandbytes"),
        ("quantization", json!({"group_size": 64, "bits": 4}), "quantised"),
        ("model_type", json!("gpt2"), "supported: llama"),
        (
            "architectures",
            json!(["Qwen3ForSequenceClassification"]),
            "Qwen3ForSequenceClassification",
        ),
        ("hidden_act", json!("gelu"), "gelu"),
        ("rope_scaling", json!({"rope_type": "dynamic"}), "rope_scaling.factor"),
        ("rope_scaling", json!({"rope_type": "longrope"}), "rope_scaling.long_factor"),
        ("rope_scaling", json!({"rope_type": "spiral"}), "spiral"),
        ("is_causal", json!(false), "is_causal"),
        ("quantization_config", json!({"quant_method": "awq", "bits": 3}), "AWQ"),
        ("num_experts_per_tok", json!(2), "num_experts_per_tok"),
        (
            "layer_types",
            json!(["full_attention", "full_attention", "chunked_attention"]),
            "chunked",
        ),
        ("num_key_value_heads", json!(2), "num_key_value_heads"),
        ("hidden_size", json!(0), "hidden_size"),
        ("hidden_size", json!(1u64 << 40), "hidden_size"),
        ("vocab_size", json!("many"), "vocab_size"),
        ("rms_norm_eps", json!(-1.0), "rms_norm_eps"),
    ] {
        let mut checkpoint = Checkpoint::of(CASE);
        checkpoint.config[key] = value;
        let text = error_of(checkpoint.load()).to_string();
        assert!(text.contains(says), "{key}: {text}");
    }
    let mut wrapped = Checkpoint::of("mistral3_wrapper");
    wrapped.config["text_config"]["model_type"] = json!("mistral4");
    assert!(error_of(wrapped.load()).to_string().contains("mistral4"));
}

/// Sizes that no machine has memory or time for are an error, at once.
#[test]
fn absurd_sizes_are_reported() {
    let base = Checkpoint::of(CASE);
    for (key, size) in [
        ("hidden_size", 1u64 << 31),
        ("intermediate_size", 1 << 31),
        ("vocab_size", 1 << 31),
        ("head_dim", 1 << 14),
        ("num_hidden_layers", 1 << 14),
        ("num_attention_heads", 1 << 14),
    ] {
        let mut checkpoint = Checkpoint { config: base.config.clone(), files: base.files.clone() };
        checkpoint.config[key] = json!(size);
        let error = error_of(checkpoint.load());
        assert!(matches!(error, LoadError::Tensors(_)), "{key}: {error}");
        assert!(error.to_string().len() < 20_000, "{key}");
        checkpoint.config[key] = json!(size + 1);
        let text = error_of(checkpoint.load()).to_string();
        assert!(text.contains(key), "{key}: {text}");
    }
}

/// A file whose data starts at an odd byte holds the same model.
#[test]
fn unaligned_tensors_are_read() {
    let dev = device(Compute::F32, 1);
    for case in ["qwen3_tied_f32", "qwen3_5_text", "llama_tied_f16"] {
        let mut checkpoint = Checkpoint::of(case);
        checkpoint.edit(|_| {});
        let file = &mut checkpoint.files[0].1;
        let header = u64::from_le_bytes(file[..8].try_into().expect("8 bytes")) as usize;
        // One space more or less moves all data by a byte.
        let pad = 1 + header % 2;
        file.splice(8 + header..8 + header, vec![b' '; pad]);
        file[..8].copy_from_slice(&((header + pad) as u64).to_le_bytes());
        let loaded = checkpoint.load().expect("unaligned data");
        let path = fixture(case).join("oracle.safetensors");
        let report = atlas_model::verify::compare(&*loaded.model, &dev, &path).expect("comparison");
        assert_eq!(report.first_divergence(), None, "{case}");
    }
}

#[test]
fn skipped_tensors_are_listed() {
    for (case, prefixes) in [
        ("qwen3_5_moe_wrapper", vec!["model.visual."]),
        ("mistral3_wrapper", vec!["multi_modal_projector.", "vision_tower."]),
        ("qwen3_next", vec![]),
    ] {
        let loaded = common::load(case, &device(Compute::F32, 1));
        assert_eq!(loaded.skipped.is_empty(), prefixes.is_empty(), "{case}");
        for prefix in &prefixes {
            assert!(loaded.skipped.iter().any(|s| s.starts_with(prefix)), "{case}: {prefix}");
        }
        let known = |s: &String| prefixes.iter().any(|p| s.starts_with(p));
        assert!(loaded.skipped.iter().all(known), "{case}: {:?}", loaded.skipped);
    }
}
