//! The Responses API.

mod answers;
mod background;
mod counting;
mod namespaces;
mod refused;
mod state;
