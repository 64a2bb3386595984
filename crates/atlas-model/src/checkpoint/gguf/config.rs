//! Metadata of a GGUF file as the `config.json` of the same model.

use serde_json::json;

use super::architecture::Architecture;
use super::error::GgufProblem;
use super::file::Gguf;
use super::keys::{GgufConfig, Keys};
use super::rope;
use crate::config::ConfigProblem;

/// Sizes that the places of rows depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub layers: usize,
    pub heads: usize,
    pub kv_heads: usize,
    pub head_dim: usize,
    pub experts: usize,
    pub linear_key_heads: usize,
    pub linear_value_heads: usize,
    pub linear_key_dim: usize,
    pub linear_value_dim: usize,
    /// Whether each layer attends; empty where all do.
    pub attends: Vec<bool>,
}

/// Most layers, as a config may have.
const LAYERS_MAX: u64 = 1 << 14;

/// Reads the metadata. `allowed`: unknown keys to be passed over.
///
/// # Errors
/// Every key that is missing, unknown, of another type, or has a value that is not supported, in
/// one error.
pub fn read(
    gguf: &Gguf,
    architecture: &Architecture,
    allowed: &[String],
) -> Result<(GgufConfig, Sizes), GgufProblem> {
    let mut keys = Keys::new(architecture.name, gguf.metadata(), allowed);
    keys.set("architectures", json!([architecture.class]));
    keys.set("model_type", architecture.model_type);
    vocabulary(&mut keys, gguf)?;
    let hidden = keys.size("hidden_size", "embedding_length");
    let row = gguf.tensor("token_embd.weight").map_or(hidden, |tensor| tensor.row() as u64);
    if row != hidden {
        let (path, value) = (keys.path("embedding_length"), hidden.to_string());
        let other = format!("rows of {row} of the embedding");
        keys.problem(ConfigProblem::Contradiction { path, value, other });
    }
    let mut sizes = heads(&mut keys, hidden);
    layers(&mut keys, architecture, gguf, &mut sizes);
    let max_position = keys.size("max_position_embeddings", "context_length");
    if let Some(eps) = keys.number("attention.layer_norm_rms_epsilon") {
        keys.put("rms_norm_eps", "attention.layer_norm_rms_epsilon", json!(eps));
    } else if !keys.has("attention.layer_norm_rms_epsilon") {
        let key = keys.path("attention.layer_norm_rms_epsilon");
        let (family, expected) = (architecture.name.to_owned(), "a number above 0");
        keys.problem(ConfigProblem::Missing { key, family, expected });
    }
    if architecture.has_experts {
        experts(&mut keys, architecture, gguf, &mut sizes);
    } else {
        keys.size("intermediate_size", "feed_forward_length");
        keys.only("expert_count", &[0]);
        keys.only("expert_used_count", &[0]);
    }
    if architecture.is_hybrid {
        linear(&mut keys, &mut sizes);
    }
    biases(&mut keys, architecture, gguf);
    window(&mut keys, architecture, max_position);
    rope::read(&mut keys, gguf, architecture, sizes.head_dim, max_position)?;
    if keys.flag("attention.causal") == Some(false) {
        keys.unsupported("attention.causal", "false", "true");
    }
    keys.only("pooling_type", &[0]);
    keys.inert(&["tensor_data_layout"]);
    keys.token_id("bos_token_id", "tokenizer.ggml.bos_token_id");
    keys.token_id("eos_token_id", "tokenizer.ggml.eos_token_id");
    keys.token_id("pad_token_id", "tokenizer.ggml.padding_token_id");
    Ok((keys.finish()?, sizes))
}

/// The vocabulary is what the embedding has rows for. Files of some converters do not say it.
fn vocabulary(keys: &mut Keys<'_>, gguf: &Gguf) -> Result<(), GgufProblem> {
    let embedding = gguf.tensor("token_embd.weight").filter(|tensor| tensor.dims.len() == 2);
    let embedding = embedding.ok_or_else(|| GgufProblem::Tensor {
        tensor: "token_embd.weight".into(),
        problem: "the embedding is missing or no matrix; download the file again".into(),
    })?;
    let rows = embedding.rows() as u64;
    keys.set("vocab_size", json!(rows));
    keys.set("tie_word_embeddings", gguf.tensor("output.weight").is_none());
    let tokens = gguf.metadata().get("tokenizer.ggml.tokens").and_then(|v| v.array());
    let tokens = tokens.map(|tokens| ("tokenizer.ggml.tokens".to_owned(), tokens.len() as u64));
    let stated = keys.integer("vocab_size").map(|n| (keys.path("vocab_size"), n));
    for (path, count) in tokens.into_iter().chain(stated) {
        if count != rows {
            let (value, other) = (count.to_string(), format!("the {rows} rows of the embedding"));
            keys.problem(ConfigProblem::Contradiction { path, value, other });
        }
    }
    Ok(())
}

