//! `/v1/responses`: OpenAI's Responses API over the same conversations as chat completions.
//!
//! A request becomes messages and tools ([`input`], [`lower`]) for the one job of a chat; the
//! answer becomes items ([`output`]), whole or as events ([`events`]); [`store`] keeps both for
//! requests that go on from there. A response is generated while the client waits, or by a task of
//! its own ([`background`]).

pub mod background;
pub mod events;
pub mod fields;
pub mod input;
pub mod items;
pub mod lower;
mod options;
pub mod output;
pub mod request;
pub mod routes;
pub mod shapes;
pub mod store;
pub mod wire;
pub mod writer;

pub(crate) use input::items_of;
pub use items::Item;
pub use store::{Finished, Owner, ResponseStore, Shelf};
