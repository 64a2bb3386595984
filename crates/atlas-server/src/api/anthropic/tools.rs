//! Tools, the choice among them, and thinking, in the form of chat completions.

use super::types::request::{MessagesRequest, Thinking, ThinkingKind, ToolChoice, ToolChoiceKind};
use crate::http::errors::ApiError;
use crate::request::form::{Prescribed, ToolUse};
use crate::state::AppState;
use atlas_text::grammar::Form;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The template variable that switches reasoning on and off.
const ENABLE_THINKING: &str = "enable_thinking";

/// Custom tools as function tools.
///
/// # Errors
/// 400 with the path of the first tool that is none, or has a property Atlas lacks.
pub fn lower(tools: &[Value]) -> Result<Vec<Value>, ApiError> {
    let mut names = HashSet::with_capacity(tools.len());
    let mut lowered = Vec::with_capacity(tools.len());
    for (i, tool) in tools.iter().enumerate() {
        let path = format!("tools[{i}]");
        let function = lower_tool(tool, &path)?;
        let name = tool["name"].as_str().unwrap_or_default();
        if !names.insert(name) {
            let message = format!("`{path}.name`: there are two tools named `{name}`");
            return Err(ApiError::param(format!("{path}.name"), message));
        }
        lowered.push(json!({"type": "function", "function": function}));
    }
    Ok(lowered)
}

fn lower_tool(tool: &Value, path: &str) -> Result<Map<String, Value>, ApiError> {
    let wrong = |field: &str, problem: &str| {
        let path = format!("{path}{field}");
        ApiError::param(&path, format!("`{path}`: {problem}"))
    };
    let fields = tool.as_object().ok_or_else(|| wrong("", "a tool must be an object"))?;
    let of = |name: &str| fields.get(name).filter(|v| !v.is_null());
    match of("type").map(|kind| (kind, kind.as_str())) {
        None | Some((_, Some("custom"))) => {}
        Some((_, Some(kind))) => return Err(no_such_tool(kind, path)),
        Some((_, None)) => return Err(wrong(".type", "must be a string")),
    }
    let name = of("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| wrong(".name", "a tool needs a name"))?;
    let schema = of("input_schema").filter(|schema| schema.is_object());
    let schema =
        schema.ok_or_else(|| wrong(".input_schema", "a tool needs a schema, an object"))?;
    let unsupported =
        |field: &str, problem: &str| wrong(field, problem).with_code("unsupported_parameter");
    if of("defer_loading").is_some_and(|v| v != false) {
        return Err(unsupported(".defer_loading", "this server shows every tool from the start"));
    }
    if of("input_examples").is_some_and(|v| v.as_array().is_none_or(|list| !list.is_empty())) {
        return Err(unsupported(".input_examples", "chat templates have no place for examples"));
    }
    if of("allowed_callers")
        .is_some_and(|v| !v.as_array().is_some_and(|l| l.contains(&json!("direct"))))
    {
        return Err(unsupported(".allowed_callers", "only the model itself calls tools here"));
    }
    let mut function = Map::new();
    function.insert("name".to_owned(), name.into());
    if let Some(description) = of("description") {
        if !description.is_string() {
            return Err(wrong(".description", "must be a string"));
        }
        function.insert("description".to_owned(), description.clone());
    }
    function.insert("parameters".to_owned(), schema.clone());
    Ok(function)
}

/// Tools that the API itself runs or whose schema it keeps. Leaving one out would change the
/// answer: the client expects it to be called.
fn no_such_tool(kind: &str, path: &str) -> ApiError {
    let path = format!("{path}.type");
    let message = format!(
        "`{path}`: tools of type `{kind}` are not supported by this server; leave the tool out or \
         describe it as a custom tool with an `input_schema`"
    );
    ApiError::unsupported(&path, message)
}

/// The request's `tool_choice` and `output_config.format`.
///
/// # Errors
/// 400 for a choice without its tool's name, or a format that is no schema.
pub fn prescribed(request: &MessagesRequest) -> Result<Prescribed, ApiError> {
    let choice = request.tool_choice.as_ref();
    let tools = match choice.map_or(ToolChoiceKind::Auto, |choice| choice.kind) {
        ToolChoiceKind::None => ToolUse::None,
        ToolChoiceKind::Auto => ToolUse::Auto,
        ToolChoiceKind::Any => ToolUse::Required,
        ToolChoiceKind::Tool => {
            let name = choice.and_then(|c| c.name.clone()).ok_or_else(|| {
                let message = "`tool_choice.name`: a choice of type `tool` names the tool";
                ApiError::param("tool_choice.name", message)
            })?;
            ToolUse::Named(name)
        }
    };
    let format = request.output_config.as_ref().and_then(|c| c.format.as_ref());
    let form = format.map(json_schema).transpose()?;
    let place = "output_config.format".to_owned();
    Ok(Prescribed { form, place, tools, one_call: one_call(choice) })
}

fn json_schema(format: &Value) -> Result<Form, ApiError> {
    let schema = format.get("schema").filter(|s| s.is_object());
    match (format.get("type").and_then(Value::as_str), schema) {
        (Some("json_schema"), Some(schema)) => {
            let place = "output_config.format.schema".to_owned();
            Ok(Form::JsonSchema { schema: schema.clone(), place })
        }
        _ => {
            let message =
                "`output_config.format` must be {\"type\": \"json_schema\", \"schema\": {...}}";
            Err(ApiError::param("output_config.format", message))
        }
    }
}

fn one_call(choice: Option<&ToolChoice>) -> bool {
    choice.and_then(|choice| choice.disable_parallel_tool_use).unwrap_or(false)
}

/// Most calls of an answer.
pub fn calls_max(choice: Option<&ToolChoice>) -> Option<usize> {
    one_call(choice).then_some(1)
}

/// The variables of the template: the request's own, and `enable_thinking` if the request says
/// something about thinking and the template reads it.
///
/// # Errors
/// 400 if the model has no tokenizer.
pub fn template_kwargs(
    state: &AppState,
    request: &mut MessagesRequest,
) -> Result<Option<Map<String, Value>>, ApiError> {
    let kwargs = request.chat_template_kwargs.take();
    let Some(Thinking { kind, .. }) = request.thinking else { return Ok(kwargs) };
    let template = state.text("messages")?.template();
    let text = template.and_then(|t| t.text_with_tools()).unwrap_or_default();
    if !text.contains(ENABLE_THINKING) {
        return Ok(kwargs);
    }
    let mut kwargs = kwargs.unwrap_or_default();
    kwargs.entry(ENABLE_THINKING).or_insert((kind != ThinkingKind::Disabled).into());
    Ok(Some(kwargs))
}
