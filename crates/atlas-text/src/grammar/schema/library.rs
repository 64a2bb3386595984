//! Schemas in the plain form, as the grammar library takes them.

use serde_json::{Map, Value, json};

/// Blanks between the tokens of JSON: one or two spaces, or a line break with an indent. Never
/// more, so that an answer cannot go on with blanks for ever.
const BLANKS: &str = r" {1,2}|\r?\n[ \t]{0,32}";

/// Keywords whose values are schemas by name.
const NAMED: &[&str] = &["properties", "patternProperties", "$defs", "definitions"];
/// Keywords whose values are lists of schemas.
const LISTS: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems"];
/// Keywords whose values are schemas.
const SINGLE: &[&str] = &["items", "additionalProperties", "additionalItems"];

/// The schema with the settings of the grammar library.
pub(crate) fn with_options(schema: &Value, one_spelling: bool) -> Value {
    let mut map = match signed(schema) {
        Value::Object(map) => map,
        Value::Bool(false) => Map::from_iter([("enum".to_owned(), json!([]))]),
        _ => Map::new(),
    };
    let mut options = json!({
        "whitespace_flexible": true, "whitespace_pattern": BLANKS, "coerce_one_of": true,
    });
    if one_spelling {
        // Without `\u` a name has one spelling, so no second one of a known name gets through.
        options["json_allowed_escapes"] = json!("nrbtf\\\"");
    }
    map.insert("x-guidance".to_owned(), options);
    Value::Object(map)
}

/// The schema with whole numbers below zero apart from others: zero has no sign.
fn signed(schema: &Value) -> Value {
    let Some(map) = schema.as_object() else { return schema.clone() };
    let mut out = Map::new();
    for (key, value) in map {
        let name = key.as_str();
        let value = match value {
            Value::Object(named) if NAMED.contains(&name) => {
                named.iter().map(|(name, schema)| (name.clone(), signed(schema))).collect()
            }
            Value::Array(list) if LISTS.contains(&name) => list.iter().map(signed).collect(),
            one if SINGLE.contains(&name) => signed(one),
            other => other.clone(),
        };
        out.insert(key.clone(), value);
    }
    let bound = |key: &str| map.get(key).and_then(Value::as_f64);
    let is_integer = map.get("type").is_some_and(|kind| kind == "integer");
    if is_integer
        && bound("minimum").is_none_or(|min| min < 0.0)
        && bound("maximum").is_none_or(|max| max >= 0.0)
    {
        let with = |key: &str, value: i64| {
            let mut part = out.clone();
            part.insert(key.to_owned(), json!(value));
            Value::Object(part)
        };
        return json!({"anyOf": [with("minimum", 0), with("maximum", -1)]});
    }
    Value::Object(out)
}

/// Whether an object with names of its own takes others too, so that no `\u` may be written.
pub(crate) fn has_open_names(schema: &Value) -> bool {
    let Some(map) = schema.as_object() else { return false };
    let named =
        ["properties", "patternProperties", "required"].iter().any(|k| map.contains_key(*k));
    if named && map.get("additionalProperties") != Some(&Value::Bool(false)) {
        return true;
    }
    map.iter().any(|(key, value)| {
        let key = key.as_str();
        match value {
            Value::Object(named) if NAMED.contains(&key) => named.values().any(has_open_names),
            Value::Array(list) if LISTS.contains(&key) => list.iter().any(has_open_names),
            one => SINGLE.contains(&key) && has_open_names(one),
        }
    })
}
