//! The tools of a request: names and the types of their parameters.

use crate::parse::schema::param_type::ParamType;
use crate::schema::{Root, Strictness, normalize, objects, properties};
use regex::{Regex, RegexBuilder};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// Largest compiled pattern of names in bytes; members of larger ones are not told from others.
const PATTERN_BYTES_MAX: usize = 1 << 20;

/// Why a list of tools cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ToolSetError {
    #[error("tools[{index}]: a tool needs a function with a name")]
    NoName { index: usize },
    #[error("tools[{index}]: the name `{name}` is taken by an earlier tool")]
    Twice { index: usize, name: String },
}

/// One tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tool {
    pub name: String,
    params: HashMap<String, ParamType>,
    required: Vec<String>,
    /// Types of parameters whose names fit a pattern.
    patterns: Vec<(Regex, ParamType)>,
    /// The type of parameters that are neither named nor fit a pattern; `None`: there may be none.
    others: Option<ParamType>,
}

/// Names and parameter schemas of the tools a model may call.
#[derive(Clone, Debug, Default)]
pub struct ToolSet {
    tools: Vec<Tool>,
    by_name: HashMap<String, usize>,
    name_len_max: usize,
}

impl ToolSet {
    /// Reads tool definitions in OpenAI's form: `{"type": "function", "function": {"name",
    /// "parameters"}}`; a bare function object is read too. `parameters` may be absent.
    ///
    /// # Errors
    /// A definition without a name, or a name that came before.
    pub fn new(definitions: &[Value]) -> Result<Self, ToolSetError> {
        let mut set = Self::default();
        for (index, definition) in definitions.iter().enumerate() {
            let function = definition.get("function").unwrap_or(definition);
            let name = function.get("name").and_then(Value::as_str).filter(|n| !n.is_empty());
            let name = name.ok_or(ToolSetError::NoName { index })?.to_owned();
            let tool = Tool::new(name.clone(), function.get("parameters").unwrap_or(&Value::Null));
            if set.by_name.insert(name.clone(), set.tools.len()).is_some() {
                return Err(ToolSetError::Twice { index, name });
            }
            set.name_len_max = set.name_len_max.max(name.len());
            set.tools.push(tool);
        }
        Ok(set)
    }

    /// Whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The names in the order of the definitions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name.as_str())
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Whether a name begins like this.
    pub(crate) fn begins_name(&self, text: &str) -> bool {
        self.tools.iter().any(|tool| tool.name.starts_with(text))
    }

    pub(crate) fn tool(&self, index: usize) -> &Tool {
        &self.tools[index]
    }

    /// Length in bytes of the longest name.
    pub(crate) fn name_len_max(&self) -> usize {
        self.name_len_max
    }
}

impl Tool {
    fn new(name: String, schema: &Value) -> Self {
        let any = Self { name, others: Some(ParamType::default()), ..Self::default() };
        if schema.is_null() {
            return any;
        }
        // The same reading of the schema that a grammar of the call has.
        let Ok(normal) = normalize(schema, Root::Arguments, Strictness::Open, true) else {
            return any;
        };
        let stated = ["additionalProperties", "patternProperties", "anyOf"];
        let mut tool = Self { others: None, ..any };
        for (n, shape) in objects(&normal.schema).iter().enumerate() {
            for (key, _, schema) in properties(shape) {
                let kind = ParamType::of(&schema, &schema);
                tool.params.entry(key).and_modify(|known| known.join(&kind)).or_insert(kind);
            }
            let required = shape.get("required").and_then(Value::as_array).into_iter().flatten();
            let required = required.filter_map(|name| name.as_str().map(str::to_owned));
            let required: Vec<String> = required.collect();
            if n == 0 {
                tool.required = required;
            } else {
                tool.required.retain(|name| required.contains(name));
            }
            let others = match shape.get("additionalProperties") {
                Some(Value::Bool(false)) => None,
                Some(other) => Some(ParamType::of(other, shape)),
                None => Some(ParamType::default()),
            };
            let mut others: Vec<ParamType> = others.into_iter().collect();
            let patterns = shape.get("patternProperties").and_then(Value::as_object);
            for (pattern, schema) in patterns.into_iter().flatten() {
                let kind = ParamType::of(schema, shape);
                match RegexBuilder::new(pattern).size_limit(PATTERN_BYTES_MAX).build() {
                    Ok(pattern) => tool.patterns.push((pattern, kind)),
                    Err(_) => others.push(kind),
                }
            }
            for more in others {
                match &mut tool.others {
                    Some(known) => known.join(&more),
                    none => *none = Some(more),
                }
            }
        }
        // A schema that says nothing of further parameters allows them in an answer that no grammar
        // was held to.
        let says = stated.iter().any(|key| schema.get(key).is_some_and(|v| !v.is_null()));
        if !says && schema.get("$ref").is_none() && schema.get("allOf").is_none() {
            tool.others.get_or_insert_default();
        }
        tool
    }

