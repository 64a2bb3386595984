//! Bodies as they are sent: items, events, answers, and types of the OpenAPI document.

pub mod events;
pub mod items;
pub mod request;
pub mod response;
pub mod schema;
