//! The tokens of a model as grammars need them.

pub(crate) mod closing_tokens;
pub(crate) mod free_text;
pub(crate) mod tokens;
