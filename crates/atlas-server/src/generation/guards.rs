//! Guards: they end an answer that makes no progress. A guard reads the generated tokens and never
//! changes the prompt or a logit. Each is off unless the request or the model's profile sets it.

use crate::request::guards::GuardLimits;
use atlas_core::TokenId;
use atlas_text::{OutputPlace, Repeats};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The kinds of guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    Repetition,
    ToolBody,
    ProseBetweenCalls,
    PostThinking,
    HeldBack,
    Calls,
    RepeatedCalls,
}

impl Guard {
    /// Every guard.
    pub const ALL: [Self; 7] = [
        Self::Repetition,
        Self::ToolBody,
        Self::ProseBetweenCalls,
        Self::PostThinking,
        Self::HeldBack,
        Self::Calls,
        Self::RepeatedCalls,
    ];

    /// The name in requests, profiles, metrics and lists of interventions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::ToolBody => "tool_body",
            Self::ProseBetweenCalls => "prose_between_calls",
            Self::PostThinking => "post_thinking",
            Self::HeldBack => "held_back",
            Self::Calls => "calls",
            Self::RepeatedCalls => "repeated_calls",
        }
    }
}

/// A guard that has ended an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    pub guard: Guard,
    /// Its limit; for a repetition the minimum count.
    pub limit: u32,
    /// Tokens of the repeated pattern.
    pub pattern_size: Option<u32>,
}

/// The state of an answer after a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerState {
    pub reasoning: bool,
    pub place: OutputPlace,
    /// Complete calls.
    pub calls: usize,
    /// Number of calls equal to the last complete one, itself included.
    pub same_calls: u32,
    /// Whether the token produced output.
    pub shown: bool,
    /// Whether repetition in the reasoning is ended by closing it, so that no guard is needed.
    pub closes_repetition: bool,
}

/// The calls of an answer, by a hash of tool and arguments. Empty unless `repeated_calls` is set.
#[derive(Clone, Debug)]
pub struct CallLedger {
    enabled: bool,
    current: DefaultHasher,
    calls: Vec<u64>,
}

impl CallLedger {
    pub fn new(limits: &GuardLimits) -> Self {
        let enabled = limits.repeated_calls.is_some();
        Self { enabled, current: DefaultHasher::new(), calls: Vec::new() }
    }

    pub fn begin(&mut self, tool: &str) {
        if self.enabled {
            self.current = DefaultHasher::new();
            tool.hash(&mut self.current);
        }
    }

    /// Adds the next piece of the arguments, which may be cut anywhere.
    pub fn arguments(&mut self, json: &str) {
        if self.enabled {
            json.bytes().for_each(|byte| self.current.write_u8(byte));
        }
    }

    pub fn end(&mut self) {
        if self.enabled {
            self.calls.push(self.current.finish());
        }
    }

    /// Number of calls equal to the last one.
    pub fn repeats(&self) -> u32 {
        let last = self.calls.last();
        self.calls.iter().filter(|call| Some(*call) == last).count() as u32
    }
}

/// The guards of one answer: a function of its tokens alone.
#[derive(Clone, Debug)]
pub struct Guards {
    limits: GuardLimits,
    repeats: Repeats,
    calls: usize,
    body: u32,
    prose: u32,
    outside: u32,
    held: u32,
}

impl Guards {
    pub fn new(limits: GuardLimits) -> Self {
        let repeats = Repeats::new(limits.repetition);
        Self { limits, repeats, calls: 0, body: 0, prose: 0, outside: 0, held: 0 }
    }

