//! The pipeline over logits in a device's memory: the host emits edits with the same processors,
//! the device applies them.

use atlas_core::{EngineError, LogprobsMode, PositionLogprobs, TokenId, TokenLogprob};
use atlas_tensor::device::sampling::TOP_MAX;
use atlas_tensor::{
    DeviceFault, Picker, SampleError, SampleNeed, SampleRequest, Sampled, Slice, Tensor,
};
use std::collections::VecDeque;

use super::edits::LogitEdits;
use super::pipeline::{Need, Outcome, RowWant};
use super::processors::PROCESSORS;

/// Picks and scores rows on a device, with the outcomes of [`super::LogitsPipeline`].
pub struct DevicePipeline {
    picker: Box<dyn Picker>,
    vocab_size: usize,
    edits: LogitEdits,
    /// Error of each row of the picker's batch that is known before its result.
    early: Vec<Option<EngineError>>,
    results: Vec<Result<Sampled, SampleError>>,
    /// Rows of each launch that is not read yet, with their early errors.
    unread: VecDeque<Vec<(UnreadRow, Option<EngineError>)>>,
}

/// The part of a row's request that reading its result needs.
#[derive(Clone, Copy, Debug)]
struct UnreadRow {
    position: u32,
    logprobs: bool,
}

impl UnreadRow {
    fn of(row: &RowWant<'_>) -> Self {
        let logprobs = match row.need {
            Need::Score { .. } => true,
            Need::Pick(state) => state.params().logprobs != LogprobsMode::Off,
        };
        Self { position: row.position, logprobs }
    }
}

/// Request for a row that has an early error: the device still checks its logits for NaN, as the
/// CPU does.
const CHECK_ONLY: SampleRequest<'_> =
    SampleRequest { need: SampleNeed::Score(0), ..SampleRequest::GREEDY };

impl DevicePipeline {
    /// A pipeline for rows of `vocab_size` logits.
    pub fn new(picker: Box<dyn Picker>, vocab_size: usize) -> Self {
        Self {
            picker,
            vocab_size,
            edits: LogitEdits::with_capacity(vocab_size),
            early: Vec::new(),
            results: Vec::new(),
            unread: VecDeque::new(),
        }
    }

    /// Uploads the requests of the next [`Self::run`] or [`Self::launch`], before the logits are
    /// computed.
    pub fn prepare(&mut self, rows: &[RowWant<'_>]) {
        self.fill(rows);
        self.picker.upload();
    }

    /// Whether the rows may be launched: all fit into the batch of [`Self::prepare`], and no
    /// constraint on the host changes their tokens.
    pub fn is_whole(&self, rows: &[RowWant<'_>]) -> bool {
        let constrained =
            |row: &RowWant<'_>| matches!(row.need, Need::Pick(state) if state.is_constrained());
        self.picker.len() == rows.len() && !rows.iter().any(constrained)
    }

    /// Queues the work of [`Self::run`] for rows that are whole, and returns at once.
    pub fn launch(&mut self, logits: &Tensor<'_>, rows: &[RowWant<'_>]) {
        self.picker.launch(logits);
        self.unread.push_back(rows.iter().map(UnreadRow::of).zip(self.early.drain(..)).collect());
        self.picker.clear();
    }

    /// Captures the graph of [`Self::launch`] for `rows` rows without edits and masks. Their other
    /// parameters may differ: kernels read them from the batch. False if the device captures none.
    pub fn capture_graph(&mut self, logits: &Tensor<'_>, rows: usize) -> Result<bool, DeviceFault> {
        self.picker.clear();
        for _ in 0..rows {
            self.picker.push(&SampleRequest::GREEDY)?;
        }
        let captured = self.picker.capture_graph(logits);
        self.picker.clear();
        captured
    }

    /// Appends the outcomes of the oldest unread launch, one a row, as [`Self::run`] does.
    pub fn read(&mut self, outcomes: &mut Vec<Result<Outcome, EngineError>>) {
        let Some(rows) = self.unread.pop_front() else { return };
        self.results.clear();
        self.picker.read(&mut self.results);
        let found = rows.into_iter().zip(self.results.drain(..));
        outcomes.extend(found.map(|((row, early), result)| outcome(row, result, early)));
    }

    /// As [`Picker::measure`].
    pub fn measure(&mut self, on: bool) {
        self.picker.measure(on);
    }

    /// As [`Picker::take_seconds`].
    pub fn take_seconds(&mut self) -> Option<f64> {
        self.picker.take_seconds()
    }

    /// Token of each row of the last launch, for kernels that are queued after it.
    pub fn picked(&self) -> Slice<'_, u32> {
        self.picker.picked()
    }

