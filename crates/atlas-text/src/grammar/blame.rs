//! The part of a form that the grammar library does not take.

use crate::grammar::error::OpenKeyword;
use crate::grammar::form::{Form, ToolChoice, ToolForm};
use crate::schema::escaped;
use serde_json::{Map, Value, json};

/// Parts of a schema that are tried alone.
const TRIES_MAX: usize = 256;

/// Finds the parts of forms that are not taken.
pub(super) struct Blame<'a> {
    /// Whether a form compiles by itself.
    pub compiles: &'a dyn Fn(&Form) -> bool,
}

impl Blame<'_> {
    /// The tools with the parameters left open that alone keep them from being compiled, and these.
    pub(super) fn opened(&self, form: &ToolForm) -> (ToolForm, Vec<OpenKeyword>) {
        let mut out = form.clone();
        let mut open = Vec::new();
        for definition in &mut out.tools {
            if !self.takes(form, definition) {
                self.open(form, definition, &mut open);
            }
        }
        (out, open)
    }

    /// Whether a tool alone compiles.
    fn takes(&self, form: &ToolForm, definition: &Value) -> bool {
        let (tools, choice) = (vec![definition.clone()], ToolChoice::Required);
        let one = ToolForm { tools, choice, parallel: false, ..form.clone() };
        (self.compiles)(&Form::Tools(one))
    }

    fn open(&self, form: &ToolForm, definition: &mut Value, open: &mut Vec<OpenKeyword>) {
        let mut tool = definition.clone();
        let function =
            if tool.get("function").is_some() { &mut tool["function"] } else { &mut tool };
        let Some(name) = function.get("name").and_then(Value::as_str).map(str::to_owned) else {
            return;
        };
        let reason = "the grammar library does not take this schema";
        let mut told = |pointer: String| {
            let reason = reason.to_owned();
            open.push(OpenKeyword { tool: name.clone(), pointer, reason });
        };
        let schema = function["parameters"].clone();
        let named = schema.get("properties").and_then(Value::as_object);
        for (key, property) in named.into_iter().flatten().take(TRIES_MAX) {
            let mut alone = schema.clone();
            alone["properties"] = Value::Object(Map::from_iter([(key.clone(), property.clone())]));
            if let Some(map) = alone.as_object_mut() {
                map.remove("required");
            }
            let alone = json!({"name": name, "parameters": alone});
            if !self.takes(form, &alone) {
                function["parameters"]["properties"][key] = json!({});
                told(format!("/properties/{}", escaped(key)));
            }
        }
        if !self.takes(form, &tool) {
            let function =
                if tool.get("function").is_some() { &mut tool["function"] } else { &mut tool };
            function["parameters"] = json!({"type": "object", "additionalProperties": true});
            told(String::new());
        }
        *definition = tool;
    }

    /// The JSON pointer of the smallest part of `schema` that is not taken.
    pub(super) fn blamed(&self, schema: &Value) -> String {
        let (mut at, mut tries) = (String::new(), 0);
        'down: loop {
            let Some(map) = schema.pointer(&at).and_then(Value::as_object) else { return at };
            for (key, value) in map {
                let parts: Vec<String> = match (key.as_str(), value) {
                    ("properties" | "patternProperties", Value::Object(all)) => {
                        all.keys().map(|name| format!("/{key}/{}", escaped(name))).collect()
                    }
                    ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                        (0..all.len()).map(|n| format!("/{key}/{n}")).collect()
                    }
                    ("items" | "additionalProperties", Value::Object(_)) => vec![format!("/{key}")],
                    _ => continue,
                };
                for part in parts {
                    tries += 1;
                    if tries > TRIES_MAX {
                        return at;
                    }
                    let place = format!("{at}{part}");
                    let inner = schema.pointer(&place).cloned().unwrap_or(Value::Bool(true));
                    if inner != Value::Bool(false) && !self.takes_part(inner, schema) {
                        at = place;
                        continue 'down;
                    }
                }
            }
            return at;
        }
    }

    fn takes_part(&self, mut part: Value, root: &Value) -> bool {
        if let Some(map) = part.as_object_mut() {
            for key in ["$defs", "definitions"] {
                if let Some(all) = root.get(key) {
                    map.entry(key).or_insert_with(|| all.clone());
                }
            }
        }
        (self.compiles)(&Form::JsonSchema { schema: part, place: String::new() })
    }
}

/// The library's reason without its grammar.
pub(super) fn reason(told: &str) -> String {
    let unsatisfied =
        told.rsplit("Unsatisfiable schema: ").next().filter(|_| told.contains("Unsat"));
    let line = unsatisfied.and_then(|rest| rest.lines().next());
    match line.filter(|line| !line.contains("Regex")) {
        Some(line) => format!("no value fits it: {}", line.trim()),
        None if told.contains("Regex is empty") || told.contains("empty answer") => {
            "no value fits it".to_owned()
        }
        None if told.contains("not disjoint") => {
            "patterns of patternProperties that one name fits cannot be enforced".to_owned()
        }
        None => "the grammar library does not take this schema".to_owned(),
    }
}
