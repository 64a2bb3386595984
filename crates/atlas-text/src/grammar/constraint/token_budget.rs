//! Answers that are whole before their tokens run out.
//!
//! A witness is a completion of the answer in tokens. One is in hand at every position: a picked
//! token is kept only if it is the witness's next, or if a witness that fits into the tokens left
//! is known after it too; else the witness's next is taken instead. So none is ever lost. Near the
//! end masks leave only what keeps the witness short, so that this is rarely needed.

use crate::grammar::constraint::closing_zone::{ClosingZone, NEAR};
use crate::grammar::constraint::form_constraint::FormConstraint;
use crate::grammar::constraint::witness::Witness;
use crate::grammar::constraint::witness_search::{WITNESS_MAX, find, shortest};
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, Settled, TokenId};
use llguidance::toktrie::SimpleVob;
use std::sync::{Mutex, PoisonError};

/// Witnesses of no more tokens are tried without a second constraint.
const REPLAY_MAX: usize = ROLLBACK_TOKENS - 1;

/// A picked token may say what up to so many tokens of the witness say.
const SKIPPED_MAX: usize = 3;

/// Tokens remembered for taking back; trimmed to half when full.
const HISTORY_MAX: usize = 4 * ROLLBACK_TOKENS;

/// Known completion of the answer at a position.
#[derive(Clone, Debug, Default)]
struct Completion {
    /// A completion from here.
    witness: Option<Witness>,
    /// Tokens since a search found none.
    lost: usize,
}

/// A second constraint that goes first.
#[derive(Debug)]
struct Lookahead {
    at: FormConstraint,
    /// The token it is ahead by, and what is known after it.
    ahead: Option<(TokenId, Completion)>,
}

/// A constraint with a number of tokens to be whole in.
#[derive(Debug)]
pub(crate) struct BudgetConstraint {
    inner: FormConstraint,
    /// Tokens left, the one that ends the answer included.
    left: usize,
    held: Completion,
    /// Completions before the last tokens.
    history: Vec<Completion>,
    scout: Mutex<Option<Lookahead>>,
    zone: ClosingZone,
    /// Longer witnesses are not looked for.
    cap: usize,
    /// The planted defect: tokens are kept unseen.
    blind: bool,
}

impl BudgetConstraint {
    pub fn new(inner: FormConstraint, budget: usize) -> Self {
        let (zone, scout) = (inner.zone(), Mutex::default());
        let (held, history) = (Completion::default(), Vec::new());
        let cap = WITNESS_MAX;
        let mut new = Self { inner, left: budget, held, history, scout, zone, cap, blind: false };
        new.begin();
        new
    }

    /// Has the witness of the whole form at its start.
    fn begin(&mut self) {
        if self.inner.is_in_form() || self.inner.opening().is_some() {
            self.held.witness = shortest(self.inner.form()).cloned();
        }
    }

    /// The planted defect: whatever a token opens is thought to need nothing.
    pub fn ignore_growth(mut self) -> Self {
        self.zone = ClosingZone { spare: 0, text: 0, ..self.zone };
        self.blind = true;
        self
    }

    /// For tests: witnesses of more than `cap` tokens are not found.
    pub fn with_cap(self, cap: usize) -> Self {
        Self { cap, ..self }
    }

    /// Whether the prescribed form has begun.
    pub fn is_in_form(&self) -> bool {
        self.inner.is_in_form()
    }

    /// Spare tokens beside the witness below which nothing new is opened.
    pub fn spare(&self) -> usize {
        self.zone.spare
    }

    /// A second one at the same point.
    pub fn branch(&self) -> Self {
        Self {
            inner: self.inner.branch(),
            left: self.left,
            held: self.held.clone(),
            history: self.history.clone(),
            scout: Mutex::default(),
            zone: self.zone,
            cap: self.cap,
            blind: self.blind,
        }
    }

    /// Returns the completion after `token`. `at` has accepted the token, `self` has not.
    fn after(
        &self,
        token: TokenId,
        at: &mut FormConstraint,
    ) -> Result<Completion, ConstraintError> {
        if !at.is_in_form() {
            return Ok(Completion::default());
        }
        if let Some(witness) = &self.held.witness {
            let witness = witness.clone();
            if witness.next() == Some(token) {
                return Ok(Completion { witness: witness.skip(1), lost: 0 });
            }
            if self.inner.stays_in_text(token, at) {
                return Ok(Completion { witness: Some(witness), lost: 0 });
            }
            for skipped in 0..=SKIPPED_MAX {
                let Some(rest) = witness.skip(skipped) else { break };
                if self.completes(at, &rest)? {
                    return Ok(Completion { witness: Some(rest), lost: 0 });
                }
            }
        } else if self.held.lost > 0 && self.held.lost < NEAR {
            return Ok(Completion { witness: None, lost: self.held.lost + 1 });
        }
        let witness = find(at, self.cap)?.map(Witness::new);
        Ok(Completion { lost: usize::from(witness.is_none()), witness })
    }

    /// Whether `witness` completes the answer from `at`, which stays where it is.
    fn completes(
        &self,
        at: &mut FormConstraint,
        witness: &Witness,
    ) -> Result<bool, ConstraintError> {
        let rest = witness.rest();
        if rest.len() > REPLAY_MAX || !self.zone.known {
            let mut at = at.branch();
            return Ok(rest.iter().all(|&token| at.accept(token).is_ok()) && at.may_stop());
        }
        let fitting = rest.iter().take_while(|&&token| at.accept(token).is_ok()).count();
        let whole = fitting == rest.len() && at.may_stop();
        at.rollback(fitting)?;
        Ok(whole)
    }

