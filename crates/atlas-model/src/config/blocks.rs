//! Keys of models of blocks with one mixer each, as Nemotron-H is.

use serde_json::Value;

use super::reader::ConfigReader;
use crate::layers::Mamba2Spec;

/// Key of the kind of each block, in words.
const LIST: &str = "layers_block_type";

/// Kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    Mamba,
    Attention,
    Moe,
    Mlp,
}

impl Block {
    /// Number of blocks that the file lists by words.
    pub fn listed(reader: &ConfigReader<'_>) -> Option<usize> {
        reader.peek(LIST).and_then(Value::as_array).map(Vec::len)
    }

    /// The kind of each of `count` blocks: a list of words, or a letter each.
    pub fn read(reader: &mut ConfigReader<'_>, count: usize) -> Vec<Self> {
        let of_word = |word: &str| match word {
            "mamba" | "linear_attention" | "M" => Some(Block::Mamba),
            "attention" | "full_attention" | "*" => Some(Block::Attention),
            "moe" | "E" => Some(Block::Moe),
            "mlp" | "-" => Some(Block::Mlp),
            _ => None,
        };
        let (key, words) = match reader.is_set(LIST) {
            true => {
                reader.ignore(&["hybrid_override_pattern"], "layers_block_type says it");
                (LIST, reader.words(LIST).unwrap_or_default())
            }
            false => {
                let key = "hybrid_override_pattern";
                (key, reader.word(key).chars().map(String::from).collect())
            }
        };
        let found: Option<Vec<Block>> = words.iter().map(|word| of_word(word)).collect();
        match found {
            Some(blocks) if blocks.len() == count => blocks,
            _ => {
                let supported =
                    format!("{count} of M, *, E and -, or mamba, attention, moe and mlp");
                reader.unsupported(key, &words.join(" "), &supported);
                vec![Block::Attention; count]
            }
        }
    }
}

/// Reads the shape of Mamba-2 layers.
pub fn read_mamba2(reader: &mut ConfigReader<'_>) -> Mamba2Spec {
    reader.choice("mamba_hidden_act", "silu", &["silu", "swish"]);
    let (heads, groups) = (reader.count("mamba_num_heads"), reader.count_or("n_groups", 8));
    if !heads.is_multiple_of(groups) {
        reader.unsupported("n_groups", &groups.to_string(), "a divisor of mamba_num_heads");
    }
    Mamba2Spec {
        heads,
        head_dim: reader.count("mamba_head_dim"),
        state: reader.count("ssm_state_size"),
        groups,
        conv_kernel: reader.count_or("conv_kernel", 4),
        conv_bias: reader.flag_or("use_conv_bias", true),
        bias: reader.flag_or("use_bias", false),
        limits: reader.interval_or("time_step_limit", [0.0, f64::INFINITY]).map(|x| x as f32),
    }
}

/// Keys that change nothing, and those that must not.
pub fn ignore_blocks_unused(reader: &mut ConfigReader<'_>) {
    reader.choice("mlp_hidden_act", "relu2", &["relu2"]);
    for key in ["mlp_bias", "residual_in_fp32"] {
        if reader.has(key) {
            reader.require_flag(key, false);
        }
    }
    let rotation = ["partial_rotary_factor", "rope_theta", "rope_scaling", "rope_parameters"];
    reader.ignore(&rotation, "attention has no positions");
    reader.ignore(&["attention_bias", "mamba_proj_bias", "sliding_window"], "the family has none");
    reader.ignore(&["norm_eps", "rms_norm_eps"], "layer_norm_epsilon says it");
    reader.inert(&[
        "chunk_size",
        "expand",
        "hidden_dropout",
        "moe_shared_expert_overlap",
        "mtp_hybrid_override_pattern",
        "mtp_layers_block_type",
        "num_logits_to_keep",
        "num_nextn_predict_layers",
        "rescale_prenorm_residual",
        "time_step_floor",
        "time_step_max",
        "time_step_min",
        "use_mamba_kernels",
    ]);
    // Those of kinds of blocks that the model has not.
    reader.inert(&["intermediate_size", "moe_latent_size"]);
}
