//! Answers of a prescribed form: JSON schemas, expressions, grammars, tool calls.
//!
//! A [`Compiler`] belongs to a model's tokenizer. It turns a [`Form`] into a [`Grammar`], which
//! makes one [`Constraint`] for each answer. Everything is decided by the bytes of tokens, so the
//! borders of tokens and of the grammar need not agree. `docs/contracts/grammar.md` has the rules.

mod blame;
mod bounds;
mod calls;
mod compiled;
mod compiler;
mod constraint;
mod error;
mod form;
mod lark;
mod pool;
mod schema;
mod thinking;
mod vocabulary;

pub use bounds::check_tools;
pub use compiled::Grammar;
pub use compiler::Compiler;
pub use constraint::token_budget::{ForbiddenToken, ForbiddenTokens};
pub use error::{GrammarError, OpenKeyword};
pub use form::{Form, ReasoningFrame, ToolChoice, ToolForm};
pub use pool::{Cancel, CompileLimits};
pub use thinking::{
    ForcedClose, Thinking, ThinkingLimit, ThinkingLimits, ThinkingStart, ThinkingWatch, WORD_SLACK,
};

#[cfg(doc)]
use atlas_core::Constraint;
