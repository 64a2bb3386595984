//! Words to tokens and back: tokenizer, templates, detokenizer, stop strings, and what an answer
//! means: reasoning, text and tool calls.
//!
//! Nothing here adds to a prompt: what a chat request becomes is the model's own template over its
//! messages and tools, encoded by the model's own tokenizer.

mod detokenizer;
mod files;
pub mod grammar;
mod guards;
mod jinja;
mod parse;
mod prompt;
mod schema;
mod stop;
mod template;
mod text_model;
mod tokenizer;

pub use detokenizer::Detok;
pub use files::{DirFiles, FileSource, MemoryFiles};
pub use guards::{Repeats, Repetition};
pub use parse::{
    Dialect, OutputEvent, OutputNote, OutputParser, OutputPlace, OutputSpec, ReasoningTags,
    ToolSet, ToolSetError, UnknownDialect, UnknownReasoningTags, complete_members,
};
pub use prompt::{ChatError, ChatRequest, Prompt};
pub use schema::keywords as schema_keywords;
pub use stop::{StopBuffer, StopError, StopId, StopIdError, StopIds, StopOutput, StopStrings};
pub use template::{
    ChatTemplate, Clock, ExactIntegers, RenderRequest, TemplateError, TemplateSource,
};
pub use text_model::{ModelLen, TextModel, TextModelError, TextOptions};
pub use tokenizer::{SpecialMode, Tokenizer, TokenizerError};
