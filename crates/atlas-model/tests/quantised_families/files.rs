//! Checkpoints of random weights, as published and as the values of their codes.

use std::collections::BTreeMap;

use atlas_model::LoadError;
use atlas_model::checkpoint::TensorProblem;
use atlas_tensor::numbers::{E4M3, to_e4m3};
use atlas_tensor::{Weight, WeightFormat};
use serde_json::Value;

use crate::cases::{Block, Case, Fp8, Kind, Mistral, Nvfp4, Packed};
use crate::common::{Checkpoint, StoredTensor, Tensors, write_tensors};

/// The tensors that a config asks for, random and in f32, under the names of families.
fn random(config: &Value) -> Tensors {
    let mut unquantised = config.clone();
    unquantised.as_object_mut().expect("an object").remove("quantization_config");
    let mut tensors = Tensors::new();
    if config["num_nextn_predict_layers"].as_u64().is_some_and(|layers| layers > 0)
        && let [Some(layers), Some(width)] =
            ["num_hidden_layers", "hidden_size"].map(|key| config[key].as_u64())
    {
        // By this one a module is known, and the others have their names in files.
        let prefix = match config["model_type"] == "nemotron_h" {
            true => "mtp.layers.0.".into(),
            false => format!("model.layers.{layers}."),
        };
        let mut random = fastrand::Rng::with_seed(layers);
        let values: Vec<f32> = (0..2 * width * width).map(|_| random.f32() - 0.5).collect();
        let shape = vec![width as usize, 2 * width as usize];
        tensors.insert(format!("{prefix}eh_proj.weight"), stored("F32", shape, floats(&values)));
    }
    loop {
        let checkpoint = Checkpoint {
            config: unquantised.clone(),
            files: vec![("model.safetensors".into(), write_tensors(&tensors))],
        };
        let problems = match checkpoint.load() {
            Ok(_) => return tensors,
            Err(LoadError::Tensors(problems)) => problems.0,
            Err(error) => panic!("{error}"),
        };
        for problem in problems {
            let TensorProblem::Missing { name, expected } = problem else { panic!("{problem}") };
            let mut random = fastrand::Rng::with_seed(tensors.len() as u64 + 1);
            let k = expected[1..].iter().product::<usize>().max(1);
            let (middle, spread) = match expected.len() {
                1 if name.ends_with("norm.weight") || name.ends_with(".D") => (1.0, 0.3),
                1 => (0.0, 0.3),
                _ if name.ends_with("embed_tokens.weight") => (0.0, 1.0),
                _ => (0.0, 1.7 / (k as f32).sqrt()),
            };
            let count = expected.iter().product();
            let values: Vec<f32> =
                (0..count).map(|_| middle + spread * (2.0 * random.f32() - 1.0)).collect();
            tensors.insert(name, stored("F32", expected, floats(&values)));
        }
    }
}

