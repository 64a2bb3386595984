//! The Anthropic Messages API: a conversation of content blocks, lowered to a chat of OpenAI's form
//! and answered from the same job.

pub mod answer;
pub mod conversation;
pub mod errors;
pub mod routes;
pub mod tools;
pub mod types;

/// Whether a path belongs to this API, and so answers errors in its shape.
pub fn serves(path: &str) -> bool {
    path.strip_prefix("/v1/messages").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
