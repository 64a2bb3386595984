//! The constraint of one answer: its mask, the stop ids and the tokens it has accepted.

use atlas_core::{Allowed, Constraint, ConstraintError, EngineError, Settled, TokenId};

/// Verdict of the constraint on one position.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    /// Nothing is forbidden.
    Free,
    /// The mask allows some tokens. `must_stop`: it allows only ids that end the answer.
    Masked {
        must_stop: bool,
    },
    /// A picked token that the mask forbids becomes this one.
    Instead(TokenId),
    Failed(EngineError),
}

/// A constraint with its last mask and the number of tokens that it has accepted.
#[derive(Clone, Debug)]
pub(super) struct AnswerConstraint {
    constraint: Box<dyn Constraint>,
    /// Ids that may end a complete answer, also under `ignore_eos`.
    end_ids: Vec<TokenId>,
    /// Tokens of the answer that the constraint has accepted: all, or all but a last stop id.
    taken: usize,
    words: Vec<u32>,
    /// Position of the last verdict, in tokens of the answer, and the verdict.
    verdict: Option<(usize, Verdict)>,
}

impl AnswerConstraint {
    pub fn new(constraint: Box<dyn Constraint>, mut end_ids: Vec<TokenId>) -> Self {
        end_ids.sort_unstable();
        end_ids.dedup();
        Self { constraint, end_ids, taken: 0, words: Vec::new(), verdict: None }
    }

    /// Computes the mask for the token after `at` tokens of the answer.
    pub fn prepare(&mut self, at: usize, position: u32, vocab_size: usize, stop_ids: &[TokenId]) {
        if self.verdict.as_ref().is_some_and(|(ready, _)| *ready == at) {
            return;
        }
        // Only the first position allocates.
        self.words.resize(vocab_size.div_ceil(32), 0);
        let verdict =
            self.judge(stop_ids).unwrap_or_else(|error| Verdict::Failed(failed(&error, position)));
        self.verdict = Some((at, verdict));
    }

    /// For planted faults: the verdict of before stands for that after `at` tokens.
    pub fn keep_mask(&mut self, at: usize) {
        if let Some((ready, _)) = &mut self.verdict {
            *ready = at;
        }
    }

    fn judge(&mut self, stop_ids: &[TokenId]) -> Result<Verdict, ConstraintError> {
        if self.constraint.is_complete() {
            self.words.fill(0);
            set(&mut self.words, &self.end_ids, true);
            return Ok(Verdict::Masked { must_stop: true });
        }
        let allowed = self.constraint.mask_into(&mut self.words)?;
        let may_stop = self.constraint.may_stop();
        match allowed {
            Allowed::Any if may_stop => return Ok(Verdict::Free),
            Allowed::Any => {
                self.words.fill(u32::MAX);
                set(&mut self.words, &self.end_ids, false);
            }
            // A constraint may also end an answer that could go on.
            Allowed::Masked if may_stop && self.words.iter().all(|word| *word == 0) => {
                set(&mut self.words, &self.end_ids, true);
                return Ok(Verdict::Masked { must_stop: true });
            }
            Allowed::Masked if may_stop => set(&mut self.words, stop_ids, true),
            Allowed::Masked => {}
            Allowed::Instead(token) => {
                set(&mut self.words, if may_stop { stop_ids } else { &self.end_ids }, may_stop);
                return Ok(Verdict::Instead(token));
            }
        }
        Ok(Verdict::Masked { must_stop: false })
    }

    pub fn check(&self, at: usize) -> Result<(), EngineError> {
        match &self.verdict {
            Some((ready, Verdict::Failed(error))) if *ready == at => Err(error.clone()),
            Some((ready, _)) if *ready == at => Ok(()),
            _ => Err(EngineError::Internal(format!("the mask of token {at} was not computed"))),
        }
    }

    pub fn mask(&self) -> Option<&[u32]> {
        match self.verdict {
            Some((_, Verdict::Masked { .. })) => Some(&self.words),
            _ => None,
        }
    }

    /// Returns the token that a picked one becomes; `stop_ids` end the answer.
    pub fn redirect(&self, token: TokenId, stop_ids: &[TokenId]) -> TokenId {
        let kept = |words: &[u32]| {
            words.get(token as usize / 32).is_some_and(|word| word & (1 << (token % 32)) != 0)
        };
        let token = match self.verdict {
            Some((_, Verdict::Instead(instead))) if !kept(&self.words) => instead,
            _ => token,
        };
        if self.end_ids.binary_search(&token).is_ok() {
            return token;
        }
        match self.constraint.settle(token) {
            Settled::Token(token) => token,
            Settled::End => stop_ids.first().copied().unwrap_or(token),
        }
    }

    /// Whether the mask allows nothing but ids that end the answer.
    pub fn must_stop(&self) -> bool {
        matches!(self.verdict, Some((_, Verdict::Masked { must_stop: true })))
    }

    /// Whether `token` ends the answer because nothing else may follow.
    pub fn ends_complete(&mut self, token: TokenId) -> bool {
        let must_stop = match self.verdict {
            Some((at, Verdict::Masked { must_stop })) => must_stop && at == self.taken,
            _ => false,
        };
        self.end_ids.binary_search(&token).is_ok() && (must_stop || self.constraint.is_complete())
    }

    /// Whether the answer is complete and has no id that could end it.
    pub fn is_complete_for_good(&mut self) -> bool {
        self.end_ids.is_empty() && self.constraint.is_complete()
    }

    /// Advances past `token`. A token that `ends` the answer where it may end does not count: the
    /// constraint never sees it.
    pub fn accept(&mut self, token: TokenId, ends: bool, position: u32) -> Result<(), EngineError> {
        if ends && self.constraint.may_stop() {
            return Ok(());
        }
        self.constraint.accept(token).map_err(|error| match error {
            ConstraintError::Limit(_) => failed(&error, position),
            error => EngineError::ConstraintRejected { position, reason: error.to_string() },
        })?;
        self.taken += 1;
        Ok(())
    }

    /// Rolls back to the first `generated_len` tokens of the answer.
    pub fn rollback(&mut self, generated_len: usize, position: u32) -> Result<(), EngineError> {
        let back = self.taken.saturating_sub(generated_len);
        if back > 0 {
            self.constraint
                .rollback(back)
                .map_err(|e| EngineError::ConstraintFailed { position, reason: e.to_string() })?;
            self.taken -= back;
        }
        self.verdict = None;
        Ok(())
    }
}

/// The error of a request whose constraint cannot go on.
fn failed(error: &ConstraintError, position: u32) -> EngineError {
    let reason = error.to_string();
    match error {
        ConstraintError::Limit(_) => EngineError::ConstraintLimit { position, reason },
        _ => EngineError::ConstraintFailed { position, reason },
    }
}

/// Sets or clears the bits of `ids`; ids past the end are ignored.
fn set(words: &mut [u32], ids: &[TokenId], on: bool) {
    for &id in ids {
        if let Some(word) = words.get_mut(id as usize / 32) {
            let bit = 1 << (id % 32);
            *word = if on { *word | bit } else { *word & !bit };
        }
    }
}
