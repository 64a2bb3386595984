//! JSON schemas: the forms of values, costs in tokens, and what the grammar library takes.

pub(crate) mod cost;
pub(crate) mod library;
pub(crate) mod values;
