//! Steps that are on their way: launched, and not finished yet.

use atlas_core::{EngineError, FinishDetail, RequestId, SpanResult, StepPlan, StepResult, Want};
use std::time::Instant;

use crate::engine::requests::LiveRequests;
use crate::runner::inputs::Inputs;
use crate::runner::{RunError, Runner};
use crate::sampling::Outcome;

/// A token of a request, or why there is none.
#[derive(Debug)]
pub(crate) struct Pick {
    pub request: RequestId,
    pub outcome: Result<(Outcome, Option<FinishDetail>), EngineError>,
}

/// A plan whose work is queued, or done where the caller's thread computes.
pub(crate) struct Launched {
    pub plan: StepPlan,
    pub inputs: Inputs,
    pub picks: Picks,
    pub damaged_copies: Vec<u32>,
    pub begun: Instant,
    /// When all of it was queued on a device that has a queue, if it computes something.
    pub queued: Option<Instant>,
    /// The rows of logits, where somebody looks at them.
    pub logits: Option<Vec<f32>>,
}

/// How the tokens of a step come to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picks {
    /// No logits are wanted.
    None,
    /// They are picked when the step is finished: the host has a part in it. Nothing is launched
    /// behind it before.
    Held,
    /// They are picked behind the forward pass, by the launch of this number.
    Launched(u64),
}

impl Launched {
    /// Whether nothing may be launched behind it.
    pub fn is_held(&self) -> bool {
        self.picks == Picks::Held
    }
}

/// What came of a step.
#[derive(Debug)]
pub(crate) struct StepOutput {
    pub plan: StepPlan,
    pub result: StepResult,
    pub picks: Vec<Pick>,
    pub begun: Instant,
    pub queued: Option<Instant>,
    /// When its results were there.
    pub ended: Instant,
    /// Rows and spans that were computed; those of requests that had ended before are not.
    pub rows: usize,
    pub spans: usize,
    /// Rows that were computed of requests that had ended since.
    pub surplus_rows: usize,
}

impl Runner {
    /// Whether a plan may be launched before the tokens of the steps before it are read: nothing
    /// that it needs depends on them.
    pub fn may_follow(&self, plan: &StepPlan, requests: &LiveRequests) -> bool {
        let mut edits = 0;
        plan.spans.iter().all(|span| {
            let seat = || plan.assignments().find(|s| (s.slot, s.epoch) == (span.slot, span.epoch));
            let holder = self.slots.holder(span.slot, span.epoch);
            let holder = holder.or_else(|| seat().map(|seat| seat.request));
            let Some(record) = holder.and_then(|request| requests.get(&request)) else {
                // It is not computed.
                return true;
            };
            let foreseen = record.state.foreseen_edits();
            edits += foreseen.unwrap_or(0);
            span.want != Want::All && foreseen.is_some() && edits <= self.edits_max
        })
    }

    /// Waits for the results of a step, the oldest that is not finished, and moves them into
    /// requests, slots and the step's result. Those of requests that have no record any more are of
    /// no interest.
    pub fn finish(
        &mut self,
        launched: Launched,
        requests: &mut LiveRequests,
    ) -> Result<StepOutput, RunError> {
        let Launched { plan, inputs, picks, damaged_copies, begun, queued, logits } = launched;
        let step = plan.step;
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        if let Some(hook) = &self.hook {
            let rows = logits.iter().flat_map(|logits| logits.chunks_exact(self.vocab_size));
            let of_live = inputs.uses.iter().zip(rows);
            for (row, logits) in of_live.filter(|(row, _)| requests.contains_key(&row.request)) {
                hook(row.request, row.position, logits);
            }
        }
        match picks {
            Picks::None => {}
            Picks::Held => {
                let wanted = inputs.wanted(requests);
                let logits = self.logits.f32(&[wanted.len(), self.vocab_size]);
                self.picking.run(&logits, &wanted, &mut outcomes);
            }
            Picks::Launched(_) => self.picking.read(&mut outcomes),
        }
        // Nothing is believed of a device that failed in a copy. What is behind this step is not
        // waited for.
        match picks {
            Picks::Launched(_) => self.dev.failed(),
            Picks::None | Picks::Held => self.dev.check(),
        }
        .map_err(|source| RunError::Device { step, source })?;
        let ended = Instant::now();
        let (rows, spans) = (inputs.tokens.len(), inputs.live.len());
        let mut output = StepOutput {
            result: StepResult { step, spans: Vec::new(), damaged_copies },
            plan,
            picks: Vec::new(),
            begun,
            queued,
            ended,
            rows,
            spans,
            surplus_rows: 0,
        };
        self.apply(&inputs, picks, requests, &mut outcomes, &mut output)?;
        self.outcomes = outcomes;
        self.spare.push(inputs);
        Ok(output)
    }

    /// Moves outcomes into requests, slots and the step's result.
    fn apply(
        &mut self,
        inputs: &Inputs,
        picks: Picks,
        requests: &mut LiveRequests,
        outcomes: &mut Vec<Result<Outcome, EngineError>>,
        output: &mut StepOutput,
    ) -> Result<(), RunError> {
        let StepOutput { plan, result, .. } = output;
        let slots = |source| RunError::Slots { step: plan.step, source };
        result.spans.extend(plan.spans.iter().map(|span| SpanResult {
            slot: span.slot,
            epoch: span.epoch,
            accepted: 0,
            sampled: 0,
            token: None,
            ended: true,
        }));
        for (&(index, _), request) in inputs.live.iter().zip(&inputs.requests) {
            let (span, result) = (&plan.spans[index], &mut result.spans[index]);
            if requests.contains_key(request) {
                (result.accepted, result.ended) = (span.len, false);
            } else {
                output.surplus_rows += span.len as usize;
            }
            if let Picks::Launched(launch) = picks {
                self.slots.settle(span.slot, launch);
            }
        }
        for (row, outcome) in inputs.uses.iter().zip(outcomes.drain(..)) {
            let Some(record) = requests.get_mut(&row.request) else { continue };
            let result = &mut result.spans[row.span];
            if result.ended {
                continue;
            }
            let outcome = match outcome {
                Ok(scored) if row.score => {
                    record.prompt_scores.extend(scored.logprobs);
                    continue;
                }
                Ok(picked) => {
                    if record.next_score().is_some() {
                        return Err(RunError::MissingScores {
                            request: row.request,
                            scored: record.prompt_scores.len(),
                            wanted: record.state.prompt_len() - 1,
                        });
                    }
                    let span = &plan.spans[row.span];
                    match record.state.accept(picked.token, self.seq_len_max) {
                        Ok(finish) => {
                            // A plan that was launched behind this one may have given the slot up.
                            let holder = self.slots.holder(span.slot, span.epoch);
                            if holder == Some(row.request) {
                                self.slots.push_token(span.slot, picked.token).map_err(slots)?;
                            }
                            result.sampled = 1;
                            result.token = Some(picked.token);
                            result.ended = finish.is_some();
                            Ok((picked, finish))
                        }
                        Err(error) => {
                            result.ended = true;
                            Err(error)
                        }
                    }
                }
                Err(error) => {
                    result.ended = true;
                    Err(error)
                }
            };
            output.picks.push(Pick { request: row.request, outcome });
        }
        Ok(())
    }
}
