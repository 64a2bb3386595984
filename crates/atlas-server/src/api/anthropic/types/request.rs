//! Request bodies. Every field is optional here, so that a missing one is reported by name.

use super::schema::{FormatParam, MessageParam, TextParam, ToolParam};
use crate::api::common::{AtlasOptions, RepetitionFields};
use crate::api::schema::SpeculateParam;
use crate::api::values::{Seed, Speculate, object};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Body of `/v1/messages` and of `/v1/messages/count_tokens`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = AnthropicMessagesRequest)]
pub struct MessagesRequest {
    /// One of the served names; the first of them if absent.
    pub model: Option<String>,
    /// The conversation: roles `user`, `assistant` and `system`, content a string or blocks. If the
    /// last message is the assistant's, the answer continues it.
    #[schema(value_type = Vec<MessageParam>)]
    pub messages: Option<Vec<Value>>,
    /// A string or text blocks.
    #[schema(value_type = Option<TextParam>)]
    pub system: Option<Value>,
    /// Most tokens to generate; required for `/v1/messages`. What the context has no room for is
    /// cut off, and the answer then ends with `model_context_window_exceeded`.
    pub max_tokens: Option<u32>,
    /// Up to 64 strings that end the answer and are not part of it.
    pub stop_sequences: Option<Vec<String>>,
    /// Send server-sent events as the answer is generated.
    pub stream: Option<bool>,
    /// 0 (greedy) to 2; below 0.00001 counts as 0.
    pub temperature: Option<f64>,
    /// 0 to 1.
    pub top_p: Option<f64>,
    /// Keep the k most likely tokens; 0 keeps all.
    pub top_k: Option<i64>,
    #[serde(default, deserialize_with = "object")]
    pub thinking: Option<Thinking>,
    /// Tools with a name and an `input_schema`.
    #[schema(value_type = Option<Vec<ToolParam>>)]
    pub tools: Option<Vec<Value>>,
    #[serde(default, deserialize_with = "object")]
    pub tool_choice: Option<ToolChoice>,
    #[serde(default, deserialize_with = "object")]
    pub output_config: Option<OutputConfig>,
    /// Extension: any 64-bit integer. Random if absent.
    #[schema(value_type = Option<i64>)]
    pub seed: Option<Seed>,
    /// Extension: 0 to 1.
    pub min_p: Option<f64>,
    /// Extension: -2 to 2.
    pub presence_penalty: Option<f64>,
    /// Extension: -2 to 2.
    pub frequency_penalty: Option<f64>,
    /// Extension: 0.01 to 10; 1 is off.
    pub repetition_penalty: Option<f64>,
    /// Extension: among the requests of one client larger starts first (default 0).
    pub priority: Option<i32>,
    /// Extension: drafts that are verified in one step at most, where the server speculates: a
    /// number, `off`, or `auto` for the server's own. The answer is the same.
    #[schema(value_type = Option<SpeculateParam>)]
    pub speculate: Option<Speculate>,
    /// Extension: end the answer where it repeats itself.
    #[serde(default, deserialize_with = "object")]
    pub repetition_detection: Option<RepetitionFields>,
    /// Extension: only requests with the same salt share cached prefixes; 1 to 256 bytes.
    pub cache_salt: Option<String>,
    /// Extension: variables for the chat template; they go before `thinking`.
    #[schema(value_type = Option<Object>)]
    pub chat_template_kwargs: Option<Map<String, Value>>,
    /// Extension: settings that only Atlas has.
    #[serde(default, deserialize_with = "object")]
    pub atlas: Option<AtlasOptions>,
}

/// Whether the model is to reason before it answers.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicThinking)]
pub struct Thinking {
    #[serde(rename = "type")]
    pub kind: ThinkingKind,
    /// Most tokens of reasoning, with `enabled`.
    pub budget_tokens: Option<u64>,
    /// `omitted` leaves the text of thinking blocks empty.
    pub display: Option<ThinkingDisplay>,
}

/// `type` of [`Thinking`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicThinkingKind)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingKind {
    Enabled,
    Adaptive,
    Disabled,
}

/// `display` of [`Thinking`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicThinkingDisplay)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingDisplay {
    Summarized,
    Omitted,
}

/// Use of the tools that the model may or must make.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicToolChoice)]
pub struct ToolChoice {
    #[serde(rename = "type")]
    pub kind: ToolChoiceKind,
    /// The tool to be called, with `tool`.
    pub name: Option<String>,
    /// End the answer with its first complete call.
    pub disable_parallel_tool_use: Option<bool>,
}

/// `type` of [`ToolChoice`]; `any` and `tool` force a call.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[schema(as = AnthropicToolChoiceKind)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoiceKind {
    Auto,
    None,
    Any,
    Tool,
}

/// Form of the answer.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = AnthropicOutputConfig)]
pub struct OutputConfig {
    /// Accepted without effect.
    #[serde(rename = "effort")]
    pub _effort: Option<String>,
    /// `{"type": "json_schema", "schema": ...}`: the answer is JSON of this schema.
    #[schema(value_type = Option<FormatParam>)]
    pub format: Option<Value>,
}
