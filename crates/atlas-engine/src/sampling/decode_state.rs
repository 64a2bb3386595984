//! The state of a sequence that logits processors read.

use atlas_core::{Constraint, EngineError, FinishDetail, SamplingParams, TokenId};
use rustc_hash::FxHashMap;

use super::constraint::AnswerConstraint;

/// Occurrences of one token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// Count in prompt and answer.
    pub all: u32,
    /// Count in the answer.
    pub generated: u32,
}

/// Tokens of a sequence, and the counts and constraint that picking the next token needs.
///
/// A function of prompt, parameters and accepted tokens alone: preemption does not change it, and
/// it can be rolled back.
#[derive(Clone, Debug)]
pub struct DecodeState {
    params: SamplingParams,
    stop_ids: Vec<TokenId>,
    tokens: Vec<TokenId>,
    prompt_len: usize,
    /// Present only if a penalty reads it.
    counts: Option<FxHashMap<TokenId, Occurrences>>,
    /// Boxed: most requests have none.
    constraint: Option<Box<AnswerConstraint>>,
}

/// See [`DecodeState::hold`].
#[derive(Debug)]
pub struct Held {
    generated_len: usize,
    constraint: Option<Box<AnswerConstraint>>,
}

impl DecodeState {
    /// The state after the prompt. `eos_token_ids` end the answer unless `params.ignore_eos`.
    pub fn new(prompt: Vec<TokenId>, params: SamplingParams, eos_token_ids: &[TokenId]) -> Self {
        let mut stop_ids = params.stop_token_ids.clone();
        if !params.ignore_eos {
            stop_ids.extend_from_slice(eos_token_ids);
        }
        stop_ids.sort_unstable();
        stop_ids.dedup();
        let counted = params.repetition_penalty != 1.0
            || params.presence_penalty != 0.0
            || params.frequency_penalty != 0.0;
        let counts = counted.then(|| {
            let mut counts: FxHashMap<TokenId, Occurrences> = FxHashMap::default();
            for &token in &prompt {
                counts.entry(token).or_default().all += 1;
            }
            counts
        });
        let (prompt_len, constraint) = (prompt.len(), None);
        Self { params, stop_ids, prompt_len, tokens: prompt, counts, constraint }
    }

    /// Adds a constraint on the answer. `eos_token_ids` end a complete answer even under
    /// `ignore_eos`: nothing else may follow.
    pub fn with_constraint(
        mut self,
        constraint: Box<dyn Constraint>,
        eos_token_ids: &[TokenId],
    ) -> Self {
        let end_ids = self.params.stop_token_ids.iter().chain(eos_token_ids).copied().collect();
        self.constraint = Some(Box::new(AnswerConstraint::new(constraint, end_ids)));
        self
    }

    pub fn params(&self) -> &SamplingParams {
        &self.params
    }

    /// Tokens of the prompt, then of the answer.
    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    pub fn prompt_len(&self) -> usize {
        self.prompt_len
    }

    /// Tokens of the answer so far.
    pub fn generated_len(&self) -> usize {
        self.tokens.len() - self.prompt_len
    }

    /// Ids that end the answer, ascending.
    pub fn stop_ids(&self) -> &[TokenId] {
        &self.stop_ids
    }

