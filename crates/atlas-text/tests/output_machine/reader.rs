//! Reads the calls of a whole well-formed answer, with nothing of the machine in it.

use atlas_text::Dialect;
use serde_json::{Deserializer, Map, Value};

type Call = (String, Value);

/// The calls of an answer made by the generator.
pub fn calls(dialect: Dialect, text: &str) -> Vec<Call> {
    let text = text.split_once("</think>").map_or(text, |(_, answer)| answer);
    match dialect {
        Dialect::Qwen3Coder => tagged(text, "<function=", "</function>", "<parameter=", |v| {
            let v = v.strip_prefix('\n').unwrap_or(v);
            v.strip_suffix('\n').unwrap_or(v).to_owned()
        }),
        Dialect::MinimaxXml => {
            tagged(text, "<invoke name=", "</invoke>", "<parameter name=", |v| {
                match v.strip_prefix('\n') {
                    Some(v) => v.strip_suffix('\n').unwrap_or(v).to_owned(),
                    None => v.to_owned(),
                }
            })
        }
        Dialect::DeepseekDsml => {
            let text = text.replace("<｜DSML｜", "<").replace("</｜DSML｜", "</");
            tagged(&text, "<invoke name=", "</invoke>", "<parameter name=", str::to_owned)
        }
        Dialect::Hermes | Dialect::BareJson => objects(text),
        Dialect::Llama | Dialect::Mistral => {
            let mut found = Vec::new();
            let (mark, end) =
                if dialect == Dialect::Llama { ("<function=", ">") } else { ("[TOOL_CALLS]", "{") };
            for (i, part) in text.split(mark).enumerate() {
                let head = part.trim_start();
                if i == 0 || head.starts_with(['[', '{']) {
                    found.extend(objects(part));
                    continue;
                }
                let name = head.split(['[', '{', '>']).next().unwrap();
                let at = part.find(end).unwrap() + usize::from(end == ">");
                let (value, used) = first_value(&part[at..]).unwrap();
                found.push((name.to_owned(), value));
                found.extend(objects(&part[at + used..]));
            }
            found
        }
        Dialect::Gemma => text.split("<|tool_call>call:").skip(1).map(gemma).collect(),
        Dialect::DeepseekV3 => {
            let calls = text.split("<｜tool▁call▁begin｜>").skip(1).map(|call| {
                let (kind, rest) = call.split_once("<｜tool▁sep｜>").unwrap();
                let name = match kind {
                    "function" => rest.lines().next().unwrap(),
                    name => name,
                };
                let (value, _) = first_value(&rest[rest.find('{').unwrap()..]).unwrap();
                (name.to_owned(), value)
            });
            calls.collect()
        }
    }
}

fn first_value(text: &str) -> Option<(Value, usize)> {
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// Every JSON object that has a name and arguments.
fn objects(text: &str) -> Vec<Call> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        rest = &rest[at..];
        let Some((value, used)) = first_value(rest) else {
            rest = &rest[1..];
            continue;
        };
        let arguments = value.get("arguments").or_else(|| value.get("parameters"));
        let arguments = match arguments {
            Some(Value::String(text)) => serde_json::from_str(text).unwrap(),
            Some(arguments) => arguments.clone(),
            None => panic!("no arguments in {rest}"),
        };
        found.push((value["name"].as_str().unwrap().to_owned(), arguments));
        rest = &rest[used..];
    }
    found
}

fn tagged(
    text: &str,
    call: &str,
    close: &str,
    param: &str,
    edges: impl Fn(&str) -> String,
) -> Vec<Call> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(call) {
        let (name, body) = rest[at + call.len()..].split_once('>').unwrap();
        rest = body;
        let mut fields = Map::new();
        while let Some(value) = rest.trim_start().strip_prefix(param) {
            let (key, value) = value.split_once('>').unwrap();
            let ends = |at: &usize| {
                let after = value[*at + "</parameter>".len()..].trim_start();
                after.starts_with(param) || after.starts_with(close)
            };
            let end = value.match_indices("</parameter>").map(|(at, _)| at).find(ends).unwrap();
            rest = &value[end + "</parameter>".len()..];
            let (key, attributes) = key.split_once(' ').unwrap_or((key, ""));
            let key = key.trim_matches('"');
            let value = edges(&value[..end]);
            let is_text = match attributes {
                "" => matches!(key, "city" | "path" | "content" | "query"),
                attributes => attributes == "string=\"true\"",
            };
            let value =
                if is_text { Value::String(value) } else { serde_json::from_str(&value).unwrap() };
            fields.insert(key.to_owned(), value);
        }
        assert!(rest.trim_start().starts_with(close), "{rest}");
        found.push((name.trim_matches('"').to_owned(), Value::Object(fields)));
    }
    found
}

/// Turns the arguments into JSON text, between the delimiters of strings.
fn gemma(call: &str) -> Call {
    let (name, _) = call.split_once('{').unwrap();
    let mut text = String::new();
    for (i, part) in call[name.len()..].split("<|\"|>").enumerate() {
        if i % 2 == 1 {
            text.push_str(&serde_json::to_string(part).unwrap());
            continue;
        }
        let part = part.split("<tool_call|>").next().unwrap();
        let mut word = String::new();
        for c in part.chars() {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') {
                word.push(c);
                continue;
            }
            text.push_str(&if c == ':' { format!("\"{word}\"") } else { word });
            word = String::new();
            text.push(c);
        }
        text.push_str(&word);
    }
    let value = first_value(&text).unwrap_or_else(|| panic!("{text}"));
    (name.to_owned(), value.0)
}
