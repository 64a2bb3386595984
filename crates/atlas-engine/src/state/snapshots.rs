//! Copies of the state that cannot be cut at a token, in the memory of the slots it came from.

use atlas_core::{SnapshotId, StateSpec};
use atlas_tensor::device::Part;
use atlas_tensor::{Device, LayerState, Memory, RecurrentState};
use std::io;

/// One stretch of memory a recurrent layer, `[snapshot][matrices, convolution inputs]`.
pub(crate) struct SnapshotArena {
    layers: Vec<Memory>,
    /// Bytes of one place in each.
    lens: Vec<usize>,
    /// For each layer of the model, which of them is its.
    of_layer: Vec<Option<usize>>,
}

impl SnapshotArena {
    /// Zeroed places for `count` snapshots in the memory of `dev`. On the CPU the system gives
    /// their pages when they are first used.
    ///
    /// # Errors
    /// Where there is not as much memory.
    pub fn new(dev: &Device, slot_bytes: &[(StateSpec, u64)], count: u32) -> io::Result<Self> {
        let recurrent = slot_bytes.iter().filter(|(spec, _)| is_recurrent(spec));
        let lens = recurrent.clone().map(|&(_, slot)| slot as usize).collect();
        let mut next = 0..;
        let of_layer = slot_bytes.iter().map(|(spec, _)| match is_recurrent(spec) {
            true => next.next(),
            false => None,
        });
        let bytes = |bytes: u64| bytes.saturating_mul(u64::from(count));
        let buffers = recurrent
            .map(|&(_, slot)| dev.allocate(usize::try_from(bytes(slot)).unwrap_or(usize::MAX)));
        Ok(Self {
            layers: if count == 0 { Vec::new() } else { buffers.collect::<Result<_, _>>()? },
            of_layer: of_layer.collect(),
            lens,
        })
    }

    /// Bytes of all places.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.layers.iter().map(Memory::bytes).sum()
    }

    /// Bytes of a snapshot.
    pub fn snapshot_bytes(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Layers that have places.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// Copies the state of a slot in one layer to a place. Panics on a layer without places.
    pub fn save_layer(
        &mut self,
        layer: usize,
        state: &RecurrentState,
        slot: usize,
        to: SnapshotId,
    ) {
        let Some(memory) = self.of_layer[layer] else { panic!("layer {layer} has no snapshots") };
        state.save_slot(slot, &mut self.layers[memory], to.index() * state.slot_len());
    }

    /// Copies the state of a slot to a place.
    #[cfg(test)]
    pub fn save(&mut self, states: &mut [LayerState], slot: usize, to: SnapshotId) {
        self.each(states, to, |state, memory, at| state.save_slot(slot, memory, at));
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
        self.each(states, from, |state, memory, at| {
            state.load_slot(slot, memory, at, [matrices, convolution]);
        });
    }

    /// Whether what is kept at a place is the state of a slot, bit for bit.
    pub fn equals(&mut self, states: &mut [LayerState], slot: usize, id: SnapshotId) -> bool {
        let mut equal = true;
        self.each(states, id, |state, memory, at| {
            let [mut here, mut kept] = [(); 2].map(|()| vec![0; state.slot_len()]);
            state.read_slot(slot, &mut here);
            memory.read(at, &mut kept);
            equal &= here == kept;
        });
        equal
    }

    /// Copies what is kept at a place to bytes, layer after layer.
    pub fn read(&self, from: SnapshotId, mut to: &mut [u8]) {
        for (buffer, len) in self.layers.iter().zip(&self.lens) {
            let (here, rest) = to.split_at_mut(*len);
            buffer.read(from.index() * len, here);
            to = rest;
        }
    }

    /// Where a place lies in a device's memory, in the order of [`Self::read`]; `None` on the host.
    pub fn parts(&self, id: SnapshotId) -> Option<Vec<Part>> {
        let each = self.layers.iter().zip(&self.lens);
        each.map(|(memory, len)| memory.part(id.index() * len..(id.index() + 1) * len)).collect()
    }

    /// The reverse of [`Self::read`].
    pub fn write(&mut self, to: SnapshotId, mut from: &[u8]) {
        for (buffer, len) in self.layers.iter_mut().zip(&self.lens) {
            let (here, rest) = from.split_at(*len);
            buffer.write(to.index() * len, here);
            from = rest;
        }
    }

    fn each(
        &mut self,
        states: &mut [LayerState],
        id: SnapshotId,
        mut copy: impl FnMut(&mut RecurrentState, &mut Memory, usize),
    ) {
        let recurrent = states.iter_mut().filter_map(|state| match state {
            LayerState::Recurrent(state) => Some(state),
            LayerState::Paged(_) | LayerState::Stateless => None,
        });
        for (state, buffer) in recurrent.zip(&mut self.layers) {
            let at = id.index() * state.slot_len();
            copy(state, buffer, at);
        }
    }
}

/// Whether a layer's state exists only where it was saved.
pub(crate) fn is_recurrent(spec: &StateSpec) -> bool {
    matches!(spec, StateSpec::Recurrent { .. })
}
