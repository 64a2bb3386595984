//! Copies of the state that cannot be cut at a token, beside the slots it came from.

use atlas_core::{SnapshotId, StateSpec};
use atlas_tensor::{Buffer, LayerState};
use std::io;

/// One buffer a recurrent layer, `[snapshot][matrices, convolution inputs]`.
pub(crate) struct SnapshotArena {
    layers: Vec<Buffer>,
}

impl SnapshotArena {
    /// Zeroed places for `count` snapshots. The system gives their pages when they are first used.
    ///
    /// # Errors
    /// The system's out-of-memory error.
    pub fn new(slot_bytes: &[(StateSpec, u64)], count: u32) -> io::Result<Self> {
        let recurrent = slot_bytes.iter().filter(|(spec, _)| is_recurrent(spec));
        let bytes = |bytes: u64| bytes.saturating_mul(u64::from(count));
        let buffers = recurrent
            .map(|&(_, slot)| Buffer::zeroed(usize::try_from(bytes(slot)).unwrap_or(usize::MAX)));
        Ok(Self {
            layers: if count == 0 { Vec::new() } else { buffers.collect::<Result<_, _>>()? },
        })
    }

    /// Bytes of all places.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.layers.iter().map(Buffer::bytes).sum()
    }

    /// Copies the state of a slot to a place.
    pub fn save(&mut self, states: &mut [LayerState], slot: usize, to: SnapshotId) {
        self.each(states, to, |state, place| {
            let (matrices, conv) = place.split_at_mut(state.matrix_len());
            matrices.copy_from_slice(state.matrices_mut(slot));
            conv.copy_from_slice(state.conv_mut(slot));
        });
    }

    /// Copies what is kept at a place to a slot.
    pub fn restore(&mut self, states: &mut [LayerState], from: SnapshotId, slot: usize) {
        self.each(states, from, |state, place| {
            let (matrices, conv) = place.split_at(state.matrix_len());
            state.matrices_mut(slot).copy_from_slice(matrices);
            state.conv_mut(slot).copy_from_slice(conv);
        });
    }

    fn each(
        &mut self,
        states: &mut [LayerState],
        id: SnapshotId,
        mut copy: impl FnMut(&mut atlas_tensor::RecurrentState, &mut [f32]),
    ) {
        let recurrent = states.iter_mut().filter_map(|state| match state {
            LayerState::Recurrent(state) => Some(state),
            LayerState::Paged(_) | LayerState::Stateless => None,
        });
        for (state, buffer) in recurrent.zip(&mut self.layers) {
            let len = state.matrix_len() + state.conv_len();
            copy(state, &mut buffer.as_f32_mut()[id.index() * len..][..len]);
        }
    }
}

/// Whether a layer's state exists only where it was saved.
pub(crate) fn is_recurrent(spec: &StateSpec) -> bool {
    matches!(spec, StateSpec::Recurrent { .. })
}
