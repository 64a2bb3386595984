//! The logits pipeline: a row of logits to a token or to log-probabilities.

use atlas_core::{EngineError, LogprobsMode, PositionLogprobs, TokenId};

use super::argmax::{ArgMax, arg_max};
use super::decode_state::DecodeState;
use super::edits::LogitEdits;
use super::logprobs::position_logprobs;
use super::processors::PROCESSORS;
use super::rng::uniform;
use super::sample::Sampler;

/// Purpose of a row of logits.
#[derive(Clone, Copy, Debug)]
pub enum Need<'a> {
    /// Pick the next token of a sequence, with log-probabilities if its parameters ask for them.
    Pick(&'a DecodeState),
    /// Compute the log-probabilities of a known token and of the `top_n` most likely ones.
    Score { token: TokenId, top_n: u32 },
}

/// Raw logits over the vocabulary for the token at `position`.
#[derive(Clone, Copy, Debug)]
pub struct LogitRow<'a> {
    pub logits: &'a [f32],
    pub position: u32,
    pub need: Need<'a>,
}

/// Purpose of a row of logits without the logits, for the token at `position`.
#[derive(Clone, Copy, Debug)]
pub struct RowWant<'a> {
    pub position: u32,
    pub need: Need<'a>,
}

/// Result of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub token: TokenId,
    pub logprobs: Option<PositionLogprobs>,
}

/// Picks and scores rows on the host. The outcome of a row depends on the row alone: rows share
/// nothing but scratch memory.
#[derive(Debug, Default)]
pub struct LogitsPipeline {
    edits: LogitEdits,
    edited: Vec<f32>,
    sampler: Sampler,
}

impl LogitsPipeline {
    /// A pipeline whose scratch is allocated for `vocab_size` now and never again.
    pub fn new(vocab_size: usize) -> Self {
        Self {
            edits: LogitEdits::with_capacity(vocab_size),
            edited: Vec::with_capacity(vocab_size),
            sampler: Sampler::with_capacity(vocab_size),
        }
    }

    /// Bytes of scratch that [`Self::new`] allocates.
    pub fn scratch_bytes(vocab_size: usize) -> usize {
        vocab_size * size_of::<f32>()
            + Sampler::scratch_bytes(vocab_size)
            + LogitEdits::mask_bytes(vocab_size)
    }

    /// Bytes of scratch allocated.
    pub fn allocated_bytes(&self) -> usize {
        self.edited.capacity() * size_of::<f32>()
            + self.sampler.allocated_bytes()
            + self.edits.allocated_mask_bytes()
    }

