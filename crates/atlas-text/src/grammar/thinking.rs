//! Reasoning that is held to a number of tokens.
//!
//! [`Watch`] says, from the tokens of an answer alone, where its reasoning stands. The constraint
//! forces the closing mark where the watch says so; whoever reads the answer runs a second watch
//! over the same tokens and so knows of the intervention without being told.

use super::GrammarError;
use super::budget::Budgeted;
use super::compiler::Grammar;
use super::scan::{Found, Pattern, ScanState};
use super::vocab::Vocabulary;
use super::words::{Continuations, Cut, Tail};
use crate::repeats::{Repeats, Repetition};
use atlas_core::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, Settled, TokenId};
use std::sync::Arc;

/// A word in progress at the end of the budget may take this many tokens more to end.
pub const WORD_SLACK: u32 = 16;

/// Points remembered for taking back; trimmed to half when full.
const HISTORY_MAX: usize = 4 * ROLLBACK_TOKENS;

/// The marks of a model's reasoning in the tokens of its vocabulary. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Thinking(Arc<Marks>);

#[derive(Debug)]
struct Marks {
    vocabulary: Arc<Vocabulary>,
    open: Vec<u8>,
    /// The token that the opening mark is, if it is one.
    open_token: Option<TokenId>,
    close: Pattern,
    /// The closing mark in tokens; at least one.
    closing: Vec<TokenId>,
    continuations: Continuations,
}

/// Where the reasoning stands when the answer begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingStart {
    /// The prompt has opened it.
    Open,
    /// The model may open it.
    Maybe,
    /// The prompt has closed it.
    Closed,
}

/// What reasoning is held to.
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

/// Which limit closed the reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingLimit {
    /// The budget of the reasoning.
    Budget,
    /// What the prescribed form after it needs of the answer's length.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the reasoning; so many bytes of its opening mark have come.
    Start {
        matched: u16,
    },
    Open {
        close: ScanState,
        tokens: u32,
        tail: Tail,
    },
    /// This token of the closing mark comes next.
    Closing {
        at: u16,
        limit: ThinkingLimit,
        tokens: u32,
    },
    Closed,
}

/// Where an answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    phase: Phase,
    /// Tokens of the answer.
    taken: u32,
    forced: Option<ForcedClose>,
    /// Tokens of the reasoning when it was seen to repeat itself.
    looped: Option<u32>,
}

/// Follows the reasoning of one answer, token by token.
#[derive(Clone, Debug)]
pub struct ThinkingWatch {
    marks: Arc<Marks>,
    budget: Option<u32>,
    /// The closing mark must begin at this token of the answer.
    room: Option<u32>,
    /// Over all tokens of the answer; what it finds counts in reasoning only.
    repeats: Repeats,
    point: Point,
}

impl Thinking {
    pub(super) fn new(vocabulary: Arc<Vocabulary>, open: &str, close: &str) -> Option<Self> {
        if open.is_empty() || close.is_empty() {
            return None;
        }
        let token = |text: &str| vocabulary.single(text);
        let closing = match token(close) {
            Some(token) => vec![token],
            None => vocabulary.spell(close.as_bytes()),
        };
        let spelled: Vec<u8> =
            closing.iter().flat_map(|&t| vocabulary.spelled(t)).copied().collect();
        if spelled != close.as_bytes() {
            return None;
        }
        Some(Self(Arc::new(Marks {
            open: open.as_bytes().to_vec(),
            open_token: token(open),
            close: Pattern::new(close),
            closing,
            continuations: Continuations::new(&vocabulary),
            vocabulary,
        })))
    }

