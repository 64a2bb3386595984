//! Texts of a form of their own, of which a completion has to be known.

use serde_json::{Map, Value, json};

/// The texts with a pattern in `schema`, as schemas of their own.
pub(crate) fn shaped_texts(schema: &Value, out: &mut Vec<Value>) {
    match schema {
        Value::Array(all) => all.iter().for_each(|value| shaped_texts(value, out)),
        Value::Object(map) => {
            let mut add = |text: Value| {
                if !out.contains(&text) {
                    out.push(text);
                }
            };
            if map.get("pattern").is_some_and(Value::is_string) {
                let kept = ["pattern", "allOf", "minLength", "maxLength"].into_iter();
                let kept = kept.filter_map(|key| Some((key.to_owned(), map.get(key)?.clone())));
                let mut text: Map<String, Value> = kept.collect();
                text.insert("type".to_owned(), Value::from("string"));
                add(Value::Object(text));
            }
            if let Some(named) = map.get("patternProperties").and_then(Value::as_object) {
                named.keys().for_each(|key| add(json!({"type": "string", "pattern": key})));
            }
            map.values().for_each(|value| shaped_texts(value, out));
        }
        _ => {}
    }
}
