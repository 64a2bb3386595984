//! The limit of the reasoning before an answer.

use super::rules::OutputRules;
use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use atlas_core::Constraint;
use atlas_text::ReasoningTags;
use atlas_text::grammar::{
    ForbiddenTokens, Grammar, GrammarError, Thinking, ThinkingLimits, ThinkingStart, ThinkingWatch,
};

/// The limit of the reasoning of a prompt's answers.
#[derive(Clone, Debug)]
pub struct ThinkingRule {
    thinking: Thinking,
    start: ThinkingStart,
    limits: ThinkingLimits,
}

impl ThinkingRule {
    /// The rule for answers that are read by `output`; `None` if nothing limits their reasoning.
    /// `closed` says that the prompt has closed the reasoning already.
    ///
    /// # Errors
    /// 500 if the vocabulary cannot be used.
    pub fn new(
        model: &ServedModel,
        output: Option<&OutputRules>,
        closed: bool,
        limits: ThinkingLimits,
        grammar: Option<&Grammar>,
    ) -> Result<Option<Self>, ApiError> {
        let tags: Option<&ReasoningTags> = output.and_then(|o| o.spec.reasoning.as_ref());
        let Some(tags) = tags else { return Ok(None) };
        let awaited = !closed && grammar.is_some_and(Grammar::must_come);
        let loops = !closed && limits.repetition.is_some();
        if limits.budget.is_none() && !awaited && !loops {
            return Ok(None);
        }
        let compiled = model.compiler().and_then(|c| c.thinking(&tags.open, &tags.close));
        let thinking = compiled.map_err(|e| ApiError::internal(e.to_string()))?;
        let start = match (closed, tags.starts_open) {
            (true, _) => ThinkingStart::Closed,
            (false, true) => ThinkingStart::Open,
            (false, false) => ThinkingStart::Maybe,
        };
        Ok(Some(Self { thinking, start, limits }))
    }

    /// The constraint of one answer, and the watch that follows its reasoning.
    ///
    /// # Errors
    /// [`GrammarError::Budget`].
    pub fn constraint(
        &self,
        grammar: Option<&Grammar>,
        max_tokens: u32,
        forbidden: &ForbiddenTokens,
    ) -> Result<(Box<dyn Constraint>, ThinkingWatch), GrammarError> {
        let room = (max_tokens as usize, forbidden);
        self.thinking.constraint(self.start, self.limits, grammar, room)
    }
}
