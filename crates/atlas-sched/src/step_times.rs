//! The limit on the time of a step while sequences generate.

use crate::plan_builder::TimeRoom;
use crate::running::Running;
use crate::sequence::Sequence;
use crate::step_cost::{StepCost, StepShape};
use atlas_core::Limits;

/// Tokens that a sequence has generated before it counts as one that generates. The requests of a
/// burst start in a few long steps so, and not one after the other between the tokens of the first.
const TOKENS_BEFORE: u32 = 32;

/// Part of a step's tokens that prompts get whatever its time.
const LEAST_PART: u32 = 64;

/// The limit, and what is known of the times of steps.
#[derive(Debug)]
pub(crate) struct StepTimes {
    seconds_max: Option<f64>,
    cost: StepCost,
}

impl StepTimes {
    /// `seconds_max`: longest time of a step, in seconds.
    pub fn new(seconds_max: Option<f64>) -> Self {
        Self { seconds_max, cost: StepCost::default() }
    }

    /// Learns from a step of `shape` that took `seconds`.
    pub fn observe(&mut self, shape: &StepShape, seconds: f64) {
        if self.seconds_max.is_some() {
            self.cost.observe(shape, seconds);
        }
    }

    /// Time for the next step, if it is limited: there is a limit, some sequence generates, and
    /// enough steps were measured.
    pub fn room(&self, limits: &Limits, running: &Running) -> Option<TimeRoom> {
        let seconds_max = self.seconds_max?;
        if !running.iter().any(generates) {
            return None;
        }
        let estimate = self.cost.estimate()?;
        let singles = running.iter().filter(|sequence| sequence.pending() == 1);
        let shape = singles.fold(StepShape::default(), |shape, s| shape.with(s.planned, 1));
        let rows_least = (limits.step_tokens_max / LEAST_PART).max(1);
        Some(TimeRoom { estimate, shape, seconds_max, rows_least })
    }
}

fn generates(sequence: &Sequence) -> bool {
    let request = &sequence.request;
    let generated = request.known.saturating_sub(request.prompt_len);
    sequence.pending() == 1 && generated >= TOKENS_BEFORE.min(request.len_max - request.prompt_len)
}
