//! Bounds on the tokens that one more token can add to what an answer still needs: the cost of
//! values that a schema allows but does not require.

use crate::grammar::vocabulary::tokens::Vocabulary;
use serde_json::{Map, Value, json};

/// References are followed this deep; what lies deeper is a part of something already counted.
const DEPTH_MAX: usize = 24;
/// Costs above this are all alike: no witness is looked for that long.
const COST_MAX: usize = 4096;

/// Cost of a value, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Tokens of a shortest value, roughly, with the dearest of its alternatives.
    pub least: usize,
    /// The most that a part adds which may be opened and need not be.
    pub growth: usize,
    /// A text has a form of its own, so not every word leaves what it needs as it was.
    pub shaped: bool,
}

impl Cost {
    fn new(least: usize) -> Self {
        Self { least, ..Self::default() }
    }

    /// With a part that must come.
    pub fn and(self, part: Self) -> Self {
        Self {
            least: (self.least + part.least).min(COST_MAX),
            ..self.max_growth(part.growth, part)
        }
    }

    /// With a part that may come, and so many times.
    pub fn and_maybe(self, part: Self) -> Self {
        self.max_growth(part.growth.max(part.least), part)
    }

    /// Either of the two.
    pub fn or(self, other: Self) -> Self {
        let both = Self { least: self.least.max(other.least), ..self };
        both.max_growth(other.growth.max(self.least).max(other.least), other)
    }

    fn max_growth(self, growth: usize, part: Self) -> Self {
        let growth = self.growth.max(growth).min(COST_MAX);
        Self { growth, shaped: self.shaped || part.shaped, ..self }
    }

    /// A fixed text.
    pub fn text(vocabulary: &Vocabulary, text: &str) -> Self {
        Self::new(vocabulary.spell(text.as_bytes()).len())
    }
}

/// The cost of a value of `schema`, which is whole in itself.
pub(crate) fn cost(vocabulary: &Vocabulary, schema: &Value) -> Cost {
    CostCounter { vocabulary, root: schema }.value(schema, 0)
}

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

struct CostCounter<'a> {
    vocabulary: &'a Vocabulary,
    root: &'a Value,
}

impl CostCounter<'_> {
    fn value(&self, schema: &Value, depth: usize) -> Cost {
        let Some(map) = schema.as_object() else { return Cost::new(1) };
        if depth > DEPTH_MAX {
            return Cost::default();
        }
        let target = map.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
        let mut cost = Cost::default();
        if let Some(target) = target.and_then(|pointer| self.root.pointer(pointer)) {
            // A reference may lead back to where it stands: deeper ones add nothing new.
            cost = cost.and(self.value(target, depth + 6));
        }
        let literal = |value: &Value| Cost::text(self.vocabulary, &value.to_string());
        if let Some(value) = map.get("const") {
            return cost.and(literal(value));
        }
        if let Some(values) = map.get("enum").and_then(Value::as_array) {
            let all = values.iter().map(literal).reduce(Cost::or);
            return cost.and(all.unwrap_or_default());
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(options) = map.get(key).and_then(Value::as_array) {
                let all = options.iter().map(|option| self.value(option, depth + 1));
                cost = cost.and(all.reduce(Cost::or).unwrap_or_default());
            }
        }
        if let Some(parts) = map.get("allOf").and_then(Value::as_array) {
            cost = parts.iter().fold(cost, |cost, part| cost.and(self.value(part, depth + 1)));
        }
        cost.and(self.plain(map, depth))
    }

    /// The keywords of one type are enough to know it; others count nothing.
    fn plain(&self, map: &Map<String, Value>, depth: usize) -> Cost {
        let count = |key: &str| map.get(key).and_then(Value::as_u64).unwrap_or(0) as usize;
        let mut cost = Cost::new(3 + count("minLength").min(COST_MAX));
        if let Some(pattern) = map.get("pattern").and_then(Value::as_str) {
            cost.shaped = true;
            cost.least += pattern_cost(pattern);
        }
        let digits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        if digits.iter().any(|key| map.contains_key(*key)) {
            cost.least += 24;
        }
        self.array(map, depth, &mut cost);
        self.object(map, depth, &mut cost);
        cost
    }

    fn array(&self, map: &Map<String, Value>, depth: usize, cost: &mut Cost) {
        let least = map.get("minItems").and_then(Value::as_u64).unwrap_or(0) as usize;
        let least = least.min(COST_MAX);
        let first = map.get("prefixItems").and_then(Value::as_array);
        for (i, item) in first.into_iter().flatten().enumerate() {
            let item = self.value(item, depth + 1).and(Cost::new(1));
            *cost = if i < least { cost.and(item) } else { cost.and_maybe(item) };
        }
        let Some(items) = map.get("items") else { return };
        let item = self.value(items, depth + 1).and(Cost::new(1));
        let more = least.saturating_sub(first.map_or(0, Vec::len));
        cost.least = (cost.least + item.least.saturating_mul(more)).min(COST_MAX);
        *cost = cost.and_maybe(item);
    }

    fn object(&self, map: &Map<String, Value>, depth: usize, cost: &mut Cost) {
        let is_required = |name: &str| {
            let names = map.get("required").and_then(Value::as_array);
            names.is_some_and(|names| names.iter().any(|n| n.as_str() == Some(name)))
        };
        let none = Map::new();
        let named = map.get("properties").and_then(Value::as_object).unwrap_or(&none);
        for (name, value) in named {
            let name_cost = Cost::text(self.vocabulary, &Value::from(name.as_str()).to_string());
            let member = self.value(value, depth + 1).and(name_cost).and(Cost::new(3));
            *cost = if is_required(name) { cost.and(member) } else { cost.and_maybe(member) };
        }
        let required = map.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !named.contains_key(name) {
                *cost = cost.and(Cost::text(self.vocabulary, name)).and(Cost::new(8));
            }
        }
        let patterned = map.get("patternProperties").and_then(Value::as_object).unwrap_or(&none);
        for (pattern, value) in patterned {
            let name = Cost { shaped: true, ..Cost::new(pattern_cost(pattern) + 4) };
            *cost = cost.and_maybe(self.value(value, depth + 1).and(name));
        }
        if let Some(value) = map.get("additionalProperties").filter(|v| v.is_object()) {
            *cost = cost.and_maybe(self.value(value, depth + 1).and(Cost::new(6)));
        }
    }
}

/// A bound that most patterns keep: their own length times their largest number.
fn pattern_cost(pattern: &str) -> usize {
    let numbers = pattern.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
    let times: usize = numbers.max().unwrap_or(1usize).clamp(1, COST_MAX);
    pattern.len().saturating_mul(times).min(COST_MAX)
}
