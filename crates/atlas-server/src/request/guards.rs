//! Limits of the guards that end an answer early.

use crate::http::errors::ApiError;
use atlas_text::Repetition;

/// Guard limits of one answer; `None` is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuardLimits {
    /// Repetition of tokens at the end of reasoning or text.
    pub repetition: Option<Repetition>,
    /// Tokens of one call.
    pub tool_body: Option<u32>,
    /// Tokens of text after the last call.
    pub prose_between_calls: Option<u32>,
    /// Tokens outside of the reasoning, calls included.
    pub post_thinking: Option<u32>,
    /// Consecutive tokens that produce no output.
    pub held_back: Option<u32>,
    /// Complete calls; the answer ends with the next one.
    pub calls: Option<u32>,
    /// Calls of one tool with equal arguments.
    pub repeated_calls: Option<u32>,
}

impl GuardLimits {
    /// These limits, with unset ones taken from `defaults`.
    pub fn or(self, defaults: Self) -> Self {
        Self {
            repetition: self.repetition.or(defaults.repetition),
            tool_body: self.tool_body.or(defaults.tool_body),
            prose_between_calls: self.prose_between_calls.or(defaults.prose_between_calls),
            post_thinking: self.post_thinking.or(defaults.post_thinking),
            held_back: self.held_back.or(defaults.held_back),
            calls: self.calls.or(defaults.calls),
            repeated_calls: self.repeated_calls.or(defaults.repeated_calls),
        }
    }

    /// Removes limits of 0, by which a request switches off a limit of the profile.
    pub fn effective(self) -> Self {
        let on = |limit: Option<u32>| limit.filter(|limit| *limit > 0);
        Self {
            repetition: self.repetition.filter(|r| r.max_pattern_size > 0),
            tool_body: on(self.tool_body),
            prose_between_calls: on(self.prose_between_calls),
            post_thinking: on(self.post_thinking),
            held_back: on(self.held_back),
            calls: on(self.calls),
            repeated_calls: on(self.repeated_calls),
        }
    }

    /// Checks the repetition limits of a request.
    ///
    /// # Errors
    /// 400 naming the field of `repetition_detection`.
    pub fn checked(self) -> Result<Self, ApiError> {
        let repetition = self.repetition.map(Repetition::checked).transpose();
        let repetition = repetition.map_err(|(field, why)| {
            let param = format!("repetition_detection.{field}");
            ApiError::param(&*param, format!("`{param}` {why}"))
        })?;
        Ok(Self { repetition, ..self })
    }
}
