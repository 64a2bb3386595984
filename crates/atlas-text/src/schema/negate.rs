//! Alternatives of values that do not fit a schema.

use super::error::SchemaError;
use super::expand::{Keywords, without};
use super::facts::{ALL, ARRAY, Bound, Facts, NUMBER, OBJECT, ObjectPart, STRING, Sub, product};
use super::keywords::{self, Kept};
use super::normal::Walk;
use serde_json::Value;

/// More alternatives of one opposite are refused.
const ALTERNATIVES_MAX: usize = 1024;
/// More named members beside which another one comes are refused.
const NAMES_MAX: usize = 3;

impl<'a> Walk<'a> {
    /// # Errors
    /// A keyword of which the opposite cannot be said.
    pub fn negated(&mut self, sub: &Sub<'a>, depth: usize) -> Result<Vec<Facts<'a>>, SchemaError> {
        let map = match sub.value {
            Value::Bool(true) => return Ok(Vec::new()),
            Value::Bool(false) => return Ok(vec![Facts::of(ALL)]),
            Value::Object(map) => map,
            _ => return Err(SchemaError::new(&sub.at, "a schema is an object or a boolean")),
        };
        let words = self.words(map, sub)?;
        let mut out = Vec::new();
        for (key, value) in map.iter().filter(|(k, v)| !v.is_null() || *k == "const") {
            let annotation = matches!(keywords::kept(key), None | Some(Kept::Ignored));
            if !annotation || key == "const" {
                self.negated_keyword(words, key, value, depth, &mut out)?;
            }
        }
        // A schema that a value does not fit evaluates nothing of it.
        Ok(out.into_iter().map(Facts::silent).collect())
    }

    // Long: one case for each keyword.
    fn negated_keyword(
        &mut self,
        words: Keywords<'a, '_>,
        key: &str,
        value: &'a Value,
        depth: usize,
        out: &mut Vec<Facts<'a>>,
    ) -> Result<(), SchemaError> {
        let each = |walk: &mut Self, all: Vec<Sub<'a>>, out: &mut Vec<Facts<'a>>| {
            for sub in all {
                out.extend(walk.expand(&sub.opposite(), depth + 1)?);
            }
            Ok::<_, SchemaError>(())
        };
        let joined = |a: &[Facts<'a>], b: &[Facts<'a>]| {
            if a.len().saturating_mul(b.len()) > ALTERNATIVES_MAX {
                let reason = "its opposite makes too many combinations of alternatives";
                return Err(SchemaError::new(words.at, reason));
            }
            Ok(product(a, b))
        };
        match key {
            // They go with `if` and `contains`.
            "then" | "else" | "minContains" | "maxContains" => {}
            "uniqueItems" if *value == Value::Bool(false) => {}
            "type" => {
                let with = self.expand_alone(key, value, words)?;
                let types = with.types;
                if types != ALL {
                    out.push(Facts::of(ALL & !types));
                }
                if with.integer {
                    out.push(Facts { fraction: true, ..Facts::of(NUMBER) });
                }
            }
            "const" => out.push(Facts { excluded: vec![value.clone()], ..Facts::of(ALL) }),
            "enum" => {
                let all = value.as_array().cloned().unwrap_or_default();
                out.push(Facts { excluded: all, ..Facts::of(ALL) });
            }
            "required" => {
                out.extend(words.texts(key)?.iter().map(|name| without(name, words.at)));
            }
            "properties" => {
                for (name, sub) in words.named(key)? {
                    let mut facts = Facts::of(OBJECT);
                    facts.required.push(name.clone());
                    let properties = vec![(name, sub.opposite())];
                    facts.objects.push(ObjectPart { properties, ..ObjectPart::default() });
                    out.push(facts);
                }
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                let Some(value) = words.number(key)? else { return Ok(()) };
                let bound = Some(Bound { value, exclusive: !key.starts_with("exclusive") });
                let mut facts = Facts::of(NUMBER);
                let lower = key.to_lowercase().contains("min");
                *(if lower { &mut facts.upper } else { &mut facts.lower }) = bound;
                out.push(facts);
            }
            "minLength" | "minItems" | "minProperties" | "maxLength" | "maxItems"
            | "maxProperties" => {
                let Some(count) = words.count(key)? else { return Ok(()) };
                let range = if key.starts_with("max") {
                    (count.saturating_add(1), None)
                } else if let Some(most) = count.checked_sub(1) {
                    (0, Some(most))
                } else {
                    return Ok(());
                };
                out.push(match &key[3..] {
                    "Length" => Facts { length: range, ..Facts::of(STRING) },
                    "Items" => Facts { items: range, ..Facts::of(ARRAY) },
                    _ => Facts { members: range, ..Facts::of(OBJECT) },
                });
            }
            "allOf" => each(self, words.list(key)?.unwrap_or_default(), out)?,
            "anyOf" => {
                let mut all = vec![Facts::of(ALL)];
                for sub in words.list(key)?.unwrap_or_default() {
                    all = joined(&all, &self.expand(&sub.opposite(), depth + 1)?)?;
                }
                out.extend(all);
            }
            "oneOf" => {
                // None of them, or two.
                let subs = words.list(key)?.unwrap_or_default();
                let mut none = vec![Facts::of(ALL)];
                let mut before: Vec<Facts<'a>> = Vec::new();
                for sub in &subs {
                    none = joined(&none, &self.expand(&sub.opposite(), depth + 1)?)?;
                    let all = self.expand(sub, depth + 1)?;
                    out.extend(joined(&before, &all)?);
                    before.extend(all);
                }
                out.extend(none);
            }
            "if" => {
                let Some(test) = words.sub(key) else { return Ok(()) };
                for (test, then) in [(test.clone(), "then"), (test.opposite(), "else")] {
                    let Some(then) = words.sub(then) else { continue };
                    let then = self.expand(&then.opposite(), depth + 1)?;
                    out.extend(joined(&self.expand(&test, depth + 1)?, &then)?);
                }
            }
            "dependentRequired" | "dependentSchemas" => {
                for (name, sub) in words.named(key)? {
                    let with = Facts { required: vec![name], ..Facts::of(OBJECT) };
                    let then: Vec<Facts<'a>> = match sub.value {
                        Value::Array(names) if key == "dependentRequired" => {
                            let names = names.iter().filter_map(Value::as_str);
                            names.map(|name| without(name, words.at)).collect()
                        }
                        _ => self.expand(&sub.opposite(), depth + 1)?,
                    };
                    out.extend(joined(&[with], &then)?);
                }
            }
            "additionalProperties" if closed(value) => {
                out.extend(with_another_member(words)?);
            }
            "additionalProperties" if open(value) => {}
            "not" => {
                let sub = words.sub(key);
                out.extend(sub.map_or(Ok(Vec::new()), |sub| self.expand(&sub, depth + 1))?);
            }
            "$ref" | "$dynamicRef" | "$recursiveRef" => {
                let target = self.target(words, key)?;
                each(self, vec![target], out)?;
            }
            "contains" => out.extend(self.contains_not(words)?),
            "prefixItems" | "items" => out.extend(self.items_not(words, key)?),
            // They name schemas and say nothing of values.
            "$id" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor" | "$defs" | "definitions" => {
            }
            _ => {
                let reason = format!("`{key}` inside of `not` or `if` cannot be enforced");
                return Err(SchemaError::new(words.at, reason));
            }
        }
        Ok(())
    }

    /// The types that a keyword `type` names.
    fn expand_alone(
        &mut self,
        key: &str,
        value: &'a Value,
        words: Keywords<'a, '_>,
    ) -> Result<Facts<'a>, SchemaError> {
        let names = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let mut types = 0;
        for name in names {
            types |= match name.as_str() {
                Some("null") => super::facts::NULL,
                Some("boolean") => super::facts::BOOLEAN,
                Some("integer" | "number") => NUMBER,
                Some("string") => STRING,
                Some("array") => ARRAY,
                Some("object") => OBJECT,
                _ => return Err(SchemaError::new(&words.place(key), "is not a type")),
            };
        }
        let has = |kind: &str| names.iter().any(|name| name == kind);
        let integer = has("integer") && !has("number");
        Ok(Facts { integer, ..Facts::of(types) })
    }
}

/// Objects with a member that `properties` beside `additionalProperties` does not name.
fn with_another_member<'a>(words: Keywords<'a, '_>) -> Result<Vec<Facts<'a>>, SchemaError> {
    let names: Vec<String> = words.named("properties")?.into_iter().map(|(n, _)| n).collect();
    if names.len() > NAMES_MAX || words.get("patternProperties").is_some() {
        let reason = "`additionalProperties` inside of `not` or `if` cannot be enforced here";
        return Err(SchemaError::new(words.at, reason));
    }
    let one = |set: usize| {
        let mut facts = Facts::of(OBJECT);
        for (n, name) in names.iter().enumerate() {
            if set >> n & 1 == 1 {
                facts.required.push(name.clone());
            } else {
                facts.objects.extend(without(name, words.at).objects);
            }
        }
        facts.members = (u64::from(set.count_ones()) + 1, None);
        facts
    };
    Ok((0..1 << names.len()).map(one).collect())
}

fn closed(others: &Value) -> bool {
    *others == Value::Bool(false)
}

fn open(others: &Value) -> bool {
    *others == Value::Bool(true) || others.as_object().is_some_and(serde_json::Map::is_empty)
}
