//! Types of the OpenAPI document for fields that are read by hand; nothing is deserialized into
//! them. `atlas/tests/robust` checks the server against them.

use crate::api::schema::{
    AllowedToolsKind, AllowedToolsMode, FunctionKind, SchemaParam, ToolChoiceWord,
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A text, or a list of items.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ResponseInputParam {
    Text(String),
    Items(Vec<InputItemParam>),
}

/// An item of the input.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum InputItemParam {
    Message(MessageItemParam),
    Other(OtherItemParam),
    Reference(ItemReferenceParam),
}

/// A message; it may do without `type`.
#[derive(Serialize, ToSchema)]
pub struct MessageItemParam {
    #[serde(rename = "type")]
    pub kind: Option<MessageKind>,
    pub id: Option<String>,
    pub status: Option<ItemStatusParam>,
    pub role: ItemRoleParam,
    pub content: ItemContentParam,
}

/// `type` of a [`MessageItemParam`].
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    Message,
}

/// An item of a stored response; it may do without `type`.
#[derive(Serialize, ToSchema)]
pub struct ItemReferenceParam {
    #[serde(rename = "type")]
    pub kind: Option<ItemReferenceKind>,
    pub id: String,
}

/// `type` of an [`ItemReferenceParam`].
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemReferenceKind {
    ItemReference,
}

/// An item that is neither a message nor a reference.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OtherItemParam {
    Reasoning {
        id: Option<String>,
        status: Option<ItemStatusParam>,
        summary: Option<Vec<SummaryPartParam>>,
        content: Option<Vec<ReasoningPartParam>>,
        encrypted_content: Option<String>,
    },
    FunctionCall {
        id: Option<String>,
        status: Option<ItemStatusParam>,
        call_id: String,
        name: String,
        /// JSON text.
        arguments: String,
    },
    FunctionCallOutput {
        id: Option<String>,
        status: Option<ItemStatusParam>,
        call_id: String,
        output: ToolOutputParam,
    },
}

/// Progress of an item when it was sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatusParam {
    Completed,
    Incomplete,
    InProgress,
}

/// Role of a message's author.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemRoleParam {
    User,
    Assistant,
    System,
    Developer,
}

/// A text, or parts.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ItemContentParam {
    Text(String),
    Parts(Vec<ItemPartParam>),
}

/// A part of a message.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ItemPartParam {
    InputText { text: String },
    OutputText { text: String },
    Text { text: String },
    Refusal { refusal: String },
}

/// A part of a summary.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SummaryPartParam {
    SummaryText { text: String },
}

/// A part of the reasoning.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReasoningPartParam {
    ReasoningText { text: String },
    Text { text: String },
}

/// Output of a tool.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ToolOutputParam {
    Text(String),
    Parts(Vec<ToolOutputPartParam>),
}

/// A part of what a tool returned.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToolOutputPartParam {
    InputText { text: String },
    OutputText { text: String },
    Text { text: String },
}

/// A tool. Those of other types than `function` are left out and counted; what else they hold is
/// not looked at.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "function", "name": "look_up", "description": "Looks a word up.",
    "parameters": {"type": "object", "properties": {"word": {"type": "string"}}},
    "strict": false}))]
pub struct ResponseToolParam {
    #[serde(rename = "type")]
    pub kind: String,
    /// Required of a function.
    pub name: Option<String>,
    pub description: Option<String>,
    /// A JSON schema of the arguments.
    pub parameters: Option<Map<String, Value>>,
    /// Calls are held to the schema either way.
    pub strict: Option<bool>,
}

/// `tool_choice`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ResponseToolChoiceParam {
    Word(ToolChoiceWord),
    Named(ResponseNamedToolParam),
    Allowed(ResponseAllowedToolsParam),
}

/// The tools that may be called; the prompt shows all.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "allowed_tools", "mode": "auto",
    "tools": [{"type": "function", "name": "look_up"}]}))]
pub struct ResponseAllowedToolsParam {
    #[serde(rename = "type")]
    pub kind: AllowedToolsKind,
    pub mode: AllowedToolsMode,
    /// At least one.
    pub tools: Vec<ResponseNamedToolParam>,
}

/// The tool that must be called.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "function", "name": "look_up"}))]
pub struct ResponseNamedToolParam {
    #[serde(rename = "type")]
    pub kind: FunctionKind,
    pub name: String,
}

/// `text.format`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TextFormatParam {
    Text,
    JsonObject {
        /// As in `json_schema`; any object if absent.
        schema: Option<SchemaParam>,
    },
    #[schema(example = json!({"type": "json_schema", "name": "n", "description": "d",
        "strict": true, "schema": {"enum": [1]}}))]
    JsonSchema {
        name: Option<String>,
        description: Option<String>,
        /// Without effect: answers are held to the schema either way.
        strict: Option<bool>,
        schema: SchemaParam,
    },
}

/// `reasoning.summary`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SummaryParam {
    Auto,
    Concise,
    Detailed,
}
