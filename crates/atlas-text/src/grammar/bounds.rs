//! Bounds on forms that are known before they are compiled. The grammar library cannot be stopped
//! once it runs, so what would take it long, deep or large is refused first.

use crate::grammar::error::GrammarError;
use crate::grammar::form::Form;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// Bytes of a regular expression or a pattern, of a Lark grammar, and of all schemas of a form.
const PATTERN_BYTES_MAX: usize = 64 << 10;
const LARK_BYTES_MAX: usize = 256 << 10;
const SCHEMA_BYTES_MAX: usize = 4 << 20;
/// Nesting of a schema's values.
const DEPTH_MAX: usize = 128;
/// References that lead one to the next.
const CHAIN_MAX: usize = 512;
/// Members of `properties`, `patternProperties` and `required` in a form and in one schema of it,
/// and patterns.
const MEMBERS_MAX: usize = 20_000;
const SCHEMA_MEMBERS_MAX: usize = 2_000;
const PATTERNS_MAX: usize = 5_000;
/// Lines of a Lark grammar, each of which may be a rule.
const LARK_LINES_MAX: usize = 4_000;
/// The least common multiple of the steps that one number must be a multiple of, in units of their
/// last decimal: an automaton of so many states is built.
const MULTIPLE_MAX: u64 = 20_000;

/// A bound that a form is over, as an error of the field `path`.
fn over(path: &str, what: &str, bound: impl std::fmt::Display) -> GrammarError {
    let reason = format!("{what}; the most is {bound}");
    GrammarError::Schema { path: path.to_owned(), reason }
}

/// Checks the bounds of a form. `pattern_bytes` and the like are those of the constants above.
///
/// # Errors
/// [`GrammarError::Schema`], [`GrammarError::Regex`] or [`GrammarError::Lark`] with the bound.
pub(crate) fn check(form: &Form) -> Result<(), GrammarError> {
    match form {
        Form::JsonObject => Ok(()),
        Form::Regex(expression) => match expression.len() {
            0..=PATTERN_BYTES_MAX => Ok(()),
            len => {
                let reason = format!("it has {len} bytes; the most is {PATTERN_BYTES_MAX}");
                Err(GrammarError::Regex { reason })
            }
        },
        Form::Lark(text) => lark(text),
        Form::JsonSchema { schema, place } => Counts::default().schema(schema, place),
        Form::Tools(calls) => tools(&calls.tools, &mut Counts::default()),
        Form::SchemaOrCalls { schema, place, calls } => {
            let mut counts = Counts::default();
            counts.schema(schema, place)?;
            tools(&calls.tools, &mut counts)
        }
    }
}

/// Checks the bounds of the schemas of tools, in OpenAI's form.
///
/// # Errors
/// [`GrammarError::Schema`] with the bound.
pub fn check_tools(definitions: &[Value]) -> Result<(), GrammarError> {
    tools(definitions, &mut Counts::default())
}

fn tools(tools: &[Value], counts: &mut Counts) -> Result<(), GrammarError> {
    for (i, tool) in tools.iter().enumerate() {
        let function = tool.get("function").unwrap_or(tool);
        if let Some(schema) = function.get("parameters") {
            counts.schema(schema, &format!("tools[{i}].function.parameters"))?;
        }
    }
    Ok(())
}