    /// Appends one outcome per row to `outcomes`, in order. `logits[T, V]` holds a row for each of
    /// `rows`, which are those of [`Self::prepare`]. Errors are those of
    /// [`super::LogitsPipeline::run`]. The outcomes are valid only if the device has not failed.
    pub fn run(
        &mut self,
        logits: &Tensor<'_>,
        rows: &[RowWant<'_>],
        outcomes: &mut Vec<Result<Outcome, EngineError>>,
    ) {
        let mut done = 0;
        while done < rows.len() {
            if self.picker.is_empty() {
                self.fill(&rows[done..]);
            }
            // An empty batch has room for any row without edits.
            assert!(!self.picker.is_empty(), "an empty picker has no room for a row");
            let end = done + self.picker.len();
            self.results.clear();
            self.picker.run(&logits.slice_rows(done..end), &mut self.results);
            let early = self.early.drain(..).chain(std::iter::repeat_with(|| None));
            let results = self.results.drain(..).zip(early);
            let found = rows[done..end].iter().zip(results);
            let outcome = |(row, (result, early)): (&RowWant<'_>, (_, _))| {
                outcome(UnreadRow::of(row), result, early)
            };
            outcomes.extend(found.map(outcome));
            done = end;
            self.picker.clear();
        }
        let first = outcomes.len() - rows.len();
        for (i, row) in rows.iter().enumerate() {
            self.redirect(&logits.slice_rows(i..i + 1), row, &mut outcomes[first + i]);
        }
    }

    /// Puts as many of the first rows into the batch as have room.
    fn fill(&mut self, rows: &[RowWant<'_>]) {
        self.picker.clear();
        self.early.clear();
        rows.iter().take_while(|row| self.push(row)).count();
    }

    /// Puts a row into the batch; false if other rows leave it no room.
    fn push(&mut self, row: &RowWant<'_>) -> bool {
        self.edits.clear();
        let (request, early) = match request(row, self.vocab_size, &mut self.edits) {
            Ok(request) => (request, None),
            Err(error) => (CHECK_ONLY, Some(error)),
        };
        let why = match self.picker.push(&request) {
            Ok(true) => {
                self.early.push(early);
                return true;
            }
            Ok(false) if !self.picker.is_empty() => return false,
            Ok(false) => "the edits of the row exceed the room on the device".to_owned(),
            Err(fault) => fault.what,
        };
        self.early.push(Some(EngineError::Internal(why)));
        matches!(self.picker.push(&CHECK_ONLY), Ok(true))
    }

    /// Applies the constraint to a picked token, with the log-probability of the token that it
    /// becomes.
    fn redirect(
        &mut self,
        logits: &Tensor<'_>,
        row: &RowWant<'_>,
        outcome: &mut Result<Outcome, EngineError>,
    ) {
        let (Need::Pick(state), Ok(picked)) = (row.need, &mut *outcome) else { return };
        let token = state.redirect(picked.token);
        if token == picked.token {
            return;
        }
        picked.token = token;
        let LogprobsMode::Top(top_n) = state.params().logprobs else { return };
        let need = Need::Score { token, top_n };
        let scored = RowWant { need, ..*row };
        self.fill(std::slice::from_ref(&scored));
        self.results.clear();
        self.picker.run(logits, &mut self.results);
        self.picker.clear();
        if let Some(result) = self.results.pop() {
            *outcome = self::outcome(UnreadRow::of(&scored), result, self.early.pop().flatten());
        }
    }
}

/// Request of a row for the picker. `edits` are empty before.
fn request<'a>(
    row: &RowWant<'a>,
    vocab_size: usize,
    edits: &'a mut LogitEdits,
) -> Result<SampleRequest<'a>, EngineError> {
    let top = |n: u32| match n as usize <= TOP_MAX {
        true => Ok(Some(n)),
        false => Err(EngineError::Internal(format!(
            "{n} log-probabilities asked for, the device returns at most {TOP_MAX}"
        ))),
    };
    let state = match row.need {
        Need::Score { token, top_n } => {
            let need = SampleNeed::Score(token);
            return Ok(SampleRequest { need, logprobs: top(top_n)?, ..CHECK_ONLY });
        }
        Need::Pick(state) => state,
    };
    state.check_mask()?;
    if state.may_edit() {
        for (_, processor) in PROCESSORS {
            processor(state, vocab_size, edits);
        }
    }
    let params = state.params();
    let edits: &'a LogitEdits = edits;
    Ok(SampleRequest {
        need: SampleNeed::Pick,
        seed: params.seed,
        position: row.position,
        temperature: params.temperature,
        top_k: params.top_k,
        top_p: params.top_p,
        min_p: params.min_p,
        bias: &edits.bias,
        penalties: &edits.penalties,
        allowed: edits.allowed().map(|mask| mask.words()),
        forced: edits.forced,
        logprobs: match params.logprobs {
            LogprobsMode::Off => None,
            LogprobsMode::Top(n) => top(n)?,
        },
    })
}

fn outcome(
    UnreadRow { position, logprobs }: UnreadRow,
    result: Result<Sampled, SampleError>,
    early: Option<EngineError>,
) -> Result<Outcome, EngineError> {
    let found = match (result, early) {
        (Err(SampleError::Broken), _) => return Err(EngineError::NanLogits { position }),
        (_, Some(error)) => return Err(error),
        (Err(SampleError::NothingAllowed), _) => {
            return Err(EngineError::NoTokenAllowed { position });
        }
        (Err(error), _) => return Err(EngineError::Internal(error.to_string())),
        (Ok(found), None) => found,
    };
    let logprobs = logprobs.then(|| positions(found.token, &found));
    Ok(Outcome { token: found.token, logprobs })
}

fn positions(token: TokenId, found: &Sampled) -> PositionLogprobs {
    let &Sampled { logprob, rank, .. } = found;
    let top = (1..).zip(&found.top);
    PositionLogprobs {
        chosen: TokenLogprob { token, logprob, rank },
        top: top.map(|(rank, &(token, logprob))| TokenLogprob { token, logprob, rank }).collect(),
    }
}

#[cfg(test)]
#[path = "device_tests.rs"]
mod tests;
