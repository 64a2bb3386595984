//! Answers of a prescribed form: JSON schemas, expressions, grammars, tool calls.
//!
//! A [`Compiler`] belongs to a model's tokenizer. It turns a [`Form`] into a [`Grammar`], which
//! makes one [`Constraint`] for each answer. Everything is decided by the bytes of tokens, so the
//! borders of tokens and of the grammar need not agree. `docs/contracts/grammar.md` has the rules.

mod budget;
mod closers;
mod compiler;
mod gemma;
mod growth;
mod guided;
mod heads;
mod lark;
mod matcher;
mod plan;
mod scan;
mod schema;
mod text;
mod thinking;
mod tools;
mod values;
mod vocab;
mod wire;
mod words;

pub use compiler::{Compiler, Form, Grammar, ReasoningFrame, ToolChoice, ToolForm};
pub use thinking::{
    ForcedClose, Thinking, ThinkingLimit, ThinkingLimits, ThinkingStart, ThinkingWatch, WORD_SLACK,
};

#[cfg(doc)]
use atlas_core::Constraint;
use thiserror::Error;

/// Why a form cannot be compiled. All but `Internal` are the request's fault.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GrammarError {
    /// `path` names the keyword: a field of the request, then a path in the schema.
    #[error("{path}: {reason}")]
    Schema { path: String, reason: String },
    #[error("the regular expression cannot be used: {reason}")]
    Regex { reason: String },
    #[error("the grammar cannot be used: {reason}")]
    Lark { reason: String },
    #[error("{reason}")]
    Tools { reason: String },
    #[error("calls in the format {format} begin like any text, so they cannot be waited for")]
    NoTrigger { format: crate::parse::Dialect },
    /// The form needs at least this many tokens, the one that ends the answer included.
    #[error("the answer needs at least {min_tokens} tokens, {budget} are allowed")]
    Budget { budget: usize, min_tokens: usize },
    #[error("internal error: {reason}")]
    Internal { reason: String },
}
