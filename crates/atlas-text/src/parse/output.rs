//! The events of an answer, and the description of answers that a parser expects.

use super::dialect::Dialect;
use super::schema::tool_set::ToolSet;
use std::sync::Arc;

/// The marks around reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasoningTags {
    pub open: String,
    pub close: String,
    /// The prompt has opened the reasoning already.
    pub starts_open: bool,
}

impl ReasoningTags {
    /// `<think>` and `</think>`.
    pub fn think(starts_open: bool) -> Self {
        Self { open: "<think>".to_owned(), close: "</think>".to_owned(), starts_open }
    }

    /// Tags that occur in a chat template.
    pub fn of_template(template: &str) -> Option<Self> {
        template.contains("</think>").then(|| Self::think(false))
    }

    /// The same tags for an answer to `prompt`, which may end with the opening one.
    #[must_use]
    pub fn after(&self, prompt: &str) -> Self {
        Self { starts_open: prompt.trim_end().ends_with(&self.open), ..self.clone() }
    }
}

/// Description of the parts that an answer may have.
#[derive(Clone, Debug)]
pub struct OutputSpec {
    /// Dialect in which the model writes tool calls.
    pub dialect: Dialect,
    /// The tools of the request; an empty set means that no markup is a call.
    pub tools: Arc<ToolSet>,
    /// `None`: the model does not reason, or its reasoning is to stay in the text.
    pub reasoning: Option<ReasoningTags>,
}

/// One step of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputEvent {
    Reasoning(String),
    Text(String),
    /// A call of a known tool begins. Indices count from 0 in order.
    CallBegin {
        index: usize,
        name: String,
    },
    /// A piece of the JSON text of the arguments object.
    CallArguments {
        index: usize,
        json: String,
    },
    /// The call is complete: its pieces are one JSON object.
    CallEnd {
        index: usize,
    },
    /// The call stays incomplete: its pieces are the beginning of a JSON object.
    CallCut {
        index: usize,
    },
    /// An event for a list of interventions.
    Note(OutputNote),
}

/// Position in an answer, after the text read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputPlace {
    /// Nothing but blanks came, or what may be a mark.
    #[default]
    Start,
    /// In text or reasoning.
    Text,
    /// In the markup of a call.
    Call,
    /// After a call; nothing but blanks and closing markup has followed.
    AfterCall,
}

/// A deviation of the answer from its format, with the machine's reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputNote {
    /// A complete call inside the reasoning ended the reasoning and was delivered.
    CallInReasoning { name: String },
    /// The answer ended inside the reasoning inside a call; its bytes are in the reasoning.
    IncompleteCallInReasoning { name: String },
    /// A complete call inside the reasoning does not fit the schema; its bytes are reasoning.
    InvalidCallInReasoning { name: String },
    /// A call was taken as complete though closing markup is missing.
    MissingClose { index: usize },
    /// The value of this argument cannot be read as its type and stays a string.
    KeptAsString { index: usize, key: String },
}
