//! Types of the OpenAPI document for fields that are read by hand; nothing is deserialized into
//! them. `atlas/tests/robust` checks the server against them.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A message of a conversation.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicMessageParam)]
pub struct MessageParam {
    pub role: RoleParam,
    pub content: ContentParam,
}

/// Role of a message's author.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicRoleParam)]
#[serde(rename_all = "snake_case")]
pub enum RoleParam {
    User,
    Assistant,
    System,
}

/// A text, or blocks.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicContentParam)]
#[serde(untagged)]
pub enum ContentParam {
    Text(String),
    Blocks(Vec<BlockParam>),
}

/// A block of a message; `cache_control` and `citations` may be there too, without effect.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicBlockParam)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BlockParam {
    Text {
        text: String,
    },
    /// The assistant's.
    Thinking {
        thinking: String,
        /// Without effect.
        signature: Option<Value>,
    },
    /// The assistant's, left out of the prompt.
    RedactedThinking {
        data: Option<Value>,
    },
    /// The assistant's.
    ToolUse {
        id: String,
        name: String,
        input: Map<String, Value>,
    },
    /// The user's.
    ToolResult {
        tool_use_id: String,
        content: Option<TextParam>,
        is_error: Option<bool>,
    },
}

/// A text, or text blocks that are joined with nothing between them.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicTextParam)]
#[serde(untagged)]
pub enum TextParam {
    Text(String),
    Blocks(Vec<TextBlockParam>),
}

/// A block of text.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicTextBlockParam)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TextBlockParam {
    Text { text: String },
}

/// A tool that the model may call. Of `defer_loading`, `input_examples` and `allowed_callers` only
/// what changes nothing is accepted.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicToolParam, example = json!({"type": "custom", "name": "look_up",
    "description": "Looks a word up.",
    "input_schema": {"type": "object", "properties": {"word": {"type": "string"}}}}))]
pub struct ToolParam {
    #[serde(rename = "type")]
    pub kind: Option<ToolKind>,
    pub name: String,
    pub description: Option<String>,
    /// A JSON schema of the arguments.
    pub input_schema: Map<String, Value>,
}

/// The only type of tools.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicToolKind)]
#[serde(rename_all = "snake_case")]
pub enum ToolKind {
    Custom,
}

/// The form of an answer.
#[derive(Serialize, ToSchema)]
#[schema(as = AnthropicFormatParam)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FormatParam {
    #[schema(example = json!({"type": "json_schema", "schema": {"enum": [1]}}))]
    JsonSchema { schema: Map<String, Value> },
}
