//! Proposers of drafts: tokens that may follow a sequence, which a longer span then verifies. What
//! they propose changes the speed of an answer and nothing else.

mod adapt;
mod module;
mod ngram;
mod picks;
mod steps;

use atlas_core::{Epoch, RequestId, SlotId, TokenId};
use atlas_model::Model;
use std::fmt;
use std::sync::Arc;

pub(crate) use adapt::{Adapt, Choice};
pub(crate) use module::{DraftModule, Followed, Parts};
pub use ngram::Ngram;
pub(crate) use steps::{DraftSteps, Own, StepParts};

/// Proposes from the tokens of a sequence alone, on the host.
pub trait Propose: Send + Sync {
    /// Appends up to `most` tokens to `drafts` that may follow `tokens`, of which the first
    /// `prompt_len` are the prompt.
    fn propose(
        &self,
        tokens: &[TokenId],
        prompt_len: usize,
        most: usize,
        drafts: &mut Vec<TokenId>,
    );
}

/// Where drafts come from.
#[derive(Clone)]
pub enum Proposer {
    /// From the tokens of the sequence.
    Tokens(Arc<dyn Propose>),
    /// From the checkpoint's multi-token-prediction module.
    Mtp,
    /// From the first layers of the model itself, with its last norm and its head.
    Layers(usize),
    /// From another model with the same vocabulary.
    Model(Arc<dyn Model>),
}

/// Tokens that were proposed.
pub(crate) type Draft = Vec<TokenId>;

/// A sequence that is drafted for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanting {
    pub request: RequestId,
    pub slot: SlotId,
    pub epoch: Epoch,
    /// Index of its span in the plan, and its most drafts.
    pub span: usize,
    pub most: u32,
    /// Position of its last known token.
    pub last: u32,
}

impl fmt::Debug for Proposer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tokens(_) => "tokens",
            Self::Mtp => "mtp",
            Self::Layers(_) => "layers",
            Self::Model(_) => "model",
        })
    }
}
