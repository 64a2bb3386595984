//! JSON schemas as languages of bytes, read from the schema itself.

use super::number::{NumSpec, Range};
use super::regex::{ALL, Rx};
use super::term::{ANY_TIMES, EMPTY, EPS, Spelling, Term, Terms};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Turns schemas into terms. Patterns are known beforehand, by their source.
pub struct Schemas<'a> {
    pub terms: &'a mut Terms,
    pub patterns: &'a HashMap<String, Pattern>,
    root: Value,
    refs: HashMap<String, Term>,
    any: Option<Term>,
    spelling: Spelling,
    blanks: Term,
}

/// A pattern with its anchors.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub inner: Rx,
    pub start: bool,
    pub end: bool,
}

impl Pattern {
    pub fn source(&self) -> String {
        let (start, end) = (if self.start { "^" } else { "" }, if self.end { "$" } else { "" });
        format!("{start}{}{end}", self.inner.source())
    }
}

type Object = Map<String, Value>;

impl<'a> Schemas<'a> {
    pub fn new(terms: &'a mut Terms, patterns: &'a HashMap<String, Pattern>, root: &Value) -> Self {
        let blanks = blanks(terms);
        let spelling = Spelling::Json(!has_open_names(root));
        Self {
            terms,
            patterns,
            root: root.clone(),
            refs: HashMap::new(),
            any: None,
            spelling,
            blanks,
        }
    }

    /// The same as part of a form where control characters are spelled so.
    pub fn spelled(self, hex: bool) -> Self {
        Self { spelling: Spelling::Json(hex), ..self }
    }

    /// The language of the whole schema.
    pub fn term(&mut self) -> Term {
        let root = self.root.clone();
        self.value(&root)
    }

    fn value(&mut self, schema: &Value) -> Term {
        let Some(map) = schema.as_object() else {
            return if schema == &Value::Bool(false) { EMPTY } else { self.any() };
        };
        if let Some(name) = map.get("$ref").and_then(Value::as_str) {
            return self.reference(name);
        }
        if let Some(value) = map.get("const") {
            return self.constant(value);
        }
        if let Some(values) = map.get("enum").and_then(Value::as_array) {
            let all: Vec<Term> = values.iter().map(|v| self.constant(v)).collect();
            return self.terms.alt(&all);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(options) = map.get(key).and_then(Value::as_array) {
                let all: Vec<Term> = options.iter().map(|s| self.value(s)).collect();
                return self.terms.alt(&all);
            }
        }
        if let Some(parts) = map.get("allOf").and_then(Value::as_array) {
            return self.value(&merged(parts));
        }
        let types: Vec<String> = match map.get("type") {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(many)) => {
                many.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ if map.keys().all(|k| ["$defs", "title", "description"].contains(&k.as_str())) => {
                return self.any();
            }
            _ => {
                ["null", "boolean", "number", "string", "array", "object"].map(String::from).into()
            }
        };
        let all: Vec<Term> = types.iter().map(|t| self.typed(t, map)).collect();
        self.terms.alt(&all)
    }

    fn typed(&mut self, kind: &str, map: &Object) -> Term {
        match kind {
            "null" => self.terms.lit("null"),
            "boolean" => {
                let (yes, no) = (self.terms.lit("true"), self.terms.lit("false"));
                self.terms.alt(&[yes, no])
            }
            "integer" | "number" => number(self.terms, kind == "integer", map),
            "string" => self.string(map),
            "array" => self.array(map),
            "object" => self.object(map),
            other => panic!("type {other}"),
        }
    }

    fn reference(&mut self, name: &str) -> Term {
        if let Some(&known) = self.refs.get(name) {
            return known;
        }
        let term = self.terms.declare();
        self.refs.insert(name.to_owned(), term);
        let target = self.root.pointer(&name[1..]).expect("a definition").clone();
        let value = self.value(&target);
        self.terms.define(term, value);
        term
    }

    fn any(&mut self) -> Term {
        if let Some(any) = self.any {
            return any;
        }
        let any = self.terms.declare();
        self.any = Some(any);
        let types = ["null", "boolean", "number", "string", "array", "object"];
        let all: Vec<Term> = types.iter().map(|kind| self.typed(kind, &Map::new())).collect();
        let all = self.terms.alt(&all);
        self.terms.define(any, all);
        any
    }

