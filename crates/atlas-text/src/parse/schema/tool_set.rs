//! The tools of a request: names and the types of their parameters.

use crate::parse::schema::param_type::ParamType;
use crate::schema::{Root, Strictness, normalize, objects, properties};
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

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
    /// The type of parameters that are not named; `None`: there may be none.
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
            // Names are not matched here: a member may be of any pattern's type.
            let patterns = shape.get("patternProperties").and_then(Value::as_object);
            let named = patterns.into_iter().flat_map(Map::values);
            for more in others.into_iter().chain(named.map(|s| ParamType::of(s, shape))) {
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
        self.params.get(key).or(self.others.as_ref()).cloned().unwrap_or_default()
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
            && arguments.iter().all(|(key, value)| {
                self.params.get(key).or(self.others.as_ref()).is_some_and(|t| t.admits(value))
            })
    }
}
