//! The proposer of a runner, with its memory.

use atlas_core::Limits;
use atlas_tensor::{Device, Memory};
use std::sync::Arc;

use crate::draft::{DraftBlocks, DraftModule, DraftSteps, Own, Propose, Proposer};
use crate::state::memory::{MemoryError, draft_states};

/// The proposer, with its memory.
pub(super) enum Drafting {
    Off,
    Tokens(Arc<dyn Propose>),
    Module(Box<DraftModule>),
    Steps(Box<DraftSteps>),
    Blocks(Box<DraftBlocks>),
}

/// Intermediate results of a forward pass that a proposer reads.
pub(crate) enum Kept<'a> {
    Nothing,
    /// The normed last hidden state of every row.
    Hidden(&'a mut Memory),
    /// The outputs of these layers of every row.
    Layers(&'a [usize], &'a mut Memory),
}

impl Drafting {
    /// Allocates the memory of `proposer`; `module`: that of the module, if it drafts.
    ///
    /// # Errors
    /// Memory that the system or the device does not give.
    pub fn new(
        proposer: Option<&Proposer>,
        module: Option<DraftModule>,
        limits: &Limits,
        dev: &Device,
        vocab_size: usize,
    ) -> Result<Self, MemoryError> {
        let (rows, slots) = (limits.step_tokens_max as usize, limits.slot_count as usize);
        let steps = |own: Option<Own>, layers: Option<usize>| {
            let bytes = (slots * vocab_size * size_of::<f32>()) as u64;
            DraftSteps::new(dev, (own, layers), [slots, rows], vocab_size)
                .map(|steps| Self::Steps(Box::new(steps)))
                .map_err(|source| MemoryError { name: "drafts", bytes, source })
        };
        Ok(match proposer {
            Some(Proposer::Tokens(proposer)) => Self::Tokens(Arc::clone(proposer)),
            Some(Proposer::Mtp) => module.map_or(Self::Off, |m| Self::Module(Box::new(m))),
            Some(Proposer::Layers(layers)) => steps(None, Some(*layers))?,
            Some(Proposer::Model(other)) => {
                let states = draft_states(&**other, limits, dev)?;
                let own = Own::new(Arc::clone(other), states, slots, limits.kv_block_tokens);
                steps(Some(own), None)?
            }
            Some(Proposer::Blocks(drafter)) => {
                let sizes = [rows, slots];
                let bytes = DraftBlocks::bytes(dev, drafter, sizes, vocab_size) as u64;
                DraftBlocks::new(dev, Arc::clone(drafter), sizes, vocab_size)
                    .map(|blocks| Self::Blocks(Box::new(blocks)))
                    .map_err(|source| MemoryError { name: "drafts", bytes, source })?
            }
            None => Self::Off,
        })
    }

    /// Whether it follows every step with the tokens that were picked.
    pub fn follows(&self) -> bool {
        matches!(self, Self::Module(_) | Self::Blocks(_))
    }

    /// Results of the next forward pass that it reads.
    pub fn kept(&mut self) -> Kept<'_> {
        match self {
            Self::Module(module) => Kept::Hidden(&mut module.hidden),
            Self::Blocks(blocks) => {
                Kept::Layers(&blocks.drafter.spec().target_layers, &mut blocks.captured)
            }
            Self::Off | Self::Tokens(_) | Self::Steps(_) => Kept::Nothing,
        }
    }
}
