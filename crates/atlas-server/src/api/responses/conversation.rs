//! Items and tools in the form of chat completions.

use super::types::items::{Item, Part, Role, ToolOutput, joined};
use crate::http::errors::ApiError;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Marks `encrypted_content` that this server wrote. It is not secret: the same text stands in the
/// item's content. It is there for clients that send nothing else back.
const REASONING_PREFIX: &str = "atlas-reasoning:";

/// Reasoning as `encrypted_content`.
pub fn sealed(reasoning: &str) -> String {
    format!("{REASONING_PREFIX}{reasoning}")
}

/// The messages of a conversation: the instructions first, then the items in order.
pub fn messages<'a>(
    instructions: Option<&str>,
    items: impl Iterator<Item = &'a Item>,
) -> Vec<Value> {
    let mut out = Vec::new();
    if let Some(text) = instructions.filter(|t| !t.is_empty()) {
        out.push(json!({"role": "system", "content": text}));
    }
    let mut turn = Turn::default();
    for item in items {
        turn.add(item, &mut out);
    }
    turn.flush(&mut out);
    out
}

/// The assistant's message that items are collected into: reasoning, text and calls of one answer
/// are items of their own here and one message there.
#[derive(Default)]
struct Turn {
    reasoning: Option<String>,
    content: Option<String>,
    calls: Vec<Value>,
}

impl Turn {
    fn add(&mut self, item: &Item, out: &mut Vec<Value>) {
        match item {
            Item::Reasoning { content, encrypted_content, .. } => {
                if self.content.is_some() || !self.calls.is_empty() {
                    self.flush(out);
                }
                if let Some(text) = readable(content, encrypted_content.as_deref()) {
                    self.reasoning.get_or_insert_default().push_str(&text);
                }
            }
            Item::Message { role: Role::Assistant, content, .. } => {
                // Text after a call belongs to the same answer; text after text is the next one.
                if self.content.is_some() && self.calls.is_empty() {
                    self.flush(out);
                }
                self.content.get_or_insert_default().push_str(&joined(content));
            }
            Item::Message { role, content, .. } => {
                self.flush(out);
                // The API sets developers and the system on one level; templates know the system.
                let role = if *role == Role::User { "user" } else { "system" };
                out.push(json!({"role": role, "content": joined(content)}));
            }
            Item::FunctionCall { call_id, namespace, name, arguments, .. } => {
                let name = full_name(namespace.as_deref(), name);
                let function = json!({"name": name, "arguments": arguments});
                self.calls.push(json!({"id": call_id, "type": "function", "function": function}));
            }
            Item::FunctionCallOutput { call_id, output, .. } => {
                self.flush(out);
                let content = match output {
                    ToolOutput::Text(text) => text.clone(),
                    ToolOutput::Parts(parts) => joined(parts),
                };
                out.push(json!({"role": "tool", "tool_call_id": call_id, "content": content}));
            }
        }
    }

    fn flush(&mut self, out: &mut Vec<Value>) {
        let Self { reasoning, content, calls } = std::mem::take(self);
        if reasoning.is_none() && content.is_none() && calls.is_empty() {
            return;
        }
        let content = match content {
            // As in chat completions: null where calls are all there is.
            None if !calls.is_empty() => Value::Null,
            content => content.unwrap_or_default().into(),
        };
        let mut message = json!({"role": "assistant", "content": content});
        if let Some(text) = reasoning {
            message["reasoning_content"] = text.into();
        }
        if !calls.is_empty() {
            message["tool_calls"] = calls.into();
        }
        out.push(message);
    }
}

/// The text of reasoning; `None` if there is none that this server can read.
fn readable(content: &[Part], encrypted: Option<&str>) -> Option<String> {
    let text = joined(content);
    if !text.is_empty() {
        return Some(text);
    }
    encrypted?.strip_prefix(REASONING_PREFIX).map(str::to_owned)
}

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

/// The tools of a request that the client runs, and the types of the others with their paths.
#[derive(Debug, Default)]
pub struct Tools {
    pub known: Vec<Tool>,
    pub left_out: Vec<(String, String)>,
}

