//! GGUF files that are whole but describe no model, or another one: metadata and tensor names.

use crate::common::gguf::{Raw, file_of};
use atlas_model::MemorySource;
use atlas_model::checkpoint::gguf::{Gguf, GgufModel, PlacedTensor};
use serde_json::{Value, json};

const FILE: &str = "model.gguf";

fn open(raw: &Raw, allowed: &[String]) -> Result<GgufModel, String> {
    let source = MemorySource::new("memory", [(FILE, raw.bytes())]);
    let gguf = Gguf::open(&source, FILE).expect("a whole file");
    GgufModel::new(gguf, allowed).map_err(|error| error.to_string())
}

/// The model of a family's file after a change.
fn model(family: &str, change: impl FnOnce(&mut Raw)) -> Result<GgufModel, String> {
    let mut raw = Raw::of(&file_of(family));
    change(&mut raw);
    open(&raw, &[])
}

fn refused(family: &str, words: &[&str], change: impl FnOnce(&mut Raw)) {
    let error = model(family, change).err().unwrap_or_else(|| panic!("{family}: {words:?}"));
    assert!(error.starts_with(&format!("{FILE}: ")), "{error}");
    words.iter().for_each(|word| assert!(error.contains(word), "{word:?} is not in: {error}"));
}

/// The key of a family's config after a change.
fn config(family: &str, key: &str, change: impl FnOnce(&mut Raw)) -> Value {
    let model = model(family, change).unwrap_or_else(|error| panic!("{family}: {error}"));
    model.config().root.get(key).cloned().unwrap_or(Value::Null)
}

#[test]
fn files_that_are_no_served_model_say_what_they_are() {
    let general = |key: &'static str, text: &'static str| {
        move |raw: &mut Raw| raw.set_text(&format!("general.{key}"), text)
    };
    refused("qwen3", &["LoRA adapter", "merge"], general("type", "adapter"));
    refused("qwen3", &["LoRA adapter"], |raw| raw.set_text("adapter.type", "lora"));
    refused("qwen3", &["multimodal projector", "text"], general("type", "mmproj"));
    refused("qwen3", &["multimodal projector"], general("architecture", "clip"));
    refused("qwen3", &["\"imatrix\""], general("type", "imatrix"));
    refused("qwen3", &["\"gemma3\"", "llama", "qwen35moe"], general("architecture", "gemma3"));
    refused("qwen3", &["without general.architecture"], |raw| {
        raw.set("general.architecture", None);
    });
    refused("qwen3", &["general.architecture", "a string"], |raw| {
        raw.set_u32("general.architecture", 3);
    });
    refused("qwen3", &["version 1 of ggml's formats"], |raw| {
        raw.set_u32("general.quantization_version", 1);
    });
}

#[test]
fn keys_that_are_missing_or_lie_are_all_in_one_error() {
    refused("qwen3", &["qwen3.block_count", "qwen3.context_length", "needs an integer"], |raw| {
        raw.set("qwen3.block_count", None);
        raw.set("qwen3.context_length", None);
    });
    for key in ["embedding_length", "attention.head_count", "block_count", "feed_forward_length"] {
        let key = format!("qwen2.{key}");
        refused("qwen2", &[&key, "missing"], |raw| raw.set(&key, None));
        refused("qwen2", &[&key, "found 0"], |raw| raw.set_u32(&key, 0));
        refused("qwen2", &[&key, "found \"x\""], |raw| raw.set_text(&key, "x"));
        refused("qwen2", &[&key, "found -1"], |raw| raw.set(&key, Some((5, vec![0xFF; 4]))));
    }
    for key in ["expert_count", "expert_used_count", "expert_feed_forward_length"] {
        let key = format!("qwen3moe.{key}");
        refused("qwen3moe", &[&key, "missing"], |raw| raw.set(&key, None));
    }
    for key in ["conv_kernel", "state_size", "group_count", "time_step_rank", "inner_size"] {
        let key = format!("qwen35.ssm.{key}");
        refused("qwen35", &[&key, "missing"], |raw| raw.set(&key, None));
    }
    let eps = "llama.attention.layer_norm_rms_epsilon";
    refused("llama", &[eps, "missing"], |raw| raw.set(eps, None));
    refused("llama", &[eps, "finite"], |raw| raw.set_f32(eps, f32::NAN));
    refused("qwen3", &["qwen3.vocab_size = 25", "24 rows"], |raw| {
        raw.set_u32("qwen3.vocab_size", 25);
    });
    refused("qwen3", &["qwen3.embedding_length = 96", "rows of 32"], |raw| {
        raw.set_u32("qwen3.embedding_length", 96);
    });
    refused("qwen3", &["tokenizer.ggml.tokens = 1", "24 rows"], |raw| {
        let tokens = Raw::array(8, &[Raw::string(b"x")]);
        raw.set("tokenizer.ggml.tokens", Some((9, tokens)));
    });
}

