//! Groups of keys that several families read.

use serde_json::Value;

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
    "use_cache",
];

/// Keys that training and packaging tools leave in configs.
const TOOL_KEYS: &[&str] = &[
    "_commit_hash",
    "_from_model_config",
    "attn_implementation",
    "auto_map",
    "base_model",
    "base_model_name_or_path",
    "classifier_dropout",
    "cls_token_id",
    "custom_pipelines",
    "embd_pdrop",
    "gradient_checkpointing",
    "hidden_dropout",
    "hidden_dropout_prob",
    "ignore_index",
    "keys_to_ignore_at_inference",
    "license",
    "loss_type",
    "mask_token_id",
    "model_name",
    "resid_pdrop",
    "residual_dropout",
    "transformers_weights",
    "unk_token_id",
    "unsloth_fixed",
    "unsloth_version",
    "use_flash_attn",
    "use_return_dict",
];

/// Keys of a text model that only its tokenizer or its vision part uses.
const FOREIGN_KEYS: &[&str] = &[
    "image_token_id",
    "model_max_length",
    "video_token_id",
    "vision_end_token_id",
    "vision_start_token_id",
    "vision_token_id",
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DecoderConfig {
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub layer_count: usize,
    pub max_position: usize,
    /// Longest sequence that the position encoding can be stretched to; see
    /// [`super::RopeConfig::read`], which sets it.
    pub position_limit: usize,
    pub norm_eps: f32,
    /// Whether the head is the embedding.
    pub tied: bool,
    /// Whether the file counts a multi-token-prediction module; weights that are read say so
    /// themselves.
    pub states_mtp: bool,
}

impl DecoderConfig {
    pub fn read(reader: &mut ConfigReader<'_>) -> Self {
        Self::read_in(reader, false)
    }

    /// `wrapper_ties`: the default of `tie_word_embeddings` in the multimodal config class.
    pub fn read_in(reader: &mut ConfigReader<'_>, wrapper_ties: bool) -> Self {
        // Both words name the same function.
        reader.choice("hidden_act", "silu", &["silu", "swish"]);
        Self::sizes(reader, ("rms_norm_eps", 1e-6), wrapper_ties, None)
    }

    /// For a family with other activations, whose norms have the key `eps.0`. `layers`: their
    /// number where the file lists each, which `num_hidden_layers` may repeat.
    pub fn read_with(
        reader: &mut ConfigReader<'_>,
        eps: (&str, f64),
        layers: Option<usize>,
    ) -> Self {
        reader.ignore(&["hidden_act"], "the family has its own activations");
        Self::sizes(reader, eps, false, layers)
    }

    fn sizes(
        reader: &mut ConfigReader<'_>,
        (eps_key, eps): (&str, f64),
        wrapper_ties: bool,
        layers: Option<usize>,
    ) -> Self {
        for key in ["add_cross_attention", "is_encoder_decoder"] {
            if reader.has(key) {
                reader.require_flag(key, false);
            }
        }
        reader.inert(BASE_CLASS_INERT);
        reader.ignore(TOOL_KEYS, "a note of a tool");
        reader.ignore(&["dual_chunk_attention_config"], "the reference library does not read it");
        if !reader.is_wrapper() {
            reader.ignore(FOREIGN_KEYS, "not of the text model");
        }
        DecoderConfig {
            vocab_size: reader.size("vocab_size"),
            hidden_size: reader.size("hidden_size"),
            layer_count: match layers {
                Some(layers) => reader.count_or("num_hidden_layers", layers),
                None => reader.count("num_hidden_layers"),
            },
            max_position: reader.size("max_position_embeddings"),
            norm_eps: reader.positive_or(eps_key, eps) as f32,
            position_limit: 0,
            tied: tied(reader, wrapper_ties),
            states_mtp: ["mtp_num_hidden_layers", "num_nextn_predict_layers"].iter().any(|key| {
                let count = reader.peek(key).and_then(serde_json::Value::as_u64);
                count.is_some_and(|layers| layers > 0)
            }),
        }
    }
}

/// Whether the head is the embedding. Multimodal files often leave the key out, and two releases
/// of one class mean different things by that: there the weights decide.
fn tied(reader: &mut ConfigReader<'_>, wrapper_ties: bool) -> bool {
    let key = "tie_word_embeddings";
    if !reader.is_wrapper() || reader.is_set(key) {
        return reader.root_first_flag(key, false);
    }
    reader.find_set(key);
    let (tied, how) = match reader.facts().has_head {
        Some(has_head) => (!has_head, "whether the weights have a head of their own"),
        None => (wrapper_ties, "the default of the multimodal config"),
    };
    reader.derived(key, tied, how);
    tied
}

/// Grouped-query heads of one model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// Query heads.
    pub heads: usize,
    pub kv_heads: usize,
    pub head_dim: usize,
}

/// Treatment of an absent `num_key_value_heads` or `head_dim`. A null is always inferred.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Taken as the query heads, or as hidden size over query heads.
    Inferred,
    /// The default of the family's config class in the reference library.
    Is(usize),
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
            Absent::Is(default) if !reader.has("num_key_value_heads") => {
                reader.count_or("num_key_value_heads", default)
            }
            _ => reader.count_or_none("num_key_value_heads").unwrap_or_else(|| {
                reader.derived("num_key_value_heads", heads, "num_attention_heads");
                heads
            }),
        };
        let head_dim = match absent_head_dim {
            Absent::Is(default) if !reader.has("head_dim") => reader.count_or("head_dim", default),
            _ => reader.count_or_none("head_dim").unwrap_or_else(|| {
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
    let window = used_window(reader);
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

/// `sliding_window`, if `use_sliding_window`: 4096 where it is absent, none where it is null.
pub fn used_window(reader: &mut ConfigReader<'_>) -> Option<u32> {
    if !reader.flag_or("use_sliding_window", false) {
        reader.inert(&["sliding_window"]);
        return None;
    }
    if reader.has("sliding_window") {
        return reader.size_or_none("sliding_window").map(|w| w as u32);
    }
    Some(reader.size_or("sliding_window", 4096) as u32)
}

/// Takes the window keys of a family without windows as read where they say that none is in use.
pub fn ignore_unused_windows(reader: &mut ConfigReader<'_>) {
    let reason = "no window is in use";
    let off = reader.peek("use_sliding_window") == Some(&Value::Bool(false));
    if off || reader.peek("sliding_window").is_none_or(Value::is_null) {
        reader.ignore(&["use_sliding_window", "sliding_window", "max_window_layers"], reason);
    }
    let types = reader.peek("layer_types").and_then(Value::as_array);
    if types.is_some_and(|types| types.iter().all(|t| t == "full_attention")) {
        reader.ignore(&["layer_types"], reason);
    }
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
