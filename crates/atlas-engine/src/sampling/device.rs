//! The pipeline over logits in a device's memory: edits are emitted here, by the same processors,
//! and applied there.

use atlas_core::{EngineError, LogprobsMode, PositionLogprobs, TokenId, TokenLogprob};
use atlas_tensor::device::sampling::TOP_MAX;
use atlas_tensor::{
    DeviceFault, Picker, SampleError, SampleNeed, SampleRequest, Sampled, Slice, Tensor,
};
use std::collections::VecDeque;

use super::edits::LogitEdits;
use super::pipeline::{Need, Outcome, RowWant};
use super::processors::PROCESSORS;

/// Picks and scores on a device. The outcomes are [`super::LogitsPipeline`]'s.
pub struct DevicePipeline {
    picker: Box<dyn Picker>,
    vocab_size: usize,
    edits: LogitEdits,
    /// For each row of the picker's batch, the error that it has whatever comes of it.
    early: Vec<Option<EngineError>>,
    results: Vec<Result<Sampled, SampleError>>,
    /// For each launch that was not read, what its rows were and what `early` had for them.
    unread: VecDeque<Vec<(Asked, Option<EngineError>)>>,
}

/// What is left of a row when its results come.
#[derive(Clone, Copy, Debug)]
struct Asked {
    position: u32,
    logprobs: bool,
}

impl Asked {
    fn of(row: &RowWant<'_>) -> Self {
        let logprobs = match row.need {
            Need::Score { .. } => true,
            Need::Pick(state) => state.params().logprobs != LogprobsMode::Off,
        };
        Self { position: row.position, logprobs }
    }
}

/// Stands for a row that has an error already: its logits are looked at, as the CPU does.
const LOOKED_AT: SampleRequest<'_> =
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

    /// Brings what the next [`Self::run`] needs to the device, before the logits are computed.
    pub fn prepare(&mut self, rows: &[RowWant<'_>]) {
        self.fill(rows);
        self.picker.upload();
    }

    /// Whether the batch of [`Self::prepare`] has all of these rows and their tokens are what the
    /// device picks: they may be launched.
    pub fn is_whole(&self, rows: &[RowWant<'_>]) -> bool {
        let guided =
            |row: &RowWant<'_>| matches!(row.need, Need::Pick(state) if state.is_constrained());
        self.picker.len() == rows.len() && !rows.iter().any(guided)
    }

    /// Queues what [`Self::run`] does for rows that are whole, and returns.
    pub fn launch(&mut self, logits: &Tensor<'_>, rows: &[RowWant<'_>]) {
        self.picker.launch(logits);
        self.unread.push_back(rows.iter().map(Asked::of).zip(self.early.drain(..)).collect());
        self.picker.clear();
    }

    /// Has the device record what [`Self::launch`] queues for `rows` rows without edits and masks,
    /// whatever else they ask for: kernels read that where the batch lies. False where nothing is
    /// recorded.
    pub fn record(&mut self, logits: &Tensor<'_>, rows: usize) -> Result<bool, DeviceFault> {
        self.picker.clear();
        for _ in 0..rows {
            self.picker.push(&SampleRequest::GREEDY)?;
        }
        let recorded = self.picker.record(logits);
        self.picker.clear();
        recorded
    }

    /// Appends the outcomes of the oldest launch that was not read, one a row, as [`Self::run`]
    /// does.
    pub fn read(&mut self, outcomes: &mut Vec<Result<Outcome, EngineError>>) {
        let Some(asked) = self.unread.pop_front() else { return };
        self.results.clear();
        self.picker.read(&mut self.results);
        let found = asked.into_iter().zip(self.results.drain(..));
        outcomes.extend(found.map(|((asked, early), result)| outcome(asked, result, early)));
    }

    /// The token of each row of the last launch, for what is queued behind it.
    pub fn picked(&self) -> Slice<'_, u32> {
        self.picker.picked()
    }

    /// Appends one outcome per row to `outcomes`, in order. `logits[T, V]`, a row each of `rows`,
    /// which are those of [`Self::prepare`]. Errors are as [`super::LogitsPipeline::run`] has them.
    /// The outcomes count only if the device has not failed.
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
            // A row without edits always has room where no other is.
            assert!(!self.picker.is_empty(), "a picker without room for a row");
            let end = done + self.picker.len();
            self.results.clear();
            self.picker.run(&logits.slice_rows(done..end), &mut self.results);
            let early = self.early.drain(..).chain(std::iter::repeat_with(|| None));
            let results = self.results.drain(..).zip(early);
            let found = rows[done..end].iter().zip(results);
            let outcome = |(row, (result, early)): (&RowWant<'_>, (_, _))| {
                outcome(Asked::of(row), result, early)
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

    /// Puts the rows into the batch, from the first on, as many as there is room for.
    fn fill(&mut self, rows: &[RowWant<'_>]) {
        self.picker.clear();
        self.early.clear();
        rows.iter().take_while(|row| self.push(row)).count();
    }

    /// False where the batch has no room for the row, and others before it.
    fn push(&mut self, row: &RowWant<'_>) -> bool {
        self.edits.clear();
        let (request, early) = match request(row, self.vocab_size, &mut self.edits) {
            Ok(request) => (request, None),
            Err(error) => (LOOKED_AT, Some(error)),
        };
        let why = match self.picker.push(&request) {
            Ok(true) => {
                self.early.push(early);
                return true;
            }
            Ok(false) if !self.picker.is_empty() => return false,
            Ok(false) => "more edits than there is room for on the device".to_owned(),
            Err(fault) => fault.what,
        };
        self.early.push(Some(EngineError::Internal(why)));
        matches!(self.picker.push(&LOOKED_AT), Ok(true))
    }

    /// What a picked token becomes, with the log-probability of the token that it became.
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
            *outcome = self::outcome(Asked::of(&scored), result, self.early.pop().flatten());
        }
    }
}

/// A row as the picker takes it; `edits` are empty before.
fn request<'a>(
    row: &RowWant<'a>,
    vocab_size: usize,
    edits: &'a mut LogitEdits,
) -> Result<SampleRequest<'a>, EngineError> {
    let top = |n: u32| match n as usize <= TOP_MAX {
        true => Ok(Some(n)),
        false => Err(EngineError::Internal(format!("{n} log-probabilities of at most {TOP_MAX}"))),
    };
    let state = match row.need {
        Need::Score { token, top_n } => {
            let need = SampleNeed::Score(token);
            return Ok(SampleRequest { need, logprobs: top(top_n)?, ..LOOKED_AT });
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
    Asked { position, logprobs }: Asked,
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
