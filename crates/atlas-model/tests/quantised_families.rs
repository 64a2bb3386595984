//! Quantised checkpoints of DeepSeek-V3, Mistral Small 4 and Nemotron as their publishers write
//! them: logits are those of the checkpoint of dequantised weights, whole and in chunks.

#[path = "quantised_families/cases.rs"]
mod cases;
mod common;
#[path = "quantised_families/files.rs"]
mod files;

use std::cell::Cell;
use std::collections::BTreeMap;

use atlas_model::verify::distance;
use atlas_model::{LoadFormat, LoadOptions, LoadedModel, MemorySource};
use atlas_tensor::{Compute, WeightFormat};
use cases::{Case, cases, deepseek, mistral, nemotron_fp8, nemotron_mixed, nemotron_nvfp4};
use common::{Checkpoint, Session, StoredTensor, Tensors, bits, device};
use files::checkpoints;

const TOKENS: usize = 40;

fn logits(loaded: &LoadedModel, compute: Compute, chunk: usize) -> Vec<f32> {
    let dev = device(compute, 1);
    let ids: Vec<u32> = (0..TOKENS as u32).map(|i| 20 + i * 37 % 200).collect();
    Session::new(&*loaded.model, &dev, 1, TOKENS).feed_in_chunks(&ids, chunk)
}

fn load(checkpoint: &Checkpoint, compute: Compute) -> LoadedModel {
    let dev = device(compute, 1);
    match atlas_model::load(&checkpoint.source(), &dev, &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{error}"),
    }
}

/// f32: within 1e-5 of the dequantised weights, Euclidean and relative; 16-bit activations: half of
/// the rows at a cosine of 0.9995, since in some of them other experts are chosen.
#[test]
fn quantised_checkpoints_have_the_logits_of_their_values() {
    for case in cases() {
        let name = case.name;
        let [published, whole] = checkpoints(&case);
        let loaded = load(&published, Compute::F32);
        for (part, format) in case.held {
            let of = loaded.formats.iter().filter(|(module, _)| module.contains(part));
            let formats: Vec<_> = of.map(|(_, format)| *format).collect();
            assert!(!formats.is_empty(), "{name}: no {part}");
            assert!(formats.iter().all(|f| f == format), "{name}: {part} {formats:?}");
        }
        let all = logits(&loaded, Compute::F32, TOKENS);
        assert!(all.iter().all(|x| x.is_finite()), "{name}");
        for chunk in [1, 7] {
            assert_eq!(bits(&logits(&loaded, Compute::F32, chunk)), bits(&all), "{name}: {chunk}");
        }
        let expected = logits(&load(&whole, Compute::F32), Compute::F32, TOKENS);
        let (error, _) = distance(&all, &expected);
        println!("{name}: {error:.1e}");
        assert!(error <= 1e-5, "{name}: {error:.1e}");
        let got = logits(&load(&published, Compute::Bf16), Compute::Bf16, TOKENS);
        let rows = got.chunks(got.len() / TOKENS).zip(expected.chunks(got.len() / TOKENS));
        let mut cosines: Vec<f64> = rows.map(|(got, expected)| distance(got, expected).1).collect();
        cosines.sort_by(f64::total_cmp);
        println!("{name}: cosines {:.6} and {:.6}", cosines[0], cosines[TOKENS / 2]);
        assert!(cosines[TOKENS / 2] >= 0.9995, "{name}: {cosines:?}");
    }
}

/// Another scale of a module, or of its first block or expert, changes the logits: none is read
/// past. That of all of `q_a_proj` does not, since a norm is behind it.
#[test]
fn every_scale_counts() {
    for case in [deepseek(), mistral(true, &[2, 1]), nemotron_mixed()] {
        let [published, _] = checkpoints(&case);
        let expected = logits(&load(&published, Compute::F32), Compute::F32, TOKENS);
        let mut names = vec![];
        let mut all = published;
        all.edit(|t| names.extend(t.keys().cloned()));
        let counts = |name: &&String| {
            let others = name.contains(".experts.") && !name.contains(".experts.0.");
            let of_module = name.contains(".weight_scale") && !others;
            let normed = case.fused.is_some() && name.contains("q_a_proj");
            // The module behind the last layer drafts; logits do not depend on it.
            let modules = ["mtp.", "model.layers.2."];
            let drafts = case.fused.is_none() && modules.iter().any(|of| name.starts_with(of));
            (of_module && !normed && !drafts) || name.ends_with("proj_scale_inv")
        };
        for name in names.iter().filter(counts) {
            let mut changed = Checkpoint { config: all.config.clone(), files: all.files.clone() };
            changed.edit(|t| {
                let tensor = t.get_mut(name).expect("a scale");
                match tensor.dtype.as_str() {
                    "F32" => {
                        let first = Cell::new(true);
                        tensor.map(|scale| if first.take() { 1.5 * scale } else { scale });
                    }
                    // The next number but seven: another exponent.
                    _ => tensor.bytes.iter_mut().for_each(|code| *code = code.saturating_sub(8)),
                }
            });
            let got = logits(&load(&changed, Compute::F32), Compute::F32, TOKENS);
            let (error, _) = distance(&got, &expected);
            assert!(error > 1e-4, "{}: {name} changes nothing", case.name);
        }
    }
}

