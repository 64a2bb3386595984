//! Limits of the reasoning of an answer.

use crate::guards::Repetition;

/// A word in progress at the end of the budget may take this many tokens more to end.
pub const WORD_SLACK: u32 = 16;

/// State of the reasoning at the start of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingStart {
    /// The prompt has opened it.
    Open,
    /// The model may open it.
    Maybe,
    /// The prompt has closed it.
    Closed,
}

/// Limits of the reasoning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingLimits {
    /// Most tokens, not counting a word in progress ([`WORD_SLACK`]) and the marks.
    pub budget: Option<u32>,
    /// Reasoning that ends in such a repetition is closed.
    pub repetition: Option<Repetition>,
}

impl From<Option<u32>> for ThinkingLimits {
    fn from(budget: Option<u32>) -> Self {
        Self { budget, repetition: None }
    }
}

/// The limit that closed the reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingLimit {
    /// The budget of the reasoning.
    Budget,
    /// The room that the prescribed form after it needs.
    Room,
    /// It repeated itself.
    Repetition,
}

/// Reasoning that was closed by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedClose {
    pub limit: ThinkingLimit,
    /// Tokens of the reasoning before the closing mark.
    pub tokens: u32,
}
