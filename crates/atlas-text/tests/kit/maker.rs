//! Random schemas and tools, from a seed.

use super::formats;
use super::regex::Rx;
use super::rng::Rng;
use super::schema::Pattern;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Makes schemas; the patterns in them are kept by their source.
pub struct Maker {
    pub rng: Rng,
    pub patterns: HashMap<String, Pattern>,
    /// Also what the automaton does not know: bounds with a fraction, every format.
    pub wide: bool,
    /// Definitions that may be referred to.
    refs: usize,
}

const NAMES: &[&str] = &[
    "a",
    "ab",
    "abc",
    "name",
    "id",
    "größe",
    "x-1",
    "say \"hi\"",
    "path/to",
    "items",
    "value",
    "k\\",
    "_",
];

impl Maker {
    pub fn new(seed: u64, wide: bool) -> Self {
        Self { rng: Rng(seed), patterns: HashMap::new(), wide, refs: 0 }
    }

    /// A whole schema, with definitions if it likes.
    pub fn schema(&mut self) -> Value {
        self.refs = self.rng.below(3);
        let mut schema = self.any(3);
        if self.refs > 0 && schema.is_object() {
            // Every cycle goes through an optional part, so every value can end.
            let definitions: Map<String, Value> =
                (0..self.refs).map(|n| (format!("d{n}"), self.definition())).collect();
            schema["$defs"] = Value::Object(definitions);
        }
        self.refs = 0;
        schema
    }

    fn definition(&mut self) -> Value {
        let refs = self.refs;
        if self.rng.once_in(2) {
            let next = json!({"$ref": format!("#/$defs/d{}", self.rng.below(refs))});
            self.refs = 0;
            let value = self.any(0);
            self.refs = refs;
            return match self.rng.below(2) {
                0 => json!({"type": "object", "properties": {"v": value, "next": next},
                    "required": ["v"], "additionalProperties": false}),
                _ => json!({"type": "array", "items": next, "maxItems": 3}),
            };
        }
        self.refs = 0;
        let value = self.any(1);
        self.refs = refs;
        value
    }

    fn any(&mut self, depth: usize) -> Value {
        match self.rng.below(if depth == 0 { 10 } else { 18 }) {
            0 | 1 => self.number("integer"),
            2 => self.number("number"),
            3..6 => self.string(),
            6 => json!({"type": if self.rng.once_in(2) { "boolean" } else { "null" }}),
            7 => {
                let n = 1 + self.rng.below(4);
                json!({"enum": (0..n).map(|_| self.constant(1)).collect::<Vec<_>>()})
            }
            8 => json!({"const": self.constant(1)}),
            9 if self.refs > 0 => {
                json!({"$ref": format!("#/$defs/d{}", self.rng.below(self.refs))})
            }
            9 => self.of_many_types(),
            10..13 => self.array(depth - 1),
            13..16 => self.object(depth - 1),
            16 if self.rng.once_in(6) && !self.wide => {
                // Values of one alternative alone, as the oracle takes all of them.
                let mut all = vec![self.string(), self.number("integer")];
                all.extend(self.rng.once_in(2).then(|| json!({"type": "boolean"})));
                json!({ "oneOf": all })
            }
            16 => {
                let n = 2 + self.rng.below(2);
                let all: Vec<Value> = (0..n).map(|_| self.any(depth - 1)).collect();
                json!({ "anyOf": all })
            }
            _ => self.all_of(depth - 1),
        }
    }

    fn constant(&mut self, depth: usize) -> Value {
        match self.rng.below(if depth == 0 { 5 } else { 7 }) {
            0 => json!(self.rng.below(2000) as i64 - 1000),
            1 => json!(
                ["on", "off", "a\"b", "größer", "北京", "tab\there", "", "<x>", "\u{1}"]
                    [self.rng.below(9)]
            ),
            2 => json!(self.rng.once_in(2)),
            3 => Value::Null,
            4 => json!(NAMES[self.rng.below(NAMES.len())]),
            5 => (0..self.rng.below(3)).map(|_| self.constant(0)).collect(),
            _ => json!({NAMES[self.rng.below(5)]: self.constant(0)}),
        }
    }

