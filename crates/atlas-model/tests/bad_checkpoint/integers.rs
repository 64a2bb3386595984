//! Damaged checkpoints of GPTQ, AWQ and compressed-tensors: an error that names tensor and file.

use atlas_tensor::WeightFormat;
use serde_json::json;

use super::common::{Checkpoint, StoredTensor, Tensors};
use super::error_of;

const GPTQ: &str = "../quantized/gptq_dynamic";
const EXPERTS: &str = "../quantized/gptq_moe";
const AWQ: &str = "../quantized/awq_llama";
const PACKED: &str = "../quantized/packed_ct";
const Q: &str = "model.layers.0.self_attn.q_proj";

fn edited(case: &str, change: impl FnOnce(&mut Tensors)) -> Checkpoint {
    let mut checkpoint = Checkpoint::of(case);
    checkpoint.edit(change);
    checkpoint
}

fn tensor<'t>(tensors: &'t mut Tensors, name: &str) -> &'t mut StoredTensor {
    tensors.get_mut(name).unwrap_or_else(|| panic!("{name}"))
}

/// Loads the case after a change to one tensor of the query's module; the error has to say `says`,
/// the tensor and its file.
fn refused(case: &str, part: &str, says: &str, change: impl FnOnce(&mut StoredTensor)) {
    let name = format!("{Q}.{part}");
    let checkpoint = edited(case, |tensors| change(tensor(tensors, &name)));
    let text = error_of(checkpoint.load()).to_string();
    assert!(text.contains(&format!("{name} in model.safetensors")), "{case} {part}: {text}");
    assert!(text.contains(says), "{case} {part}: {text}");
}

#[test]
fn damaged_integers_are_errors_that_name_the_tensor() {
    let word = |at: usize, value: i32| {
        move |t: &mut StoredTensor| t.bytes[4 * at..][..4].copy_from_slice(&value.to_le_bytes())
    };
    let wide = |t: &mut StoredTensor| t.dtype = "F32".into();
    let turned = |t: &mut StoredTensor| t.shape.swap(0, 1);
    for case in [GPTQ, EXPERTS, AWQ] {
        refused(case, "qweight", "it is F32, not I32", wide);
        refused(case, "qzeros", "it is F32, not I32", wide);
        refused(case, "qweight", "misshapen", |t| t.shape.insert(0, 1));
        refused(case, "qzeros", "misshapen", turned);
        refused(case, "scales", "misshapen", turned);
        refused(case, "scales", "is inf", |t| t.bytes[..2].copy_from_slice(&[0, 0x7c]));
        refused(case, "scales", "it is I16, not F32", |t| t.dtype = "I16".into());
    }
    refused(GPTQ, "g_idx", "element 3 is 2, and there are 2 groups", word(3, 2));
    refused(GPTQ, "g_idx", "element 0 is -1", word(0, -1));
    refused(GPTQ, "g_idx", "it is F32, not I32", wide);
    refused(GPTQ, "g_idx", "misshapen", |t| t.shape.push(1));
    refused(PACKED, "weight_packed", "misshapen", turned);
    refused(PACKED, "weight_scale", "misshapen", turned);
    refused(PACKED, "weight_scale", "is NaN", |t| t.bytes[..2].copy_from_slice(&[0xc0, 0x7f]));
    refused(PACKED, "weight_zero_point", "it is F32, not I32", wide);
    refused(PACKED, "weight_zero_point", "misshapen", turned);
    refused(PACKED, "weight_shape", "it says [7, ", |t| t.bytes[0] = 7);
    for (case, part) in [
        (GPTQ, "qzeros"),
        (GPTQ, "scales"),
        (AWQ, "qzeros"),
        (AWQ, "scales"),
        (PACKED, "weight_scale"),
    ] {
        let name = format!("{Q}.{part}");
        let text = error_of(edited(case, |t| drop(t.remove(&name))).load()).to_string();
        assert!(text.contains(&format!("missing: {name}")), "{case}: {text}");
    }
}

