//! Parts of a history that clients write in several ways: the reasoning of answers, and the
//! arguments of calls that were cut or never were an object.

use crate::parse::complete_members;
use crate::template::REASONING_FIELDS;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use std::io::{Result, Write};

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

/// The messages in other forms that some templates need, beginning with the least changed: where an
/// assistant says nothing beside its calls, content that is none (DeepSeek's, whose calls are lost
/// otherwise) or an empty text, to be joined to other text; arguments as JSON text, or as objects.
pub(crate) fn variants(messages: &[Value]) -> impl Iterator<Item = Vec<Value>> + '_ {
    type Change = fn(&[Value]) -> Option<Vec<Value>>;
    const ARGUMENTS: [Change; 3] = [unchanged, with_text_arguments, with_object_arguments];
    const CONTENTS: [Change; 3] = [unchanged, with_no_content, with_empty_content];
    // Contents change last: an empty text hides calls from a template that tells them by none.
    let both = move |content: Change| {
        let changed = content(messages);
        let arguments = ARGUMENTS.into_iter();
        arguments.filter_map(move |change| changed.as_deref().and_then(change))
    };
    CONTENTS.into_iter().flat_map(both).skip(1)
}

fn unchanged(messages: &[Value]) -> Option<Vec<Value>> {
    Some(messages.to_vec())
}

/// The messages with an object in place of arguments that are none: its members as far as they are
/// complete. `None` if all arguments are objects.
fn with_object_arguments(messages: &[Value]) -> Option<Vec<Value>> {
    with_arguments(messages, |arguments| {
        (!arguments.is_object()).then(|| members(arguments).into())
    })
}

/// The messages with the JSON text of arguments that are objects. `None` if none are.
fn with_text_arguments(messages: &[Value]) -> Option<Vec<Value>> {
    with_arguments(messages, |arguments| arguments.is_object().then(|| spaced(arguments).into()))
}

fn with_arguments(
    messages: &[Value],
    change: impl Fn(&Value) -> Option<Value>,
) -> Option<Vec<Value>> {
    let mut messages = messages.to_vec();
    let mut changed = false;
    let calls = messages.iter_mut().filter_map(|m| m.get_mut("tool_calls")?.as_array_mut());
    for call in calls.flatten() {
        let Some(arguments) = call.pointer_mut("/function/arguments") else { continue };
        if let Some(other) = change(arguments) {
            *arguments = other;
            changed = true;
        }
    }
    changed.then_some(messages)
}

fn with_no_content(messages: &[Value]) -> Option<Vec<Value>> {
    with_content(messages, &Value::Null)
}

fn with_empty_content(messages: &[Value]) -> Option<Vec<Value>> {
    with_content(messages, &"".into())
}

/// The messages with `content` where one has none. `None` if all have content.
fn with_content(messages: &[Value], content: &Value) -> Option<Vec<Value>> {
    let mut messages = messages.to_vec();
    let mut changed = false;
    for fields in messages.iter_mut().filter_map(Value::as_object_mut) {
        if !fields.contains_key("content") {
            fields.insert("content".to_owned(), content.clone());
            changed = true;
        }
    }
    changed.then_some(messages)
}

/// JSON with the blanks that models write it with.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b": ")
    }
}

fn spaced(value: &Value) -> String {
    let mut out = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, Spaced));
    written.ok().and_then(|()| String::from_utf8(out).ok()).unwrap_or_else(|| value.to_string())
}

fn members(arguments: &Value) -> Map<String, Value> {
    let text = arguments.as_str().map(str::trim_start).filter(|text| text.starts_with('{'));
    let object = text.and_then(|text| serde_json::from_str(&complete_members(text)).ok());
    object.unwrap_or_default()
}
