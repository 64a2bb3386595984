//! Configs as publishers write them, at small sizes, with the formats of their modules.

use std::collections::BTreeMap;

use atlas_tensor::WeightFormat;
use serde_json::{Value, json};

use crate::common::Checkpoint;

/// Tensors of one module as an exporter writes them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// E4M3 with f32 scales of blocks of 128 by 128.
    Block,
    /// E4M3 with `weight_scale_inv` and `activation_scale`.
    Mistral,
    /// E4M3 with `weight_scale` and `input_scale`.
    Fp8,
    /// E2M1 with `weight_scale`, `weight_scale_2` and `input_scale`.
    Nvfp4,
    /// The same with `weight_packed` and reciprocals of the scales.
    Packed,
}
pub use Kind::{Block, Fp8, Mistral, Nvfp4, Packed};

pub struct Case {
    pub name: &'static str,
    pub config: Value,
    /// (part of a module's name, format); the first that matches counts, others stay whole.
    pub formats: &'static [(&'static str, Option<Kind>)],
    /// Prefix of the names of the text model instead of `model.`.
    pub prefix: &'static str,
    /// Shape of the scales of fused experts behind their number; None: they are one by one.
    pub fused: Option<&'static [usize]>,
    /// (part of a name, format in memory), of which there must be some.
    pub held: &'static [(&'static str, WeightFormat)],
}

impl Case {
    /// The scale of all matrices of an expert that share one.
    pub fn shared_scale(&self, module: &str) -> Option<f32> {
        let (_, expert) = module.split_once(".experts.")?;
        let expert = expert.split('.').next()?.parse::<u8>().ok()?;
        let shares = self.fused.is_some_and(|scales| scales.first() != Some(&2));
        shares.then_some(4e-4 * (1.0 + 0.1 * f32::from(expert)))
    }
}

/// The config of a fixture with other values.
fn config(case: &str, changes: Value) -> Value {
    let mut config = Checkpoint::of(case).config;
    let wrapped = !config["text_config"].is_null();
    for (key, value) in changes.as_object().expect("changes") {
        let outside = !wrapped || key == "quantization_config";
        let of = if outside { &mut config } else { &mut config["text_config"] };
        of[key] = value.clone();
    }
    config
}

pub fn deepseek() -> Case {
    let quantization = json!({
        "quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "dynamic",
        "weight_block_size": [128, 128], "scale_fmt": "ue8m0"
    });
    // Rotated rows of heads 0 and 1, and those of the latent, lie on both sides of a block's end.
    let changes = json!({
        "hidden_size": 192, "intermediate_size": 200, "moe_intermediate_size": 24,
        "num_hidden_layers": 2, "qk_nope_head_dim": 48, "qk_rope_head_dim": 24, "v_head_dim": 40,
        "q_lora_rank": 136, "kv_lora_rank": 112, "quantization_config": quantization
    });
    Case {
        name: "deepseek_v3",
        config: config("deepseek_v3", changes),
        formats: &[("eh_proj", None), ("_proj", Some(Block))],
        prefix: "model.",
        fused: None,
        held: &[
            ("q_b_proj", WeightFormat::Fp8Block),
            ("kv_a_proj", WeightFormat::Fp8Block),
            ("kv_b_proj", WeightFormat::Bf16),
            ("experts.3.down_proj", WeightFormat::Fp8Block),
            ("mlp.gate.", WeightFormat::F32),
        ],
    }
}

/// FP8 of a scale a matrix; `scales`: the shape of those of fused experts.
pub fn mistral(wrapped: bool, scales: &'static [usize]) -> Case {
    let quantization = json!({
        "quant_method": "fp8", "activation_scheme": "static", "weight_block_size": null,
        "dequantize": false,
        "modules_to_not_convert": ["model.vision_tower", "model.multi_modal_projector", "lm_head"]
    });
    let changes = json!({ "quantization_config": quantization, "hidden_size": 136 });
    let (name, prefix) = match wrapped {
        true => ("mistral4_wrapper", "language_model.model."),
        false => ("mistral4", "model."),
    };
    Case {
        name,
        config: config(name, changes),
        formats: &[("_proj", Some(Mistral))],
        prefix,
        fused: Some(scales),
        held: &[
            ("experts.gate_up_proj", WeightFormat::Fp8Row),
            ("experts.down_proj", WeightFormat::Fp8Row),
            ("kv_a_proj", WeightFormat::Fp8Row),
            ("kv_b_proj", WeightFormat::Bf16),
        ],
    }
}

fn mistral_nvfp4() -> Case {
    let weights = json!({
        "num_bits": 4, "type": "float", "strategy": "tensor_group", "group_size": 16
    });
    let group = json!({
        "group_0": { "targets": ["Linear"], "weights": weights, "input_activations": weights }
    });
    let quantization = json!({
        "quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized",
        "config_groups": group, "ignore": ["lm_head", "re:.*mlp.gate$", "re:.*kv_b_proj$"]
    });
    let changes = json!({
        "quantization_config": quantization, "hidden_size": 48, "q_lora_rank": 32,
        "v_head_dim": 16, "moe_intermediate_size": 16
    });
    Case {
        name: "mistral4, nvfp4",
        config: config("mistral4", changes),
        formats: &[("kv_b_proj", None), ("_proj", Some(Packed))],
        prefix: "model.",
        fused: None,
        held: &[("q_b_proj", WeightFormat::Nvfp4), ("experts.3.up_proj", WeightFormat::Nvfp4)],
    }
}

