//! Reader of `input`: a text or a list of items, checked and completed with ids.

use super::types::items::{ContentPart, Item, ItemIds, ItemStatus, Role, ToolOutput};
use crate::http::errors::ApiError;
use serde_json::{Map, Value};

/// An entry of `input`.
#[derive(Debug, PartialEq)]
pub enum InputEntry {
    Item(Item),
    /// An item of a stored response, by its id.
    Reference(String),
}

/// Reads `input`.
///
/// # Errors
/// 400 with the path of the invalid property.
pub fn read(input: Option<Value>, ids: &ItemIds) -> Result<Vec<InputEntry>, ApiError> {
    match input {
        None | Some(Value::Null) => Err(ApiError::param("input", "`input` is required")),
        Some(Value::String(text)) => Ok(vec![InputEntry::Item(Item::Message {
            id: ids.id("msg"),
            status: ItemStatus::Completed,
            role: Role::User,
            content: vec![ContentPart::InputText { text }],
        })]),
        Some(Value::Array(items)) => {
            let entry = |(i, item)| entry(item, &format!("input[{i}]"), ids);
            items.iter().enumerate().map(entry).collect()
        }
        Some(_) => Err(ApiError::param("input", "`input` must be a string or a list of items")),
    }
}

/// Reads items that this server has written.
///
/// # Errors
/// 400 with the path of an entry that is no item.
pub(crate) fn items_of(list: &[Value]) -> Result<Vec<Item>, ApiError> {
    let given = read(Some(Value::Array(list.to_vec())), &ItemIds::default())?;
    let item = |(i, given)| match given {
        InputEntry::Item(item) => Ok(item),
        InputEntry::Reference(_) => {
            Err(ApiError::param(format!("input[{i}]"), "refers to an item that is not here"))
        }
    };
    given.into_iter().enumerate().map(item).collect()
}

/// The fields of an object and its path.
struct ItemFields<'a> {
    map: &'a Map<String, Value>,
    path: &'a str,
    ids: &'a ItemIds,
}

impl<'a> ItemFields<'a> {
    fn of(value: &'a Value, path: &'a str, ids: &'a ItemIds) -> Result<Self, ApiError> {
        let map = value.as_object().ok_or_else(|| ApiError::param(path, "must be an object"))?;
        Ok(Self { map, path, ids })
    }

    fn at(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key).filter(|v| !v.is_null())
    }

    fn optional(&self, key: &str) -> Result<Option<&'a str>, ApiError> {
        let text = |v: &'a Value| {
            v.as_str().ok_or_else(|| {
                let path = self.at(key);
                ApiError::param(path.clone(), format!("`{path}` must be a string"))
            })
        };
        self.get(key).map(text).transpose()
    }

    fn text(&self, key: &str) -> Result<&'a str, ApiError> {
        self.optional(key)?.ok_or_else(|| {
            let path = self.at(key);
            ApiError::param(path.clone(), format!("`{path}` is required"))
        })
    }

    /// The given id, or a fresh one.
    fn id(&self, prefix: &str) -> Result<String, ApiError> {
        let given = self.optional("id")?.filter(|id| !id.is_empty());
        Ok(given.map_or_else(|| self.ids.id(prefix), str::to_owned))
    }

    fn status(&self) -> Result<ItemStatus, ApiError> {
        match self.optional("status")? {
            None | Some("completed") => Ok(ItemStatus::Completed),
            Some("incomplete" | "in_progress") => Ok(ItemStatus::Incomplete),
            Some(_) => {
                let message = "must be `completed`, `incomplete` or `in_progress`";
                Err(ApiError::param(self.at("status"), message))
            }
        }
    }

    /// Reads a list of content parts; `read` gets the fields and the type of each.
    fn parts(
        &self,
        key: &str,
        read: impl Fn(&ItemFields<'_>, &str) -> Result<Option<ContentPart>, ApiError>,
    ) -> Result<Vec<ContentPart>, ApiError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or_else(|| {
            let message = "must be a string or a list of content parts";
            ApiError::param(self.at(key), message)
        })?;
        let one = |(i, part): (usize, &Value)| {
            let path = format!("{}.{key}[{i}]", self.path);
            let fields = ItemFields::of(part, &path, self.ids)?;
            let kind = fields.text("type")?;
            read(&fields, kind)?.ok_or_else(|| {
                let message =
                    format!("content of type `{kind}` cannot be used here; this server reads text");
                ApiError::param(fields.at("type"), message)
            })
        };
        list.iter().enumerate().map(one).collect()
    }
}

