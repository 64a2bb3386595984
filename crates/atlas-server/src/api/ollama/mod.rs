//! Ollama's API: chats and texts with answers as lines of JSON, and the list of models.

pub mod answer;
pub mod conversation;
pub mod convert;
pub mod errors;
pub mod fields;
pub mod models;
pub mod routes;
pub mod stream;
pub mod types;
pub mod validate;
