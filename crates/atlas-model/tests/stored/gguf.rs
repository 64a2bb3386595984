//! GGUF files of `data/gguf_files.py`: the values of every format, and files of every family.

use crate::common::gguf::{Raw, families, written};
use crate::common::{
    Checkpoint, Feed, Session, StoredTensor, Tensors, argmax, device, write_tensors,
};
use atlas_model::checkpoint::gguf::{Change, Gguf, GgufModel, GgufSource, Order};
use atlas_model::checkpoint::main_type;
use atlas_model::config::Origin;
use atlas_model::verify::distance;
use atlas_model::{CheckpointSource, LoadOptions, LoadedModel, MemorySource};
use atlas_tensor::Compute;
use atlas_tensor::weights::ggml::{GgmlType, dequantise};
use serde_json::Value;
use std::collections::BTreeMap;

fn values(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

#[test]
fn blocks_of_every_type_have_the_values_of_gguf_py_to_the_bit() {
    let written = written();
    for ty in GgmlType::ALL {
        let blocks = &written[&format!("types.{ty}.blocks")].bytes;
        let expected = values(&written[&format!("types.{ty}.values")].bytes);
        assert!(expected.len() >= 8 * ty.block_elements(), "{ty}");
        let mut out = vec![f32::NAN; expected.len()];
        dequantise(ty, blocks, &mut out).expect("whole blocks");
        for (i, (ours, theirs)) in out.iter().zip(&expected).enumerate() {
            // Infinity times 0 is a NaN of any payload.
            let same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
            let block = i / ty.block_elements();
            assert!(same, "{ty}: element {i} in block {block} is {ours:?}, not {theirs:?}");
        }
        let finite = expected.iter().filter(|y| y.is_finite()).count();
        assert!(finite * 10 >= expected.len() * 8, "{ty}: {finite} of {}", expected.len());
    }
}

/// A family's model, opened from its last file.
fn model_of(files: &BTreeMap<String, Vec<u8>>) -> GgufModel {
    let name = files.keys().rfind(|name| name.ends_with(".gguf")).expect("a file").clone();
    let gguf = Gguf::open(&MemorySource::new("memory", files.clone()), &name);
    GgufModel::new(gguf.expect("it opens"), &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn json(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    serde_json::from_slice(&files[name]).expect(name)
}

/// The elements of the script's `formula`.
fn formula(seed: usize, elements: usize) -> Vec<f32> {
    let code = |i: usize| (i as i64 * 7919 + seed as i64 * 104_729) % 255 - 127;
    (0..elements).map(|i| if i % 32 == 0 { 127 } else { code(i) } as f32 / 128.0).collect()
}

/// Tensors of the model in the Hugging Face layout, by the formula.
fn published(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, (Vec<usize>, Vec<f32>)> {
    let shapes = json(files, "shapes.json");
    let tensor = |(seed, (name, shape)): (usize, (&String, &Value))| {
        let shape: Vec<usize> = serde_json::from_value(shape.clone()).expect("a shape");
        let values = formula(seed, shape.iter().product());
        (name.clone(), (shape, values))
    };
    shapes.as_object().expect("an object").iter().enumerate().map(tensor).collect()
}

fn stored(tensors: &BTreeMap<String, (Vec<usize>, Vec<f32>)>) -> Tensors {
    let tensor = |(name, (shape, values)): (&String, &(Vec<usize>, Vec<f32>))| {
        let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        (name.clone(), StoredTensor { dtype: "F32".into(), shape: shape.clone(), bytes })
    };
    tensors.iter().map(tensor).collect()
}

/// Logits of a few tokens, in f32.
fn logits(config: Value, tensors: &Tensors) -> Vec<f32> {
    let files = vec![("model.safetensors".to_owned(), write_tensors(tensors))];
    let loaded = Checkpoint { config, files }.load().unwrap_or_else(|error| panic!("{error}"));
    logits_of(&loaded, Compute::F32)
}

fn logits_of(loaded: &LoadedModel, compute: Compute) -> Vec<f32> {
    let dev = device(compute, 1);
    let tokens: Vec<u32> = (0..40).map(|i| (i * i + 3) % 24).collect();
    let mut session = Session::new(&*loaded.model, &dev, 1, tokens.len());
    session.step(&[Feed { slot: 0, start: 0, tokens: &tokens }]).expect("a step")
}

/// Names, shapes and values are those that the script began with, and the config makes the same
/// model of them.
#[test]
fn a_file_of_every_family_is_the_model_that_was_converted() {
    let families = families();
    assert_eq!(families.len(), 8);
    for (family, files) in &families {
        let model = model_of(files);
        let theirs = published(files);
        let mut ours = BTreeMap::new();
        for (name, tensor) in model.tensors() {
            let values = model.values(tensor).expect("values");
            ours.insert(name.clone(), (tensor.shape.clone(), values));
        }
        let mut split = 0;
        for (name, (shape, values)) in &theirs {
            if let Some(layer) = name.strip_suffix("in_proj_qkvz.weight") {
                let parts =
                    ["qkv", "z"].map(|part| &ours[&format!("{layer}in_proj_{part}.weight")]);
                assert_eq!(parts[0].0[0] + parts[1].0[0], shape[0], "{family}: {name}");
                split += 1;
                continue;
            }
            let (our_shape, our_values) =
                ours.get(name).unwrap_or_else(|| panic!("{family}: {name} is missing"));
            assert_eq!(our_shape, shape, "{family}: {name}");
            let is_rate = name.ends_with("A_log");
            let same = |(a, b): (&f32, &f32)| a == b || is_rate && (a - b).abs() < 1e-6;
            let differs = our_values.iter().zip(values).position(|pair| !same(pair));
            assert_eq!(differs, None, "{family}: {name}");
        }
        assert_eq!(ours.len(), theirs.len() + split, "{family}: other tensors");
        let config = Value::Object(model.config().root.clone());
        let (ours, theirs) =
            (logits(config, &stored(&ours)), logits(json(files, "config.json"), &stored(&theirs)));
        assert!(theirs.iter().all(|v| v.is_finite()) && theirs.len() == 40 * 24, "{family}");
        let (error, _) = distance(&ours, &theirs);
        assert!(error < 1e-5, "{family}: {error}");
    }
}

/// A file that says that it has no tokenizer.
fn without_tokenizer(bytes: &[u8]) -> Vec<u8> {
    const KEY: &[u8] = b"tokenizer.ggml.model";
    let mut bytes = bytes.to_vec();
    if let Some(at) = bytes.windows(KEY.len()).position(|window| window == KEY) {
        // Behind the key: the type, the length of the text, and the text.
        let text = &mut bytes[at + KEY.len() + 12..][..4];
        assert_eq!(text, b"gpt2");
        text.copy_from_slice(b"none");
    }
    bytes
}

/// The files of a GGUF checkpoint in memory, named by its last file.
fn source_of(files: &BTreeMap<String, Vec<u8>>) -> GgufSource {
    let name = files.keys().rfind(|name| name.ends_with(".gguf")).expect("a file");
    // Their tokenizers are a few words without merges.
    let without = |(name, bytes): (&String, &Vec<u8>)| (name.clone(), without_tokenizer(bytes));
    let memory = Box::new(MemorySource::new("memory", files.iter().map(without)));
    GgufSource::open(memory, name, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn load(source: &GgufSource, compute: Compute) -> LoadedModel {
    atlas_model::load(source, &device(compute, 1), &LoadOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The tensors of a model widened to f32 in the Hugging Face layout.
fn widened(model: &GgufModel) -> Tensors {
    let tensors = model.tensors().iter().map(|(name, tensor)| {
        (name.clone(), (tensor.shape.clone(), model.values(tensor).expect("values")))
    });
    stored(&tensors.collect())
}

/// Asserts that a file's logits are those of its values in f32, the largest of each row too.
fn assert_equals_its_values(name: &str, source: &GgufSource) {
    let model = source.gguf().expect("a model");
    let config = Value::Object(model.config().root.clone());
    let theirs = logits(config, &widened(model));
    let ours = logits_of(&load(source, Compute::F32), Compute::F32);
    assert!(theirs.iter().all(|v| v.is_finite()), "{name}");
    let (error, _) = distance(&ours, &theirs);
    assert!(error < 1e-5, "{name}: {error}");
    for (row, (ours, theirs)) in ours.chunks(24).zip(theirs.chunks(24)).enumerate() {
        assert_eq!(argmax(ours), argmax(theirs), "{name}: row {row}");
    }
}

#[test]
fn a_file_of_every_family_gives_the_logits_of_its_values() {
    for (family, files) in &families() {
        assert_equals_its_values(family, &source_of(files));
    }
}

/// Offsets of the f16 scales in a block; none where a byte is an exponent.
fn scales_at(ty: GgmlType) -> &'static [usize] {
    match ty {
        GgmlType::Q4_1 | GgmlType::Q5_1 | GgmlType::Q4K | GgmlType::Q5K => &[0, 2],
        GgmlType::Q2K => &[80, 82],
        GgmlType::Q3K => &[108],
        GgmlType::Q6K => &[208],
        GgmlType::Mxfp4 => &[],
        _ => &[0],
    }
}

/// Random blocks with values of up to a quarter or so.
fn random_blocks(ty: GgmlType, count: usize, seed: u64) -> Vec<u8> {
    let mut state = seed * 2 + 1;
    let mut block = |scale: f32| -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..ty.block_bytes())
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 56) as u8
            })
            .collect();
        match ty {
            GgmlType::F32 => bytes = (f32::from(bytes[0]) / 512.0 - 0.25).to_le_bytes().into(),
            GgmlType::F16 | GgmlType::Bf16 => {
                let value = f32::from(bytes[0]) / 512.0 - 0.25;
                bytes = match ty {
                    GgmlType::F16 => half::f16::from_f32(value).to_le_bytes().into(),
                    _ => half::bf16::from_f32(value).to_le_bytes().into(),
                };
            }
            GgmlType::Mxfp4 => bytes[0] = 123,
            _ => {}
        }
        for &at in scales_at(ty).iter().filter(|_| ty.is_quantised()) {
            bytes[at..at + 2].copy_from_slice(&half::f16::from_f32(scale).to_le_bytes());
        }
        bytes
    };
    let mut values = vec![0.0; ty.block_elements()];
    dequantise(ty, &block(1.0), &mut values).expect("a block");
    let most = values.iter().fold(1.0f32, |most, v| most.max(v.abs()));
    (0..count).flat_map(|_| block(0.25 / most)).collect()
}

/// A model of one layer whose matrices are of a type, in rows of 256.
fn file_of_type(ty: GgmlType) -> Vec<u8> {
    let mut raw = Raw::default();
    raw.text("general.architecture", "qwen3");
    for (key, value) in [
        ("block_count", 1),
        ("context_length", 64),
        ("embedding_length", 256),
        ("feed_forward_length", 256),
        ("attention.head_count", 4),
        ("attention.head_count_kv", 2),
        ("attention.key_length", 64),
        ("attention.value_length", 64),
    ] {
        raw.set_u32(&format!("qwen3.{key}"), value);
    }
    raw.set_f32("qwen3.attention.layer_norm_rms_epsilon", 1e-6);
    raw.set_f32("qwen3.rope.freq_base", 1e4);
    let norms = [("output_norm", 256), ("blk.0.attn_norm", 256), ("blk.0.ffn_norm", 256)];
    for (name, len) in
        norms.into_iter().chain([("blk.0.attn_q_norm", 64), ("blk.0.attn_k_norm", 64)])
    {
        let values: Vec<f32> = (0..len).map(|i| 0.8 + (i % 7) as f32 / 16.0).collect();
        raw.add_f32(&format!("{name}.weight"), &[len as u64], &values);
    }
    let matrices = [
        ("token_embd", 24),
        ("output", 24),
        ("blk.0.attn_q", 256),
        ("blk.0.attn_k", 128),
        ("blk.0.attn_v", 128),
        ("blk.0.attn_output", 256),
        ("blk.0.ffn_gate", 256),
        ("blk.0.ffn_up", 256),
        ("blk.0.ffn_down", 256),
    ];
    for (seed, (name, rows)) in matrices.into_iter().enumerate() {
        let data = random_blocks(ty, rows * 256 / ty.block_elements(), seed as u64);
        raw.add(&format!("{name}.weight"), &[256, rows as u64], ty.code(), &data);
    }
    raw.bytes()
}

#[test]
fn a_file_of_every_type_gives_the_logits_of_its_values() {
    for ty in GgmlType::ALL {
        let files = BTreeMap::from([("tiny.gguf".to_owned(), file_of_type(ty))]);
        let source = source_of(&files);
        assert_equals_its_values(&ty.to_string(), &source);
        let main = main_type(&source).map(|main| main.to_string());
        assert_eq!(main.as_deref(), Some(ty.to_string().as_str()));
        // Rounded inputs are near it, and others.
        let exact = logits_of(&load(&source, Compute::F32), Compute::F32);
        let rounded = logits_of(&load(&source, Compute::Bf16), Compute::Bf16);
        let (error, cosine) = distance(&rounded, &exact);
        assert!(error > 1e-6 && cosine > 0.998, "{ty}: {error}, {cosine}");
    }
}

#[test]
fn settings_and_problems_of_the_config_name_the_metadata() {
    let files = &families()["qwen2"];
    let loaded = load(&source_of(files), Compute::F32);
    let origin = |name: &str| loaded.config.get(name).expect(name).origin.to_string();
    assert_eq!(origin("hidden_size"), "tiny.gguf: qwen2.embedding_length");
    assert_eq!(origin("rope_theta"), "tiny.gguf: qwen2.rope.freq_base");
    assert_eq!(origin("factor"), "tiny.gguf: qwen2.rope.scaling.factor");
    assert_eq!(origin("vocab_size"), "derived: metadata and tensors of tiny.gguf");
    for setting in &loaded.config.settings {
        assert!(!matches!(setting.origin, Origin::File(_)), "{}", setting.name);
    }
    let mut raw = Raw::of(&files["tiny.gguf"]);
    raw.set_u32("qwen2.context_length", u32::MAX);
    raw.set_u32("qwen2.attention.head_count_kv", 3);
    let files = BTreeMap::from([("tiny.gguf".to_owned(), raw.bytes())]);
    let dev = device(Compute::F32, 1);
    let error = atlas_model::load(&source_of(&files), &dev, &LoadOptions::default());
    let error = error.err().expect("an error").to_string();
    assert!(error.starts_with("tiny.gguf:\n"), "{error}");
    for key in ["qwen2.context_length: found 4294967295", "qwen2.attention.head_count_kv"] {
        assert!(error.contains(key), "{key}: {error}");
    }
    assert!(!error.contains("config.json"), "{error}");
}

/// Sizes that no tensor confirms cost neither memory nor time.
#[test]
fn a_file_that_states_many_experts_and_has_none_is_an_error_soon() {
    let mut raw = Raw::of(&families()["qwen3moe"]["tiny.gguf"]);
    raw.tensors.retain(|tensor| !tensor.name.contains("_exps"));
    raw.set_u32("qwen3moe.expert_count", 1 << 14);
    let files = BTreeMap::from([("tiny.gguf".to_owned(), raw.bytes())]);
    let dev = device(Compute::F32, 1);
    let start = std::time::Instant::now();
    let error = atlas_model::load(&source_of(&files), &dev, &LoadOptions::default());
    let error = error.err().expect("an error").to_string();
    assert!(error.contains("model.layers.0.mlp.experts.0.gate_proj.weight"), "{error}");
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// Layers that no tensor is of are counted, not described one by one.
#[test]
fn a_file_that_states_many_layers_and_has_two_is_an_error_soon() {
    let mut raw = Raw::of(&families()["qwen35moe"]["tiny.gguf"]);
    raw.set_u32("qwen35moe.block_count", 1 << 14);
    let source = MemorySource::new("memory", [("tiny.gguf", without_tokenizer(&raw.bytes()))]);
    let start = std::time::Instant::now();
    let error = GgufSource::open(Box::new(source), "tiny.gguf", &[]).err().expect("an error");
    let says = "qwen35moe.block_count = 16384 contradicts the 2 blocks that tensors are of";
    assert!(error.to_string().contains(says), "{error}");
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
}

/// Each order and change of the layouts occurs in the files, so that the comparison sees it.
#[test]
fn files_of_the_families_have_every_order_and_change() {
    let (mut rows, mut columns, mut changes) = (0, 0, vec![]);
    for files in families().values() {
        for tensor in model_of(files).tensors().values() {
            rows += usize::from(matches!(tensor.order, Order::Rows(_)));
            columns += usize::from(matches!(tensor.order, Order::Columns(_)));
            changes.push(tensor.change);
        }
    }
    assert!(rows > 10 && columns >= 2, "{rows}, {columns}");
    for change in [Change::None, Change::OneAdded, Change::DecayRate] {
        assert!(changes.contains(&change), "{change:?}");
    }
}

/// The comparison of logits sees the rotation: with another one they differ.
#[test]
fn another_rotation_gives_other_logits() {
    for (family, files) in &families() {
        let tensors = stored(&published(files));
        let theirs = logits(json(files, "config.json"), &tensors);
        let mut other = json(files, "config.json");
        let rope = match other.get("rope_scaling") {
            Some(_) => &mut other["rope_scaling"]["factor"],
            None if other.get("rope_parameters").is_some() => {
                &mut other["rope_parameters"]["partial_rotary_factor"]
            }
            None => &mut other["rope_theta"],
        };
        *rope = Value::from(rope.as_f64().expect("a number") * 2.0);
        let (error, _) = distance(&logits(other, &tensors), &theirs);
        assert!(error > 2e-4, "{family}: {error}");
    }
}
