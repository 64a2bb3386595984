//! The constraint that holds reasoning to its limits.

use super::limits::{ThinkingLimits, ThinkingStart};
use super::marks::{Phase, ThinkingMarks};
use super::watch::{Point, ThinkingWatch};
use crate::grammar::compiled::Grammar;
use crate::grammar::constraint::token_budget::{BudgetConstraint, ForbiddenTokens};
use crate::grammar::error::GrammarError;
use crate::grammar::vocabulary::tokens::Vocabulary;
use crate::guards::Repeats;
use atlas_core::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, Settled, TokenId};
use std::sync::Arc;

/// Points remembered for taking back; trimmed to half when full.
const HISTORY_MAX: usize = 4 * ROLLBACK_TOKENS;

/// The marks of a model's reasoning in the tokens of its vocabulary. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Thinking(Arc<ThinkingMarks>);

impl Thinking {
    pub(crate) fn new(vocabulary: Arc<Vocabulary>, open: &str, close: &str) -> Option<Self> {
        ThinkingMarks::new(vocabulary, open, close).map(|marks| Self(Arc::new(marks)))
    }

    /// The constraint of an answer of at most `max_tokens` tokens that begins at `start`, and a
    /// watch over it. A `form` that must come keeps the tokens it needs; `forbidden` gets the
    /// tokens that its length forbids.
    ///
    /// # Errors
    /// [`GrammarError::Budget`] if form and closing mark are known to need more than `max_tokens`.
    pub fn constraint(
        &self,
        start: ThinkingStart,
        limits: impl Into<ThinkingLimits>,
        form: Option<&Grammar>,
        (max_tokens, forbidden): (usize, &ForbiddenTokens),
    ) -> Result<(Box<dyn Constraint>, ThinkingWatch), GrammarError> {
        let closing = self.0.closing.len();
        let least = form.and_then(Grammar::needs).map(|need| closing + need);
        if let Some(least) = least
            && start == ThinkingStart::Open
            && least > max_tokens
        {
            return Err(GrammarError::Budget { budget: max_tokens, min_tokens: least });
        }
        let inner = form.map(|form| form.budgeted(max_tokens, forbidden)).transpose()?;
        let (mut room, mut may_open) = (None, true);
        if let Some(least) = least {
            may_open = least < max_tokens;
            room = Some(max_tokens.saturating_sub(least) as u32);
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
        let constraint =
            ThinkingConstraint { inner, watch: watch.clone(), may_open, history: Vec::new() };
        Ok((Box::new(constraint), watch))
    }
}

/// The constraint of an answer whose reasoning is limited, around that of its form.
#[derive(Debug)]
struct ThinkingConstraint {
    inner: Option<BudgetConstraint>,
    watch: ThinkingWatch,
    /// There is room for the marks of the reasoning beside the form.
    may_open: bool,
    history: Vec<Point>,
}

impl ThinkingConstraint {
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

impl Constraint for ThinkingConstraint {
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
            Phase::Closed if self.inner.as_ref().is_some_and(BudgetConstraint::is_in_form) => {
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
            inner: self.inner.as_ref().map(BudgetConstraint::branch),
            watch: self.watch.clone(),
            may_open: self.may_open,
            history: self.history.clone(),
        })
    }
}