#[test]
fn values_that_would_be_another_model_are_refused() {
    let cases: &[(&str, &str, u32, &str)] = &[
        ("qwen3", "attention.value_length", 32, "24"),
        ("qwen3", "rope.dimension_count", 16, "24"),
        ("qwen3", "attention.sliding_window", 64, "no window"),
        ("qwen3", "pooling_type", 1, "supported: 0"),
        ("llama", "expert_count", 8, "supported: 0"),
        ("qwen3moe", "expert_gating_func", 2, "0 or 1"),
        ("qwen3moe", "expert_group_count", 8, "0 or 1"),
        ("qwen3moe", "expert_shared_count", 1, "supported: 0"),
        ("qwen3moe", "leading_dense_block_count", 1, "supported: 0"),
        ("qwen35", "nextn_predict_layers", 2, "0 or 1"),
        ("qwen35", "ssm.inner_size", 50, "multiple"),
        ("qwen35", "block_count", 1 << 20, "at most 16384"),
    ];
    for &(family, key, value, word) in cases {
        let key = format!("{family}.{key}");
        refused(family, &[&key, &value.to_string(), word], |raw| raw.set_u32(&key, value));
    }
    refused("qwen3moe", &["expert_weights_scale", "2.5"], |raw| {
        raw.set_f32("qwen3moe.expert_weights_scale", 2.5);
    });
    refused("qwen3", &["attention.causal"], |raw| {
        raw.set("qwen3.attention.causal", Some((7, vec![0])));
    });
    refused("qwen2", &["rope.scaling.type", "su"], |raw| {
        raw.set_text("qwen2.rope.scaling.type", "su");
    });
    refused("qwen2", &["rope.scaling.factor", "missing"], |raw| {
        raw.set("qwen2.rope.scaling.factor", None);
    });
    let counts = |a: u32, b: u32| Raw::array(5, &[a, b].map(|n| n.to_le_bytes().to_vec()));
    refused("qwen3", &["head_count_kv", "same in every layer"], |raw| {
        raw.set("qwen3.attention.head_count_kv", Some((9, counts(2, 1))));
    });
    let same = config("qwen3", "num_key_value_heads", |raw| {
        raw.set("qwen3.attention.head_count_kv", Some((9, counts(2, 2))));
    });
    assert_eq!(same, 2);
}

/// The rule of config.json: a key that may change the model must be read.
#[test]
fn an_unknown_key_of_the_architecture_is_refused_unless_allowed() {
    let mut raw = Raw::of(&file_of("qwen3"));
    raw.set_f32("qwen3.logit_scale", 0.5);
    raw.set_text("another.tool", "note");
    let error = open(&raw, &[]).err().expect("refused");
    assert!(error.contains("qwen3.logit_scale = 0.5"), "{error}");
    assert!(error.contains("--allow-config-key qwen3.logit_scale"), "{error}");
    assert!(!error.contains("another.tool"), "{error}");
    for allowed in ["qwen3.logit_scale", "logit_scale"] {
        assert!(open(&raw, &[allowed.to_owned()]).is_ok(), "{allowed}");
    }
}

#[test]
fn windows_and_rotations_become_those_of_a_config() {
    let window = |n: u32| move |raw: &mut Raw| raw.set_u32("llama.attention.sliding_window", n);
    assert_eq!(config("llama", "model_type", window(40)), "mistral");
    assert_eq!(config("llama", "sliding_window", window(40)), 40);
    assert_eq!(config("llama", "model_type", window(4096)), "llama");

    // Queries of Ministral grow with the position, which no family computes.
    refused("mistral3", &["attention.temperature_scale", "unknown key"], |raw| {
        raw.set_f32("mistral3.attention.temperature_scale", 0.1);
    });

    let rope = |change: &dyn Fn(&mut Raw)| config("qwen2", "rope_parameters", change);
    let length = "qwen2.rope.scaling.original_context_length";
    let linear = rope(&|raw| {
        raw.set("qwen2.rope.scaling.type", None);
        raw.set(length, None);
    });
    assert_eq!(linear, json!({"rope_theta": 1e6, "factor": 4.0, "rope_type": "linear"}));
    let old = rope(&|raw| {
        raw.set("qwen2.rope.scaling.type", None);
        raw.set("qwen2.rope.scaling.factor", None);
        raw.set(length, None);
        raw.set_f32("qwen2.rope.scale_linear", 2.0);
    });
    assert_eq!(old["factor"], 2.0);
    let yarn = rope(&|raw| {
        raw.set_f32("qwen2.rope.scaling.attn_factor", 0.5);
        raw.set_f32("qwen2.rope.scaling.yarn_beta_fast", 16.0);
    });
    let attention = yarn["attention_factor"].as_f64().expect("a number");
    assert!((attention - 0.5 * (0.1 * 4f64.ln() + 1.0)).abs() < 1e-12, "{yarn}");
    assert_eq!((&yarn["beta_fast"], &yarn["factor"]), (&json!(16.0), &json!(4.0)));

    let long = |short: &'static [f32]| {
        move |raw: &mut Raw| {
            raw.set_text("qwen2.rope.scaling.type", "longrope");
            raw.set("qwen2.rope.scaling.factor", None);
            raw.add_f32("rope_factors_short.weight", &[short.len() as u64], short);
            raw.add_f32("rope_factors_long.weight", &[4], &[1.0, 2.0, 4.0, 8.0]);
        }
    };
    let read = rope(&long(&[1.0, 1.5, 2.0, 2.5]));
    assert_eq!(read["long_factor"], json!([1.0, 2.0, 4.0, 8.0]));
    refused("qwen2", &["rope_factors_short", "3 factors", "8 rotated"], long(&[1.0, 2.0, 3.0]));
    refused("qwen2", &["rope_factors_short", "-1"], long(&[1.0, -1.0, 3.0, 1.0]));
    refused("llama", &["rope.scaling.type", "rope_freqs.weight"], |raw| {
        raw.set_text("llama.rope.scaling.type", "linear");
        raw.set_f32("llama.rope.scaling.factor", 2.0);
    });
}

