//! Field table of the Responses API.

use crate::api::fields::{Field, harmless, only, used};

/// Fields of `/v1/responses` beside [`COMMON`](crate::api::fields::COMMON).
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
    only("context_management", &["[]"]),
    only("conversation", &[]),
    only("moderation", &[]),
    only("prompt", &[]),
    only("top_logprobs", &["0"]),
    only("truncation", &["\"disabled\""]),
    only("logprobs", &["false"]),
];
