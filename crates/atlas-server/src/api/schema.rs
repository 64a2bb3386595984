//! Types of the OpenAPI document that several dialects share. They describe fields that are read by
//! hand; nothing is deserialized into them. `atlas/tests/robust` checks the server against them.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The only type of tools and calls.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FunctionKind {
    Function,
}

/// A `tool_choice` that names no tool.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoiceWord {
    None,
    Auto,
    Required,
}

/// `type` of a choice among some of the tools.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllowedToolsKind {
    AllowedTools,
}

/// Whether one of the allowed tools must be called.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllowedToolsMode {
    Auto,
    Required,
}

/// `response_format`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ResponseFormatParam {
    Text,
    JsonObject {
        /// As in `json_schema`; any object if absent.
        schema: Option<SchemaParam>,
    },
    JsonSchema {
        json_schema: JsonSchemaParam,
    },
}

/// The schema of an answer.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"name": "n", "description": "d", "strict": true,
    "schema": {"enum": [1]}}))]
pub struct JsonSchemaParam {
    pub name: Option<String>,
    pub description: Option<String>,
    /// Without effect: answers are held to the schema either way.
    pub strict: Option<bool>,
    pub schema: SchemaParam,
}

/// A JSON schema.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SchemaParam {
    Object(Map<String, Value>),
    Bool(bool),
}

/// `structured_outputs`: one of these.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"choice": ["a", "b"]}))]
pub struct StructuredOutputsParam {
    /// A JSON schema, or its text.
    pub json: Option<SchemaOrTextParam>,
    pub json_object: Option<bool>,
    pub regex: Option<String>,
    /// In Lark's notation.
    pub grammar: Option<String>,
    /// At least one text.
    pub choice: Option<Vec<String>>,
}

/// A JSON schema, or its text.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SchemaOrTextParam {
    Object(Map<String, Value>),
    Bool(bool),
    #[schema(example = "{\"enum\": [1]}")]
    Text(String),
}

/// A text or texts.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum StopParam {
    One(String),
    Many(Vec<String>),
}

/// `speculate`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SpeculateParam {
    Word(SpeculateWord),
    Drafts(u32),
}

/// A `speculate` that is no number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpeculateWord {
    Off,
    Auto,
}

/// Reasoning effort of the model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffortParam {
    None,
    Minimal,
    Low,
    Medium,
    High,
    #[serde(rename = "xhigh")]
    XHigh,
    Max,
}

/// `think`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ThinkParam {
    Switch(bool),
    Effort(EffortParam),
}

/// `format`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum FormatParam {
    Word(FormatWord),
    Schema(Map<String, Value>),
}

/// A `format` without a schema.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormatWord {
    Json,
}
