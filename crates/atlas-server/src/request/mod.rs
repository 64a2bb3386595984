//! A request in no dialect: what every dialect converts its bodies into.
//!
//! [`chat::ChatRequest`] is a conversation with its [`options::GenerationOptions`].
//! [`settings::Settings`] are these options after their [`limits`] were checked and defaults
//! resolved. Errors name fields as chat completions do; a dialect with other names translates them.

pub mod chat;
pub mod form;
pub mod guards;
pub mod limits;
pub mod options;
pub mod reasoning;
pub mod sampling;
pub mod settings;
pub mod tools;
