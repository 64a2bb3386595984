//! Proposers of drafts: tokens that may follow a sequence, which a longer span then verifies. What
//! they propose changes the speed of an answer and nothing else.

mod adapt;
mod blocks;
mod module;
mod ngram;
mod picks;
mod steps;

use atlas_core::{Epoch, RequestId, SlotId, StateSpec, TokenId};
use atlas_model::Model;
use atlas_model::layers::Dflash;
use atlas_tensor::{Arena, Device, LayerState};
use std::fmt;
use std::sync::Arc;

use crate::engine::requests::LiveRequests;
use crate::runner::picking::Picking;
use crate::state::slots::SlotTable;
use crate::state::tier::KvTier;

pub(crate) use adapt::{Adapt, Choice};
pub(crate) use blocks::DraftBlocks;
pub(crate) use module::{DraftModule, Followed};
pub use ngram::Ngram;
pub(crate) use steps::{DraftSteps, Own};

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
    /// From a DFlash drafter of the model.
    Blocks(Arc<Dflash>),
}

impl Proposer {
    /// State that it keeps for a sequence of `model` in the model's own blocks.
    pub fn state_specs(&self, model: &dyn Model) -> Vec<StateSpec> {
        match self {
            Self::Mtp => model.draft_spec().into_iter().collect(),
            Self::Blocks(drafter) => drafter.state_specs().to_vec(),
            Self::Tokens(_) | Self::Layers(_) | Self::Model(_) => Vec::new(),
        }
    }
}

/// Parts of the runner that a proposer with a model uses.
pub(crate) struct Parts<'a> {
    pub model: &'a dyn Model,
    pub dev: &'a Device,
    pub scratch: &'a Arena,
    pub picking: &'a mut Picking,
    /// States of the model's layers.
    pub layers: &'a mut [LayerState],
    /// States of the proposer's own, [`Proposer::state_specs`].
    pub own: &'a mut [LayerState],
    pub slots: &'a SlotTable,
    /// Residency of KV blocks, where they are not all in memory.
    pub tier: Option<&'a mut KvTier>,
    pub requests: &'a mut LiveRequests,
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
            Self::Blocks(_) => "blocks",
        })
    }
}
