//! Calls in Gemma's form: `<|tool_call>call:NAME{key:<|"|>text<|"|>,n:1}<tool_call|>`.

use crate::grammar::calls::call_grammar::{Tool, Writer};
use crate::grammar::calls::text_params::TextParam;
use crate::grammar::error::{GrammarError, OpenKeyword};
use crate::grammar::lark::{Lark, any_of};
use crate::grammar::schema::values::others;
use crate::schema::{full_patterns, objects, properties, resolve, with_definitions};
use serde_json::{Map, Value, json};

const OPEN: &str = "<|tool_call>call:";
const CLOSE: &str = "<tool_call|>";
/// Stands around texts.
const QUOTE: &str = "<|\"|>";

/// Depth of a schema from which on any value is allowed.
const DEPTH_MAX: usize = 8;

/// Arrays have no larger bounds.
const ITEMS_MAX: u64 = 64;

/// Keywords that are not enforced, of texts below the parameters and of values of each type.
const LOST: &[&str] =
    &["minLength", "maxLength", "pattern", "minProperties", "maxProperties", "patternProperties"];

/// Place of a schema: the schema its references lead into, and its path.
#[derive(Clone, Copy)]
struct SchemaPlace<'a> {
    root: &'a Value,
    tool: &'a str,
    at: &'a str,
    depth: usize,
}

impl Writer {
    /// A block of one call; between blocks nothing stands.
    pub fn gemma_block(&mut self, tools: &[Tool]) -> Result<String, GrammarError> {
        self.heads.quote(QUOTE);
        let mut calls: Vec<String> = Vec::new();
        for (number, tool) in tools.iter().enumerate() {
            bare(&tool.name, tool.index)?;
            let head = format!("{OPEN}{}{{", tool.name);
            self.heads.function(number as u16, &head);
            let shapes = objects(&tool.schema);
            let mut options = Vec::new();
            for shape in &shapes {
                let members = self.arguments(number as u16, tool, shape, shapes.len() > 1)?;
                options.push(if members.is_empty() { "\"\"".to_owned() } else { members });
            }
            let members = any_of(&options);
            let end = Lark::literal(&format!("}}{CLOSE}"));
            calls.push(self.lark.rule(&format!("{} {members} {end}", Lark::literal(&head))));
        }
        Ok(any_of(&calls))
    }

    /// The members of one object of arguments.
    fn arguments(
        &mut self,
        number: u16,
        tool: &Tool,
        shape: &Value,
        apart: bool,
    ) -> Result<String, GrammarError> {
        let mut params = Vec::new();
        for (key, required, schema) in properties(shape) {
            bare(&key, tool.index)?;
            let at = format!("/properties/{key}");
            let text = self.text(number, &key, &schema, apart);
            let place = SchemaPlace { root: &schema, tool: &tool.name, at: &at, depth: 0 };
            let value = self.typed(&schema, place, text.as_deref());
            let head = Lark::literal(&format!("{key}:"));
            params.push((self.lark.rule(&format!("{head} {value}")), required));
        }
        let Some(others) = others(shape).filter(|_| params.is_empty()) else {
            return Ok(self.members(&params, ","));
        };
        let rest = others.rest.unwrap_or(Value::Bool(true));
        let place = SchemaPlace { root: &rest, tool: &tool.name, at: "", depth: 0 };
        let value = self.typed(&rest, place, None);
        let member = format!("/[A-Za-z_][A-Za-z0-9_\\-]{{0,63}}:/ {value}");
        let member = self.lark.rule(&member);
        let (least, most) = others.count;
        let least = least.max(1) - 1;
        let most = most.map_or(String::new(), |most| (most.max(1) - 1).to_string());
        let all = self.lark.rule(&format!("{member} (\",\" {member}){{{least},{most}}}"));
        Ok(if others.count.0 == 0 { self.lark.rule(&format!("({all})?")) } else { all })
    }

