//! Replies of the served model, and the checks that say whether one is right.

use serde_json::{Map, Value};

/// Parts of a reply, whether the server or this file took it apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    pub reasoning: String,
    pub content: String,
    pub calls: Vec<(String, Value)>,
}

impl Reply {
    /// Takes raw generated text apart. With thinking on, the prompt ended with the opening tag.
    pub fn from_raw(case: &Value, raw: &str) -> Self {
        let (reasoning, content) = match (case["think"] == true, raw.split_once("</think>")) {
            (false, _) => ("", raw),
            (true, Some((reasoning, rest))) => (reasoning, rest.trim_start_matches('\n')),
            (true, None) => (raw, ""),
        };
        let calls = raw_calls(case, content);
        let content = match content.find("<tool_call>") {
            Some(at) if !calls.is_empty() => content[..at].trim(),
            _ => content,
        };
        Self { reasoning: reasoning.trim().into(), content: content.into(), calls }
    }

    /// The reply in a choice of either endpoint: fields that the server filled as they are, and
    /// what it left in the content as raw text taken apart.
    pub fn from_choice(case: &Value, choice: &Value) -> Self {
        let message = &choice["message"];
        let content = message["content"].as_str().or(choice["text"].as_str()).unwrap_or_default();
        let given: Vec<_> = message["tool_calls"].as_array().into_iter().flatten().collect();
        let reasoning = message["reasoning_content"].as_str().or(message["reasoning"].as_str());
        if given.is_empty() && reasoning.is_none() {
            return Self::from_raw(case, content);
        }
        let call = |c: &Value| {
            let text = c["function"]["arguments"].as_str().unwrap_or_default();
            let arguments = serde_json::from_str(text).unwrap_or(Value::Null);
            (c["function"]["name"].as_str().unwrap_or_default().to_owned(), arguments)
        };
        Self {
            reasoning: reasoning.unwrap_or_default().trim().into(),
            content: content.trim().into(),
            calls: given.into_iter().map(call).collect(),
        }
    }
}

/// The calls in raw text, arguments typed by the case's tools.
fn raw_calls(case: &Value, text: &str) -> Vec<(String, Value)> {
    let mut calls = Vec::new();
    for call in text.split("<tool_call>").skip(1) {
        let Some((name, rest)) =
            call.split_once("<function=").and_then(|(_, rest)| rest.split_once(">\n"))
        else {
            continue;
        };
        let body = rest.split("</function>").next().unwrap_or_default();
        let mut arguments = Map::new();
        for parameter in body.split("<parameter=").skip(1) {
            if let Some((key, value)) = parameter.split_once(">\n") {
                let value = value.strip_suffix("\n</parameter>\n").unwrap_or(value);
                arguments.insert(key.into(), typed(case, name, key, value));
            }
        }
        calls.push((name.to_owned(), Value::Object(arguments)));
    }
    calls
}

/// An argument by the type that its tool declares for it.
fn typed(case: &Value, tool: &str, key: &str, value: &str) -> Value {
    let tools = case["tools"].as_array().into_iter().flatten();
    let spec = tools.map(|t| &t["function"]).find(|f| f["name"] == tool);
    let kind = spec.map(|f| &f["parameters"]["properties"][key]["type"]);
    if kind.is_none_or(|k| k.is_null() || k == "string") {
        return value.into();
    }
    serde_json::from_str(value).unwrap_or_else(|_| value.into())
}

/// Whether `text` holds `word` with no letter or digit beside it.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

fn strings(value: &Value) -> Vec<&str> {
    let one = value.as_str().into_iter();
    one.chain(value.as_array().into_iter().flatten().filter_map(Value::as_str)).collect()
}

fn holds_any(text: &str, words: &Value, keep_case: bool) -> bool {
    let fold = |s: &str| if keep_case { s.to_owned() } else { s.to_lowercase() };
    let text = fold(text);
    strings(words).into_iter().any(|w| has_word(&text, &fold(w)))
}

/// Whether the text begins with one of the words, or with "the" and one of them.
fn begins_with_any(text: &str, words: &Value, keep_case: bool) -> bool {
    let fold = |s: &str| if keep_case { s.to_owned() } else { s.to_lowercase() };
    let text = fold(text);
    let text = text.strip_prefix("the ").unwrap_or(&text);
    let ends = |rest: &str| rest.chars().next().is_none_or(|c| !c.is_ascii_alphanumeric());
    strings(words).into_iter().any(|w| text.strip_prefix(&fold(w)).is_some_and(ends))
}

fn items(text: &str) -> Vec<String> {
    if let Ok(list) = serde_json::from_str::<Vec<String>>(text.trim()) {
        return list;
    }
    let item = |x: &str| {
        let x = x.trim();
        x.strip_prefix("- ").unwrap_or(x).to_owned()
    };
    text.split([',', ';', '\n']).map(item).filter(|x| !x.is_empty()).collect()
}

fn first_number(text: &str) -> Option<u64> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let digits: String = text[from..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn toml_value(text: &str) -> Option<Value> {
    serde_json::to_value(toml::from_str::<toml::Table>(text).ok()?).ok()
}

/// Whether a reply satisfies a case's `check`. At most as lenient as
/// `tools/mini/evaluation/judge.py`.
///
/// # Panics
/// A check of a kind that is not known here: passing over it would judge nothing.
pub fn right(check: &Value, reply: &Reply) -> bool {
    let (kind, want) = check.as_object().and_then(|c| c.iter().next()).expect("an empty check");
    let text = reply.content.trim();
    let quoted: &[char] = &['"', '\'', '`'];
    match kind.as_str() {
        "call" => {
            reply.calls.len() == 1
                && want[0] == reply.calls[0].0.as_str()
                && want[1] == reply.calls[0].1
        }
        "no_call" => {
            let said = |w: &&str| text.to_lowercase().contains(&w.to_lowercase());
            reply.calls.is_empty() && !text.is_empty() && strings(want).iter().any(said)
        }
        "thinking" => {
            (want == &Value::Bool(true)) != reply.reasoning.is_empty()
                && !text.contains("think>")
                && right(&check["then"], reply)
        }
        _ if !reply.calls.is_empty() => false,
        "any" => holds_any(text, want, false),
        "word" => holds_any(text, want, check["case"] == true),
        "begins" => begins_with_any(text, want, check["case"] == true),
        "start" => reply.content.starts_with(want.as_str().expect("a string")),
        "same" => {
            text.trim_matches(quoted) == want.as_str().expect("a string").trim_matches(quoted)
        }
        "items" => strings(want) == items(text),
        "number" => first_number(text) == want.as_u64(),
        "value" => match want {
            Value::String(s) => text.trim_end_matches('.').trim_matches(quoted) == s,
            other => serde_json::from_str::<Value>(text).is_ok_and(|v| v == *other),
        },
        "toml" => toml_value(text).as_ref() == Some(want),
        other => panic!("unknown kind of check `{other}`"),
    }
}
