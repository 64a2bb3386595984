//! The public test suite of JSON Schema, draft 2020-12: values that fit a schema can be written
//! under its grammar, others cannot.

use super::forms::schema;
use super::vocab::Vocab;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Longest that a schema and its values may take in a debug build.
const GROUP_MAX: Duration = Duration::from_secs(20);

/// Decisions on the values of one file of the suite.
#[derive(Debug, Default)]
struct Share {
    right: usize,
    wrong: usize,
    /// The schema is refused.
    refused: usize,
}

fn suite() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/schema/draft2020-12.json");
    serde_json::from_slice(&std::fs::read(path).expect("the suite")).expect("JSON")
}

/// Members in the order of a schema's properties, where it names them, and in the order of names
/// backwards: a grammar fixes one.
fn orders(value: &Value, named: &[String]) -> Vec<Value> {
    let sorted = |reverse: bool| reorder(value, named, reverse);
    vec![value.clone(), sorted(false), sorted(true)]
}

fn reorder(value: &Value, named: &[String], reverse: bool) -> Value {
    match value {
        Value::Object(map) => {
            let place = |key: &str| named.iter().position(|n| n == key).unwrap_or(usize::MAX);
            let mut members: Vec<(&String, &Value)> = map.iter().collect();
            members.sort_by_key(|(key, _)| (place(key), (*key).clone()));
            if reverse {
                members.reverse();
            }
            let members = members.into_iter().map(|(k, v)| (k.clone(), reorder(v, named, reverse)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        Value::Array(all) => all.iter().map(|one| reorder(one, named, reverse)).collect(),
        Value::Number(n) => match n.as_f64() {
            // The same value without a fraction of zero.
            Some(f) if n.is_f64() && f.fract() == 0.0 && f.abs() <= 9_007_199_254_740_992.0 => {
                Value::from(f as i64)
            }
            _ => value.clone(),
        },
        other => other.clone(),
    }
}

/// The names of all properties in a schema, in their order.
fn names(schema: &Value, out: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(named) = map.get("properties").and_then(Value::as_object) {
                out.extend(named.keys().cloned());
            }
            if let Some(required) = map.get("required").and_then(Value::as_array) {
                out.extend(required.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            map.values().for_each(|value| names(value, out));
        }
        Value::Array(all) => all.iter().for_each(|value| names(value, out)),
        _ => {}
    }
}

/// `value` as compact JSON, and with a space after `,` and `:`.
fn spellings(value: &Value) -> [String; 2] {
    fn spaced(value: &Value) -> String {
        match value {
            Value::Object(map) => {
                let one = |(k, v): (&String, &Value)| {
                    format!("{}: {}", Value::from(k.as_str()), spaced(v))
                };
                format!("{{{}}}", map.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Value::Array(all) => {
                format!("[{}]", all.iter().map(spaced).collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }
    [value.to_string(), spaced(value)]
}

#[test]
fn the_public_suite_is_decided_rightly() {
    let vocab = Vocab::bytes();
    let suite = suite();
    let mut shares: BTreeMap<&str, Share> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (file, groups) in suite["cases"].as_object().expect("files") {
        let share = shares.entry(file).or_default();
        for group in groups.as_array().expect("groups") {
            let started = Instant::now();
            let tests = group["tests"].as_array().expect("tests");
            let empty = group["schema"] == Value::Bool(false);
            let grammar = match vocab.compiler.compile(&schema(group["schema"].clone()), None) {
                Ok(grammar) => grammar,
                Err(error) => {
                    let told = error.to_string();
                    assert!(!told.contains("lark") && !told.contains('\n'), "{told}");
                    let none = tests.iter().all(|test| test["valid"] == Value::Bool(false));
                    // No value fits: an error says so before any answer.
                    let fits = empty || none;
                    *(if fits { &mut share.right } else { &mut share.refused }) += tests.len();
                    continue;
                }
            };
            let mut named = Vec::new();
            names(&group["schema"], &mut named);
            for test in tests {
                let takes = orders(&test["data"], &named).iter().any(|value| {
                    spellings(value).iter().any(|text| {
                        let mut held = grammar.constraint();
                        text.bytes().all(|byte| held.accept(u32::from(byte)).is_ok())
                            && held.may_stop()
                    })
                });
                if Value::Bool(takes) == test["valid"] {
                    share.right += 1;
                } else {
                    share.wrong += 1;
                    wrong.push(format!(
                        "{file}: {}: {}: {} is {}",
                        group["description"], test["description"], test["data"], test["valid"]
                    ));
                }
            }
            let spent = started.elapsed();
            assert!(spent < GROUP_MAX, "{}: {spent:?}", group["description"]);
        }
    }
    let mut table = String::new();
    for (file, Share { right, wrong, refused }) in &shares {
        table += &format!("| `{file}` | {right} | {wrong} | {refused} |\n");
    }
    let sum = |of: fn(&Share) -> usize| shares.values().map(of).sum::<usize>();
    let (right, missed, refused) = (sum(|s| s.right), sum(|s| s.wrong), sum(|s| s.refused));
    table += &format!("| all | {right} | {missed} | {refused} |\n");
    let wrong = wrong.join("\n");
    assert!(right * 100 >= 90 * (right + missed), "{table}{wrong}");
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/json-schema-suite.md");
    let docs = std::fs::read_to_string(docs).expect("the reference");
    assert!(docs.contains(&table), "docs/reference/json-schema-suite.md needs\n{table}\n{wrong}");
}
