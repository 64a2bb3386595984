//! Messages of content blocks as messages of chat completions. Lowering changes the shape of a
//! conversation, never its words.

use crate::http::errors::ApiError;
use serde_json::{Map, Value, json};

/// A conversation in the form of chat completions.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversation {
    pub messages: Vec<Value>,
    /// The last message is the assistant's and is to be continued.
    pub continued: bool,
}

/// Lowers `system` to the first message and every message after it.
///
/// # Errors
/// 400 with the path of the first message or block that is not what the API says, or that holds
/// something other than text.
pub fn conversation(system: Option<&Value>, messages: &[Value]) -> Result<Conversation, ApiError> {
    if messages.is_empty() {
        return Err(wrong("messages", "must hold at least one message"));
    }
    let mut lowered = Vec::with_capacity(messages.len() + 1);
    if let Some(system) = system.filter(|s| !s.is_null()) {
        let text = text_of(system, "system")?;
        // An empty system prompt is as good as none.
        if !text.is_empty() {
            lowered.push(json!({"role": "system", "content": text}));
        }
    }
    let mut continued = false;
    for (i, message) in messages.iter().enumerate() {
        let path = format!("messages[{i}]");
        let fields = message.as_object().ok_or_else(|| wrong(&path, "must be an object"))?;
        let content_path = format!("{path}.content");
        let content = fields.get("content").filter(|content| !content.is_null());
        let content = content.ok_or_else(|| wrong(&content_path, "a message needs content"))?;
        let last = i + 1 == messages.len();
        match fields.get("role").and_then(Value::as_str) {
            Some("user") => lower_user(content, &content_path, &mut lowered)?,
            Some("assistant") => {
                let message = lower_assistant(content, &content_path)?;
                if last && message.get("tool_calls").is_some() {
                    let problem =
                        "`tool_use` blocks need their `tool_result` in a message after them";
                    return Err(wrong(&content_path, problem));
                }
                continued = last;
                lowered.push(message);
            }
            Some("system") => {
                let text = text_of(content, &content_path)?;
                lowered.push(json!({"role": "system", "content": text}));
            }
            _ => {
                let problem = "must be `user`, `assistant` or `system`";
                return Err(wrong(&format!("{path}.role"), problem));
            }
        }
    }
    Ok(Conversation { messages: lowered, continued })
}

fn wrong(path: &str, problem: &str) -> ApiError {
    ApiError::param(path, format!("`{path}`: {problem}"))
}

/// A content block with its type and where it stands.
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

    /// The error for a block whose type has no place here.
    fn unusable(&self) -> ApiError {
        let (path, kind) = (format!("{}.type", self.path), self.kind);
        let message = match kind {
            "image" | "document" | "search_result" | "container_upload" => format!(
                "`{path}`: this model reads text only; a content block of type `{kind}` cannot be used"
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

/// A user's message: tool results become messages of their own, in their place among the text.
fn lower_user(content: &Value, path: &str, out: &mut Vec<Value>) -> Result<(), ApiError> {
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
                out.push(lower_result(&block)?);
            }
            _ => return Err(block.unusable()),
        }
    }
    flush(&mut text, out);
    Ok(())
}

fn lower_result(block: &Block<'_>) -> Result<Value, ApiError> {
    let (fields, path) = (block.fields, &block.path);
    let id = block.string("tool_use_id")?;
    let content = match fields.get("content") {
        None | Some(Value::Null) => String::new(),
        Some(content) => text_of(content, &format!("{path}.content"))?,
    };
    let mut message = json!({"role": "tool", "tool_call_id": id, "content": content});
    match fields.get("is_error") {
        None | Some(Value::Null | Value::Bool(false)) => {}
        // For templates that show it; no words are added for those that do not.
        Some(Value::Bool(true)) => message["is_error"] = true.into(),
        Some(_) => return Err(wrong(&format!("{path}.is_error"), "must be true or false")),
    }
    Ok(message)
}

fn lower_assistant(content: &Value, path: &str) -> Result<Value, ApiError> {
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
            // Another server's reasoning that nobody here can read.
            "redacted_thinking" => {}
            "tool_use" => {
                let input = block.fields.get("input").filter(|input| input.is_object());
                let input = input
                    .ok_or_else(|| wrong(&format!("{}.input", block.path), "must be an object"))?;
                calls.push(json!({
                    "id": block.string("id")?,
                    "type": "function",
                    "function": {"name": block.string("name")?, "arguments": input},
                }));
            }
            _ => return Err(block.unusable()),
        }
    }
    // Calls alone have no content, as in chat completions.
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
