//! A chat request, checked and given the form that templates read.
//!
//! Lowering changes the shape of a message, never its words: text parts keep their words alone,
//! JSON text in tool-call arguments becomes the value it spells, and fields that a client sends as
//! `null` are absent, as in transformers.

use crate::template::{ExactIntegers, TemplateError, joined};
use crate::tokenizer::TokenizerError;
use atlas_core::TokenId;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// The roles of the API. A template may know others.
const ROLES: [&str; 5] = ["system", "developer", "user", "assistant", "tool"];

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
    /// Integers beyond 64 bits of the request.
    #[serde(skip)]
    pub integers: ExactIntegers,
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
/// `names_role` says whether the template names a role that the API does not have.
///
/// # Errors
/// The first message, part or tool call that is not what the API says, by its path.
pub fn lower_messages(
    messages: &[Value],
    names_role: impl Fn(&str) -> bool,
) -> Result<Vec<Value>, ChatError> {
    let lower = |(i, message)| lower_message(message, &format!("messages[{i}]"), &names_role);
    messages.iter().enumerate().map(lower).collect()
}

fn invalid(param: impl Into<String>, problem: impl Into<String>) -> ChatError {
    ChatError::Invalid { param: param.into(), problem: problem.into() }
}

fn lower_message(
    message: &Value,
    path: &str,
    names_role: impl Fn(&str) -> bool,
) -> Result<Value, ChatError> {
    let fields = message.as_object().ok_or_else(|| invalid(path, "a message must be an object"))?;
    let Some(role) = fields.get("role").and_then(Value::as_str) else {
        return Err(invalid(format!("{path}.role"), "a message needs a role, as a string"));
    };
    if !ROLES.contains(&role) && !names_role(role) {
        let problem = format!("unknown role `{role}`; use {}", ROLES.join(", "));
        return Err(invalid(format!("{path}.role"), problem));
    }
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
            ("content", Value::Array(parts)) if role == "assistant" => {
                let (thoughts, rest) = split_thoughts(parts, &param())?;
                if !thoughts.is_empty() {
                    lowered.entry("reasoning_content").or_insert_with(|| thoughts.into());
                }
                match lower_content(&rest, &param())? {
                    // Thoughts leave empty parts behind.
                    Value::Array(parts) => {
                        parts.into_iter().filter(|part| part["text"] != "").collect()
                    }
                    content => content,
                }
            }
            (_, Value::Null) => continue,
            ("content", value) => lower_content(value, &param())?,
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

/// Splits reasoning off the parts of an assistant's content: some clients keep it there. It may be
/// encrypted, and is then left out.
fn split_thoughts(parts: &[Value], path: &str) -> Result<(String, Value), ChatError> {
    let (mut thoughts, mut rest) = (String::new(), Vec::with_capacity(parts.len()));
    for (i, part) in parts.iter().enumerate() {
        let kind = part.get("type").and_then(Value::as_str);
        match kind {
            Some(kind @ ("thinking" | "reasoning")) => {
                let text = part.get(kind).or_else(|| part.get("text")).unwrap_or(&Value::Null);
                let text = lower_content(text, &format!("{path}[{i}].{kind}"))?;
                thoughts.push_str(&joined(&text));
            }
            Some("redacted_thinking") => {}
            _ => {
                rest.push(part.clone());
                continue;
            }
        }
        // Errors count the parts that the client sent.
        rest.push(json!({"type": "text", "text": ""}));
    }
    Ok((thoughts, Value::Array(rest)))
}

fn lower_content(content: &Value, path: &str) -> Result<Value, ChatError> {
    let parts = match content {
        Value::Null | Value::String(_) => return Ok(content.clone()),
        Value::Array(parts) => parts,
        _ => return Err(invalid(path, "must be a string or a list of content parts")),
    };
    let mut lowered = Vec::with_capacity(parts.len());
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
            Some(words) => lowered.push(json!({"type": "text", "text": words})),
            None => return Err(invalid(format!("{path}.{field}"), "must be a string")),
        }
    }
    Ok(Value::Array(lowered))
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
        parse_arguments(function.entry("arguments").or_insert(Value::Null));
        Ok(call)
    });
    lowered.collect::<Result<Vec<_>, _>>().map(Value::Array)
}

/// The API sends arguments as JSON text, templates read the object. Other text (a model can write
/// such, or the length cuts it) stays text for the template to show, and no arguments are none.
fn parse_arguments(arguments: &mut Value) {
    let object = match arguments {
        Value::Null => Some(Map::new()),
        Value::String(text) => object_in(text),
        _ => None,
    };
    if let Some(object) = object {
        *arguments = Value::Object(object);
    }
}

/// The object that a text spells; a client may have written it as a JSON string once more.
fn object_in(text: &str) -> Option<Map<String, Value>> {
    if text.trim().is_empty() {
        return Some(Map::new());
    }
    match serde_json::from_str(text).ok()? {
        Value::Object(object) => Some(object),
        Value::Null => Some(Map::new()),
        Value::String(text) => serde_json::from_str(&text).ok(),
        _ => None,
    }
}
