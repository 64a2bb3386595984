//! Types of the OpenAPI document for fields that are read by hand; nothing is deserialized into
//! them. `atlas/tests/robust` checks the server against them.

use crate::api::schema::{AllowedToolsKind, AllowedToolsMode, FunctionKind, ToolChoiceWord};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A message of a conversation. Further properties reach the template as they are.
#[derive(Serialize, ToSchema)]
pub struct ChatMessageParam {
    /// `system`, `user`, `assistant`, `tool` or what else the model's template knows.
    #[schema(example = "user")]
    pub role: String,
    /// May be absent or `null` in an assistant's message.
    pub content: Option<ContentParam>,
    pub name: Option<String>,
    /// Reasoning of the assistant before its answer.
    pub reasoning_content: Option<String>,
    pub refusal: Option<String>,
    pub tool_calls: Option<Vec<ToolCallParam>>,
    /// The call whose result a `tool` message holds.
    pub tool_call_id: Option<String>,
}

/// A text, or parts that are joined with nothing between them.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ContentParam {
    Text(String),
    Parts(Vec<ContentPartParam>),
}

/// A part of a message.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ContentPartParam {
    Text { text: String },
    Refusal { refusal: String },
}

/// A call that the assistant made.
#[derive(Serialize, ToSchema)]
pub struct ToolCallParam {
    pub id: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<FunctionKind>,
    pub function: CalledFunctionParam,
}

/// Name and arguments of a call.
#[derive(Serialize, ToSchema)]
pub struct CalledFunctionParam {
    pub name: String,
    pub arguments: Option<ArgumentsParam>,
}

/// JSON text, or the object itself. Text that is no JSON is shown to the model as it is.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ArgumentsParam {
    Text(String),
    Object(Map<String, Value>),
}

/// A tool that the model may call.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "function", "function": {"name": "look_up",
    "description": "Looks a word up.", "parameters": {"type": "object",
    "properties": {"word": {"type": "string"}}}, "strict": false}}))]
pub struct ToolParam {
    #[serde(rename = "type")]
    pub kind: FunctionKind,
    pub function: FunctionParam,
}

/// The function of a [`ToolParam`].
#[derive(Serialize, ToSchema)]
pub struct FunctionParam {
    pub name: String,
    pub description: Option<String>,
    /// A JSON schema of the arguments.
    pub parameters: Option<Map<String, Value>>,
    /// Without effect: calls are held to the schema either way.
    pub strict: Option<bool>,
}

/// `tool_choice`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ToolChoiceParam {
    Word(ToolChoiceWord),
    Named(NamedToolParam),
    Allowed(AllowedToolsParam),
}

/// The tools that may be called.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "allowed_tools", "allowed_tools": {"mode": "auto",
    "tools": [{"type": "function", "function": {"name": "look_up"}}]}}))]
pub struct AllowedToolsParam {
    #[serde(rename = "type")]
    pub kind: AllowedToolsKind,
    pub allowed_tools: AllowedToolsListParam,
}

/// The list in an [`AllowedToolsParam`]; the prompt shows all tools.
#[derive(Serialize, ToSchema)]
pub struct AllowedToolsListParam {
    pub mode: AllowedToolsMode,
    /// At least one.
    pub tools: Vec<NamedToolParam>,
}

/// The tool that must be called.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "function", "function": {"name": "look_up"}}))]
pub struct NamedToolParam {
    #[serde(rename = "type")]
    pub kind: FunctionKind,
    pub function: FunctionNameParam,
}

/// The name in a [`NamedToolParam`].
#[derive(Serialize, ToSchema)]
pub struct FunctionNameParam {
    pub name: String,
}

/// `prompt` of completions.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum PromptParam {
    Text(String),
    Texts(Vec<String>),
    Tokens(Vec<u32>),
    TokenLists(Vec<Vec<u32>>),
}

/// Fields that decide a chat prompt, where there need not be one.
#[derive(Serialize, ToSchema)]
pub struct OptionalChatFields {
    /// The conversation; or send `prompt`.
    pub messages: Option<Vec<ChatMessageParam>>,
    /// Function tools, shown to the model by its template.
    pub tools: Option<Vec<ToolParam>>,
    /// Variables for the chat template.
    pub chat_template_kwargs: Option<Map<String, Value>>,
    /// End the prompt with the header of an assistant message.
    pub add_generation_prompt: Option<bool>,
    /// Leave the final message open.
    pub continue_final_message: Option<bool>,
}