/// Sizes that are whole groups of 16.
fn nemotron(case: &str, quantization: Value) -> Value {
    let changes = json!({
        "quantization_config": quantization, "hidden_size": 48, "intermediate_size": 32,
        "mamba_num_heads": 6, "mamba_head_dim": 8, "n_groups": 3, "moe_intermediate_size": 16,
        "moe_shared_expert_intermediate_size": 32, "head_dim": 16
    });
    config(case, changes)
}

pub fn nemotron_fp8() -> Case {
    let quantization = json!({
        "quant_method": "modelopt", "quant_algo": "FP8", "kv_cache_quant_algo": "FP8",
        "exclude_modules": ["lm_head", "backbone.layers.0.mixer.conv1d"]
    });
    Case {
        name: "nemotron_h, fp8",
        config: nemotron("nemotron_h", quantization),
        formats: &[("_proj", Some(Fp8))],
        prefix: "backbone.",
        fused: None,
        held: &[
            ("in_proj", WeightFormat::Fp8Row),
            ("experts.3.up_proj", WeightFormat::Fp8Row),
            ("shared_experts.down_proj", WeightFormat::Fp8Row),
            ("conv1d", WeightFormat::F32),
        ],
    }
}

pub fn nemotron_nvfp4() -> Case {
    let quantization = json!({
        "quant_method": "modelopt", "quant_algo": "NVFP4", "group_size": 16,
        "kv_cache_quant_algo": "FP8",
        "exclude_modules": ["lm_head", "backbone.layers.0.mixer.in_proj",
                            "backbone.layers.1.mixer.?_proj", "*.conv1d"]
    });
    Case {
        name: "nemotron_h, nvfp4",
        config: nemotron("nemotron_h", quantization),
        formats: &[
            ("model.layers.0.mixer.in_proj", None),
            ("model.layers.1.", None),
            ("_proj", Some(Nvfp4)),
        ],
        prefix: "backbone.",
        fused: None,
        held: &[
            ("layers.0.mixer.in_proj", WeightFormat::F32),
            ("layers.0.mixer.out_proj", WeightFormat::Nvfp4),
            ("experts.3.down_proj", WeightFormat::Nvfp4),
        ],
    }
}

/// Formats by module, whose names stand in a table.
pub fn nemotron_mixed() -> Case {
    let algorithm = |name: &str| match name {
        "NVFP4" => json!({ "quant_algo": name, "group_size": 16 }),
        _ => json!({ "quant_algo": name }),
    };
    let layers: BTreeMap<_, _> = [
        ("layers.0.mixer.experts", "NVFP4"),
        ("layers.0.mixer.shared_experts.up_proj", "FP8"),
        ("layers.0.mixer.shared_experts.down_proj", "NVFP4"),
        ("layers.0.mixer.fc1_latent_proj", "FP8"),
        ("layers.1.mixer.in_proj", "FP8"),
        ("layers.2.mixer.o_proj", "FP8"),
        ("layers.3.mixer.out_proj", "FP8"),
        ("layers.4.mixer.experts", "NVFP4"),
        ("layers.4.mixer.fc2_latent_proj", "FP8"),
    ]
    .map(|(module, name)| (format!("backbone.{module}"), algorithm(name)))
    .into();
    let quantization = json!({
        "quant_method": "modelopt", "quant_algo": "MIXED_PRECISION", "quantized_layers": layers,
        "kv_cache_quant_algo": "FP8"
    });
    let mut config = nemotron("nemotron_h_latent", quantization);
    config["moe_latent_size"] = json!(32);
    Case {
        name: "nemotron_h, mixed",
        config,
        formats: &[
            ("mixer.experts.", Some(Nvfp4)),
            ("layers.0.mixer.shared_experts.down_proj", Some(Nvfp4)),
            ("layers.0.mixer.shared_experts.up_proj", Some(Fp8)),
            ("layers.0.mixer.fc1_latent_proj", Some(Fp8)),
            ("layers.1.mixer.in_proj", Some(Fp8)),
            ("layers.2.mixer.o_proj", Some(Fp8)),
            ("layers.3.mixer.out_proj", Some(Fp8)),
            ("layers.4.mixer.fc2_latent_proj", Some(Fp8)),
        ],
        prefix: "backbone.",
        fused: None,
        held: &[
            ("layers.0.mixer.shared_experts.up_proj", WeightFormat::Fp8Row),
            ("layers.0.mixer.shared_experts.down_proj", WeightFormat::Nvfp4),
            ("layers.4.mixer.experts.7.up_proj", WeightFormat::Nvfp4),
            ("layers.4.mixer.fc2_latent_proj", WeightFormat::Fp8Row),
            ("layers.1.mixer.out_proj", WeightFormat::F32),
        ],
    }
}

pub fn cases() -> Vec<Case> {
    let mut all = vec![deepseek(), mistral_nvfp4(), nemotron_fp8(), nemotron_nvfp4()];
    all.extend([nemotron_mixed(), mistral(true, &[1, 1])]);
    all.extend([&[1, 1][..], &[2, 1], &[1], &[]].map(|scales| mistral(false, scales)));
    all
}
