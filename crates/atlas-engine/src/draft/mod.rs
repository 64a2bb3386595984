//! Proposers of drafts: tokens that may follow a sequence, which a longer span then verifies. What
//! they propose changes the speed of an answer and nothing else.

mod adapt;
mod module;
mod ngram;

use atlas_core::TokenId;
use std::fmt;
use std::sync::Arc;

pub(crate) use adapt::{Adapt, Choice};
pub(crate) use module::{DraftModule, Followed, Parts, Wanting};
pub use ngram::Ngram;

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
}

impl fmt::Debug for Proposer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tokens(_) => "tokens",
            Self::Mtp => "mtp",
        })
    }
}