    /// The constraint of an answer of at most `max_tokens` tokens that begins at `start`, and a
    /// watch over it. A `form` that must come keeps the tokens it needs.
    ///
    /// # Errors
    /// [`GrammarError::Budget`] if form and closing mark are known to need more than `max_tokens`.
    pub fn constraint(
        &self,
        start: ThinkingStart,
        limits: impl Into<ThinkingLimits>,
        form: Option<&Grammar>,
        max_tokens: usize,
    ) -> Result<(Box<dyn Constraint>, ThinkingWatch), GrammarError> {
        let closing = self.0.closing.len();
        let least = form.and_then(Grammar::needs).map(|need| closing + need);
        if let Some(least) = least
            && start == ThinkingStart::Open
            && least > max_tokens
        {
            return Err(GrammarError::Budget { budget: max_tokens, min_tokens: least });
        }
        let inner = form.map(|form| form.budgeted(max_tokens)).transpose()?;
        let (mut room, mut may_open) = (None, true);
        if let (Some(least), Some(inner)) = (least, &inner) {
            may_open = least < max_tokens;
            let spare = inner.spare().min(max_tokens.saturating_sub(least) / 2);
            room = Some(max_tokens.saturating_sub(least + spare) as u32);
        }
        let phase = match start {
            ThinkingStart::Open => Phase::open(),
            ThinkingStart::Maybe => Phase::Start { matched: 0 },
            ThinkingStart::Closed => Phase::Closed,
        };
        let ThinkingLimits { budget, repetition } = limits.into();
        let point = Point { phase, taken: 0, forced: None, looped: None };
        let repeats = Repeats::new(repetition).undoable();
        let mut watch = ThinkingWatch { marks: self.0.clone(), budget, room, repeats, point };
        watch.look();
        let constraint = Thoughtful { inner, watch: watch.clone(), may_open, history: Vec::new() };
        Ok((Box::new(constraint), watch))
    }
}

impl Phase {
    fn open() -> Self {
        Self::Open { close: 0, tokens: 0, tail: Tail::default() }
    }
}

impl ThinkingWatch {
    /// How the reasoning was closed by force, once that has begun.
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
            // Somebody did not obey the mask: still reasoning.
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
    fn due(&self) -> Option<(ThinkingLimit, Cut)> {
        let Phase::Open { close, tokens, tail } = self.point.phase else { return None };
        let taken = self.point.taken;
        let spent = self.budget.filter(|budget| tokens >= *budget);
        let short = self.room.filter(|room| taken.saturating_add(WORD_SLACK) >= *room);
        let looped = self.point.looped;
        let over = spent.is_some_and(|budget| tokens - budget >= WORD_SLACK)
            || short.is_some_and(|room| taken >= room)
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
    fn look(&mut self) {
        if let Some((limit, Cut::Nothing)) = self.due()
            && let Phase::Open { tokens, .. } = self.point.phase
        {
            self.point.phase = Phase::Closing { at: 0, limit, tokens };
        }
    }
}

impl Marks {
    /// Reads the bytes of a token before the reasoning.
    fn start(&self, matched: u16, bytes: &[u8]) -> Phase {
        let mut matched = matched as usize;
        for (i, &byte) in bytes.iter().enumerate() {
            if self.open.get(matched) == Some(&byte) {
                matched += 1;
            } else if matched > 0 || !byte.is_ascii_whitespace() {
                return Phase::Closed;
            }
            if matched == self.open.len() {
                return self.read(0, 0, Tail::default(), &bytes[i + 1..]);
            }
        }
        Phase::Start { matched: matched as u16 }
    }

    /// Reads the bytes of a token of the reasoning; `tokens`: with this one.
    fn read(&self, close: ScanState, tokens: u32, mut tail: Tail, bytes: &[u8]) -> Phase {
        match self.close.feed(close, bytes) {
            Found::At(_) => Phase::Closed,
            Found::Not(close) => {
                tail.push(bytes);
                Phase::Open { close, tokens, tail }
            }
        }
    }
}

/// The constraint of an answer whose reasoning is limited, around that of its form.
#[derive(Debug)]
struct Thoughtful {
    inner: Option<Budgeted>,
    watch: ThinkingWatch,
    /// There is room for the marks of the reasoning beside the form.
    may_open: bool,
    history: Vec<Point>,
}

impl Thoughtful {
    fn inner_mask(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        self.inner.as_mut().map_or(Ok(Allowed::Any), |inner| inner.mask_into(mask))
    }

