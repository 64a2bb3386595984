//! Groups of keys that several families read.

use super::reader::ConfigReader;

/// Keys that change nothing in a forward pass of any family.
pub const INERT: &[&str] = &[
    "_attn_implementation",
    "_attn_implementation_autoset",
    "_name_or_path",
    "attention_dropout",
    "bos_token_id",
    "dtype",
    "eos_token_id",
    "initializer_range",
    "is_llama_config",
    "output_attentions",
    "output_hidden_states",
    "output_router_logits",
    "pad_token_id",
    "pretraining_tp",
    "return_dict",
    "router_aux_loss_coef",
    "torch_dtype",
    "transformers.js_config",
    "transformers_version",
    "unsloth_fixed",
    "use_cache",
];

/// Keys of the reference library's base class that older releases wrote out, with generation
/// defaults among them. None changes what a decoder computes.
const BASE_CLASS_INERT: &[&str] = &[
    "_flash_attn_2_enabled",
    "bad_words_ids",
    "begin_suppress_tokens",
    "chunk_size_feed_forward",
    "cross_attention_hidden_size",
    "decoder_start_token_id",
    "diversity_penalty",
    "do_sample",
    "early_stopping",
    "encoder_no_repeat_ngram_size",
    "exponential_decay_length_penalty",
    "finetuning_task",
    "forced_bos_token_id",
    "forced_eos_token_id",
    "id2label",
    "is_decoder",
    "label2id",
    "length_penalty",
    "max_length",
    "max_sequence_length",
    "min_length",
    "no_repeat_ngram_size",
    "num_beam_groups",
    "num_beams",
    "num_return_sequences",
    "output_scores",
    "prefix",
    "problem_type",
    "pruned_heads",
    "remove_invalid_values",
    "repetition_penalty",
    "return_dict_in_generate",
    "sep_token_id",
    "suppress_tokens",
    "task_specific_params",
    "temperature",
    "tf_legacy_loss",
    "tie_encoder_decoder",
    "tokenizer_class",
    "top_k",
    "top_p",
    "torchscript",
    "typical_p",
    "use_bfloat16",
];

/// Root keys of multimodal checkpoints that do not concern their text part.
pub const WRAPPER_INERT: &[&str] = &[
    "audio_config",
    "image_token_id",
    "image_token_index",
    "language_model_only",
    "multimodal_projector_bias",
    "projector_hidden_act",
    "spatial_merge_size",
    "video_token_id",
    "vision_config",
    "vision_end_token_id",
    "vision_feature_layer",
    "vision_start_token_id",
];

/// Sizes that every decoder has.
#[derive(Clone, Debug, PartialEq)]
pub struct DecoderConfig {
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub layer_count: usize,
    pub max_position: usize,
    pub norm_eps: f32,
    /// Whether the head is the embedding.
    pub tied: bool,
}

impl DecoderConfig {
    pub fn read(reader: &mut ConfigReader<'_>) -> Self {
        // Both words name the same function.
        reader.choice("hidden_act", "silu", &["silu", "swish"]);
        for key in ["add_cross_attention", "is_encoder_decoder"] {
            if reader.has(key) {
                reader.require_flag(key, false);
            }
        }
        reader.inert(BASE_CLASS_INERT);
        DecoderConfig {
            vocab_size: reader.size("vocab_size"),
            hidden_size: reader.size("hidden_size"),
            layer_count: reader.count("num_hidden_layers"),
            max_position: reader.size("max_position_embeddings"),
            norm_eps: reader.positive_or("rms_norm_eps", 1e-6) as f32,
            tied: reader.root_first_flag("tie_word_embeddings", false),
        }
    }
}

/// Grouped-query heads of one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// Query heads.
    pub heads: usize,
    pub kv_heads: usize,
    pub head_dim: usize,
}

/// Treatment of an absent `num_key_value_heads` or `head_dim`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Taken as the query heads, or as hidden size over query heads.
    Inferred,
    /// An error. The family's published files always have the key; a guess would be wrong for some.
    Refused,
}

