//! A chat request, checked and given the form that templates read.
//!
//! Lowering changes the shape of a message, never its words: text parts become one string with
//! nothing between them, JSON text in tool-call arguments becomes the value it spells, and fields
//! that a client sends as `null` are as good as absent.

use crate::template::TemplateError;
use crate::tokenizer::TokenizerError;
use atlas_core::TokenId;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// The part of a chat completion request that decides the prompt.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ChatRequest {
    /// Messages as the client sent them.
    pub messages: Vec<Value>,
    /// Tools as the client sent them; `None` and an empty list mean no tools.
    pub tools: Option<Vec<Value>>,
    /// Variables for the template.
    pub chat_template_kwargs: Map<String, Value>,
    /// Leaves the final message open for the model to continue.
    pub continue_final_message: bool,
    /// Ends the prompt with the header of an assistant message; unless said, exactly when the
    /// final message is not continued.
    pub add_generation_prompt: Option<bool>,
    /// Time that a template reads as now; `None` is the clock.
    #[serde(skip)]
    pub now: Option<jiff::Timestamp>,
    /// Longest sequence in tokens; a prompt that certainly fills it is refused before it is
    /// encoded, which takes many times its memory.
    #[serde(skip)]
    pub tokens_max: Option<usize>,
}

/// A prompt ready for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Text that the template wrote.
    pub text: String,
    pub tokens: Vec<TokenId>,
    /// Positions from which later prompts are likely to go on with other tokens, ascending: where
    /// the last turn, the last message of the user and the generation prompt begin.
    pub resume_at: Vec<u32>,
}

/// Why a chat request has no prompt.
#[derive(Debug, Error)]
pub enum ChatError {
    #[error("{param}: {problem}")]
    Invalid { param: String, problem: String },
    #[error("{param}: this model reads text only; a content part of type `{kind}` cannot be used")]
    UnsupportedPart { param: String, kind: String },
    #[error("the prompt has {tokens_min} tokens or more")]
    TooLong { tokens_min: usize },
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error(transparent)]
    Tokenizer(#[from] TokenizerError),
}

impl ChatError {
    /// The request field at fault, in the spelling of OpenAI's `param`.
    pub fn param(&self) -> Option<&str> {
        match self {
            Self::Invalid { param, .. } | Self::UnsupportedPart { param, .. } => Some(param),
            Self::Template(TemplateError::ReservedKwarg { .. }) => Some("chat_template_kwargs"),
            Self::Template(
                TemplateError::ContinueAndPrompt
                | TemplateError::NothingToContinue
                | TemplateError::CannotContinue,
            ) => Some("continue_final_message"),
            Self::TooLong { .. } => Some("messages"),
            Self::Template(e) if e.is_client_error() => Some("messages"),
            Self::Template(_) | Self::Tokenizer(_) => None,
        }
    }

    /// Whether the request is at fault (400) and not the model's files (500).
    pub fn is_client_error(&self) -> bool {
        match self {
            Self::Invalid { .. } | Self::UnsupportedPart { .. } | Self::TooLong { .. } => true,
            Self::Template(e) => e.is_client_error(),
            Self::Tokenizer(_) => false,
        }
    }
}

/// Gives the messages the form that templates read.
///
/// # Errors
/// The first message, part or tool call that is not what the API says, by its path.
pub fn lower_messages(messages: &[Value]) -> Result<Vec<Value>, ChatError> {
    messages.iter().enumerate().map(|(i, m)| lower_message(m, &format!("messages[{i}]"))).collect()
}

fn invalid(param: impl Into<String>, problem: impl Into<String>) -> ChatError {
    ChatError::Invalid { param: param.into(), problem: problem.into() }
}

