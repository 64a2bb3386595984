//! Options of a generation request in no dialect, before their limits are checked.

use crate::request::guards::GuardLimits;
use atlas_core::TokenId;
use std::collections::BTreeMap;

/// Sampling, stopping and delivery options as a dialect parsed them: ranges are unchecked and
/// defaults unresolved. The names are those of chat completions, and errors use them.
#[derive(Debug, Default)]
pub struct GenerationOptions {
    pub model: Option<String>,
    /// Send the answer as it is generated.
    pub stream: bool,
    /// Send token counts at the end of a stream.
    pub include_usage: bool,
    /// Choices per prompt.
    pub n: Option<u32>,
    pub max_tokens: Option<u32>,
    /// Name of the field that holds `max_tokens`, if it is another one.
    pub max_tokens_field: Option<&'static str>,
    /// Cut `max_tokens` to the room that the prompt leaves instead of refusing the request.
    pub cut_to_room: bool,
    pub min_tokens: Option<u32>,
    pub temperature: Option<f64>,
    pub top_k: Option<i64>,
    pub top_p: Option<f64>,
    pub min_p: Option<f64>,
    pub presence_penalty: Option<f64>,
    pub frequency_penalty: Option<f64>,
    pub repetition_penalty: Option<f64>,
    pub dry_multiplier: Option<f64>,
    pub dry_base: Option<f64>,
    pub dry_allowed_length: Option<u32>,
    pub dry_range: Option<u32>,
    pub dry_penalty_last_n: Option<i64>,
    pub dry_sequence_breakers: Option<Vec<String>>,
    pub logit_bias: Option<BTreeMap<String, f64>>,
    pub seed: Option<u64>,
    pub stop: Vec<String>,
    pub stop_token_ids: Vec<TokenId>,
    /// Keep the stop string or stop token in the text.
    pub include_stop: bool,
    /// Leave special tokens out of the text; the default is true.
    pub skip_special_tokens: Option<bool>,
    pub ignore_eos: bool,
    /// Alternatives per prompt token.
    pub prompt_logprobs: Option<u32>,
    pub return_token_ids: bool,
    /// Whether the tokenizer adds special tokens of its own to the prompt.
    pub add_special_tokens: Option<bool>,
    pub priority: Option<i32>,
    /// Drafts in a step at most.
    pub drafts: Option<u32>,
    pub cache_salt: Option<String>,
    pub deadline_ms: Option<u64>,
    /// List interventions with each choice.
    pub interventions: bool,
    /// Name of the parser of tool calls.
    pub tool_call_parser: Option<String>,
    pub guards: GuardLimits,
}
