//! How hard the model is to think, as far as its template can be told.

use crate::http::errors::ApiError;
use crate::state::AppState;
use serde_json::{Map, Value};

/// The levels that the API knows.
pub const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Checks the level of `param`.
///
/// # Errors
/// 400 for a level nobody knows.
pub fn check(param: &str, effort: Option<&str>) -> Result<(), ApiError> {
    match effort {
        Some(level) if !EFFORTS.contains(&level) => {
            let message = format!("`{param}` must be one of {}", EFFORTS.join(", "));
            Err(ApiError::param(param, message))
        }
        _ => Ok(()),
    }
}

/// The request's own template variables, and what the effort means in those that the template
/// reads and the request does not set: `enable_thinking` (false for `none`), `reasoning_effort`.
pub fn kwargs(
    state: &AppState,
    given: Option<Map<String, Value>>,
    effort: Option<&str>,
) -> Option<Map<String, Value>> {
    let Some(effort) = effort else { return given };
    let mut kwargs = given.unwrap_or_default();
    // A model without a tokenizer is refused where its prompt would be made.
    let template = state.text("messages").ok().and_then(|text| text.template());
    let text = template.and_then(|t| t.text_with_tools()).unwrap_or_default();
    let thinks = effort != "none";
    for (name, value, said) in [
        ("enable_thinking", Value::Bool(thinks), true),
        ("reasoning_effort", Value::from(effort), thinks),
    ] {
        if said && text.contains(name) {
            kwargs.entry(name).or_insert(value);
        }
    }
    Some(kwargs)
}