fn stored(dtype: &str, shape: Vec<usize>, bytes: Vec<u8>) -> StoredTensor {
    StoredTensor { dtype: dtype.into(), shape, bytes }
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn values_of(tensor: &StoredTensor) -> Vec<f32> {
    tensor.bytes.chunks_exact(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

/// A module's tensors by suffix, and its values. `scale`: that of a matrix with one.
fn quantise(
    kind: Kind,
    tensor: &StoredTensor,
    scale: Option<f32>,
) -> (Vec<(&'static str, StoredTensor)>, Vec<f32>) {
    let (values, shape) = (values_of(tensor), tensor.shape.clone());
    let [n, k] = shape[..] else { panic!("a matrix: {shape:?}") };
    let one = |shape: &[usize], value: f32| stored("F32", shape.to_vec(), floats(&[value]));
    match kind {
        Block => {
            let weight = Weight::from_f32(WeightFormat::Fp8Block, n, k, &values);
            let scales = weight.scales().expect("scales").host();
            let grid = vec![n.div_ceil(128), k.div_ceil(128)];
            let codes = stored("F8_E4M3", shape, weight.bytes().to_vec());
            let scales = stored("F32", grid, floats(scales));
            (vec![("weight", codes), ("weight_scale_inv", scales)], weight.to_f32())
        }
        Mistral | Fp8 => {
            let largest = values.iter().fold(0f32, |most, x| most.max(x.abs()));
            let scale = scale.unwrap_or(largest / 448.0);
            let codes: Vec<u8> = values.iter().map(|x| to_e4m3(x / scale)).collect();
            let values = codes.iter().map(|&code| E4M3[usize::from(code)] * scale).collect();
            let names = match kind {
                Mistral => ["weight_scale_inv", "activation_scale"],
                _ => ["weight_scale", "input_scale"],
            };
            let scales = [one(&[], scale), one(&[], 0.04)];
            let codes = ("weight", stored("F8_E4M3", shape, codes));
            ([codes].into_iter().chain(names.into_iter().zip(scales)).collect(), values)
        }
        Nvfp4 | Packed => {
            let weight = Weight::from_f32(WeightFormat::Nvfp4, n, k, &values);
            let whole = weight.scales().expect("scales").host()[0];
            let blocks = weight.block_scales().expect("scales of blocks").bytes().to_vec();
            let codes = stored("U8", vec![n, k / 2], weight.bytes().to_vec());
            let blocks = stored("F8_E4M3", vec![n, k / 16], blocks);
            let tensors = match kind {
                Nvfp4 => vec![
                    ("weight", codes),
                    ("weight_scale_2", one(&[], whole)),
                    ("input_scale", one(&[], 0.01)),
                ],
                _ => vec![
                    ("weight_packed", codes),
                    ("weight_global_scale", one(&[1], 1.0 / whole)),
                    ("input_global_scale", one(&[1], 100.0)),
                ],
            };
            (tensors.into_iter().chain([("weight_scale", blocks)]).collect(), weight.to_f32())
        }
    }
}

/// The checkpoint as published, and that of the dequantised weights.
pub fn checkpoints(case: &Case) -> [Checkpoint; 2] {
    let (mut published, mut whole) = (Tensors::new(), Tensors::new());
    for (name, tensor) in random(&case.config) {
        let module = name.strip_suffix(".weight").unwrap_or(&name).to_owned();
        let format = case.formats.iter().find(|(part, _)| module.contains(part));
        let matrix = tensor.shape.len() == 2 && module != name;
        let Some((_, Some(kind))) = format.filter(|_| matrix) else {
            published.insert(name.clone(), tensor.clone());
            whole.insert(name, tensor);
            continue;
        };
        let (parts, values) = quantise(*kind, &tensor, case.shared_scale(&module));
        for (suffix, part) in parts {
            published.insert(format!("{module}.{suffix}"), part);
        }
        // The only weights that are held in another format, which has fewer bits.
        let held = match module.ends_with("kv_b_proj") {
            true => {
                let rounded = values.iter().map(|x| half::bf16::from_f32(*x).to_le_bytes());
                stored("BF16", tensor.shape, rounded.flatten().collect())
            }
            false => stored("F32", tensor.shape, floats(&values)),
        };
        whole.insert(name, held);
    }
    if case.config["quantization_config"]["kv_cache_quant_algo"] == "FP8" {
        let keys = whole.keys().filter_map(|name| name.strip_suffix("k_proj.weight"));
        for (at, cached) in keys.flat_map(|at| [(at, "k"), (at, "v")]) {
            let scale = stored("F32", vec![], floats(&[0.5]));
            published.insert(format!("{at}{cached}_proj.{cached}_scale"), scale);
        }
    }
    if let Some(scales) = case.fused {
        fuse(&mut published, scales);
    }
    let renamed = published.into_iter().map(|(name, tensor)| {
        let published = match name.strip_prefix("model.") {
            Some("embed_tokens.weight") if case.prefix == "backbone." => {
                "backbone.embeddings.weight".into()
            }
            Some("norm.weight") if case.prefix == "backbone." => "backbone.norm_f.weight".into(),
            Some(rest) => format!("{}{rest}", case.prefix),
            None if case.prefix.starts_with("language_model.") => format!("language_model.{name}"),
            None => name,
        };
        (published, tensor)
    });
    let published: Tensors = renamed.collect();
    let mut unquantised = case.config.clone();
    unquantised.as_object_mut().expect("an object").remove("quantization_config");
    let of = |config: Value, tensors: &Tensors| {
        let files = vec![("model.safetensors".into(), write_tensors(tensors))];
        Checkpoint { config, files }
    };
    [of(case.config.clone(), &published), of(unquantised, &whole)]
}

/// Puts the experts of each layer into one tensor, with one or two scales each.
fn fuse(tensors: &mut Tensors, scales: &[usize]) {
    let is_first = |name: &&String| name.ends_with("experts.0.up_proj.weight");
    let first: Vec<String> = tensors.keys().filter(is_first).cloned().collect();
    for at in first.iter().filter_map(|name| name.strip_suffix("0.up_proj.weight")) {
        let mut of: BTreeMap<&str, [Vec<StoredTensor>; 2]> = BTreeMap::new();
        let part = |tensors: &mut Tensors, name: String| tensors.remove(&name);
        let mut count = 0;
        while tensors.contains_key(&format!("{at}{count}.up_proj.weight")) {
            for name in ["gate_proj", "up_proj", "down_proj"] {
                let mut take = |suffix: &str| {
                    part(tensors, format!("{at}{count}.{name}.{suffix}")).expect("a part")
                };
                let fused = if name == "down_proj" { name } else { "gate_up_proj" };
                let [codes, scales] = of.entry(fused).or_default();
                codes.push(take("weight"));
                scales.push(take("weight_scale_inv"));
                take("activation_scale");
            }
            count += 1;
        }
        for (name, [codes, found]) in of {
            let rows = codes[0].shape[0] * codes.len() / count;
            let shape = vec![count, rows, codes[0].shape[1]];
            let of_each = found.len() / count;
            let halves = of_each == 2 && scales.first() == Some(&2);
            let (mut bytes, mut kept) = (vec![], vec![]);
            for (expert, pair) in codes.chunks(of_each).enumerate() {
                let own = &found[expert * of_each..][..of_each];
                bytes.extend(pair.iter().flat_map(|part| part.bytes.clone()));
                kept.extend(own.iter().take(if halves { 2 } else { 1 }).map(values_of));
            }
            let shape_of = |inner: &[usize]| [&[count], inner].concat();
            let inner = if of_each == 1 && scales.len() == 2 { &[1, 1] } else { scales };
            let kept = stored("F32", shape_of(inner), floats(&kept.concat()));
            tensors.insert(format!("{at}{name}_scale_inv"), kept);
            tensors.insert(format!("{at}{name}"), stored("F8_E4M3", shape, bytes));
            let static_scale = stored("F32", vec![], floats(&[0.1]));
            tensors.insert(format!("{at}{name}_activation_scale"), static_scale);
        }
    }
}