fn lower_message(message: &Value, path: &str) -> Result<Value, ChatError> {
    let fields = message.as_object().ok_or_else(|| invalid(path, "a message must be an object"))?;
    let Some(role) = fields.get("role").and_then(Value::as_str) else {
        return Err(invalid(format!("{path}.role"), "a message needs a role, as a string"));
    };
    // Only an assistant may have said nothing: its tool calls are then the message.
    let speaks = matches!(role, "user" | "system" | "developer" | "tool");
    if speaks && fields.get("content").is_none_or(Value::is_null) {
        let problem = format!("a message of role `{role}` needs content");
        return Err(invalid(format!("{path}.content"), problem));
    }
    let mut lowered = Map::with_capacity(fields.len());
    for (key, value) in fields {
        let param = || format!("{path}.{key}");
        let value = match (key.as_str(), value) {
            // `"content": null` is meaningful: a template may ask whether it is none.
            ("content", value) => lower_content(value, &param())?,
            (_, Value::Null) => continue,
            ("tool_calls", Value::Array(calls)) if calls.is_empty() => continue,
            ("tool_calls", calls) => lower_tool_calls(calls, &param())?,
            ("name" | "tool_call_id" | "reasoning_content" | "refusal", value)
                if !value.is_string() =>
            {
                return Err(invalid(param(), "must be a string"));
            }
            (_, value) => value.clone(),
        };
        lowered.insert(key.clone(), value);
    }
    Ok(Value::Object(lowered))
}

fn lower_content(content: &Value, path: &str) -> Result<Value, ChatError> {
    let parts = match content {
        Value::Null | Value::String(_) => return Ok(content.clone()),
        Value::Array(parts) => parts,
        _ => return Err(invalid(path, "must be a string or a list of content parts")),
    };
    let mut text = String::new();
    for (i, part) in parts.iter().enumerate() {
        let path = format!("{path}[{i}]");
        let kind = part.get("type").and_then(Value::as_str);
        let field = match kind {
            Some("text") => "text",
            Some("refusal") => "refusal",
            Some(kind) => {
                return Err(ChatError::UnsupportedPart {
                    param: format!("{path}.type"),
                    kind: kind.to_owned(),
                });
            }
            None => {
                return Err(invalid(format!("{path}.type"), "a content part needs a type"));
            }
        };
        match part.get(field).and_then(Value::as_str) {
            Some(words) => text.push_str(words),
            None => return Err(invalid(format!("{path}.{field}"), "must be a string")),
        }
    }
    Ok(Value::String(text))
}

fn lower_tool_calls(calls: &Value, path: &str) -> Result<Value, ChatError> {
    let calls = calls.as_array().ok_or_else(|| invalid(path, "must be a list"))?;
    let lowered = calls.iter().enumerate().map(|(i, call)| {
        let mut call = call.clone();
        let path = format!("{path}[{i}]");
        let given = |key: &str| call.get(key).filter(|value| !value.is_null());
        if given("id").is_some_and(|id| !id.is_string()) {
            return Err(invalid(format!("{path}.id"), "must be a string"));
        }
        if given("type").is_some_and(|kind| kind != "function") {
            return Err(invalid(format!("{path}.type"), "must be `function`"));
        }
        let path = format!("{path}.function");
        let function = call
            .get_mut("function")
            .and_then(Value::as_object_mut)
            .ok_or_else(|| invalid(&path, "a tool call needs a function"))?;
        if !function.get("name").is_some_and(Value::is_string) {
            return Err(invalid(format!("{path}.name"), "must be a string"));
        }
        if let Some(arguments) = function.get_mut("arguments") {
            parse_arguments(arguments, &format!("{path}.arguments"))?;
        }
        Ok(call)
    });
    lowered.collect::<Result<Vec<_>, _>>().map(Value::Array)
}

/// The API sends arguments as JSON text, templates read the object. Text that is not a JSON object
/// (a model can write such) stays text for the template to show.
fn parse_arguments(arguments: &mut Value, path: &str) -> Result<(), ChatError> {
    match arguments {
        Value::Object(_) => Ok(()),
        Value::String(text) if text.trim().is_empty() => {
            *arguments = Value::Object(Map::new());
            Ok(())
        }
        Value::String(text) => {
            if let Ok(value @ Value::Object(_)) = serde_json::from_str(text) {
                *arguments = value;
            }
            Ok(())
        }
        _ => Err(invalid(path, "must be JSON text or an object")),
    }
}