    /// Moves the scout past `token` and returns the completion there.
    fn look(
        &self,
        token: TokenId,
        scout: &mut Option<Lookahead>,
    ) -> Result<Completion, ConstraintError> {
        let scout = scout.get_or_insert_with(|| Lookahead { at: self.inner.branch(), ahead: None });
        if let Some((known, held)) = &scout.ahead {
            if *known == token {
                return Ok(held.clone());
            }
            scout.ahead = None;
            scout.at.rollback(1)?;
        }
        scout.at.accept(token)?;
        let held = self.after(token, &mut scout.at)?;
        scout.ahead = Some((token, held.clone()));
        Ok(held)
    }

    /// Returns the completion at the start of the form.
    fn enter(&self) -> Completion {
        let known = shortest(self.inner.form()).cloned();
        let fits = |witness: &Witness| {
            self.completes(&mut self.inner.branch(), witness).is_ok_and(|fits| fits)
        };
        let found = || find(&self.inner, self.cap).ok().flatten().map(Witness::new);
        let witness = known.filter(fits).or_else(found);
        Completion { lost: usize::from(witness.is_none()), witness }
    }

    /// Leaves of `mask` what keeps the witness short enough.
    fn restrict(&self, mask: &mut [u32], witness: &Witness, vocabulary: &Vocabulary) {
        let closers = &vocabulary.closers;
        let words = |set: &SimpleVob, i: usize| set.as_slice().get(i).copied().unwrap_or(0);
        let in_text = closers.is_text(mask);
        // Between tags the bounds of the text are counted, so no word can add anything.
        let growth = if self.inner.is_in_tags() { 0 } else { self.zone.text };
        let spare = self.left > witness.len() + 1 + growth;
        for (i, word) in mask.iter_mut().enumerate() {
            *word &= if in_text && spare { words(&closers.inert, i) } else { 0 };
        }
        if let Some(next) = witness.next()
            && let Some(word) = mask.get_mut(next as usize / 32)
        {
            *word |= 1 << (next % 32);
        }
    }
}

impl Constraint for BudgetConstraint {
    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        let opening = self.inner.opening();
        let allowed = self.inner.mask_into(mask)?;
        if self.inner.is_complete() {
            return Ok(allowed);
        }
        if let Some(witness) = &self.held.witness
            && self.left <= witness.len() + 1 + self.zone.spare
            && allowed == Allowed::Masked
        {
            let vocabulary = self.inner.vocabulary().clone();
            self.restrict(mask, witness, &vocabulary);
            // Whether there is room for reasoning is for others to say.
            if let Some(token) = opening
                && let Some(word) = mask.get_mut(token as usize / 32)
            {
                *word |= 1 << (token % 32);
            }
        }
        Ok(allowed)
    }

    fn settle(&self, token: TokenId) -> Settled {
        let promised = self.inner.form().closes && !self.blind;
        let witness = self.held.witness.as_ref().filter(|_| promised);
        let Some(witness) = witness.filter(|witness| witness.len() < self.left) else {
            return Settled::Token(token);
        };
        if witness.next() == Some(token) || self.inner.opening() == Some(token) {
            return Settled::Token(token);
        }
        let mut scout = self.scout.lock().unwrap_or_else(PoisonError::into_inner);
        match self.look(token, &mut scout) {
            // Past the form nothing is left to do.
            Ok(_) if scout.as_ref().is_some_and(|scout| !scout.at.is_in_form()) => {
                Settled::Token(token)
            }
            Ok(Completion { witness: Some(after), .. }) if after.len() + 1 < self.left => {
                Settled::Token(token)
            }
            // A token that does not fit is refused when it is accepted.
            Err(ConstraintError::Rejected { .. }) => Settled::Token(token),
            result => {
                if result.is_err() {
                    *scout = None;
                }
                witness.next().map_or(Settled::End, Settled::Token)
            }
        }
    }

    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError> {
        let begun = self.inner.is_in_form() || self.inner.opening().is_some();
        let mut scout = self.scout.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let looked = if begun { self.look(token, &mut scout).ok() } else { None };
        self.inner.accept(token)?;
        let held = match looked {
            _ if !self.inner.is_in_form() => Completion::default(),
            None if begun => Completion { witness: None, lost: 1 },
            None => self.enter(),
            Some(held) => held,
        };
        self.left = self.left.saturating_sub(1);
        if self.history.len() >= HISTORY_MAX {
            self.history.drain(..HISTORY_MAX / 2);
        }
        self.history.push(std::mem::replace(&mut self.held, held));
        // It stands where this stands now.
        let scout = scout.filter(|scout| scout.ahead.is_some() && self.inner.is_in_form());
        let scout = scout.map(|scout| Lookahead { ahead: None, ..scout });
        *self.scout.get_mut().unwrap_or_else(PoisonError::into_inner) = scout;
        Ok(())
    }

    fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError> {
        self.inner.rollback(tokens)?;
        self.left += tokens;
        if tokens > 0 {
            let kept = self.history.len().saturating_sub(tokens);
            self.held = self.history.drain(kept..).next().unwrap_or_default();
            *self.scout.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        }
        Ok(())
    }

    fn may_stop(&mut self) -> bool {
        self.inner.may_stop()
    }

    fn is_complete(&mut self) -> bool {
        self.inner.is_complete()
    }

    fn fork(&self) -> Box<dyn Constraint> {
        Box::new(self.branch())
    }
}
