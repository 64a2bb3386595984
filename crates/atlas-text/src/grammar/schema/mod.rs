//! JSON schemas: the forms of values, costs in tokens, and what the grammar library takes.

pub(crate) mod library;
pub(crate) mod shaped;
pub(crate) mod values;
