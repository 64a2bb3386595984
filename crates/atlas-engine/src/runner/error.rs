//! Errors that end the engine.

use atlas_core::RequestId;
use atlas_model::ForwardError;
use atlas_tensor::{DeviceFault, StateError};

use crate::state::sequences::StateOpError;
use crate::state::slots::SlotError;
use crate::state::tier::TierError;

/// A step that could not be executed. The state of its sequences is lost, so the engine ends.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the plan of step {step} does not fit the slot tables: {source}")]
    Slots { step: u64, source: SlotError },
    #[error("the forward pass of step {step} failed: {source}")]
    Forward { step: u64, source: ForwardError },
    #[error("layer state in step {step}: {source}")]
    State { step: u64, source: StateError },
    #[error("step {step} has {rows} token rows, the engine holds {rows_max}")]
    TooManyRows { step: u64, rows: usize, rows_max: usize },
    #[error("step {step} wants {rows} rows of logits, the engine holds {rows_max}")]
    TooManyLogits { step: u64, rows: usize, rows_max: usize },
    #[error("step {step}: layers kept {kept} states of {wanted} that snapshots want")]
    MissingState { step: u64, kept: usize, wanted: usize },
    #[error("step {step}: {source}")]
    Device { step: u64, source: DeviceFault },
    #[error("copies between the tiers: {source}")]
    Transfer { source: DeviceFault },
    #[error("step {step}: {source}")]
    Tier { step: u64, source: TierError },
    #[error("the thread that copies between the tiers has ended")]
    NoTransfers,
    #[error("{request} has {scored} of {wanted} prompt scores at its first token")]
    MissingScores { request: RequestId, scored: usize, wanted: usize },
}

impl RunError {
    /// The error of a state operation of step `step`.
    pub fn of_op(step: u64, error: StateOpError) -> Self {
        match error {
            StateOpError::Slots(source) => Self::Slots { step, source },
            StateOpError::Layers(source) => Self::State { step, source },
            StateOpError::Tier(source) => Self::Tier { step, source },
        }
    }
}
