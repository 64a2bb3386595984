//! One output machine: pieces of an answer in, events of reasoning, text and tool calls out.
//!
//! The machine reads characters one by one and keeps those it cannot decide yet, so its events,
//! after joining neighbours of one kind, do not depend on the pieces an answer comes in. The
//! grammar of the events, the formats and every tolerance are in `docs/contracts/output.md`.

mod calls;
mod chars;
mod dialect;
pub(crate) mod json;
mod machine;
mod output;
mod schema;

pub(crate) use dialect::{
    DEEPSEEK_CALL, DEEPSEEK_CALL_CLOSE, DEEPSEEK_CALLS, DEEPSEEK_CALLS_CLOSE, DEEPSEEK_SEPARATOR,
};
pub use dialect::{Dialect, UnknownDialect};
pub use json::complete::complete_members;
pub use machine::parser::OutputParser;
pub use output::{
    OutputEvent, OutputNote, OutputPlace, OutputSpec, ReasoningTags, UnknownReasoningTags,
};
pub use schema::tool_set::{ToolSet, ToolSetError};
