//! `/v1/responses`: OpenAI's Responses API over the same conversations as chat completions.
//!
//! [`input`] reads the items of a request and [`conversation`] makes messages of them. [`answer`]
//! makes items of the output, and [`stream`] sends them whole or as events. [`store`] keeps both
//! for requests that continue the conversation. A response may also be generated in the
//! [`background`].

pub mod answer;
pub mod background;
pub mod conversation;
pub mod convert;
pub mod fields;
pub mod input;
pub mod routes;
pub mod running;
pub mod state;
pub mod store;
pub mod stream;
pub mod tools;
pub mod types;
pub mod validate;

pub use state::ResponsesState;