    /// The mask of the form, or of anything, without the opening mark.
    fn unopened(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        let allowed = self.inner_mask(mask)?;
        let Some(token) = self.watch.marks.open_token else { return Ok(allowed) };
        if allowed == Allowed::Any {
            mask.fill(u32::MAX);
        }
        if let Some(word) = mask.get_mut(token as usize / 32) {
            *word &= !(1 << (token % 32));
        }
        Ok(Allowed::Masked)
    }
}

impl Constraint for Thoughtful {
    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        let marks = self.watch.marks.clone();
        match self.watch.point.phase {
            Phase::Closing { at, .. } => {
                mask.fill(0);
                let token = marks.closing[at as usize];
                if let Some(word) = mask.get_mut(token as usize / 32) {
                    *word |= 1 << (token % 32);
                }
                Ok(Allowed::Masked)
            }
            Phase::Open { .. } => match self.watch.due() {
                None => self.inner_mask(mask),
                Some((_, cut)) => {
                    if self.inner_mask(mask)? == Allowed::Any {
                        mask.fill(u32::MAX);
                    }
                    let words = marks.continuations.of(cut).iter().copied();
                    for (word, goes_on) in mask.iter_mut().zip(words.chain(std::iter::repeat(0))) {
                        *word &= goes_on;
                    }
                    Ok(Allowed::Instead(marks.closing[0]))
                }
            },
            Phase::Start { .. } if self.may_open => self.inner_mask(mask),
            // Inside a form its values are the model's own: a mark there opens nothing.
            Phase::Closed if self.inner.as_ref().is_some_and(Budgeted::is_in_form) => {
                self.inner_mask(mask)
            }
            Phase::Start { .. } | Phase::Closed => self.unopened(mask),
        }
    }

    fn settle(&self, token: TokenId) -> Settled {
        match (&self.inner, self.watch.point.phase) {
            (Some(inner), Phase::Start { .. } | Phase::Closed) => inner.settle(token),
            _ => Settled::Token(token),
        }
    }

    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError> {
        if let Phase::Closing { at, .. } = self.watch.point.phase
            && self.watch.marks.closing[at as usize] != token
        {
            let reason = "the reasoning is being closed".to_owned();
            return Err(ConstraintError::Rejected { token, reason });
        }
        if let Some(inner) = &mut self.inner {
            inner.accept(token)?;
        }
        if self.history.len() >= HISTORY_MAX {
            self.history.drain(..HISTORY_MAX / 2);
        }
        self.history.push(self.watch.point);
        self.watch.push(token);
        Ok(())
    }

    fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError> {
        let kept = self.history.len().min(self.watch.repeats.remembered());
        if tokens > kept {
            return Err(ConstraintError::Rollback { wanted: tokens, kept });
        }
        if let Some(inner) = &mut self.inner {
            inner.rollback(tokens)?;
        }
        let left = self.history.len() - tokens;
        if let Some(&point) = self.history.get(left) {
            self.watch.point = point;
            self.history.truncate(left);
        }
        self.watch.repeats.pop(tokens);
        Ok(())
    }

    fn may_stop(&mut self) -> bool {
        !matches!(self.watch.point.phase, Phase::Closing { .. })
            && self.inner.as_mut().is_none_or(Constraint::may_stop)
    }

    fn is_complete(&mut self) -> bool {
        self.inner.as_mut().is_some_and(Constraint::is_complete)
    }

    fn fork(&self) -> Box<dyn Constraint> {
        Box::new(Self {
            inner: self.inner.as_ref().map(Budgeted::branch),
            watch: self.watch.clone(),
            may_open: self.may_open,
            history: self.history.clone(),
        })
    }
}
