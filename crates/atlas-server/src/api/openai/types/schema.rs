//! What the fields that are read by hand look like: these types make the OpenAPI document and are
//! never read into. `atlas/tests/robust` holds the server to them.

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
    /// What the assistant thought before it answered.
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

/// The only type of tools and calls.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FunctionKind {
    Function,
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
}

/// A `tool_choice` that names no tool.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoiceWord {
    None,
    Auto,
    Required,
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

/// `response_format`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ResponseFormatParam {
    Text,
    JsonObject,
    JsonSchema { json_schema: JsonSchemaParam },
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

/// `prompt` of completions.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum PromptParam {
    Text(String),
    Texts(Vec<String>),
    Tokens(Vec<u32>),
    TokenLists(Vec<Vec<u32>>),
}

/// How hard the model is to think.
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