/// (case, part of a tensor's name, change, words of the error)
type Fault = (fn() -> Case, &'static str, fn(&mut Tensors, &str), &'static [&'static str]);

#[test]
fn bad_scales_are_errors_that_name_the_tensor() {
    let removed: fn(&mut Tensors, &str) = |t, name| drop(t.remove(name));
    let not_a_number: fn(&mut Tensors, &str) = |t, name| scale(t, name).map(|_| f32::NAN);
    let reshaped: fn(&mut Tensors, &str) = |t, name| scale(t, name).shape.push(1);
    let halved: fn(&mut Tensors, &str) = |t, name| {
        let tensor = scale(t, name);
        tensor.shape[0] /= 2;
        tensor.bytes.truncate(tensor.bytes.len() / 2);
    };
    let plain: fn() -> Case = || mistral(false, &[1, 1]);
    let two: fn() -> Case = || mistral(true, &[2, 1]);
    let q_b = "layers.1.self_attn.q_b_proj.weight_scale_inv";
    let kv_b = "layers.0.self_attn.kv_b_proj.weight_scale_inv";
    let fused = "layers.1.mlp.experts.gate_up_proj_scale_inv";
    let up = "mixer.experts.3.up_proj.weight_scale";
    let faults: &[Fault] = &[
        (deepseek, q_b, removed, &["no scale", "q_b_proj.weight", "F8_E4M3"]),
        (deepseek, q_b, not_a_number, &["bad scale", "q_b_proj.weight_scale_inv", "NaN"]),
        (deepseek, q_b, reshaped, &["misshapen", "q_b_proj.weight_scale_inv"]),
        (deepseek, kv_b, removed, &["no scale", "kv_b_proj.weight"]),
        (deepseek, kv_b, not_a_number, &["bad scale", "kv_b_proj.weight_scale_inv"]),
        (plain, fused, removed, &["no scale", "experts.gate_up_proj"]),
        (plain, fused, halved, &["misshapen", "experts.gate_up_proj_scale_inv"]),
        (plain, fused, not_a_number, &["bad scale", "gate_up_proj_scale_inv", "NaN"]),
        (two, fused, reshaped, &["misshapen", "language_model.model", "gate_up_proj_scale_inv"]),
        (nemotron_fp8, up, removed, &["no scale", "experts.3.up_proj.weight", "F8_E4M3"]),
        (nemotron_fp8, up, not_a_number, &["bad scale", "experts.3.up_proj.weight_scale"]),
        (nemotron_nvfp4, up, removed, &["no scale", "experts.3.up_proj.weight", "U8"]),
        (nemotron_nvfp4, "experts.3.up_proj.weight_scale_2", removed, &["no scale", "up_proj"]),
    ];
    for (case, part, change, says) in faults {
        let [mut checkpoint, _] = checkpoints(&case());
        checkpoint.edit(|t| {
            let name = t.keys().find(|name| name.ends_with(part)).expect("a tensor").clone();
            change(t, &name);
        });
        let error = checkpoint.load().err().unwrap_or_else(|| panic!("{part}: it loads"));
        let text = error.to_string();
        assert!(says.iter().all(|word| text.contains(word)), "{part}: {text}");
    }
}

fn scale<'t>(tensors: &'t mut Tensors, name: &str) -> &'t mut StoredTensor {
    tensors.get_mut(name).expect("a scale")
}

/// Weights without files have the formats and sizes of those in files.
#[test]
fn dummy_weights_have_the_formats_of_files() {
    for case in cases() {
        let [published, _] = checkpoints(&case);
        let from_files = load(&published, Compute::Bf16);
        let text = published.config.to_string().into_bytes();
        let source = MemorySource::new("memory", [("config.json", text)]);
        let load_format = LoadFormat::Dummy { seed: 1 };
        let options = LoadOptions { load_format, ..LoadOptions::default() };
        let dev = device(Compute::Bf16, 1);
        let made = atlas_model::load(&source, &dev, &options).unwrap_or_else(|e| panic!("{e}"));
        let quantised = |loaded: &LoadedModel| {
            // Experts are made as one tensor.
            let of = |name: &String| match name.split_once(".experts.") {
                Some((layer, _)) => layer.to_owned(),
                None => name.clone(),
            };
            let formats = loaded.formats.iter().filter(|(_, format)| format.is_quantised());
            formats.map(|(name, format)| (of(name), *format)).collect::<BTreeMap<_, _>>()
        };
        assert_eq!(quantised(&made), quantised(&from_files), "{}", case.name);
        assert!(logits(&made, Compute::Bf16, 7).iter().all(|x| x.is_finite()), "{}", case.name);
    }
}

/// The shape of Mistral Small 4 in FP8 with its published number of parameters: `kv_b_proj` is held
/// in bf16, embeddings and routers are stored so, and each matrix or stack has one scale.
#[test]
fn the_published_shape_has_its_size() {
    let config = include_str!("data/mistral_small_4_119b_fp8.json");
    let source = MemorySource::new("memory", [("config.json", config.as_bytes().to_vec())]);
    let options = LoadOptions { load_format: LoadFormat::Shape, ..LoadOptions::default() };
    let dev = device(Compute::Bf16, 1);
    let loaded = atlas_model::load(&source, &dev, &options).unwrap_or_else(|e| panic!("{e}"));
    let experts = 128 * 3 * 2048 * 4096;
    let attention = 1024 * 4096 + 4096 * 1024 + 320 * 4096 + 4096 * 4096;
    let codes = 36 * (experts + attention + 3 * 2048 * 4096);
    let others = 36 * (128 * 4096 + 32 * 192 * 256 + 2 * 4096 + 1024 + 256);
    let others: u64 = others + 2 * 131_072 * 4096 + 4096;
    let info = loaded.model.info();
    assert_eq!(info.parameter_count, 118_972_826_624);
    assert_eq!(info.parameter_count, codes + others);
    assert_eq!(info.weight_bytes, codes + 2 * others + 36 * 9 * size_of::<f32>() as u64);
    let count = |format| loaded.formats.values().filter(|f| **f == format).count();
    assert_eq!(count(WeightFormat::Fp8Row), 36 * 9);
}
