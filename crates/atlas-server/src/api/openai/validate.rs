//! Checks of single fields of chat completions.

use crate::http::errors::ApiError;
use crate::request::form::ToolUse;
use serde_json::Value;

/// Reads `tool_choice`.
///
/// # Errors
/// 400 for any other form.
pub fn tool_choice(value: Option<&Value>) -> Result<ToolUse, ApiError> {
    let wrong = || {
        let message = "`tool_choice` must be \"none\", \"auto\", \"required\" or \
                       {\"type\": \"function\", \"function\": {\"name\": ...}}";
        ApiError::param("tool_choice", message)
    };
    match value {
        None | Some(Value::Null) => Ok(ToolUse::Auto),
        Some(Value::String(word)) => match word.as_str() {
            "none" => Ok(ToolUse::None),
            "auto" => Ok(ToolUse::Auto),
            "required" => Ok(ToolUse::Required),
            _ => Err(wrong()),
        },
        Some(Value::Object(choice)) if choice.get("type").is_some_and(|t| t == "function") => {
            let name = choice.get("function").and_then(|f| f.get("name")).and_then(Value::as_str);
            name.map(|name| ToolUse::Named(name.to_owned())).ok_or_else(wrong)
        }
        Some(_) => Err(wrong()),
    }
}

/// Reads `logprobs` and `top_logprobs`: alternatives per token; `None` is no log-probabilities.
///
/// # Errors
/// 400 for `top_logprobs` without `logprobs`.
pub fn top_logprobs(logprobs: Option<bool>, top: Option<u32>) -> Result<Option<u32>, ApiError> {
    match (logprobs.unwrap_or(false), top) {
        (true, count) => Ok(Some(count.unwrap_or(0))),
        (false, None | Some(0)) => Ok(None),
        (false, Some(_)) => {
            let message = "`top_logprobs` needs `logprobs: true`";
            Err(ApiError::param("top_logprobs", message))
        }
    }
}
