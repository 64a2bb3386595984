//! Items: what a conversation consists of, as it comes in, is kept and goes out.

use crate::ids::Origin;
use serde::Serialize;
use std::cell::Cell;
use utoipa::ToSchema;

/// Memory that an item or a part takes beside its texts, about.
const OVERHEAD_BYTES: usize = 192;

/// Where the ids of output items begin: those of the input come before.
const OUTPUT_IDS: u64 = 1 << 32;

/// The ids of the items of one request, one after the other.
#[derive(Debug, Default)]
pub struct ItemIds {
    origin: Origin,
    next: Cell<u64>,
}

impl ItemIds {
    /// Those of what a client sent.
    pub fn of_input(origin: Origin) -> Self {
        Self { origin, next: Cell::new(0) }
    }

    /// Those of the answer.
    pub fn of_output(origin: Origin) -> Self {
        Self { origin, next: Cell::new(OUTPUT_IDS) }
    }

    /// The next one, such as `msg_0193...`.
    pub fn id(&self, prefix: &str) -> String {
        self.origin.id(prefix, self.next.replace(self.next.get() + 1))
    }

    /// The `call_id` of the next item.
    fn call_id(&self) -> String {
        self.origin.call_id(0, self.next.get() as usize)
    }
}

/// Progress of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    InProgress,
    Completed,
    /// Cut, by the length or because the model broke off a call.
    Incomplete,
}

/// Role of a message's author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    User,
    Assistant,
    System,
    Developer,
}

/// A list that the API has and that is always empty here.
pub type NoEntries = [u8; 0];

/// A piece of an item's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = Part)]
pub enum ContentPart {
    InputText {
        text: String,
    },
    OutputText {
        #[schema(value_type = Vec<Object>)]
        annotations: NoEntries,
        #[schema(value_type = Vec<Object>)]
        logprobs: NoEntries,
        text: String,
    },
    Refusal {
        refusal: String,
    },
    ReasoningText {
        text: String,
    },
    SummaryText {
        text: String,
    },
}

impl ContentPart {
    /// A piece of what the assistant said.
    pub fn output(text: impl Into<String>) -> Self {
        Self::OutputText { annotations: [], logprobs: [], text: text.into() }
    }

    /// The words of the part.
    pub fn text(&self) -> &str {
        match self {
            Self::InputText { text }
            | Self::OutputText { text, .. }
            | Self::ReasoningText { text }
            | Self::SummaryText { text }
            | Self::Refusal { refusal: text } => text,
        }
    }

    /// Adds words at the end.
    pub fn push(&mut self, more: &str) {
        match self {
            Self::InputText { text }
            | Self::OutputText { text, .. }
            | Self::ReasoningText { text }
            | Self::SummaryText { text }
            | Self::Refusal { refusal: text } => text.push_str(more),
        }
    }
}

/// The words of all parts, with nothing between them.
pub fn joined(parts: &[ContentPart]) -> String {
    parts.iter().map(ContentPart::text).collect()
}

/// Output of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ToolOutput {
    Text(String),
    Parts(Vec<ContentPart>),
}

/// One item of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Item {
    Message {
        id: String,
        status: ItemStatus,
        role: Role,
        content: Vec<ContentPart>,
    },
    /// Reasoning of the model. `content` holds it; `summary` is only filled by clients.
    Reasoning {
        id: String,
        summary: Vec<ContentPart>,
        content: Vec<ContentPart>,
        #[serde(skip_serializing_if = "Option::is_none")]
        encrypted_content: Option<String>,
        status: ItemStatus,
    },
    FunctionCall {
        id: String,
        call_id: String,
        /// The namespace of the tool, if it stands in one.
        #[serde(skip_serializing_if = "Option::is_none")]
        namespace: Option<String>,
        name: String,
        /// JSON text.
        arguments: String,
        status: ItemStatus,
    },
    FunctionCallOutput {
        id: String,
        call_id: String,
        output: ToolOutput,
        status: ItemStatus,
    },
}

impl Item {
    /// An empty message of the assistant, under way.
    pub fn message(ids: &ItemIds) -> Self {
        Self::Message {
            id: ids.id("msg"),
            status: ItemStatus::InProgress,
            role: Role::Assistant,
            content: Vec::new(),
        }
    }

    /// Empty reasoning, under way.
    pub fn reasoning(ids: &ItemIds) -> Self {
        Self::Reasoning {
            id: ids.id("rs"),
            summary: Vec::new(),
            content: Vec::new(),
            encrypted_content: None,
            status: ItemStatus::InProgress,
        }
    }

    /// A call without arguments so far, under way.
    pub fn call(ids: &ItemIds, namespace: Option<String>, name: String) -> Self {
        Self::FunctionCall {
            call_id: ids.call_id(),
            id: ids.id("fc"),
            namespace,
            name,
            arguments: String::new(),
            status: ItemStatus::InProgress,
        }
    }

    pub fn id(&self) -> &str {
        match self {
            Self::Message { id, .. }
            | Self::Reasoning { id, .. }
            | Self::FunctionCall { id, .. }
            | Self::FunctionCallOutput { id, .. } => id,
        }
    }

    pub fn set_status(&mut self, to: ItemStatus) {
        match self {
            Self::Message { status, .. }
            | Self::Reasoning { status, .. }
            | Self::FunctionCall { status, .. }
            | Self::FunctionCallOutput { status, .. } => *status = to,
        }
    }

    /// Memory the item takes, about.
    pub fn bytes(&self) -> usize {
        let parts = |list: &[ContentPart]| -> usize {
            list.iter().map(|p| p.text().len() + OVERHEAD_BYTES).sum()
        };
        let texts = match self {
            Self::Message { content, .. } => parts(content),
            Self::Reasoning { summary, content, encrypted_content, .. } => {
                let encrypted = encrypted_content.as_ref().map_or(0, String::len);
                parts(summary) + parts(content) + encrypted
            }
            Self::FunctionCall { call_id, namespace, name, arguments, .. } => {
                let namespace = namespace.as_ref().map_or(0, String::len);
                call_id.len() + namespace + name.len() + arguments.len()
            }
            Self::FunctionCallOutput { call_id, output, .. } => {
                let output = match output {
                    ToolOutput::Text(text) => text.len(),
                    ToolOutput::Parts(list) => parts(list),
                };
                call_id.len() + output
            }
        };
        texts + self.id().len() + OVERHEAD_BYTES
    }
}
