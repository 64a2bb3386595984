//! Items, converted to messages of chat completions.

use super::tools::full_name;
use super::types::items::{ContentPart, Item, Role, ToolOutput, joined};
use serde_json::{Value, json};

/// Prefix of `encrypted_content` that this server wrote. The content is not secret, since the item
/// holds the same text. It serves clients that send nothing else back.
const REASONING_PREFIX: &str = "atlas-reasoning:";

/// Reasoning in the form of `encrypted_content`.
pub fn sealed(reasoning: &str) -> String {
    format!("{REASONING_PREFIX}{reasoning}")
}

/// The messages of a conversation: the instructions first, then the items in order.
pub fn messages<'a>(
    instructions: Option<&str>,
    items: impl Iterator<Item = &'a Item>,
) -> Vec<Value> {
    let mut out = Vec::new();
    if let Some(text) = instructions.filter(|t| !t.is_empty()) {
        out.push(json!({"role": "system", "content": text}));
    }
    let mut turn = AssistantTurn::default();
    for item in items {
        turn.add(item, &mut out);
    }
    turn.flush(&mut out);
    out
}

/// The assistant's message under construction: reasoning, text and calls of one answer are separate
/// items here and one message in chat completions.
#[derive(Default)]
struct AssistantTurn {
    reasoning: Option<String>,
    content: Option<String>,
    calls: Vec<Value>,
}

impl AssistantTurn {
    fn add(&mut self, item: &Item, out: &mut Vec<Value>) {
        match item {
            Item::Reasoning { content, encrypted_content, summary, .. } => {
                if self.content.is_some() || !self.calls.is_empty() {
                    self.flush(out);
                }
                if let Some(text) = readable(content, encrypted_content.as_deref(), summary) {
                    self.reasoning.get_or_insert_default().push_str(&text);
                }
            }
            Item::Message { role: Role::Assistant, content, .. } => {
                // Text after a call belongs to the same answer; text after text begins another.
                if self.content.is_some() && self.calls.is_empty() {
                    self.flush(out);
                }
                self.content.get_or_insert_default().push_str(&joined(content));
            }
            Item::Message { role, content, .. } => {
                self.flush(out);
                // The API ranks `developer` like `system`; templates know `system` alone.
                let role = if *role == Role::User { "user" } else { "system" };
                out.push(json!({"role": role, "content": joined(content)}));
            }
            Item::FunctionCall { call_id, namespace, name, arguments, .. } => {
                let name = full_name(namespace.as_deref(), name);
                let function = json!({"name": name, "arguments": arguments});
                self.calls.push(json!({"id": call_id, "type": "function", "function": function}));
            }
            Item::FunctionCallOutput { call_id, output, .. } => {
                self.flush(out);
                let content = match output {
                    ToolOutput::Text(text) => text.clone(),
                    ToolOutput::Parts(parts) => joined(parts),
                };
                out.push(json!({"role": "tool", "tool_call_id": call_id, "content": content}));
            }
        }
    }

    fn flush(&mut self, out: &mut Vec<Value>) {
        let Self { reasoning, content, calls } = std::mem::take(self);
        if reasoning.is_none() && content.is_none() && calls.is_empty() {
            return;
        }
        let content = match content {
            // As in chat completions, a message with calls alone has no content.
            None if !calls.is_empty() => Value::Null,
            content => content.unwrap_or_default().into(),
        };
        let mut message = json!({"role": "assistant", "content": content});
        if let Some(text) = reasoning {
            message["reasoning_content"] = text.into();
        }
        if !calls.is_empty() {
            message["tool_calls"] = calls.into();
        }
        out.push(message);
    }
}

