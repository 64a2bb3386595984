//! Request bodies. Every field is optional here, so that a missing one is reported by name.

use super::schema::{
    ChatMessageParam, EffortParam, PromptParam, ResponseFormatParam, SchemaOrTextParam, StopParam,
    StructuredOutputsParam, ToolChoiceParam, ToolParam,
};
use crate::api::values::{PromptInput, Seed, StopInput, object};
use atlas_core::TokenId;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Fields of both generation endpoints.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CommonFields {
    /// One of the served names; the first of them if absent.
    pub model: Option<String>,
    /// Send server-sent events as the answer is generated.
    pub stream: Option<bool>,
    #[serde(default, deserialize_with = "object")]
    pub stream_options: Option<StreamOptions>,
    /// Choices per prompt, 1 to 128. Choice `i` uses `seed + i`.
    pub n: Option<u32>,
    /// Most tokens to generate. Chat: all that fit if absent. Completions: 16.
    pub max_tokens: Option<u32>,
    /// No stop token is picked and no stop string looked for before this many tokens.
    pub min_tokens: Option<u32>,
    /// 0 (greedy) to 2; below 0.00001 counts as 0.
    pub temperature: Option<f64>,
    /// Keep the k most likely tokens; 0 or -1 keeps all.
    pub top_k: Option<i64>,
    /// 0 to 1.
    pub top_p: Option<f64>,
    /// 0 to 1.
    pub min_p: Option<f64>,
    /// -2 to 2.
    pub presence_penalty: Option<f64>,
    /// -2 to 2.
    pub frequency_penalty: Option<f64>,
    /// 0.01 to 10; 1 is off.
    pub repetition_penalty: Option<f64>,
    /// 0 (off) to 100.
    pub dry_multiplier: Option<f64>,
    /// 1 to 10.
    pub dry_base: Option<f64>,
    /// Repetitions up to this many tokens are free.
    pub dry_allowed_length: Option<u32>,
    /// Tokens looked back on; 0 is the whole sequence.
    pub dry_range: Option<u32>,
    /// The same in llama.cpp's convention: -1 is the whole sequence, 0 switches DRY off.
    pub dry_penalty_last_n: Option<i64>,
    /// A token whose text contains one of these ends a repetition.
    pub dry_sequence_breakers: Option<Vec<String>>,
    /// Token id (as a string) to a number from -100 to 100.
    pub logit_bias: Option<BTreeMap<String, f64>>,
    /// Any 64-bit integer. Random if absent.
    #[schema(value_type = Option<i64>)]
    pub seed: Option<Seed>,
    /// A string or up to 64 strings that end the answer and are not part of it.
    #[schema(value_type = Option<StopParam>)]
    pub stop: Option<StopInput>,
    /// Tokens that end the answer, beside the model's own.
    pub stop_token_ids: Option<Vec<TokenId>>,
    /// Keep the stop string or stop token that ended the answer in the text.
    pub include_stop_str_in_output: Option<bool>,
    /// Leave special tokens out of the text (default true).
    pub skip_special_tokens: Option<bool>,
    /// Go on after the model's own stop tokens.
    pub ignore_eos: Option<bool>,
    /// Log-probabilities of the prompt's tokens with this many alternatives (0 to 20).
    pub prompt_logprobs: Option<u32>,
    /// Add `prompt_token_ids` and each choice's `token_ids` to the response.
    pub return_token_ids: Option<bool>,
    /// Whether the tokenizer adds its own special tokens to the prompt. Chat: false, since the
    /// template writes them. Completions: true.
    pub add_special_tokens: Option<bool>,
    /// Larger runs first (default 0).
    pub priority: Option<i32>,
    /// End the answer where it repeats itself.
    #[serde(default, deserialize_with = "object")]
    pub repetition_detection: Option<RepetitionFields>,
    /// Only requests with the same salt share cached prefixes: 1 to 256 bytes.
    pub cache_salt: Option<String>,
    /// Settings that only Atlas has.
    #[serde(default, deserialize_with = "object")]
    pub atlas: Option<AtlasOptions>,
}

/// Settings that only Atlas has.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtlasOptions {
    /// The answer ends with `finish_reason` "length" this many milliseconds after the request
    /// arrived.
    pub deadline_ms: Option<u64>,
    /// List in each choice's `atlas.interventions` where the server did other than pass the answer
    /// on.
    pub interventions: Option<bool>,
    /// How tool calls in the answer are written, instead of the model's own way.
    pub tool_call_parser: Option<String>,
    /// Limits at which the answer is ended.
    #[serde(default, deserialize_with = "object")]
    pub guards: Option<GuardFields>,
}

/// A pattern of tokens, repeated at the end of what was generated, ends the answer.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RepetitionFields {
    /// Tokens of the longest pattern, up to 1024 (default 64); 0 switches the guard off.
    pub max_pattern_size: Option<u32>,
    /// Tokens of the shortest pattern (default 2); 0 counts as 1.
    pub min_pattern_size: Option<u32>,
    /// How often in a row, from 2 (default 3).
    #[schema(minimum = 2)]
    pub min_count: Option<u32>,
}

