//! Events of a streamed response.

use super::items::{ContentPart, Item, NoEntries};
use super::response::ResponseBody;
use serde::Serialize;
use utoipa::ToSchema;

/// Item of the output, and part of its content, that an event is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Place)]
pub struct OutputPlace {
    pub item_id: String,
    pub output_index: usize,
    /// For changes inside of an item's content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_index: Option<u32>,
}

impl OutputPlace {
    /// The first part of the item's content.
    pub fn content(self) -> Self {
        Self { content_index: Some(0), ..self }
    }
}

/// Content of an event.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Change {
    Created {
        response: Box<ResponseBody>,
    },
    InProgress {
        response: Box<ResponseBody>,
    },
    ItemAdded {
        output_index: usize,
        item: Item,
    },
    ItemDone {
        output_index: usize,
        item: Item,
    },
    PartAdded {
        #[serde(flatten)]
        place: OutputPlace,
        part: ContentPart,
    },
    PartDone {
        #[serde(flatten)]
        place: OutputPlace,
        part: ContentPart,
    },
    TextDelta {
        #[serde(flatten)]
        place: OutputPlace,
        #[schema(value_type = Vec<Object>)]
        logprobs: NoEntries,
        delta: String,
    },
    TextDone {
        #[serde(flatten)]
        place: OutputPlace,
        #[schema(value_type = Vec<Object>)]
        logprobs: NoEntries,
        text: String,
    },
    ReasoningDelta {
        #[serde(flatten)]
        place: OutputPlace,
        delta: String,
    },
    ReasoningDone {
        #[serde(flatten)]
        place: OutputPlace,
        text: String,
    },
    ArgumentsDelta {
        #[serde(flatten)]
        place: OutputPlace,
        delta: String,
    },
    ArgumentsDone {
        #[serde(flatten)]
        place: OutputPlace,
        name: String,
        arguments: String,
    },
    Completed {
        response: Box<ResponseBody>,
    },
    Incomplete {
        response: Box<ResponseBody>,
    },
    Failed {
        response: Box<ResponseBody>,
    },
}

impl Change {
    /// The name of the event.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Created { .. } => "response.created",
            Self::InProgress { .. } => "response.in_progress",
            Self::ItemAdded { .. } => "response.output_item.added",
            Self::ItemDone { .. } => "response.output_item.done",
            Self::PartAdded { .. } => "response.content_part.added",
            Self::PartDone { .. } => "response.content_part.done",
            Self::TextDelta { .. } => "response.output_text.delta",
            Self::TextDone { .. } => "response.output_text.done",
            Self::ReasoningDelta { .. } => "response.reasoning_text.delta",
            Self::ReasoningDone { .. } => "response.reasoning_text.done",
            Self::ArgumentsDelta { .. } => "response.function_call_arguments.delta",
            Self::ArgumentsDone { .. } => "response.function_call_arguments.done",
            Self::Completed { .. } => "response.completed",
            Self::Incomplete { .. } => "response.incomplete",
            Self::Failed { .. } => "response.failed",
        }
    }
}

/// One event of a streamed response.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ResponseEvent {
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Counts the events of a stream from 0.
    pub sequence_number: u64,
    #[serde(flatten)]
    pub change: Change,
}