impl Heads {
    pub fn read(
        reader: &mut ConfigReader<'_>,
        hidden_size: usize,
        absent_kv_heads: Absent,
        absent_head_dim: Absent,
    ) -> Self {
        let heads = reader.count("num_attention_heads");
        let kv_heads = match absent_kv_heads {
            Absent::Refused => reader.count("num_key_value_heads"),
            Absent::Inferred => reader.count_or_none("num_key_value_heads").unwrap_or_else(|| {
                reader.derived("num_key_value_heads", heads, "num_attention_heads");
                heads
            }),
        };
        let head_dim = match absent_head_dim {
            Absent::Refused => reader.count("head_dim"),
            Absent::Inferred => reader.count_or_none("head_dim").unwrap_or_else(|| {
                let head_dim = hidden_size / heads;
                reader.derived("head_dim", head_dim, "hidden_size / num_attention_heads");
                if head_dim * heads != hidden_size {
                    let value = format!("{heads} heads in {hidden_size}");
                    reader.unsupported("num_attention_heads", &value, "a divisor of hidden_size");
                }
                head_dim
            }),
        };
        if !heads.is_multiple_of(kv_heads) {
            let value = format!("{kv_heads} for {heads} query heads");
            reader.unsupported("num_key_value_heads", &value, "a divisor of num_attention_heads");
        }
        Heads { heads, kv_heads, head_dim }
    }

    /// Softmax scale, `head_dim^-0.5`.
    pub fn scale(&self, reader: &mut ConfigReader<'_>) -> f32 {
        let scale = (self.head_dim as f64).powf(-0.5) as f32;
        reader.derived("softmax_scale", scale, "head_dim^-0.5");
        scale
    }
}

/// The attention window of each layer, from `layer_types` or, without it, the window keys:
/// layers from `first_windowed` on see `sliding_window` positions, if `use_sliding_window`.
pub fn layer_windows(
    reader: &mut ConfigReader<'_>,
    layer_count: usize,
    first_windowed: impl FnOnce(&mut ConfigReader<'_>) -> usize,
) -> Vec<Option<u32>> {
    let window = if reader.flag_or("use_sliding_window", false) {
        Some(reader.size_or("sliding_window", 4096) as u32)
    } else {
        reader.inert(&["sliding_window"]);
        None
    };
    let Some(types) = layer_types(reader, layer_count, &["full_attention", "sliding_attention"])
    else {
        let first = match window {
            Some(_) => first_windowed(reader),
            None => layer_count,
        };
        reader.inert(&["max_window_layers"]);
        return (0..layer_count).map(|i| window.filter(|_| i >= first)).collect();
    };
    reader.inert(&["max_window_layers"]);
    if window.is_none() && types.iter().any(|t| t == "sliding_attention") {
        reader.unsupported("layer_types", "sliding_attention", "use_sliding_window true with it");
    }
    types.iter().map(|t| window.filter(|_| t == "sliding_attention")).collect()
}

/// `layer_types`, checked: one supported word for each layer. None when absent.
pub fn layer_types(
    reader: &mut ConfigReader<'_>,
    layer_count: usize,
    supported: &[&str],
) -> Option<Vec<String>> {
    let mut types = reader.words("layer_types")?;
    if types.len() != layer_count {
        let value = format!("a list of {}", types.len());
        reader.unsupported(
            "layer_types",
            &value,
            &format!("num_hidden_layers = {layer_count} words"),
        );
    }
    for word in &types {
        if !supported.contains(&word.as_str()) {
            reader.unsupported("layer_types", word, &supported.join(", "));
        }
    }
    types.resize(layer_count, String::new());
    Some(types)
}

/// Experts of a mixture layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoeConfig {
    pub experts: usize,
    pub experts_per_token: usize,
    pub intermediate_size: usize,
    /// Divide the chosen probabilities by their sum.
    pub renormalise: bool,
    /// Width of the shared expert.
    pub shared_intermediate_size: Option<usize>,
}