impl Tools {
    /// All functions, those in namespaces too, in order.
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
/// 400 with the path of what is wrong.
pub fn tools(given: &[Value]) -> Result<Tools, ApiError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::responses::input::{Given, read};
    use crate::api::responses::types::items::ItemIds;

    fn lowered(input: Value) -> Vec<Value> {
        let given = read(Some(input), &ItemIds::default()).expect("items");
        let item = |g| if let Given::Item(item) = g { item } else { panic!("a reference") };
        let items: Vec<Item> = given.into_iter().map(item).collect();
        messages(None, items.iter())
    }

    fn said(role: &str, text: &str) -> Value {
        json!({"role": role, "content": text})
    }

    fn thought(text: &str) -> Value {
        json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": "short"}],
               "content": [{"type": "reasoning_text", "text": text}]})
    }

    fn call(id: &str) -> Value {
        json!({"type": "function_call", "call_id": id, "name": "f", "arguments": "{\"x\": 1}"})
    }

    fn result(id: &str) -> Value {
        json!({"type": "function_call_output", "call_id": id, "output": "ok"})
    }

    fn chat_call(id: &str) -> Value {
        let function = json!({"name": "f", "arguments": "{\"x\": 1}"});
        json!({"id": id, "type": "function", "function": function})
    }

    #[test]
    fn the_items_of_one_answer_are_one_message() {
        let input = json!([
            said("user", "a"),
            thought("hm"),
            said("assistant", "b"),
            call("1"),
            said("assistant", " c"),
            call("2"),
            result("1"),
            result("2"),
            thought("so"),
            said("assistant", "d")
        ]);
        let answer = json!({"role": "assistant", "content": "b c", "reasoning_content": "hm",
                            "tool_calls": [chat_call("1"), chat_call("2")]});
        let tool = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "ok"});
        let last = json!({"role": "assistant", "content": "d", "reasoning_content": "so"});
        assert_eq!(lowered(input), [said("user", "a"), answer, tool("1"), tool("2"), last]);
    }

    #[test]
    fn answers_stay_apart() {
        let twice =
            json!([said("assistant", "a"), said("assistant", "b"), thought("hm"), call("1")]);
        let calls = json!({"role": "assistant", "content": null, "reasoning_content": "hm",
                           "tool_calls": [chat_call("1")]});
        assert_eq!(lowered(twice), [said("assistant", "a"), said("assistant", "b"), calls]);
        // Cut while it was thinking.
        let cut = json!([thought("hm"), said("user", "go on")]);
        let empty = json!({"role": "assistant", "content": "", "reasoning_content": "hm"});
        assert_eq!(lowered(cut), [empty, said("user", "go on")]);
    }

    #[test]
    fn reasoning_is_read_from_where_it_is() {
        let only = |item: Value| lowered(json!([item, said("assistant", "a")]))[0].clone();
        let sealed = sealed("hm");
        for (content, encrypted, expected) in [
            (json!([{"type": "reasoning_text", "text": "hm"}]), json!("other"), json!("hm")),
            (json!([]), json!(sealed), json!("hm")),
            (json!(null), json!(sealed), json!("hm")),
            (json!(null), json!("gAAAA"), Value::Null),
            (json!(null), json!(null), Value::Null),
        ] {
            let item = json!({"type": "reasoning", "summary": [], "content": content,
                              "encrypted_content": encrypted});
            assert_eq!(only(item)["reasoning_content"], expected);
        }
    }

    #[test]
    fn instructions_come_first_and_replace_nothing() {
        let given =
            read(Some(json!([said("system", "b"), said("developer", "c")])), &ItemIds::default());
        let items: Vec<Item> = given
            .expect("items")
            .into_iter()
            .filter_map(|g| if let Given::Item(item) = g { Some(item) } else { None })
            .collect();
        let system = |text| said("system", text);
        assert_eq!(messages(Some("a"), items.iter()), [system("a"), system("b"), system("c")]);
        assert_eq!(messages(Some(""), items.iter()), [system("b"), system("c")]);
    }
}
