//! Readers of the fields that prescribe the form of an answer.

use super::common::FormFields;
use crate::http::errors::ApiError;
use crate::request::form::{AnswerForm, ToolUse};
use crate::request::tools::check_property;
use atlas_text::grammar::Form;
use serde_json::{Map, Value};

/// Reads `response_format`, `structured_outputs` and the fields of guided decoding.
///
/// # Errors
/// 400 naming the field; two forms at once.
pub fn answer_form(fields: &FormFields) -> Result<AnswerForm, ApiError> {
    let mut forms = Vec::new();
    if let Some(format) = &fields.response_format {
        let form = response_format(format)?;
        forms.extend(form.map(|form| ("response_format", form, "response_format".to_owned())));
    }
    if let Some(outputs) = &fields.structured_outputs {
        for (key, value) in object(outputs, "structured_outputs")? {
            let path = format!("structured_outputs.{key}");
            let form = structured(key, value, &path)?;
            forms.extend(form.map(|form| ("structured_outputs", form, path)));
        }
    }
    for (key, name, value) in [
        ("json", "guided_json", &fields.guided_json),
        ("regex", "guided_regex", &fields.guided_regex),
        ("grammar", "guided_grammar", &fields.guided_grammar),
        ("choice", "guided_choice", &fields.guided_choice),
        ("regex", "regex", &fields.regex),
        ("json", "json_schema", &fields.json_schema),
        ("format", "format", &fields.format),
    ] {
        if let Some(value) = value {
            let form = structured(key, value, name)?;
            forms.extend(form.map(|form| (name, form, name.to_owned())));
        }
    }
    if let [(first, ..), (second, ..), ..] = &forms[..] {
        let message = format!("one answer cannot have two forms: `{first}` and `{second}`");
        return Err(ApiError::param(*second, message));
    }
    let (form, field) = forms.pop().map(|(_, form, field)| (form, field)).unzip();
    Ok(AnswerForm { form, field: field.unwrap_or_default(), ..AnswerForm::default() })
}

fn object<'v>(value: &'v Value, param: &str) -> Result<&'v Map<String, Value>, ApiError> {
    value.as_object().ok_or_else(|| ApiError::param(param, format!("`{param}` must be an object")))
}

fn response_format(value: &Value) -> Result<Option<Form>, ApiError> {
    let format = object(value, "response_format")?;
    match format.get("type").and_then(Value::as_str) {
        Some("text") => Ok(None),
        Some("json_object") => match format.get("schema") {
            None | Some(Value::Null) => Ok(Some(Form::JsonObject)),
            Some(schema) => json_schema(Some(schema), "response_format.schema").map(Some),
        },
        Some("json_schema") => {
            let place = "response_format.json_schema.schema";
            let given = format.get("json_schema").unwrap_or(&Value::Null);
            let at = |key: &str| format!("response_format.json_schema.{key}");
            check_property(given, "name", &at, Value::is_string, "a string")?;
            check_property(given, "description", &at, Value::is_string, "a string")?;
            check_property(given, "strict", &at, Value::is_boolean, "true or false")?;
            json_schema(given.get("schema"), place).map(Some)
        }
        _ => {
            let message =
                "`response_format.type` must be \"text\", \"json_object\" or \"json_schema\"";
            Err(ApiError::param("response_format.type", message))
        }
    }
}

fn json_schema(schema: Option<&Value>, place: &str) -> Result<Form, ApiError> {
    let schema = schema.filter(|s| s.is_object() || s.is_boolean());
    let schema =
        schema.ok_or_else(|| ApiError::param(place, format!("`{place}` must be a JSON schema")))?;
    Ok(Form::JsonSchema { schema: schema.clone(), place: place.to_owned() })
}

/// Reads the parts of a `tool_choice` of type `allowed_tools` at `place`: the tools that may be
/// called, and whether one must be. Tools of other types than `function` are not called here;
/// `name` reads the name of a function.
///
/// # Errors
/// 400 with the path of the part.
pub fn allowed_tools(
    value: &Value,
    place: &str,
    name: impl Fn(&Value) -> Option<String>,
) -> Result<AnswerForm, ApiError> {
    let wrong = |at: &str, want: &str| {
        let path = format!("{place}.{at}");
        ApiError::param(path.clone(), format!("`{path}` must be {want}"))
    };
    let tools = match value.get("mode").and_then(Value::as_str) {
        Some("auto") => ToolUse::Auto,
        Some("required") => ToolUse::Required,
        _ => return Err(wrong("mode", "\"auto\" or \"required\"")),
    };
    let list = value.get("tools").and_then(Value::as_array).filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| wrong("tools", "a list of at least one tool"))?;
    let mut names = Vec::with_capacity(list.len());
    for (i, tool) in list.iter().enumerate() {
        match tool.get("type").and_then(Value::as_str) {
            Some("function") => names.push(
                name(tool)
                    .ok_or_else(|| wrong(&format!("tools[{i}]"), "a function with a name"))?,
            ),
            Some(_) => {}
            None => return Err(wrong(&format!("tools[{i}].type"), "a type, such as `function`")),
        }
    }
    Ok(AnswerForm { tools, allowed: Some(names), ..AnswerForm::default() })
}

/// Reads one form of guided decoding, as other servers define it; `null` and false are none.
fn structured(key: &str, value: &Value, path: &str) -> Result<Option<Form>, ApiError> {
    let wrong = |want: &str| ApiError::param(path, format!("`{path}` must be {want}"));
    let text = || value.as_str().map(str::to_owned);
    Ok(match (key, value) {
        (_, Value::Null) | ("json_object", Value::Bool(false)) => None,
        ("json_object", Value::Bool(true)) => Some(Form::JsonObject),
        ("format", Value::String(word)) if word.is_empty() => None,
        ("format", Value::String(word)) if word == "json" => Some(Form::JsonObject),
        ("format", Value::Object(_)) => {
            Some(Form::JsonSchema { schema: value.clone(), place: path.to_owned() })
        }
        ("format", _) => return Err(wrong("\"json\" or a JSON schema")),
        ("json", Value::String(schema)) => {
            let schema = serde_json::from_str(schema).map_err(|_| wrong("a JSON schema"))?;
            Some(Form::JsonSchema { schema, place: path.to_owned() })
        }
        ("json", schema) => {
            Some(Form::JsonSchema { schema: schema.clone(), place: path.to_owned() })
        }
        ("regex", _) => Some(Form::Regex(text().ok_or_else(|| wrong("a string"))?)),
        ("grammar", _) => Some(Form::Lark(text().ok_or_else(|| wrong("a string"))?)),
        ("choice", Value::Array(list)) if !list.is_empty() => {
            let words = list.iter().map(|w| w.as_str().map(regex_literal));
            let words: Option<Vec<_>> = words.collect();
            let words = words.ok_or_else(|| wrong("a list of strings"))?;
            Some(Form::Regex(format!("({})", words.join("|"))))
        }
        ("choice", _) => return Err(wrong("a list of at least one string")),
        _ => {
            let known = "json, json_object, regex, grammar and choice";
            let message = format!("`{path}` is not supported by this server; known are {known}");
            return Err(ApiError::unsupported(path, message));
        }
    })
}

/// A regular expression that matches `text` alone.
fn regex_literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\.+*?()|[]{}^$#&-~/ ".contains(c) || c.is_ascii_control() {
            out.push_str(&format!("\\x{:02x}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
}
