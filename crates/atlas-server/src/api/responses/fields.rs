//! Field table of the Responses API.

use crate::api::fields::{COMMON, Field, harmless, instead, only, used};
use crate::api::foreign::{FOREIGN, FOREIGN_TO_OPENAI};

const EFFORT: &str = "send `reasoning: {\"effort\": ...}`";

/// All fields of `/v1/responses`.
pub const RESPONSES_TABLES: &[&[Field]] = &[COMMON, FOREIGN, FOREIGN_TO_OPENAI, RESPONSES];

/// Fields of `/v1/responses` beside those of other APIs.
pub const RESPONSES: &[Field] = &[
    used("input"),
    used("instructions"),
    used("previous_response_id"),
    used("store"),
    used("background"),
    used("tools"),
    used("tool_choice"),
    used("parallel_tool_calls"),
    used("max_output_tokens"),
    used("text"),
    used("reasoning"),
    used("thinking_token_budget"),
    used("include"),
    used("metadata"),
    used("chat_template_kwargs"),
    // Echoed, otherwise without effect.
    harmless("prompt_cache_key"),
    harmless("safety_identifier"),
    harmless("service_tier"),
    // It limits calls of tools that run on the server; there are none.
    harmless("max_tool_calls"),
    harmless("prompt_cache_options"),
    harmless("prompt_cache_retention"),
    harmless("client_metadata"),
    instead("messages", &["[]"], "send `input`"),
    instead("system", &["\"\""], "send `instructions`"),
    instead("max_completion_tokens", &[], "send `max_output_tokens`"),
    instead("reasoning_effort", &[], EFFORT),
    instead("enable_thinking", &[], EFFORT),
    instead("think", &[], EFFORT),
    instead("thinking", &[], EFFORT),
    instead("thinking_budget", &["-1"], "send `thinking_token_budget`"),
    instead("functions", &["[]"], "send `tools`"),
    only("context_management", &["[]"]),
    only("conversation", &[]),
    only("moderation", &[]),
    only("prompt", &[]),
    only("top_logprobs", &["0"]),
    only("truncation", &["\"disabled\""]),
    only("logprobs", &["false"]),
];
