//! Answers as they are sent.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A line of an answer, or the whole of it.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaAnswer)]
pub struct Answer {
    pub model: String,
    /// RFC 3339.
    pub created_at: String,
    /// Of `/api/chat`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// Of `/api/generate`: the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
    /// Of `/api/generate`: the reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<String>,
    /// Whether this is the last line.
    pub done: bool,
    #[serde(flatten)]
    pub end: Option<AnswerEnd>,
}

/// Counts and times of an answer that has ended.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaAnswerEnd)]
pub struct AnswerEnd {
    /// `stop` or `length`.
    pub done_reason: &'static str,
    /// Nanoseconds from the request to the end.
    pub total_duration: u64,
    /// Nanoseconds of loading the model: it is loaded before the first request.
    pub load_duration: u64,
    /// Tokens of the prompt.
    pub prompt_eval_count: u64,
    /// Nanoseconds to the first part of the answer.
    pub prompt_eval_duration: u64,
    /// Tokens of the answer.
    pub eval_count: u64,
    /// Nanoseconds from the first part of the answer to its end.
    pub eval_duration: u64,
}

/// A message of the assistant.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaMessage)]
pub struct Message {
    pub role: &'static str,
    pub content: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thinking: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
}

/// A call of a tool.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaToolCall)]
pub struct ToolCall {
    pub id: String,
    pub function: FunctionCall,
}

/// The function that is called.
#[derive(Clone, Debug, Default, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaFunctionCall)]
pub struct FunctionCall {
    pub index: usize,
    pub name: String,
    #[schema(value_type = Object)]
    pub arguments: Value,
}

/// An error.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = OllamaError)]
pub struct ErrorText {
    pub error: String,
}

/// Answer of `/api/version`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = OllamaVersion)]
pub struct Version {
    pub version: &'static str,
}

/// Answer of `/api/tags` and `/api/ps`.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaModels)]
pub struct Models {
    pub models: Vec<ListedModel>,
}

/// A served model.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaListedModel)]
pub struct ListedModel {
    pub name: String,
    pub model: String,
    /// RFC 3339.
    pub modified_at: String,
    /// Bytes of the weights in memory.
    pub size: u64,
    /// Of the name and shape of the model, in hex.
    pub digest: String,
    pub details: Details,
    /// Of `/api/ps`: when the model is unloaded, which is never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<&'static str>,
    /// Of `/api/ps`: longest sequence in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_length: Option<u32>,
}

/// Shape of a model.
#[derive(Clone, Debug, Default, Serialize, PartialEq, Eq, ToSchema)]
#[schema(as = OllamaDetails)]
pub struct Details {
    pub parent_model: &'static str,
    /// Of the weight files: `safetensors` or `gguf`.
    pub format: String,
    pub family: String,
    pub families: Vec<String>,
    /// For instance `7.84M`.
    pub parameter_size: String,
    /// Stored type of the weights.
    pub quantization_level: String,
}

/// Answer of `/api/show`.
#[derive(Clone, Debug, Serialize, PartialEq, ToSchema)]
#[schema(as = OllamaShown)]
pub struct Shown {
    pub modelfile: String,
    pub parameters: String,
    /// The chat template, in Jinja's notation.
    pub template: String,
    pub details: Details,
    #[schema(value_type = Object)]
    pub model_info: Map<String, Value>,
    /// Among `completion`, `tools` and `thinking`.
    pub capabilities: Vec<&'static str>,
    /// RFC 3339.
    pub modified_at: String,
}
