//! Copies of the state that cannot be cut at a token, beside the slots it came from.

use atlas_core::{SnapshotId, StateSpec};
use atlas_tensor::{Buffer, LayerState};
use std::io;

/// One buffer a recurrent layer, `[snapshot][matrices, convolution inputs]`.
pub(crate) struct SnapshotArena {
    layers: Vec<Buffer>,
    /// Bytes of one place in each.
    lens: Vec<usize>,
}

impl SnapshotArena {
    /// Zeroed places for `count` snapshots. The system gives their pages when they are first used.
    ///
    /// # Errors
    /// The system's out-of-memory error.
    pub fn new(slot_bytes: &[(StateSpec, u64)], count: u32) -> io::Result<Self> {
        let recurrent = slot_bytes.iter().filter(|(spec, _)| is_recurrent(spec));
        let lens = recurrent.clone().map(|&(_, slot)| slot as usize).collect();
        let bytes = |bytes: u64| bytes.saturating_mul(u64::from(count));
        let buffers = recurrent
            .map(|&(_, slot)| Buffer::zeroed(usize::try_from(bytes(slot)).unwrap_or(usize::MAX)));
        Ok(Self {
            layers: if count == 0 { Vec::new() } else { buffers.collect::<Result<_, _>>()? },
            lens,
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
        self.restore_parts(states, from, slot, true, true);
    }

    /// The same of the matrices, of the convolution inputs, or of both.
    pub fn restore_parts(
        &mut self,
        states: &mut [LayerState],
        from: SnapshotId,
        slot: usize,
        matrices: bool,
        convolution: bool,
    ) {
        self.each(states, from, |state, place| {
            let (kept, conv) = place.split_at(state.matrix_len());
            if matrices {
                state.matrices_mut(slot).copy_from_slice(kept);
            }
            if convolution {
                state.conv_mut(slot).copy_from_slice(conv);
            }
        });
    }

    /// Whether what is kept at a place is the state of a slot, bit for bit.
    pub fn equals(&mut self, states: &mut [LayerState], slot: usize, id: SnapshotId) -> bool {
        let bits = |x: &f32| x.to_bits();
        let same = |a: &[f32], b: &[f32]| a.iter().map(bits).eq(b.iter().map(bits));
        let mut equal = true;
        self.each(states, id, |state, place| {
            let (matrices, conv) = place.split_at(state.matrix_len());
            equal &= same(state.matrices_mut(slot), matrices) && same(state.conv_mut(slot), conv);
        });
        equal
    }

    /// For tests of the checks: flips a bit of what is kept at a place.
    pub fn flip(&mut self, id: SnapshotId) {
        if let (Some(buffer), Some(len)) = (self.layers.first_mut(), self.lens.first()) {
            buffer.as_slice_mut()[id.index() * len + 2] ^= 0x40;
        }
    }

    /// Copies what is kept at a place to bytes, layer after layer.
    pub fn read(&self, from: SnapshotId, mut to: &mut [u8]) {
        for (buffer, len) in self.layers.iter().zip(&self.lens) {
            let (here, rest) = to.split_at_mut(*len);
            here.copy_from_slice(&buffer.as_slice()[from.index() * len..][..*len]);
            to = rest;
        }
    }

    /// The reverse of [`Self::read`].
    pub fn write(&mut self, to: SnapshotId, mut from: &[u8]) {
        for (buffer, len) in self.layers.iter_mut().zip(&self.lens) {
            let (here, rest) = from.split_at(*len);
            buffer.as_slice_mut()[to.index() * len..][..*len].copy_from_slice(here);
            from = rest;
        }
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
