//! The end of a step: outcomes of picking move into requests, slots and the step's result.

use atlas_core::{EngineError, FinishDetail, Span, SpanResult, StepResult};
use std::time::Instant;

use super::error::RunError;
use super::inputs::{Inputs, RowUse};
use super::launched::{Launched, Pick, Picks, StepOutput};
use crate::engine::requests::{LiveRequest, LiveRequests};
use crate::sampling::Outcome;
use crate::state::slots::{SlotError, SlotTable};

/// Moves the outcomes of a step, one a row of logits, into requests, slots and the step's result.
/// Returns its inputs too, so that their memory is used again.
///
/// # Errors
/// A token that does not fit its slot, or a first token before every wanted prompt score.
pub(super) fn apply(
    launched: Launched,
    outcomes: &mut Vec<Result<Outcome, EngineError>>,
    slots: &mut SlotTable,
    requests: &mut LiveRequests,
    seq_len_max: usize,
) -> Result<(StepOutput, Inputs), RunError> {
    let Launched { plan, inputs, picks, damaged_copies, begun, queued, .. } = launched;
    let ended = Instant::now();
    let not_computed = |span: &Span| SpanResult {
        slot: span.slot,
        epoch: span.epoch,
        accepted: 0,
        sampled: 0,
        token: None,
        ended: true,
    };
    let mut results: Vec<SpanResult> = plan.spans.iter().map(not_computed).collect();
    let mut surplus_rows = 0;
    for (&(index, _), id) in inputs.live.iter().zip(&inputs.requests) {
        let (span, result) = (&plan.spans[index], &mut results[index]);
        if requests.contains_key(id) {
            (result.accepted, result.ended) = (span.len, false);
        } else {
            surplus_rows += span.len as usize;
        }
        if let Picks::Launched(launch) = picks {
            slots.settle(span.slot, launch);
        }
    }
    let mut picked = Vec::new();
    for (row, outcome) in inputs.uses.iter().zip(outcomes.drain(..)) {
        let Some(request) = requests.get_mut(&row.request) else { continue };
        let result = &mut results[row.span];
        if result.ended {
            continue;
        }
        let outcome = match outcome {
            Ok(scored) if row.score => {
                request.prompt_scores.extend(scored.logprobs);
                continue;
            }
            Ok(outcome) => {
                check_scores(row, request)?;
                accept(outcome, row, &plan.spans[row.span], request, slots, seq_len_max)
                    .map_err(|source| RunError::Slots { step: plan.step, source })?
            }
            Err(error) => Err(error),
        };
        match &outcome {
            Ok((outcome, finish)) => {
                result.sampled = 1;
                result.token = Some(outcome.token);
                result.ended = finish.is_some();
            }
            Err(_) => result.ended = true,
        }
        picked.push(Pick { request: row.request, outcome });
    }
    let output = StepOutput {
        result: StepResult { step: plan.step, spans: results, damaged_copies },
        plan,
        picks: picked,
        begun,
        queued,
        ended,
        rows: inputs.tokens.len(),
        spans: inputs.live.len(),
        surplus_rows,
    };
    Ok((output, inputs))
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