    /// Tokens that occur, with their counts; empty if no penalty needs them.
    pub fn occurrences(&self) -> impl Iterator<Item = (TokenId, Occurrences)> + '_ {
        self.counts.iter().flatten().map(|(&token, &n)| (token, n))
    }

    /// Whether the answer is shorter than `min_tokens`.
    pub fn below_min_tokens(&self) -> bool {
        self.generated_len() < self.params.min_tokens as usize
    }

    /// Whether `min_tokens` forbids stop ids now. A constraint that allows only the end wins.
    pub fn holds_stops_back(&self) -> bool {
        self.below_min_tokens() && !self.constraint.as_ref().is_some_and(|g| g.must_stop())
    }

    /// Computes the mask of the next token, unless there is no constraint or the mask is computed
    /// already. [`Self::check_mask`] returns an error of the constraint.
    pub fn prepare_mask(&mut self, vocab_size: usize) {
        let (at, position) = (self.generated_len(), self.tokens.len() as u32);
        if let Some(constraint) = &mut self.constraint {
            constraint.prepare(at, position, vocab_size, &self.stop_ids);
        }
    }

    /// Checks that the mask of the next token is computed, if a constraint needs one.
    ///
    /// # Errors
    /// [`EngineError::ConstraintFailed`]; [`EngineError::Internal`] without [`Self::prepare_mask`].
    pub fn check_mask(&self) -> Result<(), EngineError> {
        self.constraint.as_ref().map_or(Ok(()), |constraint| constraint.check(self.generated_len()))
    }

    /// Mask of the next row, one bit a token; `None` if the constraint forbids nothing.
    pub fn mask(&self) -> Option<&[u32]> {
        self.constraint.as_ref()?.mask()
    }

    /// Returns the token that the constraint makes of a picked one.
    pub fn redirect(&self, token: TokenId) -> TokenId {
        self.constraint
            .as_ref()
            .map_or(token, |constraint| constraint.redirect(token, &self.stop_ids))
    }

    /// Whether a processor may emit an edit now. False for most requests: their rows are not
    /// copied.
    pub fn may_edit(&self) -> bool {
        self.counts.is_some()
            || !self.params.logit_bias.is_empty()
            || self.params.dry.multiplier != 0.0
            || self.mask().is_some()
            || (self.holds_stops_back() && !self.stop_ids.is_empty())
    }

    /// Upper bound on the edits of the pick after next, known before the next token is.
    ///
    /// `None` if those edits, or the token that a pick becomes, depend on the next token.
    pub fn foreseen_edits(&self) -> Option<usize> {
        let same = self.counts.is_none()
            && self.params.dry.multiplier == 0.0
            && self.constraint.is_none()
            // At this pick `min_tokens` is reached, and the ban of stop ids ends.
            && self.generated_len() + 1 != self.params.min_tokens as usize;
        same.then_some(self.params.logit_bias.len())
    }

    /// Whether nothing that a pick reads changes with the tokens before it but its position.
    pub fn is_plain(&self) -> bool {
        self.counts.is_none()
            && self.params.dry.multiplier == 0.0
            && self.constraint.is_none()
            && !self.below_min_tokens()
    }

    /// Whether the mask of the next token allows `token`.
    pub fn allows(&self, token: TokenId) -> bool {
        let bit = |words: &[u32]| {
            words.get(token as usize / 32).is_some_and(|word| word & (1 << (token % 32)) != 0)
        };
        self.mask().is_none_or(bit)
    }

    /// Whether a constraint on the host may turn a picked token into another.
    pub fn is_constrained(&self) -> bool {
        self.constraint.is_some()
    }

    /// Appends a picked token; returns the reason if the answer ends with it.
    ///
    /// `seq_len_max`: longest sequence, prompt and answer together.
    ///
    /// # Errors
    /// [`EngineError::ConstraintRejected`] for a token that the constraint rejects; the state
    /// does not change.
    pub fn accept(
        &mut self,
        token: TokenId,
        seq_len_max: usize,
    ) -> Result<Option<FinishDetail>, EngineError> {
        let mut ends = self.stop_ids.binary_search(&token).is_ok();
        let mut complete = false;
        if let Some(constraint) = &mut self.constraint {
            ends |= constraint.ends_complete(token);
            constraint.accept(token, ends, self.tokens.len() as u32)?;
            complete = !ends && constraint.is_complete_for_good();
        }
        self.tokens.push(token);
        if let Some(counts) = &mut self.counts {
            let n = counts.entry(token).or_default();
            n.all += 1;
            n.generated += 1;
        }
        Ok(if ends {
            Some(FinishDetail::StopToken(token))
        } else if complete {
            Some(FinishDetail::ConstraintComplete)
        } else if self.generated_len() >= self.params.max_tokens as usize {
            Some(FinishDetail::MaxTokens)
        } else if self.tokens.len() >= seq_len_max {
            Some(FinishDetail::SeqLen)
        } else {
            None
        })
    }

    /// For planted faults: the next token has the mask of this one.
    pub fn keep_mask(&mut self) {
        let at = self.generated_len();
        if let Some(constraint) = &mut self.constraint {
            constraint.keep_mask(at);
        }
    }

    /// For planted faults: counts a token that is not the answer's.
    pub fn count(&mut self, token: TokenId) {
        if let Some(counts) = &mut self.counts {
            counts.entry(token).or_default().generated += 1;
        }
    }

    /// The state now, to [`Self::restore`] it after tokens that may not count: also where a
    /// constraint cannot take tokens back.
    pub fn hold(&self) -> Held {
        Held { generated_len: self.generated_len(), constraint: self.constraint.clone() }
    }

    /// Goes back to a state that was held before.
    pub fn restore(&mut self, held: Held) {
        self.constraint = held.constraint;
        self.cut(held.generated_len);
    }

    /// Cuts the answer to its first `generated_len` tokens; a longer length changes nothing.
    ///
    /// # Errors
    /// [`EngineError::ConstraintFailed`] if the constraint cannot roll back so many tokens; the
    /// state does not change.
    pub fn rollback(&mut self, generated_len: usize) -> Result<(), EngineError> {
        if let Some(constraint) = &mut self.constraint {
            constraint.rollback(generated_len, self.tokens.len() as u32)?;
        }
        self.cut(generated_len);
        Ok(())
    }

    fn cut(&mut self, generated_len: usize) {
        while self.generated_len() > generated_len {
            let Some(token) = self.tokens.pop() else { break };
            if let Some(counts) = &mut self.counts
                && let Some(n) = counts.get_mut(&token)
            {
                n.all -= 1;
                n.generated -= 1;
                if n.all == 0 {
                    counts.remove(&token);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> SamplingParams {
        SamplingParams {
            frequency_penalty: 0.5,
            stop_token_ids: vec![9],
            max_tokens: 4,
            min_tokens: 1,
            ..SamplingParams::default()
        }
    }

    #[test]
    fn answers_end_for_the_documented_reasons() {
        let state = DecodeState::new(vec![1, 2], params(), &[7]);
        assert_eq!(state.stop_ids(), [7, 9]);
        assert_eq!(state.clone().accept(7, 100), Ok(Some(FinishDetail::StopToken(7))));
        assert_eq!(state.clone().accept(9, 100), Ok(Some(FinishDetail::StopToken(9))));
        assert_eq!(state.clone().accept(3, 3), Ok(Some(FinishDetail::SeqLen)));
        let mut long = state.clone();
        let ends: Vec<_> = (0..4).map(|_| long.accept(3, 100).expect("no constraint")).collect();
        assert_eq!(ends, [None, None, None, Some(FinishDetail::MaxTokens)]);
        let ignoring = SamplingParams { ignore_eos: true, ..params() };
        assert_eq!(DecodeState::new(vec![1], ignoring, &[7]).stop_ids(), [9]);
    }

    /// Edits foreseen before a token equal the edits after it, for any token.
    #[test]
    fn picks_that_depend_on_the_newest_token_are_not_foreseen() {
        let plain = SamplingParams { frequency_penalty: 0.0, min_tokens: 3, ..params() };
        let mut state = DecodeState::new(vec![1], plain.clone(), &[7]);
        for at in 0..4 {
            let (foreseen, held) = (state.foreseen_edits(), state.holds_stops_back());
            assert_eq!(foreseen.is_some(), at != 2);
            state.accept(3, 100).expect("no constraint");
            assert!(foreseen.is_none() || held == state.holds_stops_back());
        }
        let bias = SamplingParams { logit_bias: vec![(1, 1.0), (4, 2.0)], ..plain.clone() };
        assert_eq!(DecodeState::new(vec![1], bias, &[]).foreseen_edits(), Some(2));
        assert_eq!(DecodeState::new(vec![1], params(), &[]).foreseen_edits(), None);
        let mut dry = plain;
        dry.dry.multiplier = 0.5;
        assert_eq!(DecodeState::new(vec![1], dry, &[]).foreseen_edits(), None);
    }

    #[test]
    fn rollback_undoes_accept() {
        let mut state = DecodeState::new(vec![1, 2, 2], params(), &[7]);
        let sorted = |s: &DecodeState| {
            let mut all: Vec<_> = s.occurrences().collect();
            all.sort_by_key(|(t, _)| *t);
            all
        };
        let accept = |state: &mut DecodeState, token| state.accept(token, 100).expect("taken");
        accept(&mut state, 2);
        let before = (state.tokens().to_vec(), sorted(&state));
        accept(&mut state, 5);
        accept(&mut state, 2);
        state.rollback(1).expect("no constraint");
        assert_eq!((state.tokens().to_vec(), sorted(&state)), before);
        state.rollback(5).expect("no constraint");
        assert_eq!(state.generated_len(), 1);
        assert_eq!(before.1[1], (2, Occurrences { all: 3, generated: 1 }));
    }
}
