//! The end of a step: outcomes of picking move into requests, slots and the step's result.

use atlas_core::{EngineError, FinishDetail, Span, SpanResult, StepPlan, StepResult, TokenId};
use std::time::Instant;

use super::error::RunError;
use super::inputs::{Inputs, RowUse};
use super::launched::{Launched, Pick, Picks, StepOutput};
use crate::engine::requests::{LiveRequest, LiveRequests};
use crate::sampling::Outcome;
use crate::state::slots::{SlotError, SlotTable};

/// Tokens that have been picked of a step so far.
pub(super) struct Booking {
    step: u64,
    spans: Vec<Span>,
    results: Vec<SpanResult>,
    /// Drafts of each span that count.
    reached: Vec<u32>,
    picked: Vec<Pick>,
    surplus_rows: usize,
}

impl Booking {
    /// Nothing is picked yet; spans of requests that have ended count nothing.
    pub fn new(
        plan: &StepPlan,
        inputs: &Inputs,
        picks: Picks,
        slots: &mut SlotTable,
        requests: &LiveRequests,
    ) -> Self {
        let not_computed = |span: &Span| SpanResult {
            slot: span.slot,
            epoch: span.epoch,
            accepted: 0,
            sampled: 0,
            tokens: Vec::new(),
            ended: true,
        };
        let mut results: Vec<SpanResult> = plan.spans.iter().map(not_computed).collect();
        let mut surplus_rows = 0;
        for (live, (&(index, _), id)) in inputs.live.iter().zip(&inputs.requests).enumerate() {
            let (span, result) = (&plan.spans[index], &mut results[index]);
            if requests.contains_key(id) {
                (result.accepted, result.ended) = (span.known_end() - span.start, false);
            } else {
                surplus_rows += inputs.rows_of(live);
            }
            if let Picks::Launched(launch) = picks {
                slots.settle(span.slot, launch);
            }
        }
        let reached = vec![0; results.len()];
        let (spans, picked) = (plan.spans.clone(), Vec::new());
        Self { step: plan.step, spans, results, reached, picked, surplus_rows }
    }

    /// Ends the requests of spans that were not computed, by index, for what is told.
    pub fn fail(&mut self, failed: &[(usize, String)], inputs: &Inputs, requests: &LiveRequests) {
        for (index, why) in failed {
            let live = inputs.live.iter().position(|(span, _)| span == index);
            let Some(&request) = live.and_then(|live| inputs.requests.get(live)) else { continue };
            let result = &mut self.results[*index];
            if result.ended || !requests.contains_key(&request) {
                continue;
            }
            (result.accepted, result.ended) = (0, true);
            let outcome = Err(EngineError::Internal(why.clone()));
            self.picked.push(Pick { request, outcome });
        }
    }

    /// Books the outcome of a row, unless its request has ended.
    ///
    /// # Errors
    /// A token that does not fit its slot, or a first token before every wanted prompt score.
    pub fn book(
        &mut self,
        row: &RowUse,
        outcome: Result<Outcome, EngineError>,
        requests: &mut LiveRequests,
        slots: &mut SlotTable,
        seq_len_max: usize,
    ) -> Result<(), RunError> {
        let Some(request) = requests.get_mut(&row.request) else { return Ok(()) };
        let result = &mut self.results[row.span];
        if result.ended {
            return Ok(());
        }
        let outcome = match outcome {
            Ok(scored) if row.score => {
                request.prompt_scores.extend(scored.logprobs);
                return Ok(());
            }
            Ok(outcome) => {
                check_scores(row, request)?;
                accept(outcome, row, &self.spans[row.span], request, slots, seq_len_max)
                    .map_err(|source| RunError::Slots { step: self.step, source })?
            }
            Err(error) => Err(error),
        };
        match &outcome {
            Ok((outcome, finish)) => {
                result.sampled += 1;
                result.tokens.push(outcome.token);
                result.ended = finish.is_some();
            }
            Err(_) => result.ended = true,
        }
        self.picked.push(Pick { request: row.request, outcome });
        Ok(())
    }

    /// Whether the drafts before a row count.
    pub fn counts(&self, row: &RowUse) -> bool {
        self.reached[row.span] == row.behind
    }

    /// Whether `draft`, which stands where `row` predicts, is the token that was picked from it.
    pub fn accepts(&mut self, row: &RowUse, draft: TokenId) -> bool {
        let result = &mut self.results[row.span];
        let same = !result.ended && result.tokens.last() == Some(&draft);
        let in_turn = same && self.reached[row.span] == row.behind;
        if in_turn {
            self.reached[row.span] += 1;
            result.accepted += 1;
        }
        in_turn
    }

    /// Drafts of a span that count.
    pub fn accepted_drafts(&self, span: usize) -> u32 {
        self.reached[span]
    }

    /// Whether the request of a span has ended.
    pub fn has_ended(&self, span: usize) -> bool {
        self.results[span].ended
    }

    /// Whether a token was picked from a span.
    pub fn has_picked(&self, span: usize) -> bool {
        self.results[span].sampled > 0
    }

    /// The results, and the inputs too, so that their memory is used again.
    pub fn finish(self, launched: Launched) -> (StepOutput, Inputs) {
        let Launched { plan, inputs, damaged_copies, begun, queued, draft_seconds, choice, .. } =
            launched;
        let of_span = |(&(index, _), drafts): (&(usize, usize), &Vec<TokenId>)| {
            (!drafts.is_empty()).then(|| [drafts.len() as u32, self.reached[index]])
        };
        let drafts = inputs.live.iter().zip(&inputs.drafts).filter_map(of_span).collect();
        let ended = Instant::now();
        let output = StepOutput {
            result: StepResult { step: plan.step, spans: self.results, damaged_copies },
            plan,
            picks: self.picked,
            begun,
            queued,
            ended,
            rows: inputs.tokens.len(),
            spans: inputs.live.len(),
            surplus_rows: self.surplus_rows,
            drafts,
            draft_seconds,
            choice,
            sample_seconds: 0.0,
            records: Vec::new(),
        };
        (output, inputs)
    }
}

/// Checks that a request whose first token is picked has all prompt scores it wants.
fn check_scores(row: &RowUse, request: &LiveRequest) -> Result<(), RunError> {
    if request.next_score().is_none() {
        return Ok(());
    }
    Err(RunError::MissingScores {
        request: row.request,
        scored: request.prompt_scores.len(),
        wanted: request.state.prompt_len() - 1,
    })
}

/// A token with the reason it ends its request for, if it does; or why the request fails.
type Accepted = Result<(Outcome, Option<FinishDetail>), EngineError>;

/// Appends a picked token to its request and its slot.
fn accept(
    outcome: Outcome,
    row: &RowUse,
    span: &Span,
    request: &mut LiveRequest,
    slots: &mut SlotTable,
    seq_len_max: usize,
) -> Result<Accepted, SlotError> {
    let finish = match request.state.accept(outcome.token, seq_len_max) {
        Ok(finish) => finish,
        Err(error) => return Ok(Err(error)),
    };
    // A plan that was launched behind this step may have given the slot up.
    if slots.holder(span.slot, span.epoch) == Some(row.request) {
        slots.push_token(span.slot, outcome.token)?;
    }
    Ok(Ok((outcome, finish)))
}
