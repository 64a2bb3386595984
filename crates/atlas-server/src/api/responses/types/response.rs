//! The response object.

use super::items::Item;
use super::schema::ResponseToolChoiceParam;
use crate::api::atlas::AtlasChoice;
use crate::api::responses::tools::Tool;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Progress of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResponseStatus {
    /// Accepted, and generated in the background.
    Queued,
    InProgress,
    Completed,
    /// Cut by the length; see `incomplete_details`.
    Incomplete,
    Failed,
    /// In the background, until it was cancelled.
    Cancelled,
}

/// Why a response failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResponseFailure {
    pub code: &'static str,
    pub message: String,
}

/// Why a response is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct IncompleteDetails {
    /// `max_output_tokens`, whatever length it was that ended the answer.
    pub reason: &'static str,
}

/// The request's wish for reasoning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReasoningEcho {
    pub effort: Option<String>,
    pub summary: Option<String>,
}

/// The form of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextEcho {
    /// As the request said.
    #[schema(value_type = Object)]
    pub format: Value,
    pub verbosity: &'static str,
}

/// Part of [`ResponseUsage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct InputTokensDetails {
    pub cached_tokens: u64,
    pub cache_write_tokens: u64,
}

/// Part of [`ResponseUsage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OutputTokensDetails {
    /// Tokens of the reasoning, its marks included.
    pub reasoning_tokens: u64,
}

/// Token counts of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResponseUsage {
    pub input_tokens: u64,
    pub input_tokens_details: InputTokensDetails,
    pub output_tokens: u64,
    pub output_tokens_details: OutputTokensDetails,
    pub total_tokens: u64,
}

/// A response.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ResponseBody {
    pub id: String,
    pub object: &'static str,
    pub created_at: u64,
    pub status: ResponseStatus,
    pub completed_at: Option<u64>,
    pub background: bool,
    pub error: Option<ResponseFailure>,
    pub incomplete_details: Option<IncompleteDetails>,
    pub instructions: Option<String>,
    pub max_output_tokens: Option<u32>,
    #[schema(value_type = Option<u32>)]
    pub max_tool_calls: Option<Value>,
    pub metadata: BTreeMap<String, String>,
    pub model: String,
    pub output: Vec<Item>,
    pub parallel_tool_calls: bool,
    pub previous_response_id: Option<String>,
    #[schema(value_type = Option<String>)]
    pub prompt_cache_key: Option<Value>,
    pub reasoning: ReasoningEcho,
    #[schema(value_type = Option<String>)]
    pub safety_identifier: Option<Value>,
    pub service_tier: &'static str,
    pub store: bool,
    pub temperature: f32,
    pub text: TextEcho,
    #[schema(value_type = ResponseToolChoiceParam)]
    pub tool_choice: Value,
    /// The tools the model was offered; those of other types are left out.
    pub tools: Vec<Tool>,
    pub top_logprobs: u32,
    pub top_p: f32,
    pub truncation: &'static str,
    pub usage: Option<ResponseUsage>,
    #[schema(value_type = Option<String>)]
    pub user: Option<Value>,
    /// Atlas's own report, present once the response has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atlas: Option<AtlasChoice>,
}

/// Answer of `/v1/responses/input_tokens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct InputTokens {
    pub object: &'static str,
    pub input_tokens: u64,
}

/// Answer to a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeletedResponse {
    pub id: String,
    pub object: &'static str,
    pub deleted: bool,
}

/// A page of items.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ItemList {
    pub object: &'static str,
    pub data: Vec<Item>,
    pub first_id: Option<String>,
    pub last_id: Option<String>,
    pub has_more: bool,
}