    /// The text of a parameter that may be one, with its closing quote, and the constraint told of
    /// it. `None`: it is none, or one of some that are known.
    fn text(&mut self, function: u16, key: &str, schema: &Value, apart: bool) -> Option<String> {
        let all = alternatives(schema, schema, 0);
        if all.iter().any(|one| one.get("enum").is_some()) {
            return None;
        }
        let mut texts = all.iter().filter(|one| one["type"] == "string");
        let (text, more) = (texts.next()?, texts.next());
        let count = |key: &str| text.get(key).and_then(Value::as_u64).map(|n| n as usize);
        let (min, max) = match more {
            None => (count("minLength").unwrap_or(0), count("maxLength")),
            Some(_) => (0, None),
        };
        let patterns = if more.is_none() { full_patterns(text) } else { Vec::new() };
        let shaped = apart || !patterns.is_empty();
        let (rule, min, max) = if shaped {
            let shape = Lark::shape(&patterns, min, max);
            (self.lark.shaped_until(QUOTE, QUOTE, &[shape]), 0, None)
        } else {
            (self.lark.text_until(QUOTE, min > 0), min, max)
        };
        let (close, newline) = (QUOTE.to_owned(), false);
        let head = format!("{key}:{QUOTE}");
        self.heads.keyed(function, &head, TextParam { close, newline, min, max, shaped });
        Some(rule)
    }

    /// Keywords at `place` are left open.
    fn left_open(&mut self, place: SchemaPlace<'_>, keys: &[&str]) {
        for key in keys {
            let reason = "this cannot be enforced in the calls of this model".to_owned();
            let pointer = format!("{}/{key}", place.at);
            self.dropped.push(OpenKeyword { tool: place.tool.to_owned(), pointer, reason });
        }
    }

    /// A value of `schema`; `text`: what texts are.
    fn typed(&mut self, schema: &Value, place: SchemaPlace<'_>, text: Option<&str>) -> String {
        let all = alternatives(schema, place.root, 0);
        let all: Vec<String> = all.iter().map(|one| self.one(one, place, text)).collect();
        let value = any_of(&all);
        self.lark.rule(&value)
    }

