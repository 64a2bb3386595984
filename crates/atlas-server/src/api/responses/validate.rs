//! Single fields of a request: checked, and read into what they mean.

use super::conversation::full_name;
use super::convert::{ReasoningOptions, TextOptions};
use super::types::response::{ReasoningEcho, TextEcho};
use crate::http::errors::ApiError;
use crate::request::effort;
use crate::request::form::ToolUse;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most entries of `metadata`, and the longest keys and values in characters, as the API says.
const METADATA_MAX: (usize, usize, usize) = (16, 64, 512);

const SUMMARIES: [&str; 3] = ["auto", "concise", "detailed"];

/// Values of `include` that ask for what tools of other kinds found.
const NOTHING_TO_INCLUDE: [&str; 6] = [
    "file_search_call.results",
    "web_search_call.results",
    "web_search_call.action.sources",
    "message.input_image.image_url",
    "computer_call_output.output.image_url",
    "code_interpreter_call.outputs",
];
const ENCRYPTED_REASONING: &str = "reasoning.encrypted_content";

pub(super) fn text_options(options: Option<TextOptions>) -> Result<TextEcho, ApiError> {
    let options = options.unwrap_or_default();
    if options.verbosity.as_deref().is_some_and(|v| v != "medium") {
        let message = "only `medium` is supported by this server";
        return Err(ApiError::unsupported("text.verbosity", message));
    }
    let format = options.format.filter(|f| !f.is_null());
    Ok(TextEcho { format: format.unwrap_or_else(|| json!({"type": "text"})), verbosity: "medium" })
}

/// `text.format` in the form of chat completions, which has a schema one level deeper.
pub(super) fn response_format(format: &Value) -> Value {
    match format.get("type").and_then(Value::as_str) {
        Some(kind @ "json_schema") => json!({"type": kind, "json_schema": format}),
        _ => format.clone(),
    }
}

pub(super) fn reasoning_options(
    options: Option<ReasoningOptions>,
) -> Result<ReasoningEcho, ApiError> {
    let options = options.unwrap_or_default();
    let check = |name: &str, value: Option<&str>, known: &[&str]| match value {
        Some(value) if !known.contains(&value) => {
            let message = format!("`{name}` must be one of {}", known.join(", "));
            Err(ApiError::param(name, message))
        }
        _ => Ok(()),
    };
    effort::check("reasoning.effort", options.effort.as_deref())?;
    check("reasoning.summary", options.summary.as_deref(), &SUMMARIES)?;
    Ok(ReasoningEcho { effort: options.effort, summary: options.summary })
}

/// Whether the reasoning is to be sealed.
pub(super) fn include(values: &[String]) -> Result<bool, ApiError> {
    for (i, value) in values.iter().enumerate() {
        let known = [ENCRYPTED_REASONING].iter().chain(&NOTHING_TO_INCLUDE).any(|v| v == value);
        if !known {
            let message = format!("`{value}` cannot be included by this server");
            return Err(ApiError::unsupported(&format!("include[{i}]"), message));
        }
    }
    Ok(values.iter().any(|v| v == ENCRYPTED_REASONING))
}

pub(super) fn check_metadata(metadata: Option<&BTreeMap<String, String>>) -> Result<(), ApiError> {
    let (entries_max, key_max, value_max) = METADATA_MAX;
    let Some(metadata) = metadata else { return Ok(()) };
    let fits = |(key, value): (&String, &String)| {
        key.chars().count() <= key_max && value.chars().count() <= value_max
    };
    if metadata.len() <= entries_max && metadata.iter().all(fits) {
        return Ok(());
    }
    let message = format!(
        "`metadata` takes up to {entries_max} entries, keys of up to {key_max} and values of up \
         to {value_max} characters"
    );
    Err(ApiError::param("metadata", message))
}

/// Whether and which tools are to be called.
pub(super) fn tool_choice(choice: Option<&Value>) -> Result<ToolUse, ApiError> {
    let choice = match choice {
        None | Some(Value::Null) => return Ok(ToolUse::Auto),
        Some(choice) => choice,
    };
    match (choice.as_str(), choice.get("type").and_then(Value::as_str)) {
        (Some("auto"), _) => return Ok(ToolUse::Auto),
        (Some("none"), _) => return Ok(ToolUse::None),
        (Some("required"), _) => return Ok(ToolUse::Required),
        (None, Some("function")) => {
            if let Some(name) = choice.get("name").and_then(Value::as_str) {
                let namespace = choice.get("namespace").and_then(Value::as_str);
                return Ok(ToolUse::Named(full_name(namespace, name)));
            }
        }
        _ => {}
    }
    let message = "`tool_choice` must be \"auto\", \"none\", \"required\" or \
                   {\"type\": \"function\", \"name\": ...}";
    Err(ApiError::unsupported("tool_choice", message))
}