/// The text of reasoning; its summary if this server can read nothing else of it.
fn readable(
    content: &[ContentPart],
    encrypted: Option<&str>,
    summary: &[ContentPart],
) -> Option<String> {
    let sealed = || encrypted?.strip_prefix(REASONING_PREFIX).map(str::to_owned);
    let text = |parts| Some(joined(parts)).filter(|text| !text.is_empty());
    text(content).or_else(sealed).or_else(|| text(summary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::responses::input::{InputEntry, read};
    use crate::api::responses::types::items::ItemIds;

    fn lowered(input: Value) -> Vec<Value> {
        let given = read(Some(input), &ItemIds::default()).expect("items");
        let item = |g| if let InputEntry::Item(item) = g { item } else { panic!("a reference") };
        let items: Vec<Item> = given.into_iter().map(item).collect();
        messages(None, items.iter())
    }

    fn said(role: &str, text: &str) -> Value {
        json!({"role": role, "content": text})
    }

    fn thought(text: &str) -> Value {
        json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": "short"}],
               "content": [{"type": "reasoning_text", "text": text}]})
    }

    fn call(id: &str) -> Value {
        json!({"type": "function_call", "call_id": id, "name": "f", "arguments": "{\"x\": 1}"})
    }

    fn result(id: &str) -> Value {
        json!({"type": "function_call_output", "call_id": id, "output": "ok"})
    }

    fn chat_call(id: &str) -> Value {
        let function = json!({"name": "f", "arguments": "{\"x\": 1}"});
        json!({"id": id, "type": "function", "function": function})
    }

    #[test]
    fn items_of_one_answer_become_one_message() {
        let input = json!([
            said("user", "a"),
            thought("hm"),
            said("assistant", "b"),
            call("1"),
            said("assistant", " c"),
            call("2"),
            result("1"),
            result("2"),
            thought("so"),
            said("assistant", "d")
        ]);
        let answer = json!({"role": "assistant", "content": "b c", "reasoning_content": "hm",
                            "tool_calls": [chat_call("1"), chat_call("2")]});
        let tool = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "ok"});
        let last = json!({"role": "assistant", "content": "d", "reasoning_content": "so"});
        assert_eq!(lowered(input), [said("user", "a"), answer, tool("1"), tool("2"), last]);
    }

    #[test]
    fn consecutive_answers_stay_separate() {
        let twice =
            json!([said("assistant", "a"), said("assistant", "b"), thought("hm"), call("1")]);
        let calls = json!({"role": "assistant", "content": null, "reasoning_content": "hm",
                           "tool_calls": [chat_call("1")]});
        assert_eq!(lowered(twice), [said("assistant", "a"), said("assistant", "b"), calls]);
        // Cut while it was thinking.
        let cut = json!([thought("hm"), said("user", "go on")]);
        let empty = json!({"role": "assistant", "content": "", "reasoning_content": "hm"});
        assert_eq!(lowered(cut), [empty, said("user", "go on")]);
    }

    #[test]
    fn reasoning_is_read_from_content_or_encrypted_content() {
        let only = |item: Value| lowered(json!([item, said("assistant", "a")]))[0].clone();
        let sealed = sealed("hm");
        for (content, encrypted, expected) in [
            (json!([{"type": "reasoning_text", "text": "hm"}]), json!("other"), json!("hm")),
            (json!([]), json!(sealed), json!("hm")),
            (json!(null), json!(sealed), json!("hm")),
            (json!(null), json!("gAAAA"), Value::Null),
            (json!(null), json!(null), Value::Null),
        ] {
            let item = json!({"type": "reasoning", "summary": [], "content": content,
                              "encrypted_content": encrypted});
            assert_eq!(only(item)["reasoning_content"], expected);
        }
        let item = json!({"type": "reasoning", "encrypted_content": "gAAAA",
                          "summary": [{"type": "summary_text", "text": "hm"}]});
        assert_eq!(only(item)["reasoning_content"], "hm");
    }

    #[test]
    fn instructions_come_first_and_replace_nothing() {
        let given =
            read(Some(json!([said("system", "b"), said("developer", "c")])), &ItemIds::default());
        let items: Vec<Item> = given
            .expect("items")
            .into_iter()
            .filter_map(|g| if let InputEntry::Item(item) = g { Some(item) } else { None })
            .collect();
        let system = |text| said("system", text);
        assert_eq!(messages(Some("a"), items.iter()), [system("a"), system("b"), system("c")]);
        assert_eq!(messages(Some(""), items.iter()), [system("b"), system("c")]);
    }
}
