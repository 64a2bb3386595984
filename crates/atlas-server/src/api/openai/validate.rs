//! Checks of single fields of chat completions.

use crate::api::form::allowed_tools;
use crate::http::errors::ApiError;
use crate::request::form::{AnswerForm, ToolUse};
use serde_json::Value;

/// Reads `tool_choice` into an answer without another form.
///
/// # Errors
/// 400 for any other form.
pub fn tool_choice(value: Option<&Value>) -> Result<AnswerForm, ApiError> {
    let wrong = || {
        let message = "`tool_choice` must be \"none\", \"auto\", \"required\", \
                       {\"type\": \"function\", \"function\": {\"name\": ...}} or \
                       {\"type\": \"allowed_tools\", \"allowed_tools\": \
                       {\"mode\": ..., \"tools\": [...]}}";
        ApiError::param("tool_choice", message)
    };
    let name =
        |tool: &Value| tool.pointer("/function/name").and_then(Value::as_str).map(str::to_owned);
    let given = value.unwrap_or(&Value::Null);
    let tools = match (given, given.get("type").and_then(Value::as_str)) {
        (Value::Null, _) => ToolUse::Auto,
        (Value::String(word), _) => match word.as_str() {
            "none" => ToolUse::None,
            "auto" => ToolUse::Auto,
            "required" => ToolUse::Required,
            _ => return Err(wrong()),
        },
        (choice, Some("function")) => ToolUse::Named(name(choice).ok_or_else(wrong)?),
        (choice, Some("allowed_tools")) => {
            let place = "tool_choice.allowed_tools";
            return allowed_tools(&choice["allowed_tools"], place, name);
        }
        _ => return Err(wrong()),
    };
    Ok(AnswerForm { tools, ..AnswerForm::default() })
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
