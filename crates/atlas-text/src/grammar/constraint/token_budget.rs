//! Answers that are whole before their tokens run out.
//!
//! A witness is a completion of the answer in tokens. One is in hand at every position: a picked
//! token is kept if it is the witness's next, or if a witness that fits into the tokens left is
//! known after it too; else the witness's next is taken instead. So none is ever lost, and an
//! answer that fits into its budget is the one that a larger budget would give: masks are those of
//! the form alone.

use crate::grammar::constraint::fewest_tokens::fewest;
use crate::grammar::constraint::form_constraint::{FormConstraint, WITNESS_MAX};
use crate::grammar::constraint::witness::Witness;
use crate::grammar::constraint::witness_search::{find, shortest};
use atlas_core::{Allowed, Constraint, ConstraintError, ROLLBACK_TOKENS, Settled, TokenId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A word inside a plain text adds no more than this to what the answer needs: one character more
/// where the name of a property would be one that is taken.
const TEXT_GROWTH: usize = 2;

/// A picked token may say what up to so many tokens of the witness say.
const SKIPPED_MAX: usize = 3;

/// After a search that found no witness the next one waits for so many tokens.
const NEAR: usize = 8;

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

/// A picked token behind which no ending is known that fits into what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForbiddenToken {
    /// Tokens of the answer before it.
    pub at: u32,
    pub token: TokenId,
}

/// The tokens that the length of an answer has forbidden, in their order; the constraint of the
/// answer writes what its owner reads.
#[derive(Clone, Debug, Default)]
pub struct ForbiddenTokens(Arc<Mutex<Vec<ForbiddenToken>>>);

impl ForbiddenTokens {
    fn list(&self) -> MutexGuard<'_, Vec<ForbiddenToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them so far.
    pub fn all(&self) -> Vec<ForbiddenToken> {
        self.list().clone()
    }

    /// Adds the token picked at `at`, unless one of there is known.
    fn add(&self, at: u32, token: TokenId) {
        let mut list = self.list();
        if list.last().is_none_or(|last| last.at < at) {
            list.push(ForbiddenToken { at, token });
        }
    }

    /// Forgets those from `at` on.
    fn cut(&self, at: u32) {
        self.list().retain(|forbidden| forbidden.at < at);
    }
}

/// A constraint with a number of tokens to be whole in.
#[derive(Debug)]
pub(crate) struct BudgetConstraint {
    inner: FormConstraint,
    budget: usize,
    /// The token that was settled last and not taken.
    refused: Mutex<Option<TokenId>>,
    /// Whether the answer stands in a plain text, once that is known.
    in_text: Mutex<Option<bool>>,
    forbidden: ForbiddenTokens,
    /// Tokens left, the one that ends the answer included.
    left: usize,
    held: Completion,
    /// Completions before the last tokens.
    history: Vec<Completion>,
    scout: Mutex<Option<Lookahead>>,
    /// Longer witnesses are not looked for.
    cap: usize,
    /// The planted defect: tokens are kept unseen.
    blind: bool,
}

impl BudgetConstraint {
    pub fn new(inner: FormConstraint, budget: usize, forbidden: ForbiddenTokens) -> Self {
        let (held, history, scout) = (Completion::default(), Vec::new(), Mutex::default());
        let cap = WITNESS_MAX;
        let (refused, in_text) = (Mutex::default(), Mutex::default());
        let (left, blind) = (budget, false);
        let mut new = Self {
            inner,
            budget,
            refused,
            in_text,
            forbidden,
            left,
            held,
            history,
            scout,
            cap,
            blind,
        };
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
        self.blind = true;
        self
    }

    /// For tests: witnesses of more than `cap` tokens are not found.
    pub fn with_cap(self, cap: usize) -> Self {
        Self { cap, ..self }
    }

    /// The token that begins the shortest completion known, which is the witness unless a word has
    /// changed what the answer needs; `None` inside: the answer is whole. `None`: none is known.
    fn turn(&self, witness: &Witness) -> Option<Option<TokenId>> {
        let mut at = self.inner.branch();
        if self.completes(&mut at, witness).is_ok_and(|whole| whole) {
            return Some(witness.next());
        }
        find(&mut at, self.cap).ok().flatten().map(|tokens| tokens.first().copied())
    }

    /// Tokens of the answer so far.
    fn taken(&self) -> u32 {
        self.budget.saturating_sub(self.left) as u32
    }

    /// Whether the prescribed form has begun.
    pub fn is_in_form(&self) -> bool {
        self.inner.is_in_form()
    }

