//! Limits that end an answer which leads nowhere. They read what has been generated and never
//! touch the prompt or a logit; each is off unless the request or the model's profile sets it.

use atlas_core::TokenId;
use atlas_text::OutputPlace;

/// Longest pattern that may be looked for.
pub const PATTERN_SIZE_MAX: u32 = 1024;

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
        }
    }
}

/// A pattern of `min_pattern_size` to `max_pattern_size` tokens, `min_count` times in a row at the
/// end of what was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// 0 switches the guard off.
    pub max_pattern_size: u32,
    /// From 1.
    pub min_pattern_size: u32,
    /// From 2.
    pub min_count: u32,
}

impl Default for Repetition {
    fn default() -> Self {
        Self { max_pattern_size: 64, min_pattern_size: 2, min_count: 3 }
    }
}

impl Repetition {
    /// The limits with 0 taken as other servers take it, if they hold together; else the name of
    /// the field that does not and why.
    pub fn checked(self) -> Result<Self, (&'static str, String)> {
        let Self { max_pattern_size, min_pattern_size, min_count } = self;
        if max_pattern_size > PATTERN_SIZE_MAX {
            return Err(("max_pattern_size", format!("must be at most {PATTERN_SIZE_MAX}")));
        }
        if max_pattern_size == 0 {
            return Ok(self);
        }
        let min_pattern_size = min_pattern_size.max(1);
        if min_pattern_size > max_pattern_size {
            let reason = format!("must be at most `max_pattern_size`, which is {max_pattern_size}");
            return Err(("min_pattern_size", reason));
        }
        if min_count < 2 {
            return Err(("min_count", "must be at least 2".to_owned()));
        }
        Ok(Self { max_pattern_size, min_pattern_size, min_count })
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
}

impl Guard {
    /// Every guard.
    pub const ALL: [Self; 5] = [
        Self::Repetition,
        Self::ToolBody,
        Self::ProseBetweenCalls,
        Self::PostThinking,
        Self::HeldBack,
    ];

    /// The name in requests, profiles, metrics and lists of interventions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::ToolBody => "tool_body",
            Self::ProseBetweenCalls => "prose_between_calls",
            Self::PostThinking => "post_thinking",
            Self::HeldBack => "held_back",
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
    /// The token brought something for the client.
    pub shown: bool,
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
        let period = if in_call { self.repeats.clear() } else { self.repeats.push(token) };
        if let (Some(pattern_size), Some(repetition)) = (period, self.limits.repetition) {
            let limit = repetition.min_count;
            let guard = Guard::Repetition;
            return Some(Fired { guard, limit, pattern_size: Some(pattern_size) });
        }
        let counts = [
            (Guard::ToolBody, self.body, self.limits.tool_body),
            (Guard::ProseBetweenCalls, self.prose, self.limits.prose_between_calls),
            (Guard::PostThinking, self.outside, self.limits.post_thinking),
            (Guard::HeldBack, self.held, self.limits.held_back),
        ];
        counts.into_iter().find_map(|(guard, count, limit)| {
            let limit = limit.filter(|limit| count >= *limit)?;
            Some(Fired { guard, limit, pattern_size: None })
        })
    }
}

/// Looks for repetition at the end of a list of tokens that grows.
#[derive(Clone, Debug)]
struct Repeats {
    limits: Option<Repetition>,
    /// The last tokens, at index `position % max_pattern_size`.
    ring: Vec<TokenId>,
    position: usize,
    /// For each period from the least: how many last tokens equal the one a period before.
    runs: Vec<u32>,
}

impl Repeats {
    fn new(limits: Option<Repetition>) -> Self {
        let Repetition { max_pattern_size: max, min_pattern_size: min, .. } =
            limits.unwrap_or(Repetition { max_pattern_size: 0, ..Repetition::default() });
        let periods = if max == 0 { 0 } else { max - min + 1 };
        Self { limits, ring: vec![0; max as usize], position: 0, runs: vec![0; periods as usize] }
    }

    /// Begins anew.
    fn clear(&mut self) -> Option<u32> {
        self.position = 0;
        self.runs.fill(0);
        None
    }

    /// Adds a token; the shortest period that has been repeated often enough.
    fn push(&mut self, token: TokenId) -> Option<u32> {
        let limits = self.limits.filter(|_| !self.runs.is_empty())?;
        let (len, mut found) = (self.ring.len(), None);
        for (period, run) in (limits.min_pattern_size..).zip(&mut self.runs) {
            let back = period as usize;
            let same = self.position >= back && self.ring[(self.position - back) % len] == token;
            *run = if same { *run + 1 } else { 0 };
            if *run >= period * (limits.min_count - 1) {
                found = found.or(Some(period));
            }
        }
        self.ring[self.position % len] = token;
        self.position += 1;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: a suffix that is one pattern `min_count` times.
    fn naive(tokens: &[TokenId], r: Repetition) -> Option<u32> {
        (r.min_pattern_size..=r.max_pattern_size).find(|&size| {
            let (size, count) = (size as usize, r.min_count as usize);
            tokens.len() >= size * count && {
                let tail = &tokens[tokens.len() - size * count..];
                tail.chunks(size).all(|chunk| chunk == &tail[..size])
            }
        })
    }

    #[test]
    fn repetition_is_found_where_the_definition_says() {
        let mut state = 7u64;
        let mut random = move |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut fired = 0;
        for case in 0..400u32 {
            let repetition = Repetition {
                min_pattern_size: 1 + case % 3,
                max_pattern_size: 1 + case % 3 + case % 7,
                min_count: 2 + case % 3,
            };
            let mut repeats = Repeats::new(Some(repetition));
            let mut tokens = Vec::new();
            let period = 1 + random(9) as usize;
            for i in 0..60usize {
                let token = match tokens.len() {
                    len if i > 20 && len >= period && random(25) > 0 => tokens[len - period],
                    _ => random(4) as TokenId,
                };
                tokens.push(token);
                let want = naive(&tokens, repetition);
                assert_eq!(repeats.push(token), want, "{repetition:?} {tokens:?}");
                fired += usize::from(want.is_some());
            }
        }
        assert!(fired > 500, "{fired}");
    }

    #[test]
    fn limits_that_do_not_hold_together_are_named() {
        let r = |max, min, count| Repetition {
            max_pattern_size: max,
            min_pattern_size: min,
            min_count: count,
        };
        assert_eq!(r(8, 0, 3).checked(), Ok(r(8, 1, 3)));
        assert_eq!(r(0, 9, 0).checked(), Ok(r(0, 9, 0)), "off is off");
        for (wrong, name) in [
            (r(PATTERN_SIZE_MAX + 1, 2, 3), "max_pattern_size"),
            (r(8, 9, 3), "min_pattern_size"),
            (r(8, 2, 1), "min_count"),
        ] {
            assert_eq!(wrong.checked().expect_err("refused").0, name);
        }
    }

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
