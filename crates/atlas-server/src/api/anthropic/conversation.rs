//! Messages of content blocks, converted to messages of chat completions. The conversion changes
//! the form of a conversation, never its words.

use crate::http::errors::ApiError;
use serde_json::{Map, Value, json};

/// A conversation in the form of chat completions.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversation {
    pub messages: Vec<Value>,
    /// Whether the last message is the assistant's, which the answer continues.
    pub continues_last: bool,
}

/// Converts `system` to the first message, and then every message.
///
/// # Errors
/// 400 with the path of the first message or block that is invalid or is not text.
pub fn convert(system: Option<&Value>, messages: &[Value]) -> Result<Conversation, ApiError> {
    if messages.is_empty() {
        return Err(wrong("messages", "must hold at least one message"));
    }
    let mut converted = Vec::with_capacity(messages.len() + 1);
    if let Some(system) = system.filter(|s| !s.is_null()) {
        let text = text_of(system, "system")?;
        // An empty system prompt counts as none.
        if !text.is_empty() {
            converted.push(json!({"role": "system", "content": text}));
        }
    }
    let mut continues_last = false;
    for (i, message) in messages.iter().enumerate() {
        let path = format!("messages[{i}]");
        let fields = message.as_object().ok_or_else(|| wrong(&path, "must be an object"))?;
        let content_path = format!("{path}.content");
        let content = fields.get("content").filter(|content| !content.is_null());
        let content = content.ok_or_else(|| wrong(&content_path, "a message needs content"))?;
        let last = i + 1 == messages.len();
        match fields.get("role").and_then(Value::as_str) {
            Some("user") => convert_user(content, &content_path, &mut converted)?,
            Some("assistant") => {
                let message = convert_assistant(content, &content_path)?;
                if last && message.get("tool_calls").is_some() {
                    let problem =
                        "`tool_use` blocks need their `tool_result` in a message after them";
                    return Err(wrong(&content_path, problem));
                }
                continues_last = last;
                converted.push(message);
            }
            Some("system") => {
                let text = text_of(content, &content_path)?;
                converted.push(json!({"role": "system", "content": text}));
            }
            _ => {
                let problem = "must be `user`, `assistant` or `system`";
                return Err(wrong(&format!("{path}.role"), problem));
            }
        }
    }
    Ok(Conversation { messages: converted, continues_last })
}

fn wrong(path: &str, problem: &str) -> ApiError {
    ApiError::param(path, format!("`{path}`: {problem}"))
}

/// A content block with its type and path.
struct Block<'v> {
    fields: &'v Map<String, Value>,
    kind: &'v str,
    path: String,
}

impl<'v> Block<'v> {
    fn new(block: &'v Value, path: String) -> Result<Self, ApiError> {
        let fields = block.as_object().ok_or_else(|| wrong(&path, "must be an object"))?;
        let kind = fields.get("type").and_then(Value::as_str);
        let kind = kind.ok_or_else(|| wrong(&format!("{path}.type"), "a block needs a type"))?;
        Ok(Self { fields, kind, path })
    }

    /// A property that must be a string.
    fn string(&self, name: &str) -> Result<&'v str, ApiError> {
        let value = self.fields.get(name).and_then(Value::as_str);
        value.ok_or_else(|| wrong(&format!("{}.{name}", self.path), "must be a string"))
    }

    /// The error for a block whose type is not supported here.
    fn unusable(&self) -> ApiError {
        let (path, kind) = (format!("{}.type", self.path), self.kind);
        let message = match kind {
            "image" | "document" | "search_result" | "container_upload" => format!(
                "`{path}`: this model reads text only; a content block of type `{kind}` cannot be \
                 used"
            ),
            _ => format!("`{path}`: a content block of type `{kind}` cannot be used here"),
        };
        ApiError::param(path, message)
    }
}

fn blocks<'v>(content: &'v Value, path: &str) -> Result<Vec<Block<'v>>, ApiError> {
    let Value::Array(list) = content else {
        return Err(wrong(path, "must be a string or a list of content blocks"));
    };
    list.iter().enumerate().map(|(i, block)| Block::new(block, format!("{path}[{i}]"))).collect()
}

/// A string, or text blocks joined with nothing between them.
fn text_of(content: &Value, path: &str) -> Result<String, ApiError> {
    if let Value::String(text) = content {
        return Ok(text.clone());
    }
    let mut text = String::new();
    for block in blocks(content, path)? {
        match block.kind {
            "text" => text.push_str(block.string("text")?),
            _ => return Err(block.unusable()),
        }
    }
    Ok(text)
}

/// Converts a user's message. Tool results become messages of their own, in order.
fn convert_user(content: &Value, path: &str, out: &mut Vec<Value>) -> Result<(), ApiError> {
    if let Value::String(text) = content {
        out.push(json!({"role": "user", "content": text}));
        return Ok(());
    }
    let blocks = blocks(content, path)?;
    if blocks.is_empty() {
        return Err(wrong(path, "must hold at least one block"));
    }
    let mut text: Option<String> = None;
    let flush = |text: &mut Option<String>, out: &mut Vec<Value>| {
        if let Some(text) = text.take() {
            out.push(json!({"role": "user", "content": text}));
        }
    };
    for block in blocks {
        match block.kind {
            "text" => text.get_or_insert_default().push_str(block.string("text")?),
            "tool_result" => {
                flush(&mut text, out);
                out.push(convert_result(&block)?);
            }
            _ => return Err(block.unusable()),
        }
    }
    flush(&mut text, out);
    Ok(())
}

fn convert_result(block: &Block<'_>) -> Result<Value, ApiError> {
    let (fields, path) = (block.fields, &block.path);
    let id = block.string("tool_use_id")?;
    let content = match fields.get("content") {
        None | Some(Value::Null) => String::new(),
        Some(content) => text_of(content, &format!("{path}.content"))?,
    };
    let mut message = json!({"role": "tool", "tool_call_id": id, "content": content});
    match fields.get("is_error") {
        None | Some(Value::Null | Value::Bool(false)) => {}
        // Templates may show it; no words are added for those that do not.
        Some(Value::Bool(true)) => message["is_error"] = true.into(),
        Some(_) => return Err(wrong(&format!("{path}.is_error"), "must be true or false")),
    }
    Ok(message)
}

fn convert_assistant(content: &Value, path: &str) -> Result<Value, ApiError> {
    if let Value::String(text) = content {
        return Ok(json!({"role": "assistant", "content": text}));
    }
    let (mut text, mut thinking) = (None::<String>, None::<String>);
    let mut calls = Vec::new();
    for block in blocks(content, path)? {
        match block.kind {
            "text" => text.get_or_insert_default().push_str(block.string("text")?),
            "thinking" => {
                thinking.get_or_insert_default().push_str(block.string("thinking")?);
            }
            // Encrypted reasoning of another server.
            "redacted_thinking" => {}
            "tool_use" => {
                // Clients send an input that was cut, or is no object, as it came.
                let input = block.fields.get("input").unwrap_or(&Value::Null);
                calls.push(json!({
                    "id": block.string("id")?,
                    "type": "function",
                    "function": {"name": block.string("name")?, "arguments": input},
                }));
            }
            _ => return Err(block.unusable()),
        }
    }
    // As in chat completions, a message with calls alone has no content.
    let content = match text {
        None if !calls.is_empty() => Value::Null,
        text => text.unwrap_or_default().into(),
    };
    let mut message = json!({"role": "assistant", "content": content});
    if let Some(thinking) = thinking.filter(|t| !t.is_empty()) {
        message["reasoning_content"] = thinking.into();
    }
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    Ok(message)
}
