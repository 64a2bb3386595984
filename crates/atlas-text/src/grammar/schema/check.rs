//! JSON schemas before they reach the grammar library: what is not supported is named with its
//! place, annotations are dropped.

use crate::grammar::error::GrammarError;
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

/// A larger most count says nothing: no answer is that long.
const MOST_MAX: u64 = 1 << 24;

/// A larger least count is refused: no answer comes to its end.
const LEAST_MAX: u64 = 1 << 20;

/// Treatment of a keyword that cannot be enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// The schema is refused.
    Refuse,
    /// It is dropped and listed.
    Drop,
}

/// A schema for the grammar library, and the places of keywords that were dropped.
#[derive(Debug)]
pub(crate) struct Checked {
    pub schema: Value,
    pub dropped: Vec<String>,
}

/// Checks `schema`, which came from `place` of a request; `one_spelling`: no `\u` is written.
pub(crate) fn check(
    schema: &Value,
    place: &str,
    strictness: Strictness,
    one_spelling: bool,
) -> Result<Checked, GrammarError> {
    let mut walk = Walk { root: schema, strictness, one_spelling, dropped: Vec::new() };
    let schema = walk.schema(schema, place, 0)?;
    Ok(Checked { schema, dropped: walk.dropped })
}

/// The schema with the settings of the grammar library: the blanks, `oneOf` read as `anyOf`.
pub(crate) fn with_options(schema: Value, one_spelling: bool) -> Value {
    let mut map = match schema {
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

struct Walk<'a> {
    root: &'a Value,
    strictness: Strictness,
    /// `\u` is not written, see [`with_options`].
    one_spelling: bool,
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
        self.least_members(&mut out, at)?;
        Ok(Value::Object(out))
    }

    /// Further members may have a name twice, so no more than one of them can be counted on.
    fn least_members(
        &mut self,
        out: &mut Map<String, Value>,
        at: &str,
    ) -> Result<(), GrammarError> {
        let required = out.get("required").and_then(Value::as_array).map_or(0, Vec::len) as u64;
        let least = out.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
        if least > required + 1 {
            let reason = "more than one member beside the required ones cannot be enforced";
            self.unsupported(&format!("{at}/minProperties"), reason)?;
            out.remove("minProperties");
        }
        Ok(())
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
            "const" | "enum" if self.one_spelling && needs_hex(value) => {
                let reason = "control characters cannot be written beside an object that takes \
                    further names";
                self.unsupported(at, reason)?;
                return Ok(false);
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
            "maxLength" | "maxItems" | "maxProperties" => {
                return Ok(value.as_u64().is_some_and(|most| most <= MOST_MAX));
            }
            "minLength" | "minItems" if value.as_u64().is_some_and(|least| least > LEAST_MAX) => {
                let reason = format!("{keyword} of more than {LEAST_MAX} cannot be enforced");
                self.unsupported(at, &reason)?;
                return Ok(false);
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

/// Whether a string in `value` has a character that JSON can only write with `\u`.
fn needs_hex(value: &Value) -> bool {
    let odd = |c: char| c.is_ascii_control() && !"\u{8}\u{c}\n\r\t".contains(c);
    match value {
        Value::String(text) => text.contains(odd),
        Value::Array(all) => all.iter().any(needs_hex),
        Value::Object(map) => map.iter().any(|(_, value)| needs_hex(value)),
        _ => false,
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
