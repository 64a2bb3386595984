//! The Anthropic Messages API: conversations of content blocks.

pub mod answer;
mod blocks;
pub mod conversation;
pub mod convert;
pub mod errors;
pub mod fields;
pub mod routes;
pub mod stream;
pub mod tools;
pub mod types;
pub mod validate;