/// Attention heads. A file that does not say their width has the hidden size divided by them.
fn heads(keys: &mut Keys<'_>, hidden: u64) -> Sizes {
    let heads = keys.size("num_attention_heads", "attention.head_count");
    let kv_heads = match keys.has("attention.head_count_kv") {
        true => keys.size("num_key_value_heads", "attention.head_count_kv"),
        false => {
            keys.put("num_key_value_heads", "attention.head_count", json!(heads));
            heads
        }
    };
    let head_dim = match keys.has("attention.key_length") {
        true => keys.size("head_dim", "attention.key_length"),
        false => {
            if !hidden.is_multiple_of(heads) {
                let value = format!("{heads} heads in {hidden}");
                keys.unsupported("attention.head_count", value, "a divisor of embedding_length");
            }
            let head_dim = (hidden / heads).max(1);
            keys.set("head_dim", json!(head_dim));
            head_dim
        }
    };
    keys.only("attention.value_length", &[head_dim]);
    let [heads, kv_heads, head_dim] = [heads, kv_heads, head_dim].map(|n| n as usize);
    Sizes { heads, kv_heads, head_dim, ..Sizes::default() }
}

/// The number behind the last block that a tensor is of.
fn blocks_of(gguf: &Gguf) -> u64 {
    let block = |name: &str| name.strip_prefix("blk.")?.split('.').next()?.parse::<u64>().ok();
    let last = gguf.tensors().filter_map(|tensor| block(&tensor.name)).max();
    last.map_or(0, |last| last.saturating_add(1))
}

/// The number of layers, without those that predict further tokens.
fn layers(keys: &mut Keys<'_>, architecture: &Architecture, gguf: &Gguf, sizes: &mut Sizes) {
    let blocks = keys.required("block_count");
    // Layers without a tensor would each be described before the first is found to be missing.
    let found = blocks_of(gguf);
    if blocks > found {
        let (path, value) = (keys.path("block_count"), blocks.to_string());
        let other = format!("the {found} blocks that tensors are of");
        keys.problem(ConfigProblem::Contradiction { path, value, other });
    }
    let further = match architecture.is_hybrid {
        true => keys.integer("nextn_predict_layers").unwrap_or(0),
        false => 0,
    };
    if further > 1 || further >= blocks {
        keys.unsupported("nextn_predict_layers", further, "0 or 1, below block_count");
    }
    if further > 0 && architecture.tiled_values {
        keys.put("mtp_num_hidden_layers", "nextn_predict_layers", json!(further));
    }
    let layers = blocks.saturating_sub(further).max(1);
    if layers > LAYERS_MAX {
        keys.unsupported("block_count", blocks, format!("at most {LAYERS_MAX}"));
    }
    keys.put("num_hidden_layers", "block_count", json!(layers));
    sizes.layers = layers.min(LAYERS_MAX) as usize;
}

/// Experts. ggml divides the chosen probabilities by their sum unless a file says otherwise.
fn experts(keys: &mut Keys<'_>, architecture: &Architecture, gguf: &Gguf, sizes: &mut Sizes) {
    sizes.experts = keys.size("num_experts", "expert_count") as usize;
    keys.size("num_experts_per_tok", "expert_used_count");
    keys.size("moe_intermediate_size", "expert_feed_forward_length");
    if let Some(width) = keys.integer("feed_forward_length") {
        keys.put("intermediate_size", "feed_forward_length", json!(width));
    }
    match keys.flag("expert_weights_norm") {
        Some(norm) => keys.put("norm_topk_prob", "expert_weights_norm", norm),
        None => keys.set("norm_topk_prob", true),
    }
    if architecture.is_hybrid {
        keys.size("shared_expert_intermediate_size", "expert_shared_feed_forward_length");
        keys.only("expert_shared_count", &[0, 1]);
    } else {
        keys.only("expert_shared_count", &[0]);
        keys.only("expert_shared_feed_forward_length", &[0]);
    }
    // 1 is the softmax.
    keys.only("expert_gating_func", &[0, 1]);
    keys.only("expert_group_count", &[0, 1]);
    keys.only("expert_group_used_count", &[0, 1]);
    keys.only("leading_dense_block_count", &[0]);
    if let Some(scale) = keys.number("expert_weights_scale")
        && scale != 0.0
        && scale != 1.0
    {
        keys.unsupported("expert_weights_scale", scale, "1");
    }
    let is_dense = |i: &usize| gguf.tensor(&format!("blk.{i}.ffn_gate.weight")).is_some();
    let dense: Vec<usize> = (0..sizes.layers).filter(is_dense).collect();
    if !dense.is_empty() {
        keys.set("mlp_only_layers", json!(dense));
    }
}

