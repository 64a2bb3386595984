//! Proposers of drafts for a loaded model.

use std::sync::Arc;

use anyhow::{Context, Result};
use atlas_core::StateSpec;
use atlas_engine::{Ngram, Proposer};
use atlas_model::Model;

use crate::cli::Speculate;

/// The state of the multi-token-prediction module, if it is to draft.
///
/// # Errors
/// The checkpoint has no module.
pub fn module(speculate: Speculate, model: &dyn Model) -> Result<Option<StateSpec>> {
    match speculate {
        Speculate::Mtp(_) => model.draft_spec().map(Some).with_context(|| {
            format!(
                "--speculate {speculate}: the checkpoint has no multi-token-prediction module; \
                 ngram drafts without one"
            )
        }),
        Speculate::Off | Speculate::Auto | Speculate::Ngram(_) => Ok(None),
    }
}

/// The proposer of the engine.
pub fn proposer(speculate: Speculate) -> Option<Proposer> {
    match speculate {
        Speculate::Off | Speculate::Auto => None,
        Speculate::Mtp(_) => Some(Proposer::Mtp),
        Speculate::Ngram(_) => Some(Proposer::Tokens(Arc::new(Ngram::default()))),
    }
}
