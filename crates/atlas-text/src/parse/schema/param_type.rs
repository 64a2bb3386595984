//! The type of one parameter, and reading a value that was written as bare text.

use crate::parse::json::write::push_json_string;
use serde::de::IgnoredAny;
use serde_json::Value;

pub(crate) const STRING: u8 = 1;
pub(crate) const INTEGER: u8 = 2;
pub(crate) const NUMBER: u8 = 4;
pub(crate) const BOOLEAN: u8 = 8;
pub(crate) const NULL: u8 = 16;
pub(crate) const ARRAY: u8 = 32;
pub(crate) const OBJECT: u8 = 64;

/// References in a schema are followed this deep.
const DEPTH_MAX: u32 = 16;

/// Type of a parameter by its schema: the JSON types it may have and the values it lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParamType {
    /// A set of the bits above; empty when the schema does not say.
    pub types: u8,
    /// The values of `enum` and `const`; empty when there are none.
    pub literals: Vec<Value>,
}

impl ParamType {
    /// Reads a schema; `root` resolves local references.
    pub fn of(schema: &Value, root: &Value) -> Self {
        Self::resolve(schema, root, 0)
    }

    fn resolve(schema: &Value, root: &Value, depth: u32) -> Self {
        let mut found = Self::default();
        let Some(fields) = schema.as_object().filter(|_| depth < DEPTH_MAX) else { return found };
        if let Some(target) = fields.get("$ref").and_then(Value::as_str) {
            let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
            if let Some(target) = target {
                found = Self::resolve(target, root, depth + 1);
            }
        }
        match fields.get("type") {
            Some(Value::String(name)) => found.types |= bit(name),
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).for_each(|n| found.types |= bit(n));
            }
            _ => {}
        }
        for key in ["anyOf", "oneOf", "allOf"] {
            for part in fields.get(key).and_then(Value::as_array).into_iter().flatten() {
                let part = Self::resolve(part, root, depth + 1);
                found.types |= part.types;
                found.literals.extend(part.literals);
            }
        }
        found.literals.extend(fields.get("const").cloned());
        found
            .literals
            .extend(fields.get("enum").and_then(Value::as_array).into_iter().flatten().cloned());
        if found.types == 0 {
            found.types = found.literals.iter().fold(0, |types, v| types | type_of(v));
        }
        if found.types == 0 && fields.contains_key("properties") {
            found.types = OBJECT;
        }
        if found.types == 0 && fields.contains_key("items") {
            found.types = ARRAY;
        }
        if found.types != 0 && fields.get("nullable") == Some(&Value::Bool(true)) {
            found.types |= NULL;
        }
        found
    }

    /// Either this type or another.
    pub fn join(&mut self, other: &Self) {
        let open = |one: &Self| one.types == 0;
        if open(self) || open(other) {
            *self = Self::default();
            return;
        }
        // Listed values of one hold no longer if the other takes any value of their type.
        let free = |one: &Self| one.literals.is_empty();
        let keep = !(free(self) || free(other)) || self.types & other.types == 0;
        self.types |= other.types;
        self.literals.extend(other.literals.iter().cloned());
        if !keep {
            self.literals.clear();
        }
    }

    /// Whether every text is its own value, so that it can stream.
    pub fn is_text(&self) -> bool {
        self.types & !STRING == 0 && self.literals.iter().all(Value::is_string)
    }

    /// Whether a text that begins like this may still be something else than a string. Called
    /// with every longer beginning in turn.
    pub fn is_open(&self, begin: &str) -> bool {
        if self.types & STRING == 0 || self.literals.iter().any(|v| !v.is_string()) {
            return true;
        }
        let bytes = begin.as_bytes();
        let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return true };
        let number = first.is_ascii_digit() || *first == b'-';
        (self.types & OBJECT != 0 && *first == b'{')
            || (self.types & ARRAY != 0 && *first == b'[')
            || (self.types & NULL != 0 && "null".starts_with(begin))
            || (self.types & BOOLEAN != 0
                && ("true".starts_with(begin) || "false".starts_with(begin)))
            || (self.types & (INTEGER | NUMBER) != 0
                && number
                && (last.is_ascii_digit() || matches!(last, b'.' | b'-' | b'+' | b'e' | b'E')))
    }

    /// The JSON text of a value written as `text`; `None` if it is none of the types.
    ///
    /// If a string is allowed, only exact literals of the other types count as those.
    pub fn read(&self, text: &str) -> Option<String> {
        let string = self.types & STRING != 0;
        let bare = if string { text } else { text.trim() };
        if self.literals.iter().any(|v| v.as_str() == Some(text)) || self.types == 0 {
            return Some(json_string(text));
        }
        let mut others = self.literals.iter().filter(|v| !v.is_string()).peekable();
        if others.peek().is_some()
            && let Ok(value) = serde_json::from_str::<Value>(bare)
            && others.any(|v| *v == value)
        {
            return Some(bare.to_owned());
        }
        if let Some(name) = self.read_name(bare, string) {
            return Some(name.to_owned());
        }
        let number = (self.types & NUMBER != 0 && is_number(bare))
            || (self.types & INTEGER != 0 && is_integer(bare));
        let nested = (self.types & OBJECT != 0 && bare.starts_with('{'))
            || (self.types & ARRAY != 0 && bare.starts_with('['));
        if number || (nested && is_json(bare)) {
            return Some(bare.to_owned());
        }
        string.then(|| json_string(text))
    }

    /// `null` and the booleans; their spellings in Python too, where no string is allowed.
    fn read_name(&self, bare: &str, string: bool) -> Option<&'static str> {
        let name = match bare {
            "null" => "null",
            "true" => "true",
            "false" => "false",
            "None" if !string => "null",
            "True" if !string => "true",
            "False" if !string => "false",
            _ => return None,
        };
        let needs = if name == "null" { NULL } else { BOOLEAN };
        (self.types & needs != 0).then_some(name)
    }

    /// Whether a JSON value is of the types and among the values listed.
    pub fn admits(&self, value: &Value) -> bool {
        let of_type = self.types == 0
            || self.types & type_of(value) != 0
            || (self.types & INTEGER != 0 && value.as_f64().is_some_and(|n| n.fract() == 0.0));
        let literals = &self.literals;
        of_type && (literals.is_empty() || literals.contains(value) || self.is_wider(value))
    }

    /// In a union, values may be listed for one type only: another type is free.
    fn is_wider(&self, value: &Value) -> bool {
        let listed = self.literals.iter().fold(0, |types, v| types | type_of(v));
        listed & type_of(value) == 0
    }
}

fn json_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_json_string(&mut out, text);
    out
}

fn bit(name: &str) -> u8 {
    match name {
        "string" => STRING,
        "integer" => INTEGER,
        "number" => NUMBER,
        "boolean" => BOOLEAN,
        "null" => NULL,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => 0,
    }
}

fn type_of(value: &Value) -> u8 {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOLEAN,
        Value::Number(n) if n.is_f64() => NUMBER,
        Value::Number(_) => INTEGER | NUMBER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}

/// Whether `text` is one JSON value, blanks around it allowed.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Whether `text` is a JSON number as it stands.
pub(crate) fn is_number(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    starts && text.ends_with(|c: char| c.is_ascii_digit()) && is_json(text)
}

fn is_integer(text: &str) -> bool {
    is_number(text)
        && (!text.contains(['.', 'e', 'E']) || text.parse().is_ok_and(|n: f64| n.fract() == 0.0))
}

/// The JSON text of a value of unknown type: a literal if it is one, else a string.
pub(crate) fn read_literal(text: &str) -> String {
    if matches!(text, "null" | "true" | "false") || is_number(text) {
        return text.to_owned();
    }
    json_string(text)
}
