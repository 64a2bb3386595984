//! Other arrangements of messages, for templates that refuse the given one.
//!
//! Clients send several system or developer messages, some in the middle of a conversation, and
//! several user messages in a row. Many templates have one place for a system message, at the
//! start, and some require user and assistant in turn. A conversation that the template refuses, or
//! whose system text it leaves out, is given to it in another arrangement. No word is added.

use crate::template::{TemplateError, joined};
use serde_json::{Value, json};

/// Between texts that become one message.
const BETWEEN: &str = "\n\n";

/// Renders the conversation as it is; if the template refuses it or drops a system text, the first
/// arrangement that it takes whole.
///
/// # Errors
/// What `render` says of the conversation as it is, where no arrangement helps.
pub fn render(
    messages: &[Value],
    render: impl Fn(&[Value]) -> Result<String, TemplateError>,
) -> Result<String, TemplateError> {
    let first = render(messages);
    let helps = match &first {
        Ok(text) => !shows_all(text, messages),
        Err(e) => matches!(e, TemplateError::Raised { .. } | TemplateError::Render { .. }),
    };
    if !helps {
        return first;
    }
    let one_system = one_system(messages);
    let in_turn = in_turn(&one_system);
    let mut before = messages;
    for arranged in [&one_system, &in_turn] {
        if arranged == before {
            continue;
        }
        before = arranged;
        match render(arranged) {
            Ok(text) if shows_all(&text, messages) => {
                tracing::debug!("the template takes the conversation in another arrangement");
                return Ok(text);
            }
            _ => {}
        }
    }
    first
}

fn is_system(message: &Value) -> bool {
    matches!(role(message), "system" | "developer")
}

fn role(message: &Value) -> &str {
    message["role"].as_str().unwrap_or_default()
}

fn text(message: &Value) -> String {
    joined(&message["content"])
}

/// Whether every system text is in the prompt; templates may trim it.
fn shows_all(prompt: &str, messages: &[Value]) -> bool {
    messages.iter().filter(|m| is_system(m)).all(|m| match &m["content"] {
        Value::Array(parts) => parts
            .iter()
            .all(|part| prompt.contains(part["text"].as_str().unwrap_or_default().trim())),
        content => prompt.contains(content.as_str().unwrap_or_default().trim()),
    })
}

/// System messages at the start as one; later ones as user messages where they stand.
fn one_system(messages: &[Value]) -> Vec<Value> {
    let lead = messages.iter().take_while(|m| is_system(m)).count();
    let mut out = Vec::with_capacity(messages.len());
    if lead > 0 {
        let texts: Vec<String> = messages[..lead].iter().map(text).collect();
        out.push(json!({"role": "system", "content": texts.join(BETWEEN)}));
    }
    out.extend(messages[lead..].iter().map(|message| match is_system(message) {
        true => json!({"role": "user", "content": text(message)}),
        false => message.clone(),
    }));
    out
}

/// User messages that follow one another as one.
fn in_turn(messages: &[Value]) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::with_capacity(messages.len());
    for message in messages {
        match out.last_mut() {
            Some(last) if role(last) == "user" && role(message) == "user" => {
                last["content"] = [text(last), text(message)].join(BETWEEN).into();
            }
            _ => out.push(message.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::{ChatTemplate, Clock, RenderRequest, TemplateSource};
    use serde_json::Map;

    const REFUSES: &str = "{%- for m in messages %}\
        {%- if m.role == 'system' and not loop.first %}\
        {{ raise_exception('system comes first') }}{% endif %}\
        {%- if m.role not in ['system', 'user', 'assistant'] %}\
        {{ raise_exception('unknown role ' + m.role) }}{% endif %}\
        [{{ m.role }}: {{ m.content | trim }}]{% endfor %}";
    const DROPS: &str = "{%- if messages[0].role == 'system' %}\
        [system: {{ messages[0].content }}]{% endif %}\
        {%- for m in messages if m.role in ['user', 'assistant'] %}\
        [{{ m.role }}: {{ m.content }}]{% endfor %}";
    const IN_TURN: &str = "{%- for m in messages %}\
        {%- if m.role != 'system' and loop.previtem is defined and loop.previtem.role == m.role %}\
        {{ raise_exception('roles must alternate') }}{% endif %}\
        {%- if m.role == 'system' and not loop.first %}\
        {{ raise_exception('system comes first') }}{% endif %}\
        [{{ m.role }}: {{ m.content }}]{% endfor %}";
    const TAKES: &str = "{%- for m in messages %}[{{ m.role }}: {{ m.content }}]{% endfor %}";

    fn said(role: &str, content: &str) -> Value {
        json!({"role": role, "content": content})
    }

    fn rendered(template: &str, messages: &[Value]) -> Result<String, TemplateError> {
        let source = TemplateSource::from_text(template, "test");
        let template = ChatTemplate::new(source, Map::new(), Clock::System).unwrap();
        render(messages, |messages| {
            template.render(&RenderRequest { messages, ..RenderRequest::default() })
        })
    }

    #[test]
    fn two_developers_and_a_system_message_in_the_middle() {
        let messages = [
            said("developer", "a"),
            said("developer", "b "),
            said("user", "c"),
            said("system", "d"),
            said("assistant", "e"),
            said("user", "f"),
            said("user", "g"),
        ];
        let apart = "[system: a\n\nb][user: c][user: d][assistant: e][user: f][user: g]";
        let joined = "[system: a\n\nb ][user: c\n\nd][assistant: e][user: f\n\ng]";
        assert_eq!(rendered(REFUSES, &messages).unwrap(), apart);
        assert_eq!(rendered(DROPS, &messages).unwrap(), apart.replace("b]", "b ]"));
        assert_eq!(rendered(IN_TURN, &messages).unwrap(), joined);
        let as_given = rendered(TAKES, &messages).unwrap();
        assert!(as_given.starts_with("[developer: a][developer: b ][user: c][system: d]"));
    }

    #[test]
    fn messages_that_the_template_takes_are_left_as_they_are() {
        let messages = [said("system", "a"), said("user", "b"), said("user", "c")];
        for template in [REFUSES, DROPS, TAKES] {
            assert_eq!(rendered(template, &messages).unwrap(), "[system: a][user: b][user: c]");
        }
    }

    #[test]
    fn a_refusal_that_no_arrangement_helps_stays_the_templates() {
        let messages = [said("user", "a"), said("system", "b"), said("tool", "c")];
        let refused = |m: &[Value]| rendered(REFUSES, m).unwrap_err().to_string();
        assert_eq!(refused(&messages), "system comes first");
        assert_eq!(refused(&messages[2..]), "unknown role tool");
        assert_eq!(rendered(DROPS, &[said("user", "x"), said("tool", "y")]).unwrap(), "[user: x]");
    }
}
