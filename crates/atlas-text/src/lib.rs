//! Words to tokens and back: tokenizer, templates, detokenizer, stop strings, and what an answer
//! means: reasoning, text and tool calls.
//!
//! Nothing here adds to a prompt: what a chat request becomes is the model's own template over its
//! messages and tools, encoded by the model's own tokenizer.

pub mod chat;
pub mod detok;
pub mod files;
pub mod grammar;
pub mod model;
pub mod parse;
mod placing;
pub mod repeats;
pub mod stop;
pub mod stop_ids;
pub mod template;
pub mod tokenizer;
mod turns;

pub use chat::{ChatError, ChatRequest, Prompt};
pub use detok::Detok;
pub use files::{DirFiles, FileSource, MemoryFiles};
pub use model::{ModelLen, TextModel, TextModelError, TextOptions};
pub use parse::{
    Dialect, OutputEvent, OutputNote, OutputParser, OutputPlace, OutputSpec, ReasoningTags,
    ToolSet, ToolSetError,
};
pub use repeats::{Repeats, Repetition};
pub use stop::{StopBuffer, StopError, StopOutput, StopStrings};
pub use stop_ids::{StopId, StopIdError, StopIds};
pub use template::{ChatTemplate, Clock, RenderRequest, TemplateError, TemplateSource};
pub use tokenizer::{SpecialMode, Tokenizer, TokenizerError};
