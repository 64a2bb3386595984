//! Response bodies of the generation endpoints.

use crate::api::atlas::AtlasChoice;
use atlas_core::TokenId;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Token counts of a request.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq, ToSchema)]
pub struct UsageBody {
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    pub total_tokens: u64,
    pub prompt_tokens_details: PromptTokensDetails,
    pub completion_tokens_details: CompletionTokensDetails,
}

/// Part of [`UsageBody`].
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq, ToSchema)]
pub struct PromptTokensDetails {
    pub cached_tokens: u64,
}

/// Part of [`UsageBody`].
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq, ToSchema)]
pub struct CompletionTokensDetails {
    /// Tokens of the reasoning, its marks included.
    pub reasoning_tokens: u64,
}

/// The request's stop string or stop token that ended a choice; `null` for any other end, the
/// model's own stop tokens included.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[serde(untagged)]
pub enum StopReason {
    Text(String),
    Token(TokenId),
}

/// A token with its log-probability, as in chat completions.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatTokenLogprob {
    pub token: String,
    pub logprob: f32,
    pub bytes: Vec<u8>,
    pub top_logprobs: Vec<ChatTopLogprob>,
}

/// An alternative of [`ChatTokenLogprob`].
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatTopLogprob {
    pub token: String,
    pub logprob: f32,
    pub bytes: Vec<u8>,
}

/// Log-probabilities of a chat choice, one entry a token of `token_ids`.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatLogprobs {
    pub content: Vec<ChatTokenLogprob>,
    pub refusal: Option<String>,
}

/// Log-probabilities of a completions choice.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
pub struct CompletionLogprobs {
    pub text_offset: Vec<u64>,
    pub token_logprobs: Vec<Option<f32>>,
    pub tokens: Vec<String>,
    /// Per token: spelling to log-probability.
    pub top_logprobs: Vec<Option<TopMap>>,
}

/// Alternatives of one token in descending order, the chosen token last if it is not among them.
#[derive(Clone, Debug, Default, PartialEq, ToSchema)]
#[schema(value_type = BTreeMap<String, f32>)]
pub struct TopMap(pub Vec<(String, f32)>);

impl Serialize for TopMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (token, logprob) in &self.0 {
            map.serialize_entry(token, logprob)?;
        }
        map.end()
    }
}

/// A prompt token's log-probability, as in vLLM's `prompt_logprobs`.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct PromptLogprob {
    pub logprob: f32,
    pub rank: u32,
    pub decoded_token: String,
}

/// One entry a prompt token, `null` for the first: token id to log-probability.
pub type PromptLogprobs = Vec<Option<BTreeMap<TokenId, PromptLogprob>>>;

/// An assistant message.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct AssistantMessage {
    pub role: &'static str,
    /// `null` if the answer is tool calls alone.
    pub content: Option<String>,
    pub refusal: Option<String>,
    /// Reasoning of the model before its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_calls: Option<Vec<ToolCall>>,
}

/// A call of a function tool.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ToolCall {
    /// Position among the calls of the answer; in streams only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// In a stream with the first piece of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    pub function: FunctionCall,
}

/// Name and arguments of a [`ToolCall`].
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct FunctionCall {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// JSON text; in a stream a piece of it.
    pub arguments: String,
}

/// A finished choice of a chat completion.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatChoice {
    pub index: u32,
    pub message: AssistantMessage,
    pub logprobs: Option<ChatLogprobs>,
    pub finish_reason: &'static str,
    pub stop_reason: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_ids: Option<Vec<TokenId>>,
    pub atlas: AtlasChoice,
}

/// Answer of `/v1/chat/completions`.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatCompletion {
    pub id: String,
    pub object: &'static str,
    pub created: u64,
    pub model: String,
    pub choices: Vec<ChatChoice>,
    pub usage: UsageBody,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_logprobs: Option<PromptLogprobs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_token_ids: Option<Vec<TokenId>>,
}

/// New text of a streamed chat choice.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
pub struct ChatDelta {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_calls: Option<Vec<ToolCall>>,
}

/// A choice of a chat chunk.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatChunkChoice {
    pub index: u32,
    pub delta: ChatDelta,
    pub logprobs: Option<ChatLogprobs>,
    pub finish_reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_ids: Option<Vec<TokenId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atlas: Option<AtlasChoice>,
}

/// One event of a streamed chat completion.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct ChatChunk {
    pub id: String,
    pub object: &'static str,
    pub created: u64,
    pub model: String,
    pub choices: Vec<ChatChunkChoice>,
    /// Absent unless asked for; `null` in all events but the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Option<UsageBody>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_token_ids: Option<Vec<TokenId>>,
}

/// A choice of a completion, whole or streamed.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct CompletionChoice {
    pub index: u32,
    pub text: String,
    pub logprobs: Option<CompletionLogprobs>,
    pub finish_reason: Option<&'static str>,
    pub stop_reason: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_logprobs: Option<PromptLogprobs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_token_ids: Option<Vec<TokenId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_ids: Option<Vec<TokenId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atlas: Option<AtlasChoice>,
}

/// Answer of `/v1/completions`, whole or one event of a stream.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
pub struct Completion {
    pub id: String,
    pub object: &'static str,
    pub created: u64,
    pub model: String,
    pub choices: Vec<CompletionChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Option<UsageBody>>,
    /// If the request had one prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_token_ids: Option<Vec<TokenId>>,
}
