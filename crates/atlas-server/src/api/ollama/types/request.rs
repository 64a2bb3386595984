//! Request bodies. Every field is optional here, so that a missing one is reported by name.

use crate::api::schema::{FormatParam, SpeculateParam, StopParam, ThinkParam};
use crate::api::values::{Seed, Speculate, StopInput, Think, object};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Fields of `/api/chat` and `/api/generate`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = OllamaCommonFields)]
pub struct CommonFields {
    /// One of the served names, also with `:latest` after it; required.
    pub model: Option<String>,
    /// Send the answer in lines as it is generated (default true).
    pub stream: Option<bool>,
    /// `"json"` or a JSON schema.
    #[schema(value_type = Option<FormatParam>)]
    pub format: Option<Value>,
    /// Whether the model is to reason, or its reasoning effort.
    #[schema(value_type = Option<ThinkParam>)]
    pub think: Option<Think>,
    #[serde(default, deserialize_with = "object")]
    pub options: Option<Options>,
    /// Extension: drafts that are verified in one step at most, where the server speculates: a
    /// number, `"off"` or `"auto"`, the default. No answer depends on it.
    #[schema(value_type = Option<SpeculateParam>)]
    pub speculate: Option<Speculate>,
}

/// `options`. Others that would change the answer are refused.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = OllamaOptions)]
pub struct Options {
    /// Most tokens to generate; -1 is all that fit.
    pub num_predict: Option<i64>,
    /// 0 (greedy) to 2.
    pub temperature: Option<f64>,
    /// Keep the k most likely tokens; 0 keeps all.
    pub top_k: Option<i64>,
    /// 0 to 1.
    pub top_p: Option<f64>,
    /// 0 to 1.
    pub min_p: Option<f64>,
    /// Any 64-bit integer. Random if absent.
    #[schema(value_type = Option<i64>)]
    pub seed: Option<Seed>,
    /// Texts that end the answer.
    #[schema(value_type = Option<StopParam>)]
    pub stop: Option<StopInput>,
    /// 0.01 to 10; 1 is off.
    pub repeat_penalty: Option<f64>,
    /// Tokens that `repeat_penalty` looks back on: -1, the whole sequence, or 0, which switches it
    /// off. Others are taken only if no penalty is asked for.
    pub repeat_last_n: Option<i64>,
    /// -2 to 2.
    pub presence_penalty: Option<f64>,
    /// -2 to 2.
    pub frequency_penalty: Option<f64>,
    /// Longest sequence in tokens; at most the server's.
    pub num_ctx: Option<u64>,
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: Map<String, Value>,
}

/// Body of `/api/chat`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = OllamaChatFields)]
pub struct ChatFields {
    /// The conversation: roles `system`, `user`, `assistant` and `tool`, content a text.
    #[schema(value_type = Option<Vec<Object>>)]
    pub messages: Option<Vec<Value>>,
    /// Function tools.
    #[schema(value_type = Option<Vec<Object>>)]
    pub tools: Option<Vec<Value>>,
}

/// Body of `/api/generate`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = OllamaGenerateFields)]
pub struct GenerateFields {
    /// The text; it becomes a user's message.
    pub prompt: Option<String>,
    /// The system message before it.
    pub system: Option<String>,
    /// Continue the text as it is, without the chat template.
    pub raw: Option<bool>,
}

/// Body of `/api/show`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = OllamaShowRequest)]
pub struct ShowRequest {
    /// A served name.
    pub model: Option<String>,
    /// `model` under its older name.
    pub name: Option<String>,
}

/// Body of `/api/chat`.
#[derive(ToSchema)]
pub struct OllamaChatRequest {
    #[serde(flatten)]
    pub chat: ChatFields,
    #[serde(flatten)]
    pub common: CommonFields,
}

/// Body of `/api/generate`.
#[derive(ToSchema)]
pub struct OllamaGenerateRequest {
    #[serde(flatten)]
    pub generate: GenerateFields,
    #[serde(flatten)]
    pub common: CommonFields,
}
