//! JSON schemas: checks, the forms of values, and costs in tokens.

pub(crate) mod check;
pub(crate) mod cost;
pub(crate) mod values;
