//! Custom tools in the form of chat completions.

use crate::http::errors::ApiError;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// Converts custom tools to function tools.
///
/// # Errors
/// 400 with the path of the first tool that is invalid or has an unsupported property.
pub fn convert(tools: &[Value]) -> Result<Vec<Value>, ApiError> {
    let mut names = HashSet::with_capacity(tools.len());
    let mut converted = Vec::with_capacity(tools.len());
    for (i, tool) in tools.iter().enumerate() {
        let path = format!("tools[{i}]");
        let function = convert_tool(tool, &path)?;
        let name = tool["name"].as_str().unwrap_or_default();
        if !names.insert(name) {
            let message = format!("`{path}.name`: there are two tools named `{name}`");
            return Err(ApiError::param(format!("{path}.name"), message));
        }
        converted.push(json!({"type": "function", "function": function}));
    }
    Ok(converted)
}

fn convert_tool(tool: &Value, path: &str) -> Result<Map<String, Value>, ApiError> {
    let wrong = |field: &str, problem: &str| {
        let path = format!("{path}{field}");
        ApiError::param(&path, format!("`{path}`: {problem}"))
    };
    let fields = tool.as_object().ok_or_else(|| wrong("", "a tool must be an object"))?;
    let of = |name: &str| fields.get(name).filter(|v| !v.is_null());
    match of("type").map(|kind| (kind, kind.as_str())) {
        None | Some((_, Some("custom"))) => {}
        Some((_, Some(kind))) => return Err(unsupported_tool(kind, path)),
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

/// The error for a tool that the API itself runs or defines. Leaving it out would change the
/// answer, since the client expects calls of it.
fn unsupported_tool(kind: &str, path: &str) -> ApiError {
    let path = format!("{path}.type");
    let message = format!(
        "`{path}`: tools of type `{kind}` are not supported by this server; leave the tool out or \
         describe it as a custom tool with an `input_schema`"
    );
    ApiError::unsupported(&path, message)
}
