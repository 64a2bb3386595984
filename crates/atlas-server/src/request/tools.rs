//! Checks of function tools in the form of chat completions.

use crate::http::errors::ApiError;
use serde_json::Value;

/// Checks that every tool is a function tool with properties of the right types.
///
/// # Errors
/// 400 with the path of the first invalid property.
pub fn check_tools(tools: &[Value]) -> Result<(), ApiError> {
    for (i, tool) in tools.iter().enumerate() {
        if tool.get("type").and_then(|t| t.as_str()) != Some("function") {
            let message = "only tools of type `function` are supported";
            return Err(ApiError::param(format!("tools[{i}].type"), message));
        }
        if !tool.pointer("/function/name").is_some_and(Value::is_string) {
            let message = "a function tool needs a name";
            return Err(ApiError::param(format!("tools[{i}].function.name"), message));
        }
        let at = |key: &str| format!("tools[{i}].function.{key}");
        let function = &tool["function"];
        check_property(function, "description", &at, Value::is_string, "a string")?;
        let schema = "a JSON schema, an object";
        check_property(function, "parameters", &at, Value::is_object, schema)?;
        check_property(function, "strict", &at, Value::is_boolean, "true or false")?;
    }
    Ok(())
}

/// Checks the type of a property that may be absent or `null`; `at` returns its path.
///
/// # Errors
/// 400 with the path.
pub fn check_property(
    object: &Value,
    key: &str,
    at: &dyn Fn(&str) -> String,
    is: fn(&Value) -> bool,
    expected: &str,
) -> Result<(), ApiError> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(()),
        Some(value) if is(value) => Ok(()),
        Some(_) => {
            let path = at(key);
            Err(ApiError::param(path.clone(), format!("`{path}` must be {expected}")))
        }
    }
}
