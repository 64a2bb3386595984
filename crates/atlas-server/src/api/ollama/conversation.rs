//! Messages of Ollama's API, converted to messages of chat completions.

use crate::http::errors::ApiError;
use serde_json::{Value, json};

/// Converts messages: calls get ids and their arguments, results the id of the call they answer.
///
/// # Errors
/// 400 with the path of the first message that is invalid or holds images.
pub fn convert(messages: Vec<Value>) -> Result<Vec<Value>, ApiError> {
    // Ids of calls whose results have not come, with the names of their tools.
    let mut open: Vec<(String, String)> = Vec::new();
    let mut count = 0usize;
    let mut converted = Vec::with_capacity(messages.len());
    for (i, mut message) in messages.into_iter().enumerate() {
        let path = format!("messages[{i}]");
        let Some(fields) = message.as_object_mut() else {
            return Err(ApiError::param(&*path, format!("`{path}` must be an object")));
        };
        match fields.remove("images") {
            None | Some(Value::Null) => {}
            Some(Value::Array(images)) if images.is_empty() => {}
            Some(_) => {
                let message = format!("`{path}.images`: this model reads text only");
                return Err(ApiError::unsupported(&format!("{path}.images"), message));
            }
        }
        if let Some(thinking) = fields.remove("thinking").filter(|t| t != "") {
            fields.insert("reasoning_content".to_owned(), thinking);
        }
        if fields.get("role").is_some_and(|role| role == "assistant") {
            // The API's own clients leave it out beside calls.
            fields.entry("content").or_insert_with(|| "".into());
        }
        if let Some(Value::Array(calls)) = fields.get_mut("tool_calls") {
            for call in calls {
                count += 1;
                let id = call.get("id").and_then(Value::as_str).filter(|id| !id.is_empty());
                let id = id.map_or_else(|| format!("call_{count}"), str::to_owned);
                let function = call.get("function").cloned().unwrap_or_default();
                let name = function.get("name").and_then(Value::as_str).unwrap_or_default();
                open.push((id.clone(), name.to_owned()));
                *call = json!({"id": id, "type": "function", "function": {
                    "name": function.get("name"), "arguments": function.get("arguments")}});
            }
        }
        if fields.get("role").is_some_and(|role| role == "tool") {
            let tool = fields.remove("tool_name").or_else(|| fields.get("name").cloned());
            let named = |(_, name): &(String, String)| tool.as_ref().is_some_and(|t| t == name);
            let at = open.iter().position(named).unwrap_or(0);
            if at < open.len() {
                let (id, name) = open.remove(at);
                fields.entry("tool_call_id").or_insert_with(|| id.into());
                fields.entry("name").or_insert_with(|| name.into());
            }
        }
        converted.push(message);
    }
    Ok(converted)
}