    /// A second one at the same point.
    pub fn branch(&self) -> Self {
        Self {
            inner: self.inner.branch(),
            budget: self.budget,
            refused: Mutex::default(),
            in_text: Mutex::default(),
            forbidden: self.forbidden.clone(),
            left: self.left,
            held: self.held.clone(),
            history: self.history.clone(),
            scout: Mutex::default(),
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
            if self.inner.stays_in_text(token, at) || self.stays_in_plain_text(token, &witness) {
                return Ok(Completion { witness: Some(witness), lost: 0 });
            }
            for rest in (0..=SKIPPED_MAX).filter_map(|skipped| witness.skip(skipped)) {
                // One that does not fit may not be the shortest.
                if rest.len() + 1 < self.left && self.completes(at, &rest)? {
                    return Ok(Completion { witness: Some(rest), lost: 0 });
                }
            }
        } else if self.held.lost > 0 && self.held.lost < NEAR {
            return Ok(Completion { witness: None, lost: self.held.lost + 1 });
        }
        let witness = find(at, self.cap)?.map(Witness::new);
        Ok(Completion { lost: usize::from(witness.is_none()), witness })
    }

    /// The completion after `token`, as [`Self::after`]; if it does not fit, the shortest is looked
    /// for, where one was in hand.
    fn fitting(
        &self,
        token: TokenId,
        at: &mut FormConstraint,
    ) -> Result<Completion, ConstraintError> {
        let found = self.after(token, at)?;
        let fits = |witness: &Witness| witness.len() + 1 < self.left;
        let promised = self.inner.form().closes
            && self.held.witness.as_ref().is_some_and(|held| held.len() < self.left);
        if !promised || !at.is_in_form() || found.witness.as_ref().is_some_and(fits) {
            return Ok(found);
        }
        let cap = self.left.saturating_sub(2).min(self.cap);
        let shorter = fewest(at, cap).map(Witness::new);
        Ok(shorter.map_or(found, |witness| Completion { witness: Some(witness), lost: 0 }))
    }

    /// Whether a token goes on with a plain text, so that the witness stays one, or nearly.
    fn stays_in_plain_text(&self, token: TokenId, witness: &Witness) -> bool {
        let form = self.inner.form();
        !form.shaped
            && form.structured
            && witness.len() + TEXT_GROWTH + 1 < self.left
            && *lock(&self.in_text) == Some(true)
            && form.vocabulary.closers.is_inert(token)
    }

    /// Notes whether the answer stands in a plain text at `at`, which is where it stands.
    fn note_text(&self, at: &mut FormConstraint) -> Result<(), ConstraintError> {
        let mut known = lock(&self.in_text);
        if known.is_none() {
            let vocabulary = self.inner.vocabulary();
            let mut mask = vec![0u32; vocabulary.trie().vocab_size().div_ceil(32)];
            let masked = at.mask_into(&mut mask)? == Allowed::Masked;
            *known = Some(masked && vocabulary.closers.is_text(&mask));
        }
        Ok(())
    }

    /// Whether `witness` completes the answer from `at`, which stays where it is.
    fn completes(
        &self,
        at: &mut FormConstraint,
        witness: &Witness,
    ) -> Result<bool, ConstraintError> {
        let rest = witness.rest();
        if rest.len() > WITNESS_MAX || !self.inner.is_structured() {
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
        self.note_text(&mut scout.at)?;
        scout.at.accept(token)?;
        let held = self.fitting(token, &mut scout.at)?;
        scout.ahead = Some((token, held.clone()));
        Ok(held)
    }

    /// Returns the completion at the start of the form.
    fn enter(&self) -> Completion {
        let known = shortest(self.inner.form()).cloned();
        let fits = |witness: &Witness| {
            self.completes(&mut self.inner.branch(), witness).is_ok_and(|fits| fits)
        };
        let found = || find(&mut self.inner.branch(), self.cap).ok().flatten().map(Witness::new);
        let witness = known.filter(fits).or_else(found);
        Completion { lost: usize::from(witness.is_none()), witness }
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Constraint for BudgetConstraint {
    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        let allowed = self.inner.mask_into(mask)?;
        let in_text = allowed == Allowed::Masked && self.inner.vocabulary().closers.is_text(mask);
        *lock(&self.in_text) = Some(in_text);
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
        let mut scout = lock(&self.scout);
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
                drop(scout);
                let Some(next) = self.turn(witness) else { return Settled::Token(token) };
                match next {
                    Some(_) => *lock(&self.refused) = Some(token),
                    // Nothing is accepted behind it.
                    None => self.forbidden.add(self.taken(), token),
                }
                next.map_or(Settled::End, Settled::Token)
            }
        }
    }

    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError> {
        let begun = self.inner.is_in_form() || self.inner.opening().is_some();
        let mut scout = self.scout.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let looked = if begun { self.look(token, &mut scout).ok() } else { None };
        self.inner.accept(token)?;
        let refused = lock(&self.refused).take().filter(|refused| *refused != token);
        if let Some(refused) = refused {
            self.forbidden.add(self.taken(), refused);
        }
        let held = match looked {
            _ if !self.inner.is_in_form() => Completion::default(),
            None if begun => Completion { witness: None, lost: 1 },
            None => self.enter(),
            Some(held) => held,
        };
        self.left = self.left.saturating_sub(1);
        *lock(&self.in_text) = None;
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
        self.forbidden.cut(self.taken());
        *lock(&self.refused) = None;
        *lock(&self.in_text) = None;
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
