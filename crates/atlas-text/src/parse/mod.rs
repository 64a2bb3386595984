//! One output machine: pieces of an answer in, events of reasoning, text and tool calls out.
//!
//! The machine reads characters one by one and keeps what it cannot decide yet, so its events,
//! after joining neighbours of one kind, do not depend on how the answer is cut into pieces. The
//! grammar of the events, the formats and every tolerance are in `docs/contracts/output.md`.

mod call;
mod candidate;
mod dialect;
mod gemma;
mod json_call;
mod json_scan;
mod machine;
mod mark;
mod named;
mod tools;
mod types;
mod unescape;
mod value;
mod xml;

pub use dialect::{Dialect, UnknownDialect};
pub use machine::OutputParser;
pub use tools::{ToolSet, ToolSetError};

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

    /// The tags that a chat template knows.
    pub fn of_template(template: &str) -> Option<Self> {
        template.contains("</think>").then(|| Self::think(false))
    }

    /// The same tags for an answer to `prompt`, which may end with the opening one.
    #[must_use]
    pub fn after(&self, prompt: &str) -> Self {
        Self { starts_open: prompt.trim_end().ends_with(&self.open), ..self.clone() }
    }
}

/// What an answer may consist of.
#[derive(Clone, Debug)]
pub struct OutputSpec {
    /// How the model writes tool calls.
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
    /// Something a list of interventions may want to tell.
    Note(OutputNote),
}

/// Where an answer stands after what has been read of it.
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

/// Where the machine did other than reading a well-formed answer.
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

/// What a call parser says about a character.
#[derive(Debug)]
enum Flow {
    /// Taken.
    More,
    /// The call is complete.
    End(Again),
    /// A call that had begun is broken.
    Cut(Again),
    /// It is not a call.
    Fail(Again),
}

/// What of the input is to be read again, as text, after a call parser stopped.
#[derive(Debug)]
enum Again {
    /// Nothing: the character belongs to the call.
    Nothing,
    /// The character.
    This,
    /// These characters, of which the last is the current one.
    Tail(String),
}

/// How an unfinished call stands at the end of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The arguments are complete; only markup is missing.
    Complete,
    Cut,
}

/// The blank characters between markup and text.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// The characters that a mark of the frame drops beside it.
fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Writes one character of a JSON string, escaped where JSON wants it.
fn push_escaped(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        c if (c as u32) < 0x20 => {
            let digit = |n: u32| char::from_digit(n, 16).unwrap_or('0');
            out.push_str("\\u00");
            out.push(digit(c as u32 >> 4));
            out.push(digit(c as u32 & 15));
        }
        c => out.push(c),
    }
}

/// Writes `text` as a JSON string.
fn push_json_string(out: &mut String, text: &str) {
    out.push('"');
    text.chars().for_each(|c| push_escaped(out, c));
    out.push('"');
}
