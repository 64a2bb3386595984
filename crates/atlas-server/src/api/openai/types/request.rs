//! Request bodies. Every field is optional here, so that a missing one is reported by name.

use super::prompt::PromptInput;
use super::schema::{ChatMessageParam, PromptParam, ToolChoiceParam, ToolParam};
use crate::api::common::{CommonFields, FormFields};
use crate::api::schema::{EffortParam, ThinkParam};
use crate::api::values::{Think, object};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

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

/// Further fields of `/v1/chat/completions`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ChatFields {
    /// `none` keeps the tools out of the prompt; `auto` shows them, and calls in the answer are
    /// returned as `tool_calls`; `required` and a named function force calls; `allowed_tools` lets
    /// the model call some of the tools.
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
    /// `thinking_token_budget` under another name.
    pub thinking_budget: Option<i64>,
    /// Whether the model is to reason before it answers.
    pub enable_thinking: Option<bool>,
    /// As `enable_thinking`, or as `reasoning_effort`.
    #[schema(value_type = Option<ThinkParam>)]
    pub think: Option<Think>,
    /// As `enable_thinking`.
    #[serde(default, deserialize_with = "object")]
    pub thinking: Option<ThinkingSwitch>,
    /// As `enable_thinking`, `reasoning_effort` and `thinking_token_budget`.
    #[serde(default, deserialize_with = "object")]
    pub reasoning: Option<ReasoningFields>,
    /// Return log-probabilities of the answer's tokens.
    pub logprobs: Option<bool>,
    /// Alternatives per token, 0 to 20; needs `logprobs`.
    pub top_logprobs: Option<u32>,
    /// Most tokens to generate; goes before `max_tokens`.
    pub max_completion_tokens: Option<u32>,
}

/// `thinking`, as GLM's, DeepSeek's and Kimi's clients send it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
pub struct ThinkingSwitch {
    #[serde(rename = "type")]
    pub kind: ThinkingSwitchKind,
    /// `thinking_token_budget` under another name.
    pub budget_tokens: Option<u32>,
}

/// `type` of a [`ThinkingSwitch`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingSwitchKind {
    Enabled,
    Disabled,
    Adaptive,
    Auto,
}

/// `reasoning`, as OpenRouter's clients send it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
pub struct ReasoningFields {
    /// As `reasoning_effort`.
    #[schema(value_type = Option<EffortParam>)]
    pub effort: Option<String>,
    /// As `thinking_token_budget`.
    pub max_tokens: Option<u32>,
    pub enabled: Option<bool>,
    /// False only: the reasoning is always part of the answer.
    pub exclude: Option<bool>,
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