    fn one(&mut self, schema: &Value, place: SchemaPlace<'_>, text: Option<&str>) -> String {
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return any_of(&values.iter().map(|v| Lark::literal(&written(v))).collect::<Vec<_>>());
        }
        let kind = schema.get("type").and_then(Value::as_str);
        let has = |key: &str| schema.get(key).is_some();
        let lost = if text.is_some() { &LOST[3..] } else { LOST };
        let lost: Vec<&str> = lost.iter().copied().filter(|key| has(key)).collect();
        self.left_open(place, &lost);
        match kind {
            _ if place.depth > DEPTH_MAX => self.anything(),
            Some("string") => {
                let text = text.map_or_else(|| self.lark.text_until(QUOTE, false), str::to_owned);
                format!("{} {text}", Lark::literal(QUOTE))
            }
            Some("integer" | "number") => {
                let keys = ["type", "minimum", "maximum", "multipleOf"];
                let more = ["exclusiveMinimum", "exclusiveMaximum"];
                let kept = keys.into_iter().chain(more);
                let kept = kept.filter_map(|key| Some((key.to_owned(), schema.get(key)?.clone())));
                let number = Value::Object(kept.collect::<Map<_, _>>());
                self.lark.rule(&Lark::json(&number, self.one_spelling))
            }
            Some("boolean") => "(\"true\" | \"false\")".to_owned(),
            Some("null") => "\"null\"".to_owned(),
            Some("array") => self.array(schema, place),
            None if has("items") => self.array(schema, place),
            Some("object") => self.object(schema, place),
            None if has("properties") => self.object(schema, place),
            _ => self.anything(),
        }
    }

    fn array(&mut self, schema: &Value, place: SchemaPlace<'_>) -> String {
        let at = format!("{}/items", place.at);
        let inner = SchemaPlace { at: &at, depth: place.depth + 1, ..place };
        let item = match schema.get("items") {
            Some(Value::Bool(false)) => None,
            Some(items) => Some(self.typed(items, inner, None)),
            None => Some(self.anything()),
        };
        let count = |key: &str| schema.get(key).and_then(Value::as_u64);
        let (min, max) = (count("minItems").unwrap_or(0), count("maxItems"));
        let large = [("minItems", Some(min)), ("maxItems", max)].into_iter();
        let large = large.filter(|(_, n)| n.is_some_and(|n| n > ITEMS_MAX));
        let large: Vec<&str> = large.map(|(key, _)| key).collect();
        self.left_open(place, &large);
        let (min, max) = (min.min(ITEMS_MAX), max.filter(|max| *max <= ITEMS_MAX));
        if max == Some(0) {
            return "\"[]\"".to_owned();
        }
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let first =
            first.map_or(&[][..], |first| &first[..first.len().min(ITEMS_MAX as usize + 1)]);
        if first.len() as u64 > ITEMS_MAX {
            self.left_open(place, &["prefixItems"]);
        } else if !first.is_empty() {
            return self.listed(first, item.as_deref(), (min, max), inner);
        }
        let Some(item) = item else { return "\"[]\"".to_owned() };
        let most = max.map_or(String::new(), |max| (max - 1).to_string());
        let items = format!("{item} (\",\" {item}){{{},{most}}}", min.saturating_sub(1));
        let items = self.lark.rule(&items);
        format!("\"[\" {items}{} \"]\"", if min == 0 { "?" } else { "" })
    }

    /// An array of `first` items, then others like `item`, if there may be any.
    fn listed(
        &mut self,
        first: &[Value],
        item: Option<&str>,
        (min, max): (u64, Option<u64>),
        inner: SchemaPlace<'_>,
    ) -> String {
        let len = first.len() as u64;
        let most = max.map_or(String::new(), |max| max.saturating_sub(len).to_string());
        let mut rest = match item.filter(|_| most != "0") {
            Some(item) => format!("(\",\" {item}){{{},{most}}}", min.saturating_sub(len)),
            None => String::new(),
        };
        let come = max.map_or(len, |max| max.min(len)) as usize;
        for (n, schema) in first[..come].iter().enumerate().rev() {
            let item = match schema.get("enum") {
                Some(_) => self.one(schema, inner, None),
                None => self.typed(schema, inner, None),
            };
            let comma = if n == 0 { "" } else { "\",\" " };
            let ends = if (n as u64) < min { "" } else { "?" };
            rest = format!("({comma}{item} {rest}){ends}");
        }
        format!("\"[\" {} \"]\"", self.lark.rule(&rest))
    }

    fn object(&mut self, schema: &Value, place: SchemaPlace<'_>) -> String {
        let named = properties(&with_definitions(schema, place.root));
        if named.is_empty() {
            self.anything();
            return "gemma_object".to_owned();
        }
        let mut members = Vec::new();
        for (key, required, value) in named {
            if !is_bare(&key) {
                self.left_open(place, &[&format!("properties/{key}")]);
                continue;
            }
            let at = format!("{}/properties/{key}", place.at);
            let inner = SchemaPlace { root: &value, at: &at, depth: place.depth + 1, ..place };
            let value = self.typed(&value, inner, None);
            let head = Lark::literal(&format!("{key}:"));
            members.push((self.lark.rule(&format!("{head} {value}")), required));
        }
        format!("\"{{\" {} \"}}\"", self.members(&members, ","))
    }

    /// Any value.
    fn anything(&mut self) -> String {
        let text = self.lark.text_until(QUOTE, false);
        let quote = Lark::literal(QUOTE);
        let number = Lark::json(&json!({"type": "number"}), self.one_spelling);
        self.lark.named(
            "gemma_value",
            &format!(
                "{quote} {text} | gemma_number | \"true\" | \"false\" | \"null\" | gemma_object | \
                 \"[\" (gemma_value (\",\" gemma_value)*)? \"]\""
            ),
        );
        self.lark.named("gemma_number", &number);
        self.lark.named("gemma_member", "/[A-Za-z_][A-Za-z0-9_\\-]{0,63}:/ gemma_value");
        self.lark.named("gemma_object", "\"{\" (gemma_member (\",\" gemma_member)*)? \"}\"");
        "gemma_value".to_owned()
    }
}

/// The schemas of one type, or of known values, that `schema` consists of.
fn alternatives(schema: &Value, root: &Value, depth: usize) -> Vec<Value> {
    let schema = resolve(schema, root);
    let Some(map) = schema.as_object() else { return vec![json!({})] };
    match map.get("anyOf").and_then(Value::as_array).filter(|_| depth <= DEPTH_MAX) {
        Some(options) => {
            options.iter().flat_map(|one| alternatives(one, root, depth + 1)).collect()
        }
        None => vec![schema.clone()],
    }
}

/// A fixed value.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{QUOTE}{text}{QUOTE}"),
        Value::Array(all) => {
            format!("[{}]", all.iter().map(written).collect::<Vec<_>>().join(","))
        }
        Value::Object(map) => {
            let all = map.iter().map(|(key, value)| format!("{key}:{}", written(value)));
            format!("{{{}}}", all.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// Whether a key or name stands as it is.
fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.$/".contains(c))
}

fn bare(name: &str, index: usize) -> Result<(), GrammarError> {
    if is_bare(name) {
        return Ok(());
    }
    let reason = format!("tools[{index}]: the name {name:?} cannot stand without quotes");
    Err(GrammarError::Tools { reason })
}
