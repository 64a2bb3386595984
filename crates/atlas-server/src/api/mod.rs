//! The served APIs: a folder for each dialect, and the parts of the wire that dialects share.
//!
//! Every dialect has the same file names: `types` (bodies as they are sent), `fields` (the table of
//! accepted fields), `validate` (checks of single fields), `convert` (body to chat request),
//! `answer` (output to body), `stream` (events of a streamed answer) and `routes` (handlers). No
//! dialect imports another. [`openapi`] stands above the dialects; the other modules here stand
//! below them.

pub mod admin;
pub mod answer;
pub mod anthropic;
pub mod atlas;
pub mod body;
pub mod common;
pub mod document;
pub mod fields;
pub mod foreign;
pub mod form;
pub mod ollama;
pub mod openai;
pub mod openapi;
pub mod responses;
pub mod schema;
pub mod sessions;
pub mod stream;
pub mod values;
