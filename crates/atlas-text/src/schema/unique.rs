//! Arrays whose items all differ.

use super::equal::same;
use super::facts::{ALL, ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING};
use super::literals::type_of;
use serde_json::{Value, json};

/// More alternatives of one array are not written out.
const WAYS_MAX: usize = 256;
/// Longer arrays, and items of more values, are not written out.
const ITEMS_MAX: usize = 16;

/// One place of an array.
enum Item<'v> {
    /// Its only values.
    Values(Vec<Value>),
    /// Its schema. No other place has values of its types.
    Free(&'v Value),
}

/// Alternatives of all arrays of different items, in the plain form. `first`, `items`: the schemas
/// of the first items and of all others; `count`: fewest and most. `None`: they are too many, or
/// items of unlisted values would have to be compared.
pub(super) fn unique(
    first: &[Value],
    items: &Value,
    (least, most): (u64, Option<u64>),
) -> Option<Vec<Value>> {
    let other = values(items);
    // Others come until their values are used up.
    let len = match (most, &other) {
        (Some(most), None) => most,
        (Some(most), Some(all)) => most.min((first.len() + all.len()) as u64),
        (None, other) => (first.len() + other.as_ref()?.len()) as u64,
    };
    let len = usize::try_from(len).ok().filter(|len| *len <= ITEMS_MAX)?;
    let schemas: Vec<&Value> = (0..len).map(|n| first.get(n).unwrap_or(items)).collect();
    let mut all = Vec::new();
    for (n, schema) in schemas.iter().enumerate() {
        if let Some(values) = values(schema) {
            all.push(Item::Values(values));
            continue;
        }
        let mut others = schemas.iter().enumerate().filter(|(m, _)| *m != n);
        if others.any(|(_, other)| types(schema) & types(other) != 0) {
            return None;
        }
        all.push(Item::Free(schema));
    }
    let mut ways = Ways { all, least: usize::try_from(least).ok()?, out: Vec::new() };
    if least == 0 {
        ways.out.push(json!({"type": "array", "maxItems": 0}));
    }
    ways.go_on(&mut Vec::new(), &mut Vec::new()).then_some(ways.out)
}

struct Ways<'v> {
    all: Vec<Item<'v>>,
    least: usize,
    out: Vec<Value>,
}

impl Ways<'_> {
    /// Adds the arrays that begin with `before`, of which the values `used` have come, and have
    /// more items. Returns false if there are too many.
    fn go_on(&mut self, before: &mut Vec<Value>, used: &mut Vec<Value>) -> bool {
        let len = before.len();
        let (last, options) = match self.all.get(len) {
            None => return true,
            Some(Item::Free(schema)) => ((*schema).clone(), vec![None]),
            Some(Item::Values(values)) => {
                let new = values.iter().filter(|v| !used.iter().any(|w| same(v, w)));
                let new: Vec<Value> = new.cloned().collect();
                (json!({ "enum": new }), new.into_iter().map(Some).collect())
            }
        };
        if options.is_empty() {
            return true;
        }
        if len + 1 >= self.least {
            let mut first = before.clone();
            first.push(last.clone());
            self.out.push(json!({"type": "array", "prefixItems": first, "items": false,
                "minItems": len + 1, "maxItems": len + 1}));
        }
        if self.out.len() > WAYS_MAX {
            return false;
        }
        if len + 1 == self.all.len() {
            return true;
        }
        for option in options {
            let is_value = option.is_some();
            before.push(option.as_ref().map_or_else(|| last.clone(), |v| json!({ "enum": [v] })));
            used.extend(option);
            let whole = self.go_on(before, used);
            before.pop();
            if is_value {
                used.pop();
            }
            if !whole {
                return false;
            }
        }
        true
    }
}

/// All values of a schema in the plain form, if they are few.
fn values(schema: &Value) -> Option<Vec<Value>> {
    if *schema == Value::Bool(false) {
        return Some(Vec::new());
    }
    if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
        let mut out: Vec<Value> = Vec::new();
        for option in options {
            for value in values(option)? {
                if !out.iter().any(|w| same(&value, w)) {
                    out.push(value);
                }
            }
        }
        return Some(out).filter(|out| out.len() <= ITEMS_MAX);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(values.clone()).filter(|all| all.len() <= ITEMS_MAX);
    }
    match schema.get("type").and_then(Value::as_str)? {
        "boolean" => Some(vec![Value::Bool(false), Value::Bool(true)]),
        "null" => Some(vec![Value::Null]),
        "integer" if schema.get("multipleOf").is_none() => {
            let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
            let (low, high) = (bound("minimum")?, bound("maximum")?);
            let few = high.checked_sub(low).is_some_and(|n| n < ITEMS_MAX as i64);
            few.then(|| (low..=high).map(Value::from).collect())
        }
        _ => None,
    }
}

/// The types of a schema in the plain form.
fn types(schema: &Value) -> u8 {
    if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
        return options.iter().fold(0, |all, option| all | types(option));
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().fold(0, |all, value| all | type_of(value));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("null") => NULL,
        Some("boolean") => BOOLEAN,
        Some("integer" | "number") => NUMBER,
        Some("string") => STRING,
        Some("array") => ARRAY,
        Some("object") => OBJECT,
        _ => ALL,
    }
}
