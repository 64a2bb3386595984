//! What the engine is asked to do.

use crate::constraint::Constraint;
use crate::ids::TokenId;
use crate::sampling::SamplingParams;
use std::time::Instant;

/// Larger runs first. Among equals: first come, first served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Priority(pub i32);

/// One choice to generate. A chat request with `n` choices becomes `n` of these.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// At least one token, below the engine's longest sequence.
    pub prompt: Vec<TokenId>,
    pub sampling: SamplingParams,
    /// Token ids that end the answer unless `sampling.ignore_eos`: the model's own stop set.
    pub eos_token_ids: Vec<TokenId>,
    pub priority: Priority,
    /// The answer ends with [`crate::FinishDetail::Deadline`] at the first step after this time.
    pub deadline: Option<Instant>,
    /// The form the answer must have. It stands before the first token of the answer.
    pub constraint: Option<Box<dyn Constraint>>,
}