    /// Counts a token; returns the guard that ends the answer with it.
    pub fn push(&mut self, token: TokenId, state: AnswerState) -> Option<Fired> {
        if std::mem::replace(&mut self.calls, state.calls) != state.calls {
            (self.body, self.prose) = (0, 0);
        }
        let in_call = state.place == OutputPlace::Call;
        self.body = if in_call { self.body + 1 } else { 0 };
        let prose = state.calls > 0 && state.place == OutputPlace::Text && !state.reasoning;
        self.prose += u32::from(prose);
        self.outside += u32::from(!state.reasoning && state.place != OutputPlace::Start);
        self.held = if state.shown { 0 } else { self.held + 1 };
        // Arguments of a call may repeat legitimately; `tool_body` limits their length.
        let period = if in_call || (state.reasoning && state.closes_repetition) {
            self.repeats.clear();
            None
        } else {
            self.repeats.push(token)
        };
        if let (Some(pattern_size), Some(repetition)) = (period, self.limits.repetition) {
            let limit = repetition.min_count;
            let guard = Guard::Repetition;
            return Some(Fired { guard, limit, pattern_size: Some(pattern_size) });
        }
        // The answer ends after the first excess call, since a cut call would be useless.
        if let Some(limit) = self.limits.calls.filter(|most| state.calls > *most as usize) {
            return Some(Fired { guard: Guard::Calls, limit, pattern_size: None });
        }
        let counts = [
            (Guard::ToolBody, self.body, self.limits.tool_body),
            (Guard::ProseBetweenCalls, self.prose, self.limits.prose_between_calls),
            (Guard::PostThinking, self.outside, self.limits.post_thinking),
            (Guard::HeldBack, self.held, self.limits.held_back),
            (Guard::RepeatedCalls, state.same_calls, self.limits.repeated_calls),
        ];
        counts.into_iter().find_map(|(guard, count, limit)| {
            let limit = limit.filter(|limit| count >= *limit)?;
            Some(Fired { guard, limit, pattern_size: None })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_text::Repetition;

    /// Runs each guard alone and finds the first token at which it fires.
    #[test]
    fn each_guard_fires_at_its_limit_and_nowhere_else() {
        let first = |limits: GuardLimits, state: &dyn Fn(u32) -> AnswerState| {
            let mut guards = Guards::new(limits);
            (0..100).find_map(|i| Some((i, guards.push(i, state(i))?.guard)))
        };
        let off = GuardLimits::default();
        let plain = AnswerState { shown: true, place: OutputPlace::Text, ..AnswerState::default() };
        let call = AnswerState { place: OutputPlace::Call, ..AnswerState::default() };
        let after = AnswerState { calls: 1, ..plain };
        let five = Some(5);
        // A call of tokens 10 to 29, text after it.
        let course = |i| match i {
            0..10 => AnswerState { reasoning: true, ..plain },
            10..30 => call,
            _ => after,
        };
        assert_eq!(first(off, &course), None);
        let body = GuardLimits { tool_body: five, ..off };
        assert_eq!(first(body, &course), Some((14, Guard::ToolBody)));
        assert_eq!(first(GuardLimits { tool_body: Some(21), ..off }, &course), None);
        let prose = GuardLimits { prose_between_calls: five, ..off };
        assert_eq!(first(prose, &course), Some((34, Guard::ProseBetweenCalls)));
        let length = GuardLimits { post_thinking: five, ..off };
        assert_eq!(first(length, &course), Some((14, Guard::PostThinking)));
        let held = GuardLimits { held_back: five, ..off };
        assert_eq!(first(held, &course), Some((14, Guard::HeldBack)));
        assert_eq!(first(GuardLimits { held_back: Some(21), ..off }, &course), None);
        let twice = |i: u32| AnswerState { calls: (i / 10) as usize, ..call };
        let most = GuardLimits { calls: Some(9), ..off };
        assert_eq!(first(most, &twice), None);
        assert_eq!(first(GuardLimits { calls: Some(8), ..off }, &twice), Some((90, Guard::Calls)));
        let same = |i| AnswerState { calls: 2, same_calls: 1 + i / 50, ..plain };
        let again = |limit| GuardLimits { repeated_calls: Some(limit), ..off };
        assert_eq!(first(again(2), &same), Some((50, Guard::RepeatedCalls)));
        assert_eq!(first(again(3), &same), None);
        // Two adjacent calls of 4 tokens each do not count as one of 8.
        let two = |i| AnswerState { calls: (i / 4) as usize, ..call };
        assert_eq!(first(body, &two), None);
        let repeats = |tokens: u32, state: AnswerState| {
            let limits = GuardLimits { repetition: Some(Repetition::default()), ..off };
            let mut guards = Guards::new(limits);
            (0..tokens).find_map(|i| guards.push(i % 10, state))
        };
        let fired = repeats(30, plain).expect("three times ten");
        assert_eq!(
            (fired.guard, fired.limit, fired.pattern_size),
            (Guard::Repetition, 3, Some(10))
        );
        assert_eq!(repeats(29, plain), None);
        assert_eq!(repeats(99, call), None, "repetition inside a call is ignored");
    }
}
