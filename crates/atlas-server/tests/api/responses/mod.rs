//! The Responses API.

mod answers;
mod background;
mod namespaces;
mod refused;
mod state;