impl MoeConfig {
    /// `renormalise` is the family's default of `norm_topk_prob`.
    pub fn read(reader: &mut ConfigReader<'_>, shared: bool, renormalise: bool) -> Self {
        let experts = match reader.count_or_none("num_experts") {
            Some(experts) => {
                reader.inert(&["num_local_experts"]);
                experts
            }
            None => reader.count("num_local_experts"),
        };
        let experts_per_token = reader.count("num_experts_per_tok");
        if experts_per_token > experts {
            let value = experts_per_token.to_string();
            reader.unsupported(
                "num_experts_per_tok",
                &value,
                &format!("at most {experts} experts"),
            );
        }
        MoeConfig {
            experts,
            experts_per_token,
            intermediate_size: reader.size("moe_intermediate_size"),
            renormalise: reader.flag_or("norm_topk_prob", renormalise),
            shared_intermediate_size: shared
                .then(|| reader.size("shared_expert_intermediate_size")),
        }
    }

    /// Whether each layer has experts: those at every `decoder_sparse_step` do, except
    /// `mlp_only_layers`.
    pub fn sparse_layers(reader: &mut ConfigReader<'_>, layer_count: usize) -> Vec<bool> {
        let step = reader.size_or("decoder_sparse_step", 1);
        let dense = reader.indices("mlp_only_layers");
        (0..layer_count).map(|i| !dense.contains(&i) && (i + 1).is_multiple_of(step)).collect()
    }
}

/// `intermediate_size`, required only where a layer is dense.
pub fn dense_intermediate_size(reader: &mut ConfigReader<'_>, sparse: &[bool]) -> Option<usize> {
    if sparse.iter().all(|&is_sparse| is_sparse) {
        reader.inert(&["intermediate_size"]);
        return None;
    }
    Some(reader.size("intermediate_size"))
}

/// Sizes of the linear-attention layers (Gated DeltaNet).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatedDeltaConfig {
    pub key_heads: usize,
    pub value_heads: usize,
    pub key_dim: usize,
    pub value_dim: usize,
    pub conv_kernel: usize,
}

impl GatedDeltaConfig {
    pub fn read(reader: &mut ConfigReader<'_>) -> Self {
        let config = GatedDeltaConfig {
            key_heads: reader.count("linear_num_key_heads"),
            value_heads: reader.count("linear_num_value_heads"),
            key_dim: reader.count("linear_key_head_dim"),
            value_dim: reader.count("linear_value_head_dim"),
            conv_kernel: reader.count_or("linear_conv_kernel_dim", 4),
        };
        if !config.value_heads.is_multiple_of(config.key_heads) {
            let value = format!("{} for {} value heads", config.key_heads, config.value_heads);
            reader.unsupported("linear_num_key_heads", &value, "a divisor of the value heads");
        }
        config
    }

    /// Width of all queries, and of all keys.
    pub fn key_width(&self) -> usize {
        self.key_heads * self.key_dim
    }

    /// Width of all values.
    pub fn value_width(&self) -> usize {
        self.value_heads * self.value_dim
    }

    /// Channels of the convolution: all queries, all keys, all values.
    pub fn conv_channels(&self) -> usize {
        2 * self.key_width() + self.value_width()
    }
}

/// Whether each layer attends: by `layer_types`, else every `full_attention_interval`-th.
pub fn full_attention_layers(reader: &mut ConfigReader<'_>, layer_count: usize) -> Vec<bool> {
    let words = ["linear_attention", "full_attention"];
    if let Some(types) = layer_types(reader, layer_count, &words) {
        reader.inert(&["full_attention_interval"]);
        return types.iter().map(|t| t == "full_attention").collect();
    }
    let interval = reader.size_or("full_attention_interval", 4);
    (0..layer_count).map(|i| (i + 1).is_multiple_of(interval)).collect()
}
