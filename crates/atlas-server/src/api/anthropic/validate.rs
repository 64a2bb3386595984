//! Checks of single fields of a Messages request.

use super::types::request::{MessagesRequest, ToolChoice, ToolChoiceKind};
use crate::http::errors::ApiError;
use crate::request::form::{AnswerForm, ToolUse};
use atlas_text::grammar::Form;
use serde_json::Value;

/// Reads `tool_choice` and `output_config.format`.
///
/// # Errors
/// 400 for a choice without its tool's name, or a format without a schema.
pub fn answer_form(request: &MessagesRequest) -> Result<AnswerForm, ApiError> {
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
    let field = "output_config.format".to_owned();
    Ok(AnswerForm { form, field, tools, allowed: None, one_call: one_call(choice) })
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
