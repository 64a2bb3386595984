//! A seated sequence as it stands, to go back to: block references, counts of consumed tokens,
//! recurrent matrices, convolution inputs, known tokens, and with the request's record the state of
//! penalties and constraint. Keys and values behind the position need no copy: blocks that others
//! can see are complete, and what is in the last one is written again.

use atlas_core::{EngineError, SlotId, SnapshotId};
use atlas_tensor::{SpanRows, StateError};

use crate::engine::config::{Part, TestFault};
use crate::engine::requests::LiveRequest;
use crate::runner::Runner;

/// Where a sequence stood. The recurrent state is kept at a place for snapshots that whoever made
/// it owns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    slot: SlotId,
    place: SnapshotId,
    consumed: u32,
    known: u32,
    blocks: u32,
    generated: usize,
}

/// A sequence that cannot go back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RollbackError {
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Constraint(#[from] EngineError),
}

impl Runner {
    /// Notes where the sequence in `slot` stands, and keeps its recurrent state at `place`.
    pub fn checkpoint(
        &mut self,
        slot: SlotId,
        place: SnapshotId,
        record: &LiveRequest,
    ) -> Checkpoint {
        self.snapshots.save(&mut self.states, slot.index(), place);
        let consumed = self.states.iter().map(|s| s.consumed(slot.index())).max().unwrap_or(0);
        let (known, blocks) = self.slots.lens(slot);
        Checkpoint { slot, place, consumed, known, blocks, generated: record.state.generated_len() }
    }

    /// Takes the sequence back to where it stood: as if nothing had happened since.
    ///
    /// # Errors
    /// A constraint that does not remember so many tokens; a slot that does not exist.
    pub fn roll_back(
        &mut self,
        to: &Checkpoint,
        record: &mut LiveRequest,
    ) -> Result<(), RollbackError> {
        let forgets = |part| self.fault == Some(TestFault::RollbackForgets(part));
        let slot = to.slot.index();
        let (matrices, convolution) = (!forgets(Part::Matrices), !forgets(Part::Convolution));
        let (tokens, blocks) = (!forgets(Part::Tokens), !forgets(Part::Blocks));
        if !forgets(Part::Answer) {
            record.state.rollback(to.generated)?;
        }
        if !forgets(Part::Counts) {
            let len = to.consumed as usize;
            let consumed = SpanRows { slot, row: 0, len, start: 0, blocks: &[] };
            for state in &mut self.states {
                state.rewind(slot);
                state.advance(&[consumed])?;
            }
        }
        self.snapshots.restore_parts(&mut self.states, to.place, slot, matrices, convolution);
        self.slots.truncate(to.slot, tokens.then_some(to.known), blocks.then_some(to.blocks));
        Ok(())
    }
}