/// Gated DeltaNet layers, and which layers they are.
fn linear(keys: &mut Keys<'_>, sizes: &mut Sizes) {
    keys.size("linear_conv_kernel_dim", "ssm.conv_kernel");
    let key_dim = keys.size("linear_key_head_dim", "ssm.state_size");
    let key_heads = keys.size("linear_num_key_heads", "ssm.group_count");
    let value_heads = keys.size("linear_num_value_heads", "ssm.time_step_rank");
    let inner = keys.required("ssm.inner_size");
    if !inner.is_multiple_of(value_heads) || !value_heads.is_multiple_of(key_heads) {
        let value = format!("{inner} for {value_heads} value heads of {key_heads} key heads");
        keys.unsupported("ssm.inner_size", value, "a multiple of the heads, and those of theirs");
    }
    let value_dim = (inner / value_heads).max(1);
    keys.put("linear_value_head_dim", "ssm.inner_size", json!(value_dim));
    [sizes.linear_key_heads, sizes.linear_value_heads] = [key_heads, value_heads].map(|n| n as _);
    [sizes.linear_key_dim, sizes.linear_value_dim] = [key_dim, value_dim].map(|n| n as _);

    let interval = keys.integer("full_attention_interval").unwrap_or(4).max(1);
    let list = keys.integers("attention.recurrent_layers");
    sizes.attends = match list {
        None => (0..sizes.layers as u64).map(|i| (i + 1).is_multiple_of(interval)).collect(),
        Some(list) => {
            if list.len() < sizes.layers {
                let value = format!("a list of {}", list.len());
                let layers = format!("one for each of {} layers", sizes.layers);
                keys.unsupported("attention.recurrent_layers", value, layers);
            }
            let mut attends: Vec<bool> = list.iter().map(|&recurrent| recurrent == 0).collect();
            attends.resize(sizes.layers, true);
            attends
        }
    };
    let word = |attends: &bool| if *attends { "full_attention" } else { "linear_attention" };
    let types: Vec<&str> = sizes.attends.iter().map(word).collect();
    keys.set("layer_types", json!(types));
}

/// Biases that files have or have not, where a config says so.
fn biases(keys: &mut Keys<'_>, architecture: &Architecture, gguf: &Gguf) {
    let has = |parts: &[&str]| {
        gguf.tensors().any(|tensor| {
            let part = tensor.name.strip_suffix(".bias").and_then(|n| n.rsplit('.').next());
            part.is_some_and(|part| parts.contains(&part))
        })
    };
    if !["qwen2", "mistral3"].contains(&architecture.name) {
        let parts = ["attn_q", "attn_k", "attn_v", "attn_output", "attn_qkv"];
        keys.set("attention_bias", has(&parts));
    }
    if architecture.name == "llama" {
        keys.set("mlp_bias", has(&["ffn_gate", "ffn_up", "ffn_down"]));
    }
}

/// The attention window. Mistral's first releases are llama files with one; a config of the family
/// without the key has one too.
fn window(keys: &mut Keys<'_>, architecture: &Architecture, max_position: u64) {
    let key = "attention.sliding_window";
    let window = keys.integer(key).filter(|&n| n > 0 && n < max_position);
    if architecture.model_type == "mistral" {
        keys.set("sliding_window", serde_json::Value::Null);
    }
    let Some(window) = window else { return };
    if !architecture.interleaved_rope {
        keys.unsupported(key, window, "no window");
        return;
    }
    keys.set("architectures", json!(["MistralForCausalLM"]));
    keys.set("model_type", "mistral");
    keys.put("sliding_window", key, json!(window));
}
