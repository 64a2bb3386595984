//! Forms of a tool parameter's value outside JSON.

use serde_json::{Map, Value};

/// Depth to which references and alternatives are followed.
const DEPTH_MAX: usize = 8;

/// The form of a value that stands between tags.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueForm {
    /// Any text.
    Text {
        min: usize,
        max: Option<usize>,
    },
    /// A text with a pattern.
    Shaped {
        pattern: String,
        min: usize,
        max: Option<usize>,
    },
    /// One of these, as they are or as JSON.
    Literals(Vec<String>),
    /// JSON of this schema.
    Json(Value),
    Either(Vec<ValueForm>),
}

/// The properties of an object schema in their order, each with whether it is required, and the
/// schema as one that stands alone.
pub(crate) fn properties(schema: &Value) -> Vec<(String, bool, Value)> {
    let resolved = resolve(schema, schema);
    let required: Vec<&str> = resolved
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let Some(properties) = resolved.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    let one = |(name, property): (&String, &Value)| {
        let is_required = required.contains(&name.as_str());
        (name.clone(), is_required, with_definitions(property, schema))
    };
    properties.iter().map(one).collect()
}

/// The form of values of `schema`, which stands alone.
pub(crate) fn form(schema: &Value) -> ValueForm {
    form_of(schema, schema, 0)
}

fn form_of(schema: &Value, root: &Value, depth: usize) -> ValueForm {
    let any_text = ValueForm::Text { min: 0, max: None };
    let schema = resolve(schema, root);
    let Some(map) = schema.as_object() else { return any_text };
    if let Some(value) = map.get("const") {
        return ValueForm::Literals(vec![spelled(value)]);
    }
    if let Some(values) = map.get("enum").and_then(Value::as_array) {
        return ValueForm::Literals(values.iter().map(spelled).collect());
    }
    let options = ["anyOf", "oneOf"].iter().find_map(|key| map.get(*key)?.as_array());
    if let Some(options) = options
        && depth < DEPTH_MAX
    {
        let forms = options.iter().map(|option| form_of(option, root, depth + 1));
        return either(forms.collect());
    }
    let types: Vec<&str> = match map.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if types.contains(&"string") {
        let count = |key: &str| map.get(key).and_then(Value::as_u64).map(|n| n as usize);
        let only = types.len() == 1;
        let min = if only { count("minLength").unwrap_or(0) } else { 0 };
        let max = count("maxLength").filter(|_| only);
        return match map.get("pattern").and_then(Value::as_str).filter(|_| only) {
            Some(pattern) => ValueForm::Shaped { pattern: pattern.to_owned(), min, max },
            None => ValueForm::Text { min, max },
        };
    }
    if types.is_empty() && !map.contains_key("properties") && !map.contains_key("items") {
        return any_text;
    }
    ValueForm::Json(with_definitions(schema, root))
}

/// Keywords of a text between tags that say something of its form. `schema` stands alone.
pub(crate) fn text_keywords(schema: &Value) -> Vec<&'static str> {
    let mut all = vec![resolve(schema, schema)];
    for key in ["anyOf", "oneOf"] {
        all.extend(all[0].get(key).and_then(Value::as_array).into_iter().flatten());
    }
    let has = |key: &str| all.iter().any(|schema| resolve(schema, schema).get(key).is_some());
    ["pattern", "format"].into_iter().filter(|key| has(key)).collect()
}

/// Text takes everything; without it the alternatives stay apart.
fn either(forms: Vec<ValueForm>) -> ValueForm {
    let any_text = ValueForm::Text { min: 0, max: None };
    let is_text =
        |form: &ValueForm| matches!(form, ValueForm::Text { .. } | ValueForm::Shaped { .. });
    if forms.is_empty() || forms.iter().any(is_text) {
        return any_text;
    }
    let mut flat = Vec::new();
    for form in forms {
        match form {
            ValueForm::Either(inner) => flat.extend(inner),
            form => flat.push(form),
        }
    }
    match flat.len() {
        1 => flat.remove(0),
        _ => ValueForm::Either(flat),
    }
}

/// A fixed value as it stands between tags.
fn spelled(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Follows `$ref` into `root`.
pub(crate) fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let mut at = schema;
    for _ in 0..DEPTH_MAX {
        let target = at.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
        match target.and_then(|pointer| root.pointer(pointer)) {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// `schema` with the definitions of `root`, so that its references go on to work.
pub(crate) fn with_definitions(schema: &Value, root: &Value) -> Value {
    let mut map = match schema {
        Value::Object(map) => map.clone(),
        _ => Map::new(),
    };
    for key in ["$defs", "definitions"] {
        if let Some(definitions) = root.get(key) {
            map.entry(key).or_insert_with(|| definitions.clone());
        }
    }
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn forms_follow_the_schema() {
        let text = |min, max| ValueForm::Text { min, max };
        let schema = json!({"$defs": {"kind": {"enum": ["a", "b", 3]}, "n": {"type": "integer"}},
            "properties": {
                "s": {"type": "string", "minLength": 2, "maxLength": 9},
                "k": {"$ref": "#/$defs/kind"},
                "n": {"anyOf": [{"$ref": "#/$defs/n"}, {"const": "all"}]},
                "o": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
                "free": {}, "both": {"type": ["integer", "string"]},
                "list": {"type": "array", "items": {"type": "string"}}},
            "required": ["k", "list"]});
        let got = properties(&schema);
        let required: Vec<bool> = got.iter().map(|(_, required, _)| *required).collect();
        assert_eq!(required, [false, true, false, false, false, false, true]);
        let forms: Vec<ValueForm> = got.iter().map(|(_, _, schema)| form(schema)).collect();
        assert_eq!(forms[0], text(2, Some(9)));
        assert_eq!(forms[1], ValueForm::Literals(vec!["a".into(), "b".into(), "3".into()]));
        let ValueForm::Either(n) = &forms[2] else { panic!("{:?}", forms[2]) };
        assert!(matches!(&n[0], ValueForm::Json(s) if s["type"] == "integer"));
        assert_eq!(n[1], ValueForm::Literals(vec!["all".into()]));
        assert_eq!(forms[3..6], [text(0, None), text(0, None), text(0, None)]);
        assert!(matches!(&forms[6], ValueForm::Json(s) if s["$defs"]["n"]["type"] == "integer"));
    }
}
