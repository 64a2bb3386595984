//! JSON schemas before they reach the grammar library: what is not supported is named with its
//! place, annotations are dropped.

use super::GrammarError;
use llguidance::derivre::{RegexAst, RegexBuilder};
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
/// Keywords with plain values.
const PLAIN: &[&str] = &[
    "$ref",
    "const",
    "enum",
    "type",
    "minItems",
    "maxItems",
    "required",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "$id",
    "$anchor",
    "$schema",
];
/// Keywords of JSON Schema that restrict values and cannot be enforced here.
const UNSUPPORTED: &[&str] = &[
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "uniqueItems",
    "propertyNames",
    "$dynamicRef",
    "$recursiveRef",
];
/// Formats that are enforced; others say nothing about the text, as JSON Schema has it.
const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri"];

/// Deeper schemas are refused.
const DEPTH_MAX: usize = 64;

/// What is done with a keyword that cannot be enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// The schema is refused.
    Refuse,
    /// It is dropped and listed.
    Drop,
}

/// A schema for the grammar library, and the places of keywords that were dropped.
#[derive(Debug)]
pub(super) struct Checked {
    pub schema: Value,
    pub dropped: Vec<String>,
}

/// Checks `schema`, which came from `place` of a request.
pub(super) fn check(
    schema: &Value,
    place: &str,
    strictness: Strictness,
) -> Result<Checked, GrammarError> {
    let mut walk = Walk { root: schema, strictness, dropped: Vec::new() };
    let schema = walk.schema(schema, place, 0)?;
    Ok(Checked { schema, dropped: walk.dropped })
}

/// The schema with the settings of the grammar library: the blanks, `oneOf` read as `anyOf`.
pub(super) fn with_options(schema: Value) -> Value {
    let mut map = match schema {
        Value::Object(map) => map,
        Value::Bool(false) => Map::from_iter([("enum".to_owned(), json!([]))]),
        _ => Map::new(),
    };
    let options = json!({
        "whitespace_flexible": true, "whitespace_pattern": BLANKS, "coerce_one_of": true,
    });
    map.insert("x-guidance".to_owned(), options);
    Value::Object(map)
}

struct Walk<'a> {
    root: &'a Value,
    strictness: Strictness,
    dropped: Vec<String>,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Value, at: &str, depth: usize) -> Result<Value, GrammarError> {
        let map = match schema {
            Value::Bool(_) => return Ok(schema.clone()),
            Value::Object(map) => map,
            _ => return Err(bad(at, "a schema is an object or a boolean")),
        };
        if depth > DEPTH_MAX {
            return Err(bad(at, "the schema is nested too deep"));
        }
        let mut out = Map::new();
        for (key, value) in map {
            let here = format!("{at}/{key}");
            let keyword = key.as_str();
            if NAMED.contains(&keyword) {
                let named = value.as_object().ok_or_else(|| bad(&here, "must be an object"))?;
                let mut schemas = Map::new();
                for (name, schema) in named {
                    let inner = self.schema(schema, &format!("{here}/{name}"), depth + 1)?;
                    schemas.insert(name.clone(), inner);
                }
                out.insert(key.clone(), Value::Object(schemas));
            } else if LISTS.contains(&keyword) || (keyword == "items" && value.is_array()) {
                let list = value.as_array().ok_or_else(|| bad(&here, "must be an array"))?;
                let schemas: Result<Vec<Value>, _> = list
                    .iter()
                    .enumerate()
                    .map(|(i, schema)| self.schema(schema, &format!("{here}/{i}"), depth + 1))
                    .collect();
                // The list form of `items` is the older name of `prefixItems`.
                let name = if keyword == "items" { "prefixItems" } else { keyword };
                out.insert(name.to_owned(), Value::Array(schemas?));
            } else if SINGLE.contains(&keyword) {
                out.insert(key.clone(), self.schema(value, &here, depth + 1)?);
            } else if UNSUPPORTED.contains(&keyword) {
                // These say nothing, so nothing is lost.
                if !matches!((keyword, value), ("uniqueItems", Value::Bool(false))) {
                    self.unsupported(&here, "this keyword cannot be enforced")?;
                }
            } else if PLAIN.contains(&keyword) && self.plain(keyword, value, &here)? {
                out.insert(key.clone(), value.clone());
            }
        }
        Ok(Value::Object(out))
    }

    /// Checks a plain keyword; false if it is to be left out.
    fn plain(&mut self, keyword: &str, value: &Value, at: &str) -> Result<bool, GrammarError> {
        let count = |value: &Value| value.as_u64().is_some();
        match keyword {
            "$schema" | "$id" | "$anchor" => return Ok(false),
            "$ref" => {
                let target = value.as_str().ok_or_else(|| bad(at, "must be a string"))?;
                let Some(pointer) = target.strip_prefix('#') else {
                    return Err(bad(at, "only references into the schema itself (`#/...`) work"));
                };
                if self.root.pointer(pointer).is_none() {
                    return Err(bad(at, &format!("`{target}` is not in the schema")));
                }
            }
            "type" => {
                let types = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                let known = ["null", "boolean", "integer", "number", "string", "array", "object"];
                if !types.iter().all(|t| t.as_str().is_some_and(|t| known.contains(&t))) {
                    return Err(bad(at, &format!("{value} is not a type of JSON Schema")));
                }
            }
            "enum" if value.as_array().is_none_or(Vec::is_empty) => {
                return Err(bad(at, "must be an array of at least one value"));
            }
            "required" => {
                let names = value.as_array().ok_or_else(|| bad(at, "must be an array"))?;
                if !names.iter().all(Value::is_string) {
                    return Err(bad(at, "must be an array of strings"));
                }
            }
            "pattern" => {
                let pattern = value.as_str().ok_or_else(|| bad(at, "must be a string"))?;
                if let Err(error) = compiles(pattern) {
                    self.unsupported(at, &format!("the pattern cannot be used: {error}"))?;
                    return Ok(false);
                }
            }
            "format" => {
                let format = value.as_str().ok_or_else(|| bad(at, "must be a string"))?;
                return Ok(FORMATS.contains(&format));
            }
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties"
                if !count(value) =>
            {
                return Err(bad(at, "must be a whole number"));
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"
                if !value.is_number() =>
            {
                return Err(bad(at, "must be a number"));
            }
            _ => {}
        }
        Ok(true)
    }

    fn unsupported(&mut self, at: &str, reason: &str) -> Result<(), GrammarError> {
        match self.strictness {
            Strictness::Refuse => Err(bad(at, reason)),
            Strictness::Drop => {
                self.dropped.push(at.to_owned());
                Ok(())
            }
        }
    }
}

/// Whether the grammar library takes `pattern`.
fn compiles(pattern: &str) -> Result<(), String> {
    let pattern = llguidance::regex_to_lark(pattern, "dw");
    let ast = RegexAst::SearchRegex(pattern);
    RegexBuilder::new().mk(&ast).map(|_| ()).map_err(|e| format!("{e:#}"))
}

fn bad(path: &str, reason: &str) -> GrammarError {
    GrammarError::Schema { path: path.to_owned(), reason: reason.to_owned() }
}
