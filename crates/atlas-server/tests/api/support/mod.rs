//! A fake engine, a client, and readers of answers.

pub mod client;
pub mod fake;
pub mod messages;
pub mod recorded;
pub mod responses;
