//! GGUF files of `data/gguf_files.py`: the values of every format, and files of every family.

use crate::common::gguf::{families, written};
use crate::common::{Checkpoint, Feed, Session, StoredTensor, Tensors, device, write_tensors};
use atlas_model::MemorySource;
use atlas_model::checkpoint::gguf::{Change, Gguf, GgufModel, Order};
use atlas_model::verify::distance;
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
    let dev = device(Compute::F32, 1);
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
