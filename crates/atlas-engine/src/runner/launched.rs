//! Steps that are on their way: launched, and not finished yet.

use atlas_core::{EngineError, FinishDetail, RequestId, SpanRecord, StepPlan, StepResult, Want};
use std::time::Instant;

use super::inputs::Inputs;
use crate::draft::Choice;
use crate::engine::requests::LiveRequests;
use crate::sampling::Outcome;
use crate::state::slots::SlotTable;

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
    /// Spans of the plan, by index, that lack blocks which could not be brought, and why.
    pub failed: Vec<(usize, String)>,
    pub begun: Instant,
    /// When all of it was queued on a device that has a queue, if it computes something.
    pub queued: Option<Instant>,
    /// The rows of logits, where a hook or a recording reads them.
    pub logits: Option<Vec<f32>>,
    /// Time that proposing its drafts took.
    pub draft_seconds: f64,
    /// Way in which it was to draft.
    pub choice: Choice,
}

/// Way of a step's tokens to the host.
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

/// Results of a step.
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
    /// Drafts of each span that had some, and how many of them are accepted.
    pub drafts: Vec<[u32; 2]>,
    pub draft_seconds: f64,
    pub choice: Choice,
    /// Seconds of picking tokens, where that was measured.
    pub sample_seconds: f64,
    /// Its spans, for readers of the engine's activity.
    pub records: Vec<SpanRecord>,
}

/// Whether a plan may be launched before the tokens of the steps before it are read. All of its
/// rows together have at most `edits_max` edits then, and none of them scores a prompt.
pub(crate) fn may_follow(
    plan: &StepPlan,
    slots: &SlotTable,
    requests: &LiveRequests,
    edits_max: usize,
) -> bool {
    let mut edits = 0;
    plan.spans.iter().all(|span| {
        let assigned = || plan.assignments().find(|s| (s.slot, s.epoch) == (span.slot, span.epoch));
        let holder = slots.holder(span.slot, span.epoch);
        let holder = holder.or_else(|| assigned().map(|assign| assign.request));
        let Some(request) = holder.and_then(|id| requests.get(&id)) else {
            // The span is not computed.
            return true;
        };
        let foreseen = request.state.foreseen_edits();
        edits += foreseen.unwrap_or(0);
        span.want != Want::All && foreseen.is_some() && edits <= edits_max
    })
}
