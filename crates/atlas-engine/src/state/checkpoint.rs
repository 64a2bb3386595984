//! Checkpoints of a running sequence: block references, counts of consumed tokens, recurrent
//! matrices, convolution inputs, known tokens, and the state of penalties and constraint. Keys and
//! values behind the position need no copy: shared blocks are complete, and the positions of the
//! last block are written again.

use atlas_core::{EngineError, SlotId, SnapshotId};
use atlas_tensor::{SpanRows, StateError};

use crate::engine::requests::LiveRequest;
use crate::state::sequences::SequenceState;

/// A position of a sequence to roll back to. Its recurrent state is kept in a snapshot that the
/// caller owns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    slot: SlotId,
    place: SnapshotId,
    consumed: u32,
    known: u32,
    blocks: u32,
    generated: usize,
}

/// Errors of a rollback.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RollbackError {
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Constraint(#[from] EngineError),
}

impl Checkpoint {
    /// Notes the position of the sequence in `slot`, and keeps its recurrent state at `place`.
    pub fn take(
        state: &mut SequenceState,
        slot: SlotId,
        place: SnapshotId,
        request: &LiveRequest,
    ) -> Self {
        state.snapshots.save(&mut state.layers, slot.index(), place);
        let consumed = state.layers.iter().map(|s| s.consumed(slot.index())).max().unwrap_or(0);
        let (known, blocks) = state.slots.lens(slot);
        Self { slot, place, consumed, known, blocks, generated: request.state.generated_len() }
    }

    /// Rolls the sequence back to the checkpoint, as if no later token had been computed.
    ///
    /// # Errors
    /// A constraint that does not remember so many tokens; a slot that does not exist.
    pub fn roll_back(
        &self,
        state: &mut SequenceState,
        request: &mut LiveRequest,
    ) -> Result<(), RollbackError> {
        let slot = self.slot.index();
        let SequenceState { layers, snapshots, slots, faults, .. } = state;
        if !faults.rollback_forgets_answer() {
            request.state.rollback(self.generated)?;
        }
        if !faults.rollback_forgets_counts() {
            let len = self.consumed as usize;
            let consumed = SpanRows { slot, row: 0, len, start: 0, drafts: 0, blocks: &[] };
            for layer in layers.iter_mut() {
                layer.rewind(slot);
                layer.advance(&[consumed])?;
            }
        }
        let matrices = !faults.rollback_forgets_matrices();
        let convolution = !faults.rollback_forgets_convolution();
        snapshots.restore_parts(layers, self.place, slot, matrices, convolution);
        let tokens = !faults.rollback_forgets_tokens();
        let blocks = !faults.rollback_forgets_blocks();
        slots.truncate(self.slot, tokens.then_some(self.known), blocks.then_some(self.blocks));
        Ok(())
    }
}
