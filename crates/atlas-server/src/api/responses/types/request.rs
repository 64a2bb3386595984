//! Request bodies. Every field is optional here, so that a missing one is reported by name.

use super::schema::{
    ResponseInputParam, ResponseToolChoiceParam, ResponseToolParam, SummaryParam, TextFormatParam,
};
use crate::api::common::{CommonFields, FormFields};
use crate::api::schema::EffortParam;
use crate::api::values::object;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Further fields of `/v1/responses`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ResponseFields {
    /// A text, or a list of items.
    #[schema(value_type = ResponseInputParam)]
    pub input: Option<Value>,
    /// The system message, before everything else; never taken over from an earlier response.
    pub instructions: Option<String>,
    /// Goes on after a stored response.
    pub previous_response_id: Option<String>,
    /// Keep the response (default true).
    pub store: Option<bool>,
    /// Generate the response after this request has been answered (needs `store`, not `stream`).
    pub background: Option<bool>,
    /// Tools; those that are not functions are left out and counted.
    #[schema(value_type = Option<Vec<ResponseToolParam>>)]
    pub tools: Option<Vec<Value>>,
    /// `auto`, `none`, `required`, `{"type": "function", "name": ...}` or
    /// `{"type": "allowed_tools", "mode": ..., "tools": [...]}`.
    #[schema(value_type = Option<ResponseToolChoiceParam>)]
    pub tool_choice: Option<Value>,
    /// False ends the answer after its first call.
    pub parallel_tool_calls: Option<bool>,
    /// Most tokens to generate; all that fit if absent.
    pub max_output_tokens: Option<u32>,
    /// Comes back with the response if it is a number.
    #[schema(ignore)]
    pub max_tool_calls: Option<Value>,
    #[serde(default, deserialize_with = "object")]
    pub text: Option<TextOptions>,
    #[serde(default, deserialize_with = "object")]
    pub reasoning: Option<ReasoningOptions>,
    /// Extension: most tokens of reasoning; -1: no limit.
    pub thinking_token_budget: Option<i64>,
    /// `reasoning.encrypted_content` adds the reasoning in a form to send back.
    pub include: Option<Vec<String>>,
    /// Up to 16 texts that come back with the response.
    pub metadata: Option<BTreeMap<String, String>>,
    /// Variables for the chat template.
    #[schema(value_type = Option<Object>)]
    pub chat_template_kwargs: Option<Map<String, Value>>,
    /// Comes back with the response if it is a text.
    #[schema(ignore)]
    pub prompt_cache_key: Option<Value>,
    /// Comes back with the response if it is a text.
    #[schema(ignore)]
    pub safety_identifier: Option<Value>,
    /// Comes back with the response if it is a text.
    #[schema(ignore)]
    pub user: Option<Value>,
}

/// `text`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TextOptions {
    /// `{"type": "text" | "json_object"}` or `{"type": "json_schema", "schema": ...}`.
    #[schema(value_type = Option<TextFormatParam>)]
    pub format: Option<Value>,
    /// `medium` only.
    pub verbosity: Option<String>,
}

/// `reasoning`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ReasoningOptions {
    /// `none` asks the template for no reasoning, anything else for reasoning.
    #[schema(value_type = Option<EffortParam>)]
    pub effort: Option<String>,
    /// Accepted without effect: reasoning is returned as it is.
    #[schema(value_type = Option<SummaryParam>)]
    pub summary: Option<String>,
}

/// Body of `POST /v1/responses`.
#[derive(ToSchema)]
pub struct CreateResponseRequest {
    #[serde(flatten)]
    pub response: ResponseFields,
    #[serde(flatten)]
    pub form: FormFields,
    #[serde(flatten)]
    pub common: CommonFields,
}
