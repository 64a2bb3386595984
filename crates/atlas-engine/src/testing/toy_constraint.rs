//! A constraint for tests: a list of allowed sets.

use atlas_core::{Allowed, Constraint, ConstraintError, Settled, TokenId};

/// A constraint that allows the tokens of set `i` at position `i` of the answer; an empty set
/// allows any token. The answer may end after `may_stop_from` tokens and is complete after the last
/// set.
#[derive(Clone, Debug)]
pub struct ToyConstraint {
    pub sets: Vec<Vec<TokenId>>,
    pub may_stop_from: usize,
    /// A planted defect: at this position the mask allows a token that is then rejected.
    pub lie: Option<(usize, TokenId)>,
    /// Position at which the mask cannot be computed.
    pub fails_at: Option<usize>,
    /// Position at which the mask is empty although more sets follow.
    pub ends_at: Option<usize>,
    /// Position at which every pick becomes this token or the end.
    pub settled: Option<(usize, Settled)>,
    /// Accepted tokens, less those rolled back.
    pub taken: usize,
}

impl ToyConstraint {
    /// A constraint whose answer may end only when complete.
    pub fn new(sets: Vec<Vec<TokenId>>) -> Self {
        Self {
            may_stop_from: sets.len(),
            sets,
            lie: None,
            fails_at: None,
            ends_at: None,
            settled: None,
            taken: 0,
        }
    }
}

impl Constraint for ToyConstraint {
    fn settle(&self, token: TokenId) -> Settled {
        match self.settled {
            Some((at, settled)) if at == self.taken => settled,
            _ => Settled::Token(token),
        }
    }

    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError> {
        if self.fails_at == Some(self.taken) {
            return Err(ConstraintError::Failed("the test asks for this failure".to_owned()));
        }
        if self.ends_at == Some(self.taken) {
            mask.fill(0);
            return Ok(Allowed::Masked);
        }
        let set = self.sets.get(self.taken).map_or(&[][..], Vec::as_slice);
        if set.is_empty() && self.taken < self.sets.len() {
            return Ok(Allowed::Any);
        }
        mask.fill(0);
        let lie = self.lie.filter(|(at, _)| *at == self.taken).map(|(_, token)| token);
        for token in set.iter().copied().chain(lie) {
            mask[token as usize / 32] |= 1 << (token % 32);
        }
        Ok(Allowed::Masked)
    }

    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError> {
        match self.sets.get(self.taken) {
            Some(set) if set.is_empty() || set.contains(&token) => {
                self.taken += 1;
                Ok(())
            }
            _ => Err(ConstraintError::Rejected { token, reason: format!("set {}", self.taken) }),
        }
    }

    fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError> {
        let kept = self.taken;
        self.taken =
            kept.checked_sub(tokens).ok_or(ConstraintError::Rollback { wanted: tokens, kept })?;
        Ok(())
    }

    fn may_stop(&mut self) -> bool {
        self.taken >= self.may_stop_from
    }

    fn is_complete(&mut self) -> bool {
        self.taken == self.sets.len()
    }

    fn fork(&self) -> Box<dyn Constraint> {
        Box::new(self.clone())
    }
}
