//! The limits on reasoning and the guards of a request.

use crate::api::openai::types::request::{GuardFields, RepetitionFields};
use crate::generation::choice::OutputRules;
use crate::generation::guards::GuardLimits;
use crate::http::errors::ApiError;
use crate::state::AppState;
use atlas_core::Constraint;
use atlas_text::grammar::{
    Grammar, GrammarError, Thinking, ThinkingLimits, ThinkingStart, ThinkingWatch,
};
use atlas_text::{ReasoningTags, Repetition};

/// A request's budget of reasoning: -1 is none, which goes before a profile's too.
///
/// # Errors
/// 400 for any other negative number.
pub fn budget(param: &str, tokens: i64) -> Result<Option<u32>, ApiError> {
    if tokens < -1 {
        let message = format!("`{param}` must be a number of tokens, or -1 for no limit");
        return Err(ApiError::param(param, message));
    }
    Ok((tokens >= 0).then(|| u32::try_from(tokens).unwrap_or(u32::MAX)))
}

/// What a request sets of the guards.
///
/// # Errors
/// 400 naming the field.
pub fn guards(
    repetition: Option<RepetitionFields>,
    fields: Option<GuardFields>,
) -> Result<GuardLimits, ApiError> {
    let unset = Repetition::default();
    let repetition = repetition.map(|given| Repetition {
        max_pattern_size: given.max_pattern_size.unwrap_or(unset.max_pattern_size),
        min_pattern_size: given.min_pattern_size.unwrap_or(unset.min_pattern_size),
        min_count: given.min_count.unwrap_or(unset.min_count),
    });
    let repetition = repetition.map(Repetition::checked).transpose().map_err(|(field, why)| {
        let param = format!("repetition_detection.{field}");
        ApiError::param(&*param, format!("`{param}` {why}"))
    })?;
    let fields = fields.unwrap_or_default();
    Ok(GuardLimits {
        repetition,
        tool_body: fields.tool_body,
        prose_between_calls: fields.prose_between_calls,
        post_thinking: fields.post_thinking,
        held_back: fields.held_back,
        calls: fields.calls,
        repeated_calls: fields.repeated_calls,
    })
}

/// How the reasoning of a prompt's answers is limited.
#[derive(Clone, Debug)]
pub struct ThinkingRule {
    thinking: Thinking,
    start: ThinkingStart,
    limits: ThinkingLimits,
}

impl ThinkingRule {
    /// The rule of an answer that is read by `output`; `None` if nothing limits its reasoning.
    /// `ended`: the prompt has closed it.
    ///
    /// # Errors
    /// 500 if the vocabulary cannot be used.
    pub fn new(
        state: &AppState,
        output: Option<&OutputRules>,
        ended: bool,
        limits: ThinkingLimits,
        grammar: Option<&Grammar>,
    ) -> Result<Option<Self>, ApiError> {
        let tags: Option<&ReasoningTags> = output.and_then(|o| o.spec.reasoning.as_ref());
        let Some(tags) = tags else { return Ok(None) };
        let awaited = !ended && grammar.is_some_and(Grammar::must_come);
        let loops = !ended && limits.repetition.is_some();
        if limits.budget.is_none() && !awaited && !loops {
            return Ok(None);
        }
        let compiled = state.compiler().and_then(|c| c.thinking(&tags.open, &tags.close));
        let thinking = compiled.map_err(|e| ApiError::internal(e.to_string()))?;
        let start = match (ended, tags.starts_open) {
            (true, _) => ThinkingStart::Closed,
            (false, true) => ThinkingStart::Open,
            (false, false) => ThinkingStart::Maybe,
        };
        Ok(Some(Self { thinking, start, limits }))
    }

    /// The constraint of one answer and what follows its reasoning.
    ///
    /// # Errors
    /// [`GrammarError::Budget`].
    pub fn constraint(
        &self,
        grammar: Option<&Grammar>,
        max_tokens: u32,
    ) -> Result<(Box<dyn Constraint>, ThinkingWatch), GrammarError> {
        self.thinking.constraint(self.start, self.limits, grammar, max_tokens as usize)
    }
}
