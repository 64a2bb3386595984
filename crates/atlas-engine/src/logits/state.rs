//! What the processors know about a sequence.

use atlas_core::{FinishDetail, SamplingParams, TokenId};
use rustc_hash::FxHashMap;

/// How often a token occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// In prompt and answer.
    pub all: u32,
    /// In the answer.
    pub generated: u32,
}

/// The tokens of a sequence and everything that is derived from them for picking the next one.
/// A function of prompt, parameters and accepted tokens alone: it survives preemption untouched
/// and can be rolled back.
#[derive(Clone, Debug)]
pub struct DecodeState {
    params: SamplingParams,
    stop_ids: Vec<TokenId>,
    tokens: Vec<TokenId>,
    prompt_len: usize,
    /// Kept only if a penalty reads it.
    counts: Option<FxHashMap<TokenId, Occurrences>>,
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
        Self { params, stop_ids, prompt_len: prompt.len(), tokens: prompt, counts }
    }

    pub fn params(&self) -> &SamplingParams {
        &self.params
    }

    /// Prompt, then answer.
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

    /// Tokens that occur at all with their counts; empty when no penalty needs them.
    pub fn occurrences(&self) -> impl Iterator<Item = (TokenId, Occurrences)> + '_ {
        self.counts.iter().flatten().map(|(&token, &n)| (token, n))
    }

    /// Whether stop ids are still forbidden.
    pub fn below_min_tokens(&self) -> bool {
        self.generated_len() < self.params.min_tokens as usize
    }

    /// Whether any processor could emit an edit at this point. False for most requests, whose
    /// rows then are never copied.
    pub fn may_edit(&self) -> bool {
        self.counts.is_some()
            || !self.params.logit_bias.is_empty()
            || self.params.dry.multiplier != 0.0
            || (self.below_min_tokens() && !self.stop_ids.is_empty())
    }

    /// Appends a picked token and says whether the answer ends with it.
    /// `seq_len_max`: longest sequence, prompt and answer together.
    pub fn accept(&mut self, token: TokenId, seq_len_max: usize) -> Option<FinishDetail> {
        self.tokens.push(token);
        if let Some(counts) = &mut self.counts {
            let n = counts.entry(token).or_default();
            n.all += 1;
            n.generated += 1;
        }
        if self.stop_ids.binary_search(&token).is_ok() {
            Some(FinishDetail::StopToken(token))
        } else if self.generated_len() >= self.params.max_tokens as usize {
            Some(FinishDetail::MaxTokens)
        } else if self.tokens.len() >= seq_len_max {
            Some(FinishDetail::SeqLen)
        } else {
            None
        }
    }

    /// Takes the answer back to its first `generated_len` tokens; longer than the answer is a
    /// no-op.
    pub fn rollback(&mut self, generated_len: usize) {
        while self.generated_len() > generated_len {
            let Some(token) = self.tokens.pop() else { return };
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
        assert_eq!(state.clone().accept(7, 100), Some(FinishDetail::StopToken(7)));
        assert_eq!(state.clone().accept(9, 100), Some(FinishDetail::StopToken(9)));
        assert_eq!(state.clone().accept(3, 3), Some(FinishDetail::SeqLen));
        let mut long = state.clone();
        let ends: Vec<_> = (0..4).map(|_| long.accept(3, 100)).collect();
        assert_eq!(ends, [None, None, None, Some(FinishDetail::MaxTokens)]);
        let deaf = SamplingParams { ignore_eos: true, ..params() };
        assert_eq!(DecodeState::new(vec![1], deaf, &[7]).stop_ids(), [9]);
    }

    #[test]
    fn rollback_undoes_accept() {
        let mut state = DecodeState::new(vec![1, 2, 2], params(), &[7]);
        let sorted = |s: &DecodeState| {
            let mut all: Vec<_> = s.occurrences().collect();
            all.sort_by_key(|(t, _)| *t);
            all
        };
        state.accept(2, 100);
        let before = (state.tokens().to_vec(), sorted(&state));
        state.accept(5, 100);
        state.accept(2, 100);
        state.rollback(1);
        assert_eq!((state.tokens().to_vec(), sorted(&state)), before);
        state.rollback(5);
        assert_eq!(state.generated_len(), 1);
        assert_eq!(before.1[1], (2, Occurrences { all: 3, generated: 1 }));
    }
}
