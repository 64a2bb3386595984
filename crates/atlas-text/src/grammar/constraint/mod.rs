//! The constraint of one answer: the prescribed form, its reasoning, and a budget of tokens.

pub(crate) mod compiled_form;
pub(crate) mod fewest_tokens;
pub(crate) mod form_constraint;
pub(crate) mod matcher;
pub(crate) mod pattern;
pub(crate) mod token_budget;
pub(crate) mod witness;
pub(crate) mod witness_search;