    /// The type of a parameter; the empty type for one the schema does not know.
    pub fn param(&self, key: &str) -> ParamType {
        self.known(key).unwrap_or_default()
    }

    /// The type of a parameter by its name, else by the patterns that the name fits, else that of
    /// all others. `None`: there may be no such parameter.
    fn known(&self, key: &str) -> Option<ParamType> {
        if let Some(named) = self.params.get(key) {
            return Some(named.clone());
        }
        let fitting = self.patterns.iter().filter(|(pattern, _)| pattern.is_match(key));
        let joined = fitting.map(|(_, kind)| kind.clone()).reduce(|mut all, kind| {
            all.join(&kind);
            all
        });
        joined.or_else(|| self.others.clone())
    }

    /// Whether the schema names a parameter.
    pub fn has_param(&self, key: &str) -> bool {
        self.params.contains_key(key)
    }

    /// Whether the JSON text of an arguments object fits the schema: required parameters, types
    /// and listed values of the parameters, no unknown ones where the schema forbids them.
    pub fn admits(&self, arguments: &str) -> bool {
        let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else { return false };
        let given: HashSet<&str> = arguments.keys().map(String::as_str).collect();
        self.required.iter().all(|name| given.contains(name.as_str()))
            && arguments
                .iter()
                .all(|(key, value)| self.known(key).is_some_and(|kind| kind.admits(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tool(parameters: Value) -> Tool {
        let set = ToolSet::new(&[json!({"name": "f", "parameters": parameters})]).unwrap();
        set.tool(0).clone()
    }

    #[test]
    fn members_that_fit_a_pattern_have_its_type() {
        let integer = ParamType::of(&json!({"type": "integer"}), &Value::Null);
        let boolean = ParamType::of(&json!({"type": "boolean"}), &Value::Null);
        let patterns = json!({"^n_": {"type": "integer"}, "_on$": {"type": "boolean"}});
        for open in [json!(true), json!({}), Value::Null] {
            let mut parameters = json!({"type": "object", "patternProperties": patterns,
                "properties": {"named": {"type": "boolean"}}});
            if !open.is_null() {
                parameters["additionalProperties"] = open;
            }
            let tool = tool(parameters);
            assert_eq!(tool.param("n_lines"), integer);
            assert_eq!(tool.param("light_on"), boolean);
            assert_eq!(tool.param("named"), boolean);
            assert_eq!(tool.param("lines"), ParamType::default());
            assert!(tool.admits(r#"{"n_a": 1, "b_on": true, "c": "x"}"#));
            assert!(!tool.admits(r#"{"n_a": "1"}"#) && !tool.admits(r#"{"b_on": 1}"#));
        }
        let closed = tool(json!({"type": "object", "patternProperties": patterns,
            "additionalProperties": false}));
        assert!(closed.admits(r#"{"n_a": 1}"#) && !closed.admits(r#"{"a": 1}"#));
    }
}
