//! Checks of single fields of a response request.

use super::tools::{Tools, full_name};
use super::types::request::{ReasoningOptions, ResponseFields, TextOptions};
use super::types::response::{ReasoningEcho, TextEcho};
use crate::api::common::{CommonFields, FormFields};
use crate::api::form::allowed_tools;
use crate::config::ServerConfig;
use crate::http::errors::ApiError;
use crate::request::form::{AnswerForm, ToolUse};
use crate::request::reasoning;
use crate::served_model::ServedModel;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Limits of `metadata` in the API: entries, characters of a key, characters of a value.
const METADATA_MAX: (usize, usize, usize) = (16, 64, 512);

const SUMMARIES: [&str; 3] = ["auto", "concise", "detailed"];

/// Values of `include` that ask for results of tools that are left out here.
const NOTHING_TO_INCLUDE: [&str; 6] = [
    "file_search_call.results",
    "web_search_call.results",
    "web_search_call.action.sources",
    "message.input_image.image_url",
    "computer_call_output.output.image_url",
    "code_interpreter_call.outputs",
];
const ENCRYPTED_REASONING: &str = "reasoning.encrypted_content";

/// Reads `text`.
///
/// # Errors
/// 400 for another verbosity than `medium`.
pub fn text_options(options: Option<TextOptions>) -> Result<TextEcho, ApiError> {
    let options = options.unwrap_or_default();
    if options.verbosity.as_deref().is_some_and(|v| v != "medium") {
        let message = "only `medium` is supported by this server";
        return Err(ApiError::unsupported("text.verbosity", message));
    }
    let format = options.format.filter(|f| !f.is_null());
    Ok(TextEcho { format: format.unwrap_or_else(|| json!({"type": "text"})), verbosity: "medium" })
}

/// Converts `text.format` to `response_format` of chat completions, whose schema is one level
/// deeper.
pub fn response_format(format: &Value) -> Value {
    match format.get("type").and_then(Value::as_str) {
        Some(kind @ "json_schema") => json!({"type": kind, "json_schema": format}),
        _ => format.clone(),
    }
}

/// Reads `reasoning`.
///
/// # Errors
/// 400 for an unknown effort or summary.
pub fn reasoning_options(options: Option<ReasoningOptions>) -> Result<ReasoningEcho, ApiError> {
    let options = options.unwrap_or_default();
    let check = |name: &str, value: Option<&str>, known: &[&str]| match value {
        Some(value) if !known.contains(&value) => {
            let message = format!("`{name}` must be one of {}", known.join(", "));
            Err(ApiError::param(name, message))
        }
        _ => Ok(()),
    };
    reasoning::check_effort("reasoning.effort", options.effort.as_deref())?;
    check("reasoning.summary", options.summary.as_deref(), &SUMMARIES)?;
    Ok(ReasoningEcho { effort: options.effort, summary: options.summary })
}

/// Reads `include`: whether the reasoning goes into `encrypted_content` too.
///
/// # Errors
/// 400 for an unknown value.
pub fn include(values: &[String]) -> Result<bool, ApiError> {
    for (i, value) in values.iter().enumerate() {
        let known = [ENCRYPTED_REASONING].iter().chain(&NOTHING_TO_INCLUDE).any(|v| v == value);
        if !known {
            let message = format!("`{value}` cannot be included by this server");
            return Err(ApiError::unsupported(&format!("include[{i}]"), message));
        }
    }
    Ok(values.iter().any(|v| v == ENCRYPTED_REASONING))
}

/// Checks the limits of `metadata`.
///
/// # Errors
/// 400 if one is exceeded.
pub fn check_metadata(metadata: Option<&BTreeMap<String, String>>) -> Result<(), ApiError> {
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

/// Reads `tool_choice` into an answer without another form.
///
/// # Errors
/// 400 for any other form.
pub fn tool_choice(choice: Option<&Value>) -> Result<AnswerForm, ApiError> {
    let wrong = || {
        let message = "`tool_choice` must be \"auto\", \"none\", \"required\", \
                       {\"type\": \"function\", \"name\": ...} or \
                       {\"type\": \"allowed_tools\", \"mode\": ..., \"tools\": [...]}";
        ApiError::unsupported("tool_choice", message)
    };
    let name = |tool: &Value| {
        let namespace = tool.get("namespace").and_then(Value::as_str);
        tool.get("name").and_then(Value::as_str).map(|name| full_name(namespace, name))
    };
    let given = choice.unwrap_or(&Value::Null);
    let tools = match (given.as_str(), given.get("type").and_then(Value::as_str)) {
        _ if given.is_null() => ToolUse::Auto,
        (Some("auto"), _) => ToolUse::Auto,
        (Some("none"), _) => ToolUse::None,
        (Some("required"), _) => ToolUse::Required,
        (None, Some("function")) => ToolUse::Named(name(given).ok_or_else(wrong)?),
        (None, Some("allowed_tools")) => return allowed_tools(given, "tool_choice", name),
        _ => return Err(wrong()),
    };
    Ok(AnswerForm { tools, ..AnswerForm::default() })
}

/// Refuses fields of the other generation endpoints that this API does not have.
///
/// # Errors
/// 400 naming the field.
pub fn refuse_foreign(common: &CommonFields, form: &FormFields) -> Result<(), ApiError> {
    let length = common.length()?;
    if length.tokens.is_some() {
        let field = length.field.unwrap_or("max_tokens");
        let message = format!("`{field}` is called `max_output_tokens` in this API");
        return Err(ApiError::unsupported(field, message));
    }
    if form.response_format.as_ref().is_some_and(|f| f["type"] != "text") {
        let message = "`response_format` is called `text.format` in this API";
        return Err(ApiError::unsupported("response_format", message));
    }
    let foreign = [
        ("n", common.n.is_some_and(|n| n != 1)),
        ("prompt_logprobs", common.prompt_logprobs.is_some()),
        ("return_token_ids", common.return_token_ids == Some(true)),
    ];
    match foreign.iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            let message = format!("`{name}` is not supported in this API; leave it out");
            Err(ApiError::unsupported(name, message))
        }
        None => Ok(()),
    }
}

/// Counts tools that the client does not run. They are left out, since clients send them by
/// default.
///
/// # Errors
/// 400 if a call is required, since it could be meant for such a tool, and under
/// `strict_requests`.
pub fn count_left_out(
    model: &ServedModel,
    tools: &Tools,
    form: &AnswerForm,
) -> Result<(), ApiError> {
    let meant = form.tools == ToolUse::Required && form.allowed.is_none();
    for (path, kind) in &tools.left_out {
        if model.config().strict_requests || meant {
            let message = format!("tools of type `{kind}` are not supported by this server");
            return Err(ApiError::unsupported(&format!("{path}.type"), message));
        }
        model.count_ignored(&format!("tools.{kind}"));
    }
    Ok(())
}

/// Checks a request for a background response.
///
/// # Errors
/// 400 if it is not stored, or streamed.
pub fn check_background(
    config: &ServerConfig,
    fields: &ResponseFields,
    stream: Option<bool>,
) -> Result<(), ApiError> {
    if fields.background != Some(true) {
        return Ok(());
    }
    if fields.store == Some(false) || config.responses_max == 0 {
        let message = "a background response must be stored, so that it can be fetched by its id";
        return Err(ApiError::param("background", message));
    }
    if stream == Some(true) {
        let message = "a background response cannot be streamed; ask for it by its id";
        return Err(ApiError::unsupported("stream", message));
    }
    Ok(())
}