    fn of_many_types(&mut self) -> Value {
        match self.rng.below(4) {
            0 => json!({"type": ["string", "null"], "maxLength": 5}),
            1 => json!({"type": ["integer", "boolean"], "minimum": 3}),
            2 => json!({"minLength": 2, "maximum": 7}),
            _ => json!({"type": ["array", "integer"], "items": {"type": "integer"}}),
        }
    }

    fn number(&mut self, kind: &str) -> Value {
        let mut out = json!({"type": kind});
        let scale = [10, 100, 5000][self.rng.below(3)];
        let lo = self.rng.below(scale) as i64 - scale as i64 / 3;
        let hi = lo + 2 + self.rng.below(scale) as i64;
        let part = |n: i64, rng: &mut Rng| {
            let tenths = rng.below(3) as f64 / 4.0;
            if tenths == 0.0 { json!(n) } else { json!(n as f64 + tenths) }
        };
        let fraction = self.wide && kind == "number";
        let bound = |n: i64, rng: &mut Rng| if fraction { part(n, rng) } else { json!(n) };
        match self.rng.below(4) {
            0 => out["minimum"] = bound(lo, &mut self.rng),
            1 => out["exclusiveMinimum"] = bound(lo, &mut self.rng),
            _ => {}
        }
        match self.rng.below(4) {
            0 => out["maximum"] = bound(hi, &mut self.rng),
            1 => out["exclusiveMaximum"] = bound(hi + 1, &mut self.rng),
            _ => {}
        }
        if self.rng.once_in(5) && kind == "integer" && scale > 10 {
            // A multiple must be between the bounds.
            if hi - lo > 20 {
                out["multipleOf"] = json!([2, 3, 5, 7][self.rng.below(4)]);
            }
        } else if self.rng.once_in(6) && fraction && hi - lo > 4 {
            out["multipleOf"] = json!([0.5, 0.25, 2.0][self.rng.below(3)]);
        }
        out
    }

    fn string(&mut self) -> Value {
        let mut out = json!({"type": "string"});
        match self.rng.below(8) {
            0..3 => {}
            3 | 4 => {
                if self.rng.once_in(2) {
                    out["minLength"] = json!(self.rng.below(5));
                }
                if self.rng.once_in(2) {
                    let more = if self.rng.once_in(3) { 300 } else { 12 };
                    out["maxLength"] = json!(5 + self.rng.below(more));
                }
            }
            5 => out["pattern"] = json!(self.pattern(false)),
            6 => {
                // The bounds leave room for the pattern.
                out["pattern"] = json!(self.pattern(true));
                out["maxLength"] = json!(20 + self.rng.below(5));
            }
            _ => {
                let wide = ["email", "hostname", "ipv6", "uri", "duration"];
                let n = formats::KNOWN.len() + if self.wide { wide.len() } else { 0 };
                let at = self.rng.below(n);
                let known = formats::KNOWN.get(at);
                out["format"] = json!(known.unwrap_or_else(|| &wide[at - formats::KNOWN.len()]));
            }
        }
        out
    }

    fn pattern(&mut self, small: bool) -> String {
        let inner = if small { Rx::small(&mut self.rng) } else { Rx::random(&mut self.rng, 2) };
        let (start, end) = (self.rng.below(4) != 0, self.rng.below(4) != 0);
        let pattern = Pattern { inner, start, end };
        let source = pattern.source();
        self.patterns.insert(source.clone(), pattern);
        source
    }