#[test]
fn integers_have_to_be_those_that_the_config_states() {
    for (case, key, value, says) in [
        (
            EXPERTS,
            "bits",
            json!(8),
            "stored as int4, but the quantisation config says int8 by group",
        ),
        (EXPERTS, "group_size", json!(16), "misshapen"),
        (EXPERTS, "desc_act", json!("yes"), "desc_act"),
        (EXPERTS, "quant_method", json!("awq"), "misshapen"),
        (EXPERTS, "modules_to_not_convert", json!(["q_proj"]), "the quantisation config says full"),
        (AWQ, "version", json!("gemv"), "AWQ checkpoint (quantization_config.version gemv)"),
        (PACKED, "format", json!("int-quantized"), "int-quantized"),
    ] {
        let mut checkpoint = Checkpoint::of(case);
        checkpoint.config["quantization_config"][key] = value;
        let text = error_of(checkpoint.load()).to_string();
        assert!(text.contains(says), "{case} {key}: {text}");
    }
    let mut bare = Checkpoint::of(EXPERTS);
    bare.config.as_object_mut().expect("config").remove("quantization_config");
    let text = error_of(bare.load()).to_string();
    assert!(text.contains("no recipe: ") && text.contains("quantize_config.json"), "{text}");
    let recipe = json!({ "bits": 4, "group_size": 32, "desc_act": false, "sym": true });
    bare.files.push(("quantize_config.json".into(), recipe.to_string().into_bytes()));
    assert!(bare.load().is_ok());
    // Columns in an order of their own need the tensor that says which.
    let mut ordered = edited(GPTQ, |t| drop(t.remove(&format!("{Q}.g_idx"))));
    assert!(ordered.load().is_ok());
    ordered.config["quantization_config"]["desc_act"] = json!(true);
    assert!(error_of(ordered.load()).to_string().contains(&format!("missing: {Q}.g_idx")));
}

#[test]
fn experts_have_their_columns_in_order() {
    let name = "model.layers.1.mlp.experts.1.up_proj.g_idx";
    let checkpoint = edited(EXPERTS, |tensors| {
        let bytes = &mut tensor(tensors, name).bytes;
        let last = bytes.len() - 4;
        let (first, end) = (bytes[..4].to_vec(), bytes[last..].to_vec());
        bytes[..4].copy_from_slice(&end);
        bytes[last..].copy_from_slice(&first);
    });
    let text = error_of(checkpoint.load()).to_string();
    assert!(text.contains("the experts at model.layers.1.mlp.experts"), "{text}");
}

#[test]
fn a_bias_of_zeros_is_skipped_and_any_other_is_an_error() {
    let bias = |value: u8| {
        edited(GPTQ, |tensors| {
            let n = tensor(tensors, &format!("{Q}.scales")).shape[1];
            let mut bytes = vec![0; 2 * n];
            bytes[2 * n - 1] = value;
            let bias = StoredTensor { dtype: "F16".into(), shape: vec![n], bytes };
            tensors.insert(format!("{Q}.bias"), bias);
        })
    };
    assert!(bias(0).load().is_ok());
    let text = error_of(bias(0x3c).load()).to_string();
    assert!(text.contains(&format!("unused: {Q}.bias")), "{text}");
}

/// Rules of the config choose the format of each module.
#[test]
fn dynamic_rules_are_followed() {
    let loaded = Checkpoint::of(GPTQ).load().expect("it loads");
    let format = |module: &str| loaded.formats[&format!("model.layers.0.{module}.weight")];
    assert_eq!(format("self_attn.q_proj"), WeightFormat::Int4 { group: 32 });
    assert_eq!(format("self_attn.k_proj"), WeightFormat::Int4 { group: 64 });
    assert_eq!(format("self_attn.o_proj"), WeightFormat::Bf16);
    assert_eq!(format("mlp.down_proj"), WeightFormat::Int8 { group: 128 });
}
