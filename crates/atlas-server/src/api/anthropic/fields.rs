//! Field table of the Messages API.

use crate::api::fields::{Field, harmless, only, used};
use crate::api::foreign::{FOREIGN, FOREIGN_TO_MESSAGES};

/// All fields of the Messages API.
pub const MESSAGES_TABLES: &[&[Field]] = &[MESSAGES, FOREIGN, FOREIGN_TO_MESSAGES];

/// Fields of `/v1/messages` and `/v1/messages/count_tokens` beside those of other APIs.
pub const MESSAGES: &[Field] = &[
    used("model"),
    used("messages"),
    used("system"),
    used("max_tokens"),
    used("stop_sequences"),
    used("stream"),
    used("temperature"),
    used("top_p"),
    used("top_k"),
    used("thinking"),
    used("tools"),
    used("tool_choice"),
    used("output_config"),
    // Extensions, as in chat completions.
    used("seed"),
    used("min_p"),
    used("presence_penalty"),
    used("frequency_penalty"),
    used("repetition_penalty"),
    used("priority"),
    used("speculate"),
    used("repetition_detection"),
    used("cache_salt"),
    used("chat_template_kwargs"),
    used("atlas"),
    harmless("anthropic_beta"),
    harmless("anthropic_version"),
    harmless("betas"),
    harmless("cache_control"),
    // Names a place to run tools of the API's own, of which there are none.
    harmless("container"),
    // Edits would shorten the prompt; it is sent whole.
    harmless("context_management"),
    harmless("diagnostics"),
    // Fallback when a model refuses to answer.
    harmless("fallbacks"),
    harmless("fallback_credit_token"),
    harmless("inference_geo"),
    harmless("metadata"),
    harmless("service_tier"),
    harmless("speed"),
    harmless("user_profile_id"),
    only("mcp_servers", &["[]"]),
    only("output_format", &[]),
];
