//! The served APIs, a folder for each dialect, and the parts of the wire that dialects share.
//!
//! Every dialect has the same file names: `types` (bodies as they are sent), `validate` (checks of
//! single fields), `convert` (body to request), `answer` (answer to body), `stream` (events of a
//! streamed answer) and `routes` (handlers).

pub mod admin;
pub mod anthropic;
pub mod fields;
pub mod openai;
pub mod openapi;
pub mod responses;
pub mod values;