#[test]
fn tensors_that_fit_no_place_are_named() {
    refused("qwen3", &["2 tensors", "blk.0.attn_q.scale", "blk.0.attn_sinks.weight"], |raw| {
        raw.add_f32("blk.0.attn_sinks.weight", &[4], &[0.0; 4]);
        raw.add_f32("blk.0.attn_q.scale", &[1], &[1.0]);
    });
    refused("qwen3", &["post_attention_norm", "ffn_norm", "post_attention_layernorm"], |raw| {
        raw.add_f32("blk.0.post_attention_norm.weight", &[32], &[0.0; 32]);
    });
    refused("qwen3", &["token_embd.weight", "missing"], |raw| raw.remove("token_embd.weight"));
    refused("llama", &["blk.0.attn_q.bias", "2 heads have 32 rows each"], |raw| {
        raw.set_u32("llama.attention.head_count", 2);
    });
    refused("qwen35", &["blk.0.attn_qkv.weight", "heads do not divide"], |raw| {
        raw.set_u32("qwen35.ssm.state_size", 16);
    });
    refused("qwen3moe", &["ffn_down_exps", "3 experts", "expert_count is 4"], |raw| {
        raw.set_u32("qwen3moe.expert_count", 4);
    });
    refused("qwen3moe", &["ffn_down_exps", "no stack"], |raw| {
        raw.tensor("blk.0.ffn_down_exps.weight").dims = vec![32, 96];
    });
}

/// Values of all tensors, in the order of names.
fn all(model: &GgufModel) -> Vec<(&String, Vec<usize>, Vec<f32>)> {
    let values = |(name, tensor): (_, &PlacedTensor)| {
        (name, tensor.shape.clone(), model.values(tensor).expect("values"))
    };
    model.tensors().iter().map(values).collect()
}

#[test]
fn merged_queries_and_single_experts_are_the_same_tensors() {
    let plain = model("llama", |_| ()).expect("it opens");
    let merged = model("llama", |raw| {
        for (layer, kind) in [0, 1].into_iter().flat_map(|l| [(l, "weight"), (l, "bias")]) {
            let mut values = vec![];
            for part in ["q", "k", "v"] {
                let name = format!("blk.{layer}.attn_{part}.{kind}");
                let tensor = plain.gguf().tensor(&name).expect("a tensor");
                values.extend(plain.gguf().values(tensor).expect("values"));
                raw.remove(&name);
            }
            let rows = 32 * (4 + 2 + 2);
            let dims = if kind == "bias" { vec![rows] } else { vec![32, rows] };
            raw.add_f32(&format!("blk.{layer}.attn_qkv.{kind}"), &dims, &values);
        }
    });
    assert!(all(&merged.expect("it opens")) == all(&plain));

    let plain = model("qwen3moe", |_| ()).expect("it opens");
    let single = model("qwen3moe", |raw| {
        for (layer, part) in [0, 1].into_iter().flat_map(|l| ["gate", "up", "down"].map(|p| (l, p)))
        {
            let name = format!("blk.{layer}.ffn_{part}_exps.weight");
            let stack = plain.gguf().tensor(&name).expect("a stack").clone();
            let bytes = plain.gguf().bytes(&stack).expect("bytes");
            let bytes = bytes.as_slice();
            for (e, expert) in bytes.chunks_exact(bytes.len() / 3).enumerate() {
                let dims = [stack.dims[0] as u64, stack.dims[1] as u64];
                let name = format!("blk.{layer}.ffn_{part}.{e}.weight");
                raw.add(&name, &dims, stack.ty.code(), expert);
            }
            raw.remove(&name);
        }
    });
    assert!(all(&single.expect("it opens")) == all(&plain));
}
