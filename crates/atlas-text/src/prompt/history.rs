//! Parts of a history that clients write in several ways: the reasoning of answers, and the
//! arguments of calls that were cut or never were an object.

use crate::parse::complete_members;
use crate::template::REASONING_FIELDS;
use serde_json::{Map, Value};

/// Puts the reasoning of assistant messages into a field that the template reads, wherever the
/// client put it. `read` are these fields.
pub(crate) fn name_reasoning(messages: &mut [Value], read: &[&'static str]) {
    let Some(field) = read.first() else { return };
    for message in messages.iter_mut().filter(|m| m["role"] == "assistant") {
        let given = |name: &&&str| message[**name].as_str().is_some_and(|text| !text.is_empty());
        if read.iter().any(|name| given(&name)) {
            continue;
        }
        if let Some(name) = REASONING_FIELDS.iter().find(given) {
            message[*field] = message[*name].clone();
        }
    }
}

/// The messages with an object in place of arguments that are none: its members as far as they are
/// complete. `None` if all arguments are objects.
pub(crate) fn with_object_arguments(messages: &[Value]) -> Option<Vec<Value>> {
    let mut messages = messages.to_vec();
    let mut changed = false;
    let calls = messages.iter_mut().filter_map(|m| m.get_mut("tool_calls")?.as_array_mut());
    for call in calls.flatten() {
        let Some(arguments) = call.pointer_mut("/function/arguments") else { continue };
        if !arguments.is_object() {
            *arguments = members(arguments).into();
            changed = true;
        }
    }
    changed.then_some(messages)
}

/// The messages with an empty text where an assistant's message has none, for templates that join
/// the content to other text. `None` if all have content.
pub(crate) fn with_empty_content(messages: &[Value]) -> Option<Vec<Value>> {
    let mut messages = messages.to_vec();
    let mut changed = false;
    for fields in messages.iter_mut().filter_map(Value::as_object_mut) {
        if !fields.contains_key("content") {
            fields.insert("content".to_owned(), "".into());
            changed = true;
        }
    }
    changed.then_some(messages)
}

fn members(arguments: &Value) -> Map<String, Value> {
    let text = arguments.as_str().map(str::trim_start).filter(|text| text.starts_with('{'));
    let object = text.and_then(|text| serde_json::from_str(&complete_members(text)).ok());
    object.unwrap_or_default()
}
