//! The state of an answer's reasoning, derived from its tokens alone.
//!
//! The constraint forces the closing mark where its watch says so. The reader of the answer runs a
//! second watch over the same tokens and finds the intervention from that.

use super::limits::{ForcedClose, ThinkingLimit, WORD_SLACK};
use super::marks::{Phase, ThinkingMarks};
use super::word_breaks::{Cut, Tail};
use crate::guards::Repeats;
use atlas_core::TokenId;
use std::sync::Arc;

/// Position in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) phase: Phase,
    /// Tokens of the answer.
    pub(super) taken: u32,
    pub(super) forced: Option<ForcedClose>,
    /// Tokens of the reasoning when it was seen to repeat itself.
    pub(super) looped: Option<u32>,
}

/// Follows the reasoning of one answer, token by token.
#[derive(Clone, Debug)]
pub struct ThinkingWatch {
    pub(super) marks: Arc<ThinkingMarks>,
    pub(super) budget: Option<u32>,
    /// The closing mark must begin at this token of the answer.
    pub(super) room: Option<u32>,
    /// Over all tokens of the answer; what it finds counts in reasoning only.
    pub(super) repeats: Repeats,
    pub(super) point: Point,
}

impl ThinkingWatch {
    /// Returns the reason of a forced close, once that has begun.
    pub fn forced(&self) -> Option<ForcedClose> {
        self.point.forced
    }

    /// Whether it closes reasoning that repeats itself.
    pub fn ends_repetition(&self) -> bool {
        self.repeats.is_on()
    }

    /// Goes past a token of the answer. True if the token is one of a mark that was forced.
    pub fn push(&mut self, token: TokenId) -> bool {
        // A word that has ended: its next token was replaced.
        if let Some((limit, Cut::Word | Cut::Char)) = self.due()
            && let Phase::Open { tokens, .. } = self.point.phase
            && token == self.marks.closing[0]
        {
            self.point.phase = Phase::Closing { at: 0, limit, tokens };
        }
        self.point.taken = self.point.taken.saturating_add(1);
        let marks = self.marks.clone();
        let bytes = marks.vocabulary.spelled(token);
        let forced = matches!(self.point.phase,
            Phase::Closing { at, .. } if marks.closing[at as usize] == token);
        self.point.phase = match self.point.phase {
            Phase::Start { matched } => marks.start(matched, bytes),
            Phase::Open { close, tokens, tail } => marks.read(close, tokens + 1, tail, bytes),
            Phase::Closing { at, limit, tokens } if forced => {
                self.point.forced = Some(ForcedClose { limit, tokens });
                let at = at + 1;
                let more = (at as usize) < marks.closing.len();
                if more { Phase::Closing { at, limit, tokens } } else { Phase::Closed }
            }
            // The token was outside of the mask: still reasoning.
            Phase::Closing { tokens, .. } => marks.read(0, tokens + 1, Tail::default(), bytes),
            Phase::Closed => Phase::Closed,
        };
        if let (Some(_), Phase::Open { tokens, .. }) = (self.repeats.push(token), self.point.phase)
        {
            self.point.looped = self.point.looped.or(Some(tokens));
        }
        self.look();
        forced
    }

    /// Whether the reasoning is to be closed here, and what that would cut.
    pub(super) fn due(&self) -> Option<(ThinkingLimit, Cut)> {
        let Phase::Open { close, tokens, tail } = self.point.phase else { return None };
        let taken = self.point.taken;
        let spent = self.budget.filter(|budget| tokens >= *budget);
        // Reasoning that leaves just enough is not cut, whatever word it stands in.
        let short = self.room.filter(|room| taken >= *room);
        let looped = self.point.looped;
        let over = spent.is_some_and(|budget| tokens - budget >= WORD_SLACK)
            || short.is_some()
            || looped.is_some_and(|since| tokens - since >= WORD_SLACK);
        if close > 0 && !over {
            // The model may just be closing it, letter by letter.
            return None;
        }
        let cut = if over || tokens == 0 { Cut::Nothing } else { tail.cut() };
        let limit = spent.map(|_| ThinkingLimit::Budget);
        let limit = limit.or(short.map(|_| ThinkingLimit::Room));
        let limit = limit.or(looped.map(|_| ThinkingLimit::Repetition));
        limit.map(|limit| (limit, cut))
    }

    /// Begins to close the reasoning where nothing is cut by it.
    pub(super) fn look(&mut self) {
        if let Some((limit, Cut::Nothing)) = self.due()
            && let Phase::Open { tokens, .. } = self.point.phase
        {
            self.point.phase = Phase::Closing { at: 0, limit, tokens };
        }
    }
}