fn entry(value: &Value, path: &str, ids: &ItemIds) -> Result<InputEntry, ApiError> {
    let fields = ItemFields::of(value, path, ids)?;
    let kind = match fields.optional("type")? {
        Some(kind) => kind,
        None if fields.map.contains_key("role") => "message",
        None if fields.map.contains_key("id") => "item_reference",
        None => return Err(ApiError::param(fields.at("type"), "an item needs a type")),
    };
    let item = match kind {
        "message" => message(&fields)?,
        "reasoning" => reasoning(&fields)?,
        "function_call" => Item::FunctionCall {
            id: fields.id("fc")?,
            call_id: fields.text("call_id")?.to_owned(),
            namespace: fields.optional("namespace")?.map(str::to_owned),
            name: fields.text("name")?.to_owned(),
            arguments: match fields.get("arguments") {
                None => String::new(),
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
            },
            status: fields.status()?,
        },
        "function_call_output" => Item::FunctionCallOutput {
            id: fields.id("fco")?,
            call_id: fields.text("call_id")?.to_owned(),
            output: tool_output(&fields)?,
            status: fields.status()?,
        },
        "item_reference" => return Ok(InputEntry::Reference(fields.text("id")?.to_owned())),
        other => {
            let message = format!("items of type `{other}` are not supported by this server");
            return Err(ApiError::unsupported(&fields.at("type"), message));
        }
    };
    Ok(InputEntry::Item(item))
}

fn message(fields: &ItemFields<'_>) -> Result<Item, ApiError> {
    let role = match fields.text("role")? {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "system" => Role::System,
        "developer" => Role::Developer,
        _ => {
            let message = "must be `user`, `assistant`, `system` or `developer`";
            return Err(ApiError::param(fields.at("role"), message));
        }
    };
    let own = |text: &str| match role {
        Role::Assistant => ContentPart::output(text),
        _ => ContentPart::InputText { text: text.to_owned() },
    };
    let content = match fields.get("content") {
        None => return Err(ApiError::param(fields.at("content"), "a message needs content")),
        Some(Value::String(text)) => vec![own(text)],
        Some(_) => fields.parts("content", |part, kind| {
            Ok(match kind {
                // Some clients send answers of the model back as `input_text`.
                "input_text" | "output_text" | "text" => Some(own(part.text("text")?)),
                "refusal" => {
                    Some(ContentPart::Refusal { refusal: part.text("refusal")?.to_owned() })
                }
                _ => None,
            })
        })?,
    };
    Ok(Item::Message { id: fields.id("msg")?, status: fields.status()?, role, content })
}

fn reasoning(fields: &ItemFields<'_>) -> Result<Item, ApiError> {
    let summary = fields.parts("summary", |part, kind| {
        let text = || part.text("text").map(str::to_owned);
        Ok(if kind == "summary_text" {
            Some(ContentPart::SummaryText { text: text()? })
        } else {
            None
        })
    })?;
    let content = fields.parts("content", |part, kind| {
        let text = || part.text("text").map(str::to_owned);
        let known = matches!(kind, "reasoning_text" | "text");
        Ok(if known { Some(ContentPart::ReasoningText { text: text()? }) } else { None })
    })?;
    Ok(Item::Reasoning {
        id: fields.id("rs")?,
        summary,
        content,
        encrypted_content: fields.optional("encrypted_content")?.map(str::to_owned),
        status: fields.status()?,
    })
}

fn tool_output(fields: &ItemFields<'_>) -> Result<ToolOutput, ApiError> {
    match fields.get("output") {
        None => Err(ApiError::param(fields.at("output"), "a tool's result needs an output")),
        Some(Value::String(text)) => Ok(ToolOutput::Text(text.clone())),
        Some(_) => {
            let parts = fields.parts("output", |part, kind| {
                let text = || part.text("text").map(str::to_owned);
                let known = matches!(kind, "input_text" | "output_text" | "text");
                Ok(if known { Some(ContentPart::InputText { text: text()? }) } else { None })
            })?;
            Ok(ToolOutput::Parts(parts))
        }
    }
}
