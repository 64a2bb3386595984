//! Forms in which a template reads the content of messages: a string, or a list of parts.

use super::TemplateError;
use serde_json::{Value, json};

/// Texts that no template writes itself.
const MARKS: [&str; 2] = ["7c1first", "7c2second"];

/// Roles whose content is looked at when a template is loaded.
const ROLES: [&str; 5] = ["system", "developer", "user", "assistant", "tool"];

/// The forms of content that reach the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContentForms {
    pub(crate) string: bool,
    pub(crate) parts: bool,
}

/// The forms of a role's content: in a conversation without a system message before it, and behind
/// one (some templates print the first message apart and go through those behind it).
pub(crate) type FormsOfRole = (&'static str, [ContentForms; 2]);

/// The forms by role, found by rendering small conversations.
pub(crate) fn forms_by_role(
    render: impl Fn(&[Value]) -> Result<String, TemplateError>,
) -> Vec<FormsOfRole> {
    let shows = |role: &str, content: Value, after_system: bool| {
        render(&conversation(role, content, after_system)).is_ok_and(|text| {
            // A list that is printed as it is has not been read.
            let printed = [("'", ": "), ("\"", ": "), ("\"", ":")].iter().any(|(quote, colon)| {
                text.contains(&format!("{quote}text{quote}{colon}{quote}{}", MARKS[0]))
            });
            !printed && MARKS.iter().all(|mark| text.contains(mark))
        })
    };
    let parts = MARKS.map(|text| json!({"type": "text", "text": text}));
    let forms = |role: &str, after_system: bool| ContentForms {
        string: shows(role, MARKS.join(" ").into(), after_system),
        parts: shows(role, json!(parts), after_system),
    };
    let none = ContentForms { string: false, parts: false };
    let found = |role: &'static str| match [false, true].map(|after| forms(role, after)) {
        // A conversation that the template refuses says nothing.
        [alone, behind] if alone == none => (role, [behind; 2]),
        [alone, behind] if behind == none => (role, [alone; 2]),
        both => (role, both),
    };
    ROLES.map(found).to_vec()
}

/// A conversation with `content` in a message of `role`.
fn conversation(role: &str, content: Value, after_system: bool) -> Vec<Value> {
    let probe = json!({"role": role, "content": content});
    let user = json!({"role": "user", "content": "x"});
    let call = json!({"role": "assistant", "content": "x", "tool_calls": [{
        "id": "call00001", "type": "function", "function": {"name": "f", "arguments": {}}}]});
    let mut messages = match role {
        "system" | "developer" => vec![probe, user],
        "assistant" => vec![user.clone(), probe, user],
        "tool" => vec![user, call, probe],
        _ => vec![probe],
    };
    if after_system {
        messages.insert(0, json!({"role": "system", "content": "x"}));
    }
    messages
}

/// The messages with every content in a form that the template reads.
pub(crate) fn shaped(messages: &[Value], forms: impl Fn(&str, bool) -> ContentForms) -> Vec<Value> {
    let mut messages = messages.to_vec();
    let has_system = messages.first().is_some_and(|first| first["role"] == "system");
    for (place, message) in messages.iter_mut().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        let forms = forms(role, has_system && place > 0);
        let Some(content) = message.get_mut("content") else { continue };
        match content {
            Value::Array(_) if !forms.parts => *content = joined(content).into(),
            Value::String(text) if forms.parts && !forms.string => {
                *content = json!([{"type": "text", "text": text}]);
            }
            _ => {}
        }
    }
    messages
}

/// The text of a content, with nothing between its parts.
pub(crate) fn joined(content: &Value) -> String {
    match content {
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        content => content.as_str().unwrap_or_default().to_owned(),
    }
}
