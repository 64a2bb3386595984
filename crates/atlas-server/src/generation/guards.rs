//! Limits that end an answer which leads nowhere. They read what has been generated and never
//! touch the prompt or a logit; each is off unless the request or the model's profile sets it.

use atlas_core::TokenId;
use atlas_text::{OutputPlace, Repeats, Repetition};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The limits of one answer; `None` is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuardLimits {
    /// Repetition at the end of reasoning or text.
    pub repetition: Option<Repetition>,
    /// Tokens of a call that does not end.
    pub tool_body: Option<u32>,
    /// Tokens of text since the last call.
    pub prose_between_calls: Option<u32>,
    /// Tokens outside of the reasoning, calls included.
    pub post_thinking: Option<u32>,
    /// Tokens in a row of which the client is shown nothing.
    pub held_back: Option<u32>,
    /// Calls that may come; the answer ends with the next one.
    pub calls: Option<u32>,
    /// Calls of one tool with the same arguments.
    pub repeated_calls: Option<u32>,
}

impl GuardLimits {
    /// These limits, with unset ones taken from `below`.
    pub fn over(self, below: Self) -> Self {
        Self {
            repetition: self.repetition.or(below.repetition),
            tool_body: self.tool_body.or(below.tool_body),
            prose_between_calls: self.prose_between_calls.or(below.prose_between_calls),
            post_thinking: self.post_thinking.or(below.post_thinking),
            held_back: self.held_back.or(below.held_back),
            calls: self.calls.or(below.calls),
            repeated_calls: self.repeated_calls.or(below.repeated_calls),
        }
    }

    /// Without the limits that say 0, by which a request switches off what a profile sets.
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
}

/// The guards by name.
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
    /// Its limit; for a repetition the least count.
    pub limit: u32,
    /// Tokens of the pattern that is repeated.
    pub pattern_size: Option<u32>,
}

/// Where an answer stands after a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub reasoning: bool,
    pub place: OutputPlace,
    /// Complete calls.
    pub calls: usize,
    /// How often the last complete call stands in the answer.
    pub same_calls: u32,
    /// The token brought something for the client.
    pub shown: bool,
    /// Reasoning that repeats itself is closed, so the answer need not end.
    pub mends: bool,
}

/// Which calls an answer has made, by a hash of tool and arguments; empty unless a guard asks.
#[derive(Clone, Debug)]
pub struct Ledger {
    kept: bool,
    now: DefaultHasher,
    made: Vec<u64>,
}

impl Ledger {
    pub fn new(limits: &GuardLimits) -> Self {
        let kept = limits.repeated_calls.is_some();
        Self { kept, now: DefaultHasher::new(), made: Vec::new() }
    }

    pub fn begin(&mut self, tool: &str) {
        if self.kept {
            self.now = DefaultHasher::new();
            tool.hash(&mut self.now);
        }
    }

    /// The next piece of the arguments, which may be cut anywhere.
    pub fn arguments(&mut self, json: &str) {
        if self.kept {
            json.bytes().for_each(|byte| self.now.write_u8(byte));
        }
    }

    pub fn end(&mut self) {
        if self.kept {
            self.made.push(self.now.finish());
        }
    }

    /// How often the last call was made.
    pub fn same(&self) -> u32 {
        let last = self.made.last();
        self.made.iter().filter(|call| Some(*call) == last).count() as u32
    }
}

/// The guards of one answer. A function of its tokens alone.
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

    /// Goes past a token; the guard that ends the answer with it, if one does.
    pub fn push(&mut self, token: TokenId, seen: Seen) -> Option<Fired> {
        if std::mem::replace(&mut self.calls, seen.calls) != seen.calls {
            (self.body, self.prose) = (0, 0);
        }
        let in_call = seen.place == OutputPlace::Call;
        self.body = if in_call { self.body + 1 } else { 0 };
        let prose = seen.calls > 0 && seen.place == OutputPlace::Text && !seen.reasoning;
        self.prose += u32::from(prose);
        self.outside += u32::from(!seen.reasoning && seen.place != OutputPlace::Start);
        self.held = if seen.shown { 0 } else { self.held + 1 };
        // The arguments of a call may well repeat themselves; its length is a guard of its own.
        let period = if in_call || (seen.reasoning && seen.mends) {
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
        // A cut call would be no use to anyone: the answer ends with the first that is too many.
        if let Some(limit) = self.limits.calls.filter(|most| seen.calls > *most as usize) {
            return Some(Fired { guard: Guard::Calls, limit, pattern_size: None });
        }
        let counts = [
            (Guard::ToolBody, self.body, self.limits.tool_body),
            (Guard::ProseBetweenCalls, self.prose, self.limits.prose_between_calls),
            (Guard::PostThinking, self.outside, self.limits.post_thinking),
            (Guard::HeldBack, self.held, self.limits.held_back),
            (Guard::RepeatedCalls, seen.same_calls, self.limits.repeated_calls),
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

    /// Each guard alone, and the first token it fires at.
    #[test]
    fn each_guard_fires_at_its_limit_and_nowhere_else() {
        let first = |limits: GuardLimits, seen: &dyn Fn(u32) -> Seen| {
            let mut guards = Guards::new(limits);
            (0..100).find_map(|i| Some((i, guards.push(i, seen(i))?.guard)))
        };
        let off = GuardLimits::default();
        let plain = Seen { shown: true, place: OutputPlace::Text, ..Seen::default() };
        let call = Seen { place: OutputPlace::Call, ..Seen::default() };
        let after = Seen { calls: 1, ..plain };
        let five = Some(5);
        // A call of tokens 10 to 29, text after it.
        let course = |i| match i {
            0..10 => Seen { reasoning: true, ..plain },
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
        let twice = |i: u32| Seen { calls: (i / 10) as usize, ..call };
        let most = GuardLimits { calls: Some(9), ..off };
        assert_eq!(first(most, &twice), None);
        assert_eq!(first(GuardLimits { calls: Some(8), ..off }, &twice), Some((90, Guard::Calls)));
        let same = |i| Seen { calls: 2, same_calls: 1 + i / 50, ..plain };
        let again = |limit| GuardLimits { repeated_calls: Some(limit), ..off };
        assert_eq!(first(again(2), &same), Some((50, Guard::RepeatedCalls)));
        assert_eq!(first(again(3), &same), None);
        // Two calls of 4 tokens each, without a token between them, are no call of 8.
        let two = |i| Seen { calls: (i / 4) as usize, ..call };
        assert_eq!(first(body, &two), None);
        let repeats = |tokens: u32, seen: Seen| {
            let limits = GuardLimits { repetition: Some(Repetition::default()), ..off };
            let mut guards = Guards::new(limits);
            (0..tokens).find_map(|i| guards.push(i % 10, seen))
        };
        let fired = repeats(30, plain).expect("three times ten");
        assert_eq!(
            (fired.guard, fired.limit, fired.pattern_size),
            (Guard::Repetition, 3, Some(10))
        );
        assert_eq!(repeats(29, plain), None);
        assert_eq!(repeats(99, call), None, "inside a call nothing is looked for");
    }
}
