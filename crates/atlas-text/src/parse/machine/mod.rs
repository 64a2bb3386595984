//! The machine that reads an answer: text, reasoning, marks and calls.

pub(crate) mod candidate;
pub(crate) mod marks;
pub(crate) mod parser;
pub(crate) mod state;