/// Limits in tokens, or calls, at which an answer is ended. 0 switches one off that the model's
/// profile sets.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuardFields {
    /// A call that does not end.
    pub tool_body: Option<u32>,
    /// Text since the last call.
    pub prose_between_calls: Option<u32>,
    /// Everything but the reasoning.
    pub post_thinking: Option<u32>,
    /// In a row, with nothing to show to the client.
    pub held_back: Option<u32>,
    /// Calls that may come; the answer ends with the next one.
    pub calls: Option<u32>,
    /// Calls of one tool with the same arguments.
    pub repeated_calls: Option<u32>,
}

/// `stream_options`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct StreamOptions {
    /// Send token counts in a last chunk without choices.
    pub include_usage: Option<bool>,
}

/// Fields that decide a chat prompt.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ChatPromptFields {
    /// The conversation.
    #[schema(value_type = Vec<ChatMessageParam>)]
    pub messages: Option<Vec<Value>>,
    /// Function tools, shown to the model by its template.
    #[schema(value_type = Option<Vec<ToolParam>>)]
    pub tools: Option<Vec<Value>>,
    /// Variables for the chat template.
    #[schema(value_type = Option<Object>)]
    pub chat_template_kwargs: Option<Map<String, Value>>,
    /// End the prompt with the header of an assistant message (default: true, unless the final
    /// message is continued).
    pub add_generation_prompt: Option<bool>,
    /// Leave the final message open for the model to continue.
    pub continue_final_message: Option<bool>,
}

/// Fields that prescribe the form of an answer.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct FormFields {
    /// `{"type": "text" | "json_object"}` or `{"type": "json_schema", "json_schema": {"schema"}}`.
    #[schema(value_type = Option<ResponseFormatParam>)]
    pub response_format: Option<Value>,
    /// `{"json" | "regex" | "grammar" | "choice" | "json_object": ...}`, as in vLLM.
    #[schema(value_type = Option<StructuredOutputsParam>)]
    pub structured_outputs: Option<Value>,
    #[schema(value_type = Option<SchemaOrTextParam>)]
    pub guided_json: Option<Value>,
    #[schema(value_type = Option<String>)]
    pub guided_regex: Option<Value>,
    #[schema(value_type = Option<String>)]
    pub guided_grammar: Option<Value>,
    #[schema(value_type = Option<Vec<String>>)]
    pub guided_choice: Option<Value>,
}

/// Further fields of `/v1/chat/completions`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ChatFields {
    /// `none` keeps the tools out of the prompt; `auto` shows them, and calls in the answer are
    /// returned as `tool_calls`; `required` and a named function force calls.
    #[schema(value_type = Option<ToolChoiceParam>)]
    pub tool_choice: Option<Value>,
    /// False: at most one call.
    pub parallel_tool_calls: Option<bool>,
    /// `none`, `minimal`, `low`, `medium`, `high`, `xhigh` or `max`: sets the template's
    /// `enable_thinking` and `reasoning_effort`, if it reads them.
    #[schema(value_type = Option<EffortParam>)]
    pub reasoning_effort: Option<String>,
    /// Most tokens of reasoning; -1: no limit.
    pub thinking_token_budget: Option<i64>,
    /// Return log-probabilities of the answer's tokens.
    pub logprobs: Option<bool>,
    /// Alternatives per token, 0 to 20; needs `logprobs`.
    pub top_logprobs: Option<u32>,
    /// Most tokens to generate; goes before `max_tokens`.
    pub max_completion_tokens: Option<u32>,
}

/// Further fields of `/v1/completions`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CompletionFields {
    /// A string, a list of strings, a list of token ids, or a list of such lists.
    #[schema(value_type = PromptParam)]
    pub prompt: Option<PromptInput>,
    /// Put the prompt before the answer; with `max_tokens` 0 only the prompt is returned.
    pub echo: Option<bool>,
    /// Log-probabilities with this many alternatives per token, 0 to 20.
    pub logprobs: Option<u32>,
    /// Must equal `n`.
    pub best_of: Option<u32>,
}

/// Body of `/v1/chat/completions`.
#[derive(ToSchema)]
pub struct ChatCompletionRequest {
    #[serde(flatten)]
    pub prompt: ChatPromptFields,
    #[serde(flatten)]
    pub chat: ChatFields,
    #[serde(flatten)]
    pub form: FormFields,
    #[serde(flatten)]
    pub common: CommonFields,
}

/// Body of `/v1/completions`.
#[derive(ToSchema)]
pub struct CompletionRequest {
    #[serde(flatten)]
    pub completion: CompletionFields,
    #[serde(flatten)]
    pub form: FormFields,
    #[serde(flatten)]
    pub common: CommonFields,
}