fn lark(text: &str) -> Result<(), GrammarError> {
    let too = |reason: String| Err(GrammarError::Lark { reason });
    if text.len() > LARK_BYTES_MAX {
        return too(format!("it has {} bytes; the most is {LARK_BYTES_MAX}", text.len()));
    }
    let lines = text.lines().count();
    if lines > LARK_LINES_MAX {
        return too(format!("it has {lines} lines; the most is {LARK_LINES_MAX}"));
    }
    let mut counts = Counts::default();
    for (at, mark) in text.match_indices("%json") {
        let rest = &text[at + mark.len()..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        // The library reports text that is no JSON.
        if let Some(Ok(schema)) = values.next() {
            counts.schema(&schema, "%json").map_err(|error| match error {
                GrammarError::Schema { path, reason } => {
                    GrammarError::Lark { reason: format!("{path}: {reason}") }
                }
                other => other,
            })?;
        }
    }
    Ok(())
}

/// Sizes of the schemas of a form.
#[derive(Debug, Default)]
struct Counts {
    bytes: usize,
    members: usize,
    patterns: usize,
}

impl Counts {
    fn schema(&mut self, schema: &Value, path: &str) -> Result<(), GrammarError> {
        let before = self.members;
        self.value(schema, path, 0)?;
        if self.members - before > SCHEMA_MEMBERS_MAX {
            return Err(over(path, "the schema has too many properties", SCHEMA_MEMBERS_MAX));
        }
        self.bytes += serde_json::to_string(schema).map_or(0, |text| text.len());
        if self.bytes > SCHEMA_BYTES_MAX {
            let what = format!("the schemas of the form have {} bytes", self.bytes);
            return Err(over(path, &what, SCHEMA_BYTES_MAX));
        }
        let chain = Chains { root: schema }.longest();
        if chain > CHAIN_MAX {
            return Err(over(path, &format!("{chain} references lead one to the next"), CHAIN_MAX));
        }
        multiples(schema, schema, path)
    }

    fn value(&mut self, value: &Value, path: &str, depth: usize) -> Result<(), GrammarError> {
        if depth > DEPTH_MAX {
            return Err(over(path, "the schema is nested too deeply", DEPTH_MAX));
        }
        match value {
            Value::Array(all) => all.iter().try_for_each(|v| self.value(v, path, depth + 1)),
            Value::Object(map) => {
                self.count(map, path)?;
                map.values().try_for_each(|v| self.value(v, path, depth + 1))
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self, map: &Map<String, Value>, path: &str) -> Result<(), GrammarError> {
        let members = |key| map.get(key).and_then(Value::as_object).map_or(0, Map::len);
        let required = map.get("required").and_then(Value::as_array).map_or(0, Vec::len);
        let named = members("patternProperties");
        self.members += members("properties") + named + required;
        if self.members > MEMBERS_MAX {
            return Err(over(path, "the form has too many properties", MEMBERS_MAX));
        }
        let pattern = map.get("pattern").and_then(Value::as_str);
        self.patterns += named + usize::from(pattern.is_some());
        if self.patterns > PATTERNS_MAX {
            return Err(over(path, "the form has too many patterns", PATTERNS_MAX));
        }
        match pattern {
            Some(pattern) if pattern.len() > PATTERN_BYTES_MAX => {
                let what = format!("a pattern has {} bytes", pattern.len());
                Err(over(path, &what, PATTERN_BYTES_MAX))
            }
            _ => Ok(()),
        }
    }
}

/// Chains of references.
struct Chains<'a> {
    root: &'a Value,
}

impl<'a> Chains<'a> {
    /// The most definitions that lead one to the next without coming back; each is visited once.
    fn longest(&self) -> usize {
        let mut seen = HashSet::new();
        // Iterative: a chain may be longer than a stack is deep.
        let mut open: Vec<(&'a Value, usize)> = vec![(self.root, 0)];
        let mut longest = 0;
        while let Some((value, length)) = open.pop() {
            longest = longest.max(length);
            match value {
                Value::Array(all) => open.extend(all.iter().map(|value| (value, length))),
                Value::Object(map) => {
                    // Definitions are reached by references.
                    let inner = map
                        .iter()
                        .filter(|(key, _)| !["$defs", "definitions"].contains(&key.as_str()));
                    open.extend(inner.map(|(_, value)| (value, length)));
                    let target = map.get("$ref").and_then(Value::as_str);
                    let pointer = target.and_then(|target| target.strip_prefix('#'));
                    if let Some(pointer) = pointer
                        && seen.insert(pointer)
                        && let Some(value) = self.root.pointer(pointer)
                    {
                        open.push((value, length + 1));
                    }
                }
                _ => {}
            }
        }
        longest
    }
}

/// Checks what every number of `value` must be a multiple of.
fn multiples(root: &Value, value: &Value, path: &str) -> Result<(), GrammarError> {
    match value {
        Value::Array(all) => all.iter().try_for_each(|value| multiples(root, value, path)),
        Value::Object(map) => {
            let mut steps = Vec::new();
            gather(root, map, &mut steps, &mut HashSet::new());
            if !steps.is_empty() && common(&steps).is_none_or(|all| all > MULTIPLE_MAX) {
                let what = "`multipleOf` alone or together with others is too large";
                return Err(over(path, what, MULTIPLE_MAX));
            }
            map.values().try_for_each(|value| multiples(root, value, path))
        }
        _ => Ok(()),
    }
}

/// The steps that apply to one value: of the schema, and of those that apply to the same value.
fn gather<'a>(
    root: &'a Value,
    map: &'a Map<String, Value>,
    steps: &mut Vec<f64>,
    seen: &mut HashSet<&'a str>,
) {
    steps.extend(map.get("multipleOf").and_then(Value::as_f64));
    for key in ["allOf", "anyOf", "oneOf"] {
        for part in map.get(key).and_then(Value::as_array).into_iter().flatten() {
            if let Some(part) = part.as_object() {
                gather(root, part, steps, seen);
            }
        }
    }
    let pointer = map.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
    if let Some(pointer) = pointer
        && seen.insert(pointer)
        && let Some(part) = root.pointer(pointer).and_then(Value::as_object)
    {
        gather(root, part, steps, seen);
    }
}

/// The least common multiple of `steps`, in units of the last decimal of any; `None` if it is not
/// a number of 64 bits.
fn common(steps: &[f64]) -> Option<u64> {
    let scale = (0..=12).find(|digits| {
        let unit = 10f64.powi(*digits);
        let is_whole = |step: f64| (step.round() - step).abs() < 1e-9 * step;
        steps.iter().all(|step| is_whole((step * unit).abs()))
    })?;
    steps.iter().try_fold(1u64, |all, step| {
        let step = (step * 10f64.powi(scale)).round();
        if !(1.0..1e15).contains(&step) {
            return None;
        }
        let step = step as u64;
        (all / gcd(all, step)).checked_mul(step)
    })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema(schema: Value) -> Result<(), GrammarError> {
        check(&Form::JsonSchema { schema, place: "s".to_owned() })
    }

    #[test]
    fn forms_of_usual_sizes_pass() {
        let members: Map<String, Value> =
            (0..600).map(|i| (format!("p{i}"), json!({"type": "string"}))).collect();
        schema(json!({"type": "object", "properties": members})).unwrap();
        schema(json!({"type": "number", "multipleOf": 0.01})).unwrap();
        schema(json!({"allOf": [{"multipleOf": 5}, {"multipleOf": 12}], "multipleOf": 0.5}))
            .unwrap();
        let node = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}});
        schema(json!({"$ref": "#/$defs/node", "$defs": {"node": node}})).unwrap();
        check(&Form::Lark("start: %json {\"type\": \"string\"}\n".to_owned())).unwrap();
    }

    #[test]
    fn a_form_over_a_bound_names_it() {
        let deep = (0..200).fold(json!({"type": "string"}), |inner, _| json!({"items": inner}));
        let chain: Map<String, Value> = (0..600)
            .map(|i| (format!("d{i}"), json!({"$ref": format!("#/$defs/d{}", i + 1)})))
            .chain([("d600".to_owned(), json!({"type": "string"}))])
            .collect();
        let names: Vec<String> = (0..30_000).map(|i| format!("n{i}")).collect();
        let primes: Vec<Value> =
            [97, 101, 103, 107].iter().map(|prime| json!({"multipleOf": prime})).collect();
        for (bad, word) in [
            (deep, "nested"),
            (json!({"$ref": "#/$defs/d0", "$defs": chain}), "references"),
            (json!({"required": names}), "properties"),
            (json!({"type": "integer", "allOf": primes.clone()}), "multipleOf"),
            (json!({"properties": {"a": {"multipleOf": 99_999_989}}}), "multipleOf"),
            (json!({"multipleOf": 1e-300}), "multipleOf"),
            (json!({"pattern": "a".repeat(100_000)}), "pattern"),
        ] {
            let error = schema(bad).expect_err(word).to_string();
            assert!(error.contains(word) && error.contains("the most is"), "{error}");
        }
        let lark = format!("start: %json {}\n", json!({"allOf": primes}));
        assert!(matches!(check(&Form::Lark(lark)), Err(GrammarError::Lark { .. })));
        assert!(check(&Form::Regex("a".repeat(1 << 20))).is_err());
        assert!(check(&Form::Lark("a: \"b\"\n".repeat(5_000))).is_err());
    }
}