    fn constant(&mut self, value: &Value) -> Term {
        match value {
            Value::String(text) => self.quoted(text),
            Value::Array(items) => {
                let items: Vec<Value> = items.iter().map(|v| json!({"const": v})).collect();
                let n = items.len();
                let schema = json!({"prefixItems": items, "minItems": n, "maxItems": n});
                self.array(schema.as_object().expect("an object"))
            }
            Value::Object(map) => {
                let names: Vec<&String> = map.keys().collect();
                let properties: Object =
                    map.iter().map(|(k, v)| (k.clone(), json!({"const": v}))).collect();
                let schema = json!({"properties": properties, "required": names,
                    "additionalProperties": false});
                self.object(schema.as_object().expect("an object"))
            }
            other => self.terms.lit(other.to_string()),
        }
    }

    /// A string with one content. The names of properties have one spelling.
    fn quoted(&mut self, text: &str) -> Term {
        let rx = Rx::Text(text.to_owned()).term(self.terms, self.spelling);
        let quote = self.terms.lit("\"");
        self.terms.seq(&[quote, rx, quote])
    }

    fn chars(&mut self, min: u32, max: u32) -> Term {
        let one = self.terms.char(ALL, self.spelling);
        self.terms.rep(one, min, max)
    }

    fn pattern(&mut self, source: &str) -> Term {
        let pattern =
            self.patterns.get(source).unwrap_or_else(|| panic!("pattern {source}")).clone();
        let inner = pattern.inner.term(self.terms, self.spelling);
        let more = self.chars(0, ANY_TIMES);
        let (before, after) =
            (if pattern.start { EPS } else { more }, if pattern.end { EPS } else { more });
        self.terms.seq(&[before, inner, after])
    }

    fn string(&mut self, map: &Object) -> Term {
        let count = |key: &str| map.get(key).and_then(Value::as_u64).map(|n| n as u32);
        let (min, max) = (count("minLength"), count("maxLength"));
        let mut body = self.chars(min.unwrap_or(0), max.unwrap_or(ANY_TIMES));
        if let Some(source) = map.get("pattern").and_then(Value::as_str) {
            let pattern = self.pattern(source);
            body = if min.is_none() && max.is_none() {
                pattern
            } else {
                self.terms.and(body, pattern)
            };
        }
        if let Some(format) = map.get("format").and_then(Value::as_str) {
            body = super::formats::format(self.terms, format);
        }
        let quote = self.terms.lit("\"");
        self.terms.seq(&[quote, body, quote])
    }

    fn separator(&mut self) -> Term {
        let comma = self.terms.lit(",");
        self.terms.seq(&[self.blanks, comma, self.blanks])
    }

    fn array(&mut self, map: &Object) -> Term {
        let count = |key: &str| map.get(key).and_then(Value::as_u64).map(|n| n as u32);
        let (min, max) = (count("minItems").unwrap_or(0), count("maxItems").unwrap_or(ANY_TIMES));
        let first = map.get("prefixItems").and_then(Value::as_array).cloned().unwrap_or_default();
        let first: Vec<Term> = first.iter().map(|s| self.value(s)).collect();
        let more = map.get("items").cloned().unwrap_or(Value::Bool(true));
        let more = self.value(&more);
        let comma = self.separator();
        let end = self.terms.lit("]");
        let close = self.terms.seq(&[self.blanks, end]);
        // From the last place that has an item of its own backwards.
        let n = first.len() as u32;
        let after = self.terms.seq(&[comma, more]);
        let left = if max == ANY_TIMES { max } else { max.saturating_sub(n.max(1)) };
        let many = self.terms.rep(after, min.saturating_sub(n.max(1)), left);
        let mut rest = self.terms.seq(&[many, close]);
        for at in (0..n.max(1)).rev() {
            let item = first.get(at as usize).copied().unwrap_or(more);
            let item = if at == 0 { item } else { self.terms.seq(&[comma, item]) };
            let go_on = if at < max { self.terms.seq(&[item, rest]) } else { EMPTY };
            let stop = match (at >= min, at) {
                (false, _) => EMPTY,
                (true, 0) => end,
                (true, _) => close,
            };
            rest = self.terms.alt(&[go_on, stop]);
        }
        let open = self.terms.lit("[");
        self.terms.seq(&[open, self.blanks, rest])
    }

    fn member(&mut self, name: Term, value: Term) -> Term {
        let colon = self.terms.lit(":");
        self.terms.seq(&[name, self.blanks, colon, self.blanks, value])
    }

