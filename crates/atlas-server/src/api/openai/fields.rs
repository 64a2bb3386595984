//! Field tables of the OpenAI endpoints and of `/tokenize` and `/detokenize`.

use crate::api::fields::{Field, harmless, only, used};

/// Fields of `/v1/chat/completions` beside [`COMMON`](crate::api::fields::COMMON).
pub const CHAT: &[Field] = &[
    used("messages"),
    used("tools"),
    used("logprobs"),
    used("top_logprobs"),
    used("max_completion_tokens"),
    used("chat_template_kwargs"),
    used("add_generation_prompt"),
    used("continue_final_message"),
    harmless("metadata"),
    // A hint that only makes a known answer faster.
    harmless("prediction"),
    harmless("prompt_cache_key"),
    harmless("prompt_cache_retention"),
    harmless("safety_identifier"),
    harmless("service_tier"),
    harmless("store"),
    used("tool_choice"),
    used("parallel_tool_calls"),
    used("reasoning_effort"),
    used("thinking_token_budget"),
    only("audio", &[]),
    only("function_call", &["\"none\"", "\"auto\""]),
    only("functions", &["[]"]),
    only("modalities", &["[\"text\"]"]),
    only("verbosity", &["\"medium\""]),
    only("web_search_options", &[]),
    only("best_of", &["1"]),
    only("chat_template", &[]),
    only("documents", &["[]"]),
    only("echo", &["false"]),
    only("include_reasoning", &["true"]),
    only("mm_processor_kwargs", &["{}"]),
];

/// Fields of `/v1/completions` beside [`COMMON`](crate::api::fields::COMMON).
pub const COMPLETIONS: &[Field] = &[
    used("prompt"),
    used("echo"),
    used("logprobs"),
    used("best_of"),
    only("suffix", &["\"\""]),
    only("prompt_embeds", &[]),
    only("thinking_token_budget", &["-1"]),
];

/// Fields of `/tokenize`.
pub const TOKENIZE: &[Field] = &[
    used("model"),
    used("prompt"),
    used("messages"),
    used("tools"),
    used("add_special_tokens"),
    used("add_generation_prompt"),
    used("continue_final_message"),
    used("chat_template_kwargs"),
    used("return_token_strs"),
    only("chat_template", &[]),
    only("mm_processor_kwargs", &["{}"]),
];

/// Fields of `/detokenize`.
pub const DETOKENIZE: &[Field] = &[used("model"), used("tokens"), used("skip_special_tokens")];

/// Fields of `/v1/embeddings`, which is refused whatever they hold.
pub const EMBEDDINGS: &[Field] = &[
    used("model"),
    used("input"),
    harmless("dimensions"),
    harmless("encoding_format"),
    harmless("user"),
];
