//! Field tables of the OpenAI endpoints and of `/tokenize` and `/detokenize`.

use crate::api::fields::{COMMON, Field, harmless, instead, only, used};
use crate::api::foreign::{FOREIGN, FOREIGN_TO_OPENAI};

const SYSTEM: &str = "send a message of role `system`";
const NO_TEMPLATE: &str =
    "a completion has no chat template that could show it; send it to /v1/chat/completions";

/// All fields of `/v1/chat/completions`.
pub const CHAT_TABLES: &[&[Field]] = &[COMMON, FOREIGN, FOREIGN_TO_OPENAI, CHAT];

/// All fields of `/v1/completions`.
pub const COMPLETIONS_TABLES: &[&[Field]] = &[COMMON, FOREIGN, FOREIGN_TO_OPENAI, COMPLETIONS];

/// Fields of `/v1/chat/completions` beside those of other APIs.
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
    // The same under the names of other servers.
    used("thinking_budget"),
    used("enable_thinking"),
    used("think"),
    used("thinking"),
    used("reasoning"),
    instead("prompt", &["\"\""], "send `messages`"),
    instead("input", &[], "send `messages`"),
    instead("system", &["\"\""], SYSTEM),
    instead("system_prompt", &["\"\""], SYSTEM),
    instead("suffix", &["\"\""], "leave it out"),
    instead("max_output_tokens", &[], "send `max_completion_tokens`"),
    instead("text", &["{}"], "send `response_format`"),
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

/// Fields of `/v1/completions` beside those of other APIs.
pub const COMPLETIONS: &[Field] = &[
    used("prompt"),
    used("echo"),
    used("logprobs"),
    used("best_of"),
    only("suffix", &["\"\""]),
    only("prompt_embeds", &[]),
    only("thinking_token_budget", &["-1"]),
    instead("messages", &["[]"], "send it to /v1/chat/completions"),
    instead("system", &["\"\""], NO_TEMPLATE),
    instead("tools", &["[]"], NO_TEMPLATE),
    instead("enable_thinking", &["false"], NO_TEMPLATE),
    instead("think", &["false"], NO_TEMPLATE),
    instead("thinking", &["{\"type\":\"disabled\"}"], NO_TEMPLATE),
    instead("reasoning", &["{}"], NO_TEMPLATE),
    instead("thinking_budget", &["-1"], NO_TEMPLATE),
    instead("max_completion_tokens", &[], "send `max_tokens`"),
    instead("max_output_tokens", &[], "send `max_tokens`"),
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
