//! Tools of a response request, and their form in chat completions.

use crate::http::errors::ApiError;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use utoipa::ToSchema;

/// The name under which the model sees a function.
pub fn full_name(namespace: Option<&str>, name: &str) -> String {
    match namespace {
        Some(namespace) => format!("{namespace}__{name}"),
        None => name.to_owned(),
    }
}

/// A function tool as responses show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FunctionTool {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub name: String,
    pub description: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub parameters: Option<Map<String, Value>>,
    /// As the request said; calls are held to the schema either way.
    pub strict: bool,
    #[serde(skip)]
    pub namespace: Option<String>,
    /// Where the request has it: `tools[0]`, `tools[1].tools[0]`.
    #[serde(skip)]
    pub path: String,
}

impl FunctionTool {
    /// The definition in the form of chat completions.
    pub fn definition(&self) -> Value {
        let mut function = json!({"name": self.full_name()});
        if let Some(description) = &self.description {
            function["description"] = description.as_str().into();
        }
        if let Some(parameters) = &self.parameters {
            function["parameters"] = parameters.clone().into();
        }
        json!({"type": "function", "function": function})
    }

    pub fn full_name(&self) -> String {
        full_name(self.namespace.as_deref(), &self.name)
    }
}

/// A group of function tools as responses show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NamespaceTool {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub name: String,
    pub description: Option<String>,
    pub tools: Vec<FunctionTool>,
}

/// A tool as responses show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Tool {
    Function(FunctionTool),
    Namespace(NamespaceTool),
}

/// The tools of a request: those that the client runs, and the paths and types of the others.
#[derive(Debug, Default)]
pub struct Tools {
    pub known: Vec<Tool>,
    pub left_out: Vec<(String, String)>,
}

impl Tools {
    /// All functions in order, those in namespaces included.
    pub fn functions(&self) -> Vec<&FunctionTool> {
        self.known.iter().flat_map(Tool::functions).collect()
    }
}

impl Tool {
    /// The function, or those of the namespace.
    pub fn functions(&self) -> &[FunctionTool] {
        match self {
            Self::Function(function) => std::slice::from_ref(function),
            Self::Namespace(namespace) => &namespace.tools,
        }
    }
}

/// The text field of a tool at `path`.
fn text(tool: &Value, path: &str, key: &str) -> Result<Option<String>, ApiError> {
    match tool.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => {
            let path = format!("{path}.{key}");
            Err(ApiError::param(path.clone(), format!("`{path}` must be a string")))
        }
    }
}

fn kind(tool: &Value, path: &str) -> Result<String, ApiError> {
    text(tool, path, "type")?.ok_or_else(|| {
        let message = "a tool needs a type, such as `function`";
        ApiError::param(format!("{path}.type"), message)
    })
}

fn name(tool: &Value, path: &str, what: &str) -> Result<String, ApiError> {
    let name = text(tool, path, "name")?.filter(|n| !n.is_empty());
    name.ok_or_else(|| {
        ApiError::param(format!("{path}.name"), format!("a {what} tool needs a name"))
    })
}

/// Reads `tools`.
///
/// # Errors
/// 400 with the path of the invalid property.
pub fn read(given: &[Value]) -> Result<Tools, ApiError> {
    let mut tools = Tools::default();
    let mut names = HashSet::new();
    for (i, tool) in given.iter().enumerate() {
        let path = format!("tools[{i}]");
        match kind(tool, &path)?.as_str() {
            "function" => {
                tools.known.push(Tool::Function(function(tool, path, None, &mut names)?));
            }
            "namespace" => {
                let namespace = namespace(tool, &path, &mut tools.left_out, &mut names)?;
                tools.known.push(Tool::Namespace(namespace));
            }
            other => tools.left_out.push((path, other.to_owned())),
        }
    }
    Ok(tools)
}

fn namespace(
    tool: &Value,
    path: &str,
    left_out: &mut Vec<(String, String)>,
    names: &mut HashSet<String>,
) -> Result<NamespaceTool, ApiError> {
    let name = name(tool, path, "namespace")?;
    let Some(Value::Array(given)) = tool.get("tools") else {
        return Err(ApiError::param(format!("{path}.tools"), "must be a list of tools"));
    };
    let mut tools = Vec::new();
    for (i, inner) in given.iter().enumerate() {
        let path = format!("{path}.tools[{i}]");
        match kind(inner, &path)?.as_str() {
            "function" => tools.push(function(inner, path, Some(name.clone()), names)?),
            other => left_out.push((path, other.to_owned())),
        }
    }
    let description = text(tool, path, "description")?;
    Ok(NamespaceTool { kind: "namespace", name, description, tools })
}

fn function(
    tool: &Value,
    path: String,
    namespace: Option<String>,
    names: &mut HashSet<String>,
) -> Result<FunctionTool, ApiError> {
    let at = |key: &str| format!("{path}.{key}");
    let name = name(tool, &path, "function")?;
    if !names.insert(full_name(namespace.as_deref(), &name)) {
        let message = format!("the name `{name}` is taken by an earlier tool");
        return Err(ApiError::param(at("name"), message));
    }
    let parameters = match tool.get("parameters") {
        None | Some(Value::Null) => None,
        Some(Value::Object(schema)) => Some(schema.clone()),
        Some(_) => return Err(ApiError::param(at("parameters"), "must be a JSON schema")),
    };
    let strict = match tool.get("strict") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(strict)) => *strict,
        Some(_) => return Err(ApiError::param(at("strict"), "must be true or false")),
    };
    let description = text(tool, &path, "description")?;
    Ok(FunctionTool { kind: "function", name, description, parameters, strict, namespace, path })
}
