//! Reasoning that is held to a number of tokens.

mod constraint;
mod limits;
mod marks;
mod watch;
mod word_breaks;

pub use constraint::Thinking;
pub use limits::{ForcedClose, ThinkingLimit, ThinkingLimits, ThinkingStart, WORD_SLACK};
pub use watch::ThinkingWatch;
