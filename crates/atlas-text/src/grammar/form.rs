//! Forms that an answer can be held to.

use crate::parse::Dialect;
use serde_json::Value;

/// Prescribed form of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// JSON that fits a schema. `place` names the schema's field in the request, for errors.
    JsonSchema {
        schema: Value,
        place: String,
    },
    /// Any JSON object.
    JsonObject,
    /// A text that this expression matches from end to end.
    Regex(String),
    /// A text of this grammar, in the dialect of Lark that llguidance reads.
    Lark(String),
    Tools(ToolForm),
    /// JSON that fits a schema, or calls instead. Their format has a mark that calls begin with.
    SchemaOrCalls {
        schema: Value,
        place: String,
        calls: ToolForm,
    },
}

/// Calls of tools.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolForm {
    pub format: Dialect,
    /// Tools in OpenAI's form, or bare function objects.
    pub tools: Vec<Value>,
    pub choice: ToolChoice,
    /// More than one call in an answer.
    pub parallel: bool,
}

/// Whether calls must come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// The answer is free until a call begins.
    Auto,
    /// The answer is at least one call.
    Required,
    /// The answer is a call of this tool.
    Named(String),
}

/// Reasoning before the form. The form begins after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasoningFrame {
    /// The token that opens it, by its spelling.
    pub open: String,
    /// The text that closes it.
    pub close: String,
    /// The prompt has opened it already. Else the model may open it with its first token.
    pub starts_open: bool,
}
