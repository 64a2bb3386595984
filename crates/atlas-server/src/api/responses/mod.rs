//! `/v1/responses`: OpenAI's Responses API over the same conversations as chat completions.
//!
//! A request becomes messages and tools ([`input`], [`conversation`]) for the one job of a chat; the
//! answer becomes items ([`answer`]), whole or as events ([`stream`]); [`store`] keeps both for
//! requests that go on from there. A response is generated while the client waits, or by a task of
//! its own ([`background`]).

pub mod answer;
pub mod background;
pub mod conversation;
pub mod convert;
pub mod fields;
pub mod input;
pub mod routes;
pub mod store;
pub mod stream;
pub mod types;
mod validate;

pub(crate) use input::items_of;
pub use store::{Finished, Owner, ResponseStore, Shelf};
pub use types::items::Item;