    fn object(&mut self, map: &Object) -> Term {
        let empty = Map::new();
        let named = map.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let patterned = map.get("patternProperties").and_then(Value::as_object).unwrap_or(&empty);
        let required: Vec<&str> = map
            .get("required")
            .and_then(Value::as_array)
            .map(|all| all.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let additional = map.get("additionalProperties").cloned().unwrap_or(Value::Bool(true));
        let mut members = Vec::new();
        let mut taken = Vec::new();
        let extra = required.iter().filter(|name| !named.contains_key(**name));
        let names: Vec<String> =
            named.keys().cloned().chain(extra.map(|name| (*name).to_owned())).collect();
        for name in &names {
            let value = match named.get(name) {
                Some(schema) => self.value(schema),
                None => self.value(&additional),
            };
            let key = self.quoted(name);
            taken.push(key);
            if value != EMPTY {
                let member = self.member(key, value);
                members.push((member, required.contains(&name.as_str())));
            }
        }
        let mut others = Vec::new();
        let quote = self.terms.lit("\"");
        let fixed = self.terms.alt(&taken);
        for (source, schema) in patterned {
            let body = self.pattern(source);
            let key = self.terms.seq(&[quote, body, quote]);
            taken.push(key);
            let others_only = self.terms.not(fixed);
            let key = if fixed == EMPTY { key } else { self.terms.and(key, others_only) };
            let value = self.value(schema);
            others.push(self.member(key, value));
        }
        let value = self.value(&additional);
        if value != EMPTY {
            let body = self.chars(0, ANY_TIMES);
            let mut key = self.terms.seq(&[quote, body, quote]);
            if !taken.is_empty() {
                let taken = self.terms.alt(&taken);
                let free = self.terms.not(taken);
                key = self.terms.and(key, free);
            }
            others.push(self.member(key, value));
        }
        let count = |key: &str| map.get(key).and_then(Value::as_u64).map(|n| n as u32);
        let fixed_count = members.iter().filter(|(_, required)| *required).count() as u32;
        let min = count("minProperties").unwrap_or(0).saturating_sub(fixed_count);
        let max = count("maxProperties").map_or(ANY_TIMES, |n| n.saturating_sub(fixed_count));
        let others = self.terms.alt(&others);
        if others == EMPTY && members.len() as u32 > fixed_count && (min > 0 || max != ANY_TIMES) {
            return self.counted(&members, min, max);
        }
        if others != EMPTY && max > 0 {
            let comma = self.separator();
            let after = self.terms.seq(&[comma, others]);
            let less = if max == ANY_TIMES { max } else { max - 1 };
            let many = self.terms.rep(after, min.saturating_sub(1), less);
            let all = self.terms.seq(&[others, many]);
            members.push((all, min > 0));
        }
        self.fields(&members)
    }

    /// Optional members of which `min` to `max` must come.
    fn counted(&mut self, members: &[(Term, bool)], min: u32, max: u32) -> Term {
        let optional: Vec<usize> = (0..members.len()).filter(|&i| !members[i].1).collect();
        let mut all = Vec::new();
        for picked in 0..1u32 << optional.len() {
            if (min..=max).contains(&picked.count_ones()) {
                let is_picked = |i: &usize| {
                    let at = optional.iter().position(|o| o == i);
                    at.is_none_or(|at| picked & (1 << at) != 0)
                };
                let chosen = (0..members.len()).filter(|i| is_picked(i));
                let chosen: Vec<(Term, bool)> = chosen.map(|i| (members[i].0, true)).collect();
                all.push(self.fields(&chosen));
            }
        }
        self.terms.alt(&all)
    }

    fn fields(&mut self, members: &[(Term, bool)]) -> Term {
        let (open, end) = (self.terms.lit("{"), self.terms.lit("}"));
        let comma = self.separator();
        // With members in front, and without.
        let mut after = self.terms.seq(&[self.blanks, end]);
        let mut fresh = end;
        for &(member, required) in members.iter().rev() {
            let first = self.terms.seq(&[member, after]);
            fresh = if required { first } else { self.terms.alt(&[first, fresh]) };
            let next = self.terms.seq(&[comma, member, after]);
            after = if required { next } else { self.terms.alt(&[next, after]) };
        }
        self.terms.seq(&[open, self.blanks, fresh])
    }
}

/// One or two spaces, or a line break with up to 32 blanks, or nothing.
fn blanks(terms: &mut Terms) -> Term {
    let space = terms.lit(" ");
    let spaces = terms.rep(space, 1, 2);
    let (cr, lf) = (terms.lit("\r"), terms.lit("\n"));
    let cr = terms.opt(cr);
    let indent = terms.char(&[(9, 9), (32, 32)], Spelling::Raw);
    let indent = terms.rep(indent, 0, 32);
    let line = terms.seq(&[cr, lf, indent]);
    terms.alt(&[EPS, spaces, line])
}

/// Whether an object with known names takes others too.
pub fn has_open_names(schema: &Value) -> bool {
    match schema {
        Value::Array(all) => all.iter().any(has_open_names),
        Value::Object(map) => {
            let names = ["properties", "patternProperties", "required"];
            let named = names.iter().any(|key| map.contains_key(*key));
            (named && map.get("additionalProperties") != Some(&Value::Bool(false)))
                || map.iter().any(|(key, v)| key != "const" && key != "enum" && has_open_names(v))
        }
        _ => false,
    }
}

/// The schemas of an `allOf`, whose keywords do not meet but for objects.
fn merged(parts: &[Value]) -> Value {
    let mut out = Map::new();
    for part in parts {
        for (key, value) in part.as_object().expect("an object") {
            match (out.get_mut(key), value) {
                (Some(Value::Object(old)), Value::Object(new)) => old.extend(new.clone()),
                (Some(Value::Array(old)), Value::Array(new)) => old.extend(new.iter().cloned()),
                _ => {
                    out.insert(key.clone(), value.clone());
                }
            }
        }
    }
    Value::Object(out)
}

fn number(terms: &mut Terms, integer: bool, map: &Object) -> Term {
    let bound = |key: &str| map.get(key).and_then(Value::as_i64);
    let (lo, lo_open) = match (bound("minimum"), bound("exclusiveMinimum")) {
        (_, Some(n)) => (Some(n), true),
        (n, None) => (n, false),
    };
    let (hi, hi_open) = match (bound("maximum"), bound("exclusiveMaximum")) {
        (_, Some(n)) => (Some(n), true),
        (n, None) => (n, false),
    };
    let multiple_of = map.get("multipleOf").and_then(Value::as_u64).unwrap_or(1);
    if lo.is_none() && hi.is_none() && !integer && !map.contains_key("multipleOf") {
        return plain_number(terms);
    }
    // Whole numbers have closed bounds.
    let close = |n: Option<i64>, open: bool, by: i64| n.map(|n| if open { n + by } else { n });
    let (lo, lo_open, hi, hi_open) = match integer {
        true => (close(lo, lo_open, 1), false, close(hi, hi_open, -1), false),
        false => (lo, lo_open, hi, hi_open),
    };
    let up = |n: i64| n.unsigned_abs();
    let positive: Option<Range> = match (lo, hi) {
        (_, Some(hi)) if hi < 0 || (hi == 0 && hi_open) => None,
        (Some(lo), _) if lo >= 0 => Some((up(lo), !lo_open, hi.map(up), !hi_open)),
        _ => Some((0, true, hi.map(up), !hi_open)),
    };
    let negative: Option<Range> = match (lo, hi) {
        (Some(lo), _) if lo >= 0 => None,
        (_, Some(hi)) if hi < 0 => Some((up(hi), !hi_open, lo.map(up), !lo_open)),
        _ => Some((0, false, lo.map(up), !lo_open)),
    };
    let both = lo.is_some_and(|lo| lo < 0) && hi.is_some_and(|hi| hi >= 0);
    let minus_zero = integer && (both || (lo.is_none() && hi.is_none()));
    terms.number(NumSpec { integer, positive, negative, minus_zero, multiple_of })
}

fn plain_number(terms: &mut Terms) -> Term {
    let digit = terms.char(&[(48, 57)], Spelling::Raw);
    let digits = terms.rep(digit, 1, ANY_TIMES);
    let more = terms.rep(digit, 0, ANY_TIMES);
    let first = terms.char(&[(49, 57)], Spelling::Raw);
    let first = terms.seq(&[first, more]);
    let (zero, minus, dot) = (terms.lit("0"), terms.lit("-"), terms.lit("."));
    let whole = terms.alt(&[zero, first]);
    let fraction = terms.seq(&[dot, digits]);
    let e = terms.char(&[(69, 69), (101, 101)], Spelling::Raw);
    let sign = terms.char(&[(43, 43), (45, 45)], Spelling::Raw);
    let sign = terms.opt(sign);
    let exponent = terms.seq(&[e, sign, digits]);
    let (minus, fraction, exponent) = (terms.opt(minus), terms.opt(fraction), terms.opt(exponent));
    terms.seq(&[minus, whole, fraction, exponent])
}
