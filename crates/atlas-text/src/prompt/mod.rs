//! From a chat request to the messages, tools and places of a prompt.

pub(crate) mod arrangement;
mod chat;
pub(crate) mod history;
pub(crate) mod resume_points;

pub(crate) use chat::lower_messages;
pub use chat::{ChatError, ChatRequest, Prompt};