    fn array(&mut self, depth: usize) -> Value {
        let mut out = json!({"type": "array"});
        let mut least = 0;
        if self.rng.once_in(3) {
            let n = 1 + self.rng.below(3);
            out["prefixItems"] = (0..n).map(|_| self.any(depth)).collect();
            least = n;
        }
        match self.rng.below(8) {
            0 => {}
            1 if least > 0 => out["items"] = json!(false),
            _ => out["items"] = self.any(depth),
        }
        let bounded = out.get("items") == Some(&json!(false));
        if self.rng.once_in(3) {
            let most = if bounded { least } else { least + 3 };
            least = self.rng.below(most + 1);
            out["minItems"] = json!(least);
        }
        if self.rng.once_in(3) {
            out["maxItems"] = json!(least.max(1) + self.rng.below(4));
        }
        out
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let long = self.wide && self.rng.once_in(12);
        for _ in 0..self.rng.below(5) {
            let name = NAMES[self.rng.below(NAMES.len())].to_owned();
            if !properties.contains_key(&name) {
                let value = self.any(depth);
                properties.insert(name.clone(), value);
                if self.rng.once_in(2) {
                    required.push(name);
                }
            }
        }
        for n in 0..if long { 10 + self.rng.below(40) } else { 0 } {
            let name = format!("field_number_{n}");
            properties.insert(name.clone(), self.any(0));
            required.push(name);
        }
        let mut out = json!({"type": "object"});
        let optional = properties.len() - required.len();
        if !properties.is_empty() || self.rng.once_in(2) {
            out["properties"] = Value::Object(properties);
        }
        let closed = match self.rng.below(5) {
            0 => false,
            1 => {
                out["additionalProperties"] = self.any(depth.min(1));
                false
            }
            _ => {
                out["additionalProperties"] = json!(false);
                true
            }
        };
        if self.rng.once_in(8) {
            let pattern = Pattern {
                inner: Rx::Seq(vec![Rx::Text("p_".into()), Rx::Set(vec![(97, 122)])]),
                start: true,
                end: self.rng.once_in(2),
            };
            let source = pattern.source();
            self.patterns.insert(source.clone(), pattern);
            out["patternProperties"] = json!({source: self.any(0)});
        } else if closed && optional > 0 && self.rng.once_in(4) {
            let fixed = required.len();
            match self.rng.below(2) {
                0 => out["minProperties"] = json!(fixed + 1),
                _ => out["maxProperties"] = json!(fixed + 1),
            }
        } else if !closed && optional == 0 && self.rng.once_in(4) {
            let fixed = required.len();
            match self.rng.below(2) {
                0 => out["minProperties"] = json!(fixed + 1),
                _ => out["maxProperties"] = json!(fixed + 1 + self.rng.below(2)),
            }
        }
        if !closed
            && self.rng.once_in(8)
            && out.get("maxProperties").is_none()
            && out.get("minProperties").is_none()
        {
            required.push("extra".to_owned());
        }
        if !required.is_empty() {
            out["required"] = json!(required);
        }
        out
    }

    fn all_of(&mut self, depth: usize) -> Value {
        match self.rng.below(3) {
            0 => {
                json!({"allOf": [{"type": "integer", "minimum": -5}, {"type": "integer", "maximum": self.rng.below(90)}]})
            }
            1 => {
                json!({"allOf": [{"type": "string", "minLength": 2}, {"type": "string", "maxLength": 9}]})
            }
            _ => json!({"allOf": [
                {"type": "object", "properties": {"p": self.any(depth)}, "required": ["p"]},
                {"type": "object", "properties": {"q": self.any(depth)}, "required": ["q"]}]}),
        }
    }

    /// Tools with parameters of all kinds.
    pub fn tools(&mut self) -> Vec<Value> {
        (0..1 + self.rng.below(4))
            .map(|n| {
                let mut properties = Map::new();
                let mut required = Vec::new();
                for name in ["path", "text", "n", "opts", "größe"].iter().take(self.rng.below(6))
                {
                    let schema = match self.rng.below(6) {
                        0..3 => self.text(),
                        3 => json!({"enum": ["on", "a<b", "größer", 3, true]}),
                        _ => self.any(1),
                    };
                    properties.insert((*name).to_owned(), schema);
                    if self.rng.once_in(2) {
                        required.push(*name);
                    }
                }
                json!({"type": "function", "function": {"name": format!("tool_{n}"), "parameters": {
                "type": "object", "properties": properties, "required": required}}})
            })
            .collect()
    }

    fn text(&mut self) -> Value {
        let mut out = json!({"type": "string"});
        if self.rng.once_in(5) {
            out["pattern"] = json!(self.pattern(true));
            if self.rng.once_in(2) {
                out["maxLength"] = json!(20 + self.rng.below(9));
            }
            return out;
        }
        if self.rng.once_in(2) {
            out["minLength"] = json!(self.rng.below(4));
        }
        if self.rng.once_in(2) {
            let more = if self.rng.once_in(2) { 600 } else { 12 };
            out["maxLength"] = json!(4 + self.rng.below(more));
        }
        out
    }
}
