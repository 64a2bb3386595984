//! Forms of a tool parameter's value outside JSON.

use crate::grammar::lark::{Lark, escape};
use crate::schema::{full_patterns, resolve, with_definitions};
use serde_json::Value;

/// Depth to which references and alternatives are followed.
const DEPTH_MAX: usize = 8;

/// The form of a value that stands between tags.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueForm {
    /// Any text.
    Text { min: usize, max: Option<usize> },
    /// A text of one of these expressions of the grammar library.
    Shaped(Vec<String>),
    /// One of these, as they are or as JSON.
    Literals(Vec<String>),
    /// JSON of this schema.
    Json(Value),
    /// Of texts at most one, and it is shaped.
    Either(Vec<ValueForm>),
}

/// Members of an object that its schema does not name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Others {
    /// Expressions of names with the schema of their values, which stands alone.
    pub patterned: Vec<(String, Value)>,
    /// The schema of all others, if they may come.
    pub rest: Option<Value>,
    /// Fewest and most.
    pub count: (usize, Option<usize>),
}

/// The members that an object schema takes and does not name. `None`: there are none, or it says
/// nothing of them.
pub(crate) fn others(schema: &Value) -> Option<Others> {
    let resolved = resolve(schema, schema);
    let count = |key: &str| resolved.get(key).and_then(Value::as_u64).map(|n| n as usize);
    let required = resolved.get("required").and_then(Value::as_array).map_or(0, Vec::len);
    let least = count("minProperties").unwrap_or(0).saturating_sub(required);
    let most = count("maxProperties").map(|most| most.saturating_sub(required));
    let patterned = resolved.get("patternProperties").and_then(Value::as_object);
    let patterned = patterned.into_iter().flatten().filter(|(_, s)| **s != Value::Bool(false));
    let patterned: Vec<(String, Value)> = patterned
        .filter_map(|(pattern, value)| {
            let pattern = pattern.strip_prefix("^(?:")?.strip_suffix(")$")?;
            Some((pattern.to_owned(), with_definitions(value, schema)))
        })
        .collect();
    let rest = match resolved.get("additionalProperties") {
        Some(Value::Bool(false)) => None,
        Some(rest) => Some(with_definitions(rest, schema)),
        None => (least > 0).then(|| Value::Bool(true)),
    };
    let some = (rest.is_some() || !patterned.is_empty()) && most != Some(0);
    some.then_some(Others { patterned, rest, count: (least, most) })
}

/// The form of values of `schema`, which stands alone.
pub(crate) fn form(schema: &Value) -> ValueForm {
    form_of(schema, schema, 0)
}

const ANY_TEXT: ValueForm = ValueForm::Text { min: 0, max: None };

fn form_of(schema: &Value, root: &Value, depth: usize) -> ValueForm {
    let schema = resolve(schema, root);
    let Some(map) = schema.as_object() else { return ANY_TEXT };
    if let Some(values) = map.get("enum").and_then(Value::as_array) {
        return ValueForm::Literals(values.iter().map(spelled).collect());
    }
    if let Some(options) = map.get("anyOf").and_then(Value::as_array)
        && depth < DEPTH_MAX
    {
        let forms = options.iter().map(|option| form_of(option, root, depth + 1));
        return either(forms.collect());
    }
    match map.get("type").and_then(Value::as_str) {
        Some("string") => {
            let count = |key: &str| map.get(key).and_then(Value::as_u64).map(|n| n as usize);
            let (min, max) = (count("minLength").unwrap_or(0), count("maxLength"));
            let patterns = full_patterns(schema);
            if patterns.is_empty() {
                return ValueForm::Text { min, max };
            }
            ValueForm::Shaped(vec![Lark::shape(&patterns, min, max)])
        }
        Some(_) => ValueForm::Json(with_definitions(schema, root)),
        None => ANY_TEXT,
    }
}

/// Free text takes everything; other texts become one.
fn either(forms: Vec<ValueForm>) -> ValueForm {
    if forms.is_empty() || forms.contains(&ANY_TEXT) {
        return ANY_TEXT;
    }
    let (mut shapes, mut rest) = (Vec::new(), Vec::new());
    let mut literals: Vec<String> = Vec::new();
    let mut take = |form: ValueForm| match form {
        ValueForm::Text { min, max } => shapes.push(Lark::shape(&[], min, max)),
        ValueForm::Shaped(all) => shapes.extend(all),
        ValueForm::Literals(all) => literals.extend(all),
        ValueForm::Json(schema) if schema.get("type").is_some_and(|kind| kind == "null") => {
            literals.push("null".to_owned());
        }
        form => rest.push(form),
    };
    for form in forms {
        match form {
            ValueForm::Either(inner) => inner.into_iter().for_each(&mut take),
            form => take(form),
        }
    }
    if shapes.is_empty() {
        if !literals.is_empty() {
            rest.push(ValueForm::Literals(literals));
        }
    } else {
        let literal = |text: &String| format!("/{}/", escape(text));
        shapes.extend(literals.iter().map(literal));
        rest.push(ValueForm::Shaped(shapes));
    }
    match rest.len() {
        1 => rest.remove(0),
        _ => ValueForm::Either(rest),
    }
}

/// A fixed value as it stands between tags.
fn spelled(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Root, Strictness, normalize, properties};
    use serde_json::json;

    #[test]
    fn forms_follow_the_schema() {
        let text = |min, max| ValueForm::Text { min, max };
        let schema = json!({"$defs": {"kind": {"enum": ["a", "b", 3]}, "n": {"type": "integer"}},
            "type": "object", "properties": {
                "s": {"type": "string", "minLength": 2, "maxLength": 9},
                "k": {"$ref": "#/$defs/kind"},
                "n": {"anyOf": [{"$ref": "#/$defs/n"}, {"const": "all"}]},
                "o": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
                "free": {}, "both": {"type": ["integer", "string"]},
                "list": {"type": "array", "items": {"type": "string"}}},
            "required": ["k", "list"]});
        let normal = normalize(&schema, Root::Value, Strictness::Refuse, true).expect("sound");
        let got = properties(&normal.schema);
        let required: Vec<bool> = got.iter().map(|(_, required, _)| *required).collect();
        assert_eq!(required, [false, true, false, false, false, false, true]);
        let forms: Vec<ValueForm> = got.iter().map(|(_, _, schema)| form(schema)).collect();
        assert_eq!(forms[0], text(2, Some(9)));
        assert_eq!(forms[1], ValueForm::Literals(vec!["a".into(), "b".into(), "3".into()]));
        let ValueForm::Either(n) = &forms[2] else { panic!("{:?}", forms[2]) };
        assert!(matches!(&n[0], ValueForm::Json(s) if s["type"] == "integer"), "{n:?}");
        assert_eq!(n[1], ValueForm::Literals(vec!["all".into()]));
        let shaped = ["/(?s:.{1,})/".to_owned(), "/null/".to_owned()].to_vec();
        assert_eq!(forms[3..6], [ValueForm::Shaped(shaped), text(0, None), text(0, None)]);
        assert!(matches!(&forms[6], ValueForm::Json(s) if s["items"]["type"] == "string"));
    }
}
