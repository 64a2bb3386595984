//! A request in no dialect: its fields, their limits and defaults.

pub mod effort;
pub mod form;
pub mod limits;
pub mod settings;
