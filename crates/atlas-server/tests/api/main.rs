//! The API over a fake engine.

mod basics;
#[allow(dead_code)]
mod client;
#[allow(dead_code)]
mod fake;
