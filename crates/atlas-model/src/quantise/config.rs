//! The keys of `config.json` that say in which formats weights are.

use atlas_tensor::WeightFormat;
use atlas_tensor::weights::{FP8_BLOCK, MXFP4_GROUP, NVFP4_GROUP};
use serde_json::{Map, Value, json};

use super::error::QuantiseError;
use crate::checkpoint::{CheckpointSource, StoredType, TensorTable};

/// Keys of a quantised checkpoint, the second of old files, the third of MLX.
const KEYS: &[&str] = &["quantization_config", "compression_config", "quantization"];
/// modelopt's.
const FILE: &str = "hf_quant_config.json";

/// # Errors
/// The checkpoint is a GGUF file; the config, or modelopt's file beside it, says that weights are
/// quantised.
pub(super) fn refuse_quantised(
    source: &dyn CheckpointSource,
    root: &Map<String, Value>,
) -> Result<(), QuantiseError> {
    if source.gguf().is_some() {
        return Err(QuantiseError::Gguf { place: source.describe() });
    }
    let text = root.get("text_config").and_then(Value::as_object);
    let objects = || [Some(root), text].into_iter().flatten();
    let of_key = KEYS.iter().find_map(|key| {
        let value = objects().filter_map(|o| o.get(*key)).find(|v| v.is_object())?;
        let method = value.get("quant_method").and_then(Value::as_str);
        let method = method.map_or(String::new(), |method| format!(", quant_method {method}"));
        Some(format!("{key} in config.json{method}"))
    });
    let of_file = || source.list().iter().any(|f| f == FILE).then(|| format!("{FILE} is there"));
    match of_key.or_else(of_file) {
        Some(reason) => Err(QuantiseError::Quantised { place: source.describe(), reason }),
        None => Ok(()),
    }
}

/// # Errors
/// A tensor has a type that only quantised checkpoints have.
pub(super) fn refuse_quantised_tensors(
    source: &dyn CheckpointSource,
    table: &TensorTable,
) -> Result<(), QuantiseError> {
    let codes = [StoredType::E4m3, StoredType::E8m0, StoredType::U8];
    match table.tensors.values().find(|t| codes.contains(&t.dtype)) {
        Some(tensor) => Err(QuantiseError::Quantised {
            place: source.describe(),
            reason: format!("tensor {} in {} is {}", tensor.published, tensor.file, tensor.dtype),
        }),
        None => Ok(()),
    }
}

/// The config with the description of the weights' format, indented, for a file. `kept`: modules
/// with a matrix that is not quantised.
pub(super) fn with_quantisation(
    mut root: Map<String, Value>,
    format: WeightFormat,
    kept: &[String],
) -> Vec<u8> {
    let weights = |bits: u8, strategy: &str, more: Value| {
        let mut args = json!({
            "num_bits": bits, "type": "float", "symmetric": true, "strategy": strategy,
            "dynamic": false,
        });
        if let (Value::Object(args), Value::Object(more)) = (&mut args, more) {
            args.extend(more);
        }
        args
    };
    let described = match format {
        WeightFormat::Fp8Block => json!({
            "quant_method": "fp8",
            "fmt": "e4m3",
            "activation_scheme": "dynamic",
            "weight_block_size": [FP8_BLOCK, FP8_BLOCK],
            "modules_to_not_convert": kept,
        }),
        WeightFormat::Nvfp4 => {
            let group = json!({"group_size": NVFP4_GROUP});
            let weights = weights(4, "tensor_group", group);
            compressed("nvfp4-pack-quantized", weights, Value::Null, kept)
        }
        WeightFormat::Mxfp4 => {
            let weights = weights(4, "group", json!({"group_size": MXFP4_GROUP}));
            compressed("mxfp4-pack-quantized", weights, Value::Null, kept)
        }
        _ => {
            let inputs = json!({
                "num_bits": 8, "type": "float", "symmetric": true, "strategy": "token",
                "dynamic": true,
            });
            compressed("float-quantized", weights(8, "channel", Value::Null), inputs, kept)
        }
    };
    root.insert(KEYS[0].to_owned(), described);
    format!("{:#}\n", Value::Object(root)).into_bytes()
}

/// A description as compressed-tensors has it, of all linears but `kept`.
fn compressed(format: &str, weights: Value, inputs: Value, kept: &[String]) -> Value {
    json!({
        "quant_method": "compressed-tensors",
        "format": format,
        "quantization_status": "compressed",
        "config_groups": {
            "group_0": {
                "targets": ["Linear"],
                "weights": weights,
                "input_activations": inputs,
                "output_activations": null,
                "format": format,
            },
        },
        "ignore": kept,
        "kv_cache_scheme": null,
        "global_compression_ratio": null,
    })
}