    /// Appends one outcome per row to `outcomes`, in order. An error ends the row's request and
    /// no other: [`EngineError::NanLogits`] for a row with NaN or +infinity,
    /// [`EngineError::NoTokenAllowed`] if the edits left nothing to pick,
    /// [`EngineError::ConstraintFailed`] if the mask of the row could not be computed.
    pub fn run<'a>(
        &mut self,
        rows: impl IntoIterator<Item = LogitRow<'a>>,
        outcomes: &mut Vec<Result<Outcome, EngineError>>,
    ) {
        outcomes.extend(rows.into_iter().map(|row| self.row(&row)));
    }

    fn row(&mut self, row: &LogitRow<'_>) -> Result<Outcome, EngineError> {
        let position = row.position;
        let max = arg_max(row.logits).ok_or(EngineError::NanLogits { position })?;
        match row.need {
            Need::Score { token, top_n } => {
                let logprobs = Some(position_logprobs(row.logits, max, token, top_n));
                Ok(Outcome { token, logprobs })
            }
            Need::Pick(state) => {
                state.check_mask()?;
                let picked = self.pick(row, max, state);
                let token = picked.ok_or(EngineError::NoTokenAllowed { position })?;
                let token = state.redirect(token);
                let logprobs = match state.params().logprobs {
                    LogprobsMode::Off => None,
                    LogprobsMode::Top(n) => Some(position_logprobs(row.logits, max, token, n)),
                };
                Ok(Outcome { token, logprobs })
            }
        }
    }

    /// Applies the edits, then takes the arg-max or draws. A greedy row without edits is neither
    /// copied nor sorted: its arg-max is known.
    fn pick(&mut self, row: &LogitRow<'_>, max: ArgMax, state: &DecodeState) -> Option<TokenId> {
        self.edits.clear();
        if state.may_edit() {
            for (_, processor) in PROCESSORS {
                processor(state, row.logits.len(), &mut self.edits);
            }
        }
        let (logits, max) = if self.edits.is_empty() {
            (row.logits, max)
        } else {
            self.edited.clear();
            self.edited.extend_from_slice(row.logits);
            self.edits.apply(&mut self.edited);
            (self.edited.as_slice(), arg_max(&self.edited)?)
        };
        if max.logit == f32::NEG_INFINITY {
            None
        } else if state.params().temperature > 0.0 {
            let u = uniform(state.params().seed, row.position);
            self.sampler.draw(logits, max.logit, state.params(), u)
        } else {
            Some(max.token)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::SamplingParams;

    fn run(rows: &[LogitRow<'_>]) -> Vec<Result<Outcome, EngineError>> {
        let mut outcomes = Vec::new();
        LogitsPipeline::new(64).run(rows.iter().copied(), &mut outcomes);
        outcomes
    }

    fn state(params: SamplingParams) -> DecodeState {
        DecodeState::new(vec![1, 2, 3], params, &[0])
    }

    fn random_row(rng: &mut fastrand::Rng) -> Vec<f32> {
        (0..64).map(|_| rng.f32() * 6.0).collect()
    }

    #[test]
    fn greedy_rows_pick_the_arg_max_without_scratch() {
        let mut rng = fastrand::Rng::with_seed(1);
        let greedy = state(SamplingParams::greedy(8));
        let mut pipeline = LogitsPipeline::default();
        for position in 3..200 {
            let logits = random_row(&mut rng);
            let mut outcomes = Vec::new();
            let row = LogitRow { logits: &logits, position, need: Need::Pick(&greedy) };
            pipeline.run([row], &mut outcomes);
            let want =
                logits.iter().enumerate().fold(0, |b, (i, l)| if *l > logits[b] { i } else { b });
            assert_eq!(outcomes[0], Ok(Outcome { token: want as u32, logprobs: None }));
        }
        assert_eq!(pipeline.edited.capacity(), 0, "a greedy row was copied");
        assert!(pipeline.sampler.is_cold(), "a greedy row was sorted or weighed");
    }

    /// The same (seed, position) picks the same token in any batch and in any order of rows.
    #[test]
    fn draws_do_not_depend_on_the_batch() {
        let mut rng = fastrand::Rng::with_seed(2);
        let states: Vec<DecodeState> = (0..12)
            .map(|seed| {
                state(SamplingParams {
                    seed,
                    top_k: (seed % 3) as u32 * 7,
                    top_p: if seed % 2 == 0 { 1.0 } else { 0.9 },
                    repetition_penalty: if seed % 4 == 0 { 1.2 } else { 1.0 },
                    ..SamplingParams::default()
                })
            })
            .collect();
        let rows: Vec<Vec<f32>> = (0..12).map(|_| random_row(&mut rng)).collect();
        let batch: Vec<LogitRow<'_>> = (0..12)
            .map(|i| LogitRow { logits: &rows[i], position: 3, need: Need::Pick(&states[i]) })
            .collect();
        let together = run(&batch);
        let mut order: Vec<usize> = (0..12).collect();
        rng.shuffle(&mut order);
        let shuffled = run(&order.iter().map(|&i| batch[i]).collect::<Vec<_>>());
        for (at, &i) in order.iter().enumerate() {
            assert_eq!(shuffled[at], together[i]);
            assert_eq!(run(&batch[i..=i])[0], together[i]);
        }
        let distinct: std::collections::HashSet<_> =
            together.iter().map(|o| o.as_ref().map(|o| o.token).unwrap_or(0)).collect();
        assert!(distinct.len() > 1, "all draws are equal: the test proves nothing");
    }

    #[test]
    fn rows_with_nan_or_without_tokens_fail_alone() {
        let good = vec![0.0, 1.0];
        let nan = vec![f32::NAN, 1.0];
        let banned = vec![f32::NEG_INFINITY; 2];
        let greedy = state(SamplingParams::greedy(8));
        let sampled = state(SamplingParams::default());
        for s in [&greedy, &sampled] {
            let row = |logits| LogitRow { logits, position: 7, need: Need::Pick(s) };
            let got = run(&[row(&good), row(&nan), row(&banned), row(&good)]);
            assert!(got[0].is_ok());
            assert_eq!(got[1], Err(EngineError::NanLogits { position: 7 }));
            assert_eq!(got[2], Err(EngineError::NoTokenAllowed { position: 7 }));
            assert_eq!(got[3], got[0]);
        }
        // `min_tokens` bans both tokens of the vocabulary.
        let params =
            SamplingParams { min_tokens: 3, stop_token_ids: vec![1], ..Default::default() };
        let stops = DecodeState::new(vec![1], params, &[0]);
        let got = run(&[LogitRow { logits: &good, position: 1, need: Need::Pick(&stops) }]);
        assert_eq!(got[0], Err(EngineError::NoTokenAllowed { position: 1 }));
    }

    /// Log-probabilities are those of the row before edits and temperature.
    #[test]
    fn logprobs_are_raw() {
        let logits = [2.0f32, 1.0, 0.0];
        let params = SamplingParams {
            temperature: 0.3,
            logit_bias: vec![(2, 100.0)],
            logprobs: LogprobsMode::Top(2),
            ..SamplingParams::default()
        };
        let s = DecodeState::new(vec![1], params, &[]);
        let got = run(&[LogitRow { logits: &logits, position: 1, need: Need::Pick(&s) }]);
        let outcome = got[0].as_ref().expect("picked");
        let logprobs = outcome.logprobs.as_ref().expect("asked for");
        let normaliser = logits.iter().map(|l| l.exp()).sum::<f32>().ln();
        assert_eq!((outcome.token, logprobs.chosen.rank), (2, 3));
        assert!((logprobs.chosen.logprob - (0.0 - normaliser)).abs() < 1e-6);
        assert_eq!(logprobs.top.iter().map(|t| t.token).collect::<Vec<_>>(), [0, 1]);
        let need = Need::Score { token: 1, top_n: 0 };
        let scored = run(&[LogitRow { logits: &logits, position: 1, need }]);
        let scored = scored[0].as_ref().expect("scored").logprobs.clone().expect("scored");
        assert!((scored.chosen.logprob - (1.0 - normaliser)).abs() < 1e-6);
        assert!(scored.top.is_empty());
    }
}
