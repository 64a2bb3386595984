//! The copies between the tiers.

use atlas_core::{BlockId, SlotId, Tier, TierCopy, TierObject};
use atlas_tensor::LayerState;

use crate::engine::config::TestFault;
use crate::runner::Runner;
use crate::state::host_tier::{Damage, HostPlace, Kind};

impl Runner {
    /// Makes copies to the host in their order.
    pub(crate) fn copy_all(&mut self, copies: &[TierCopy]) {
        for copy in copies {
            // A copy to the host reads no stored object, so it cannot find damage.
            let _ = self.copy_between_tiers(copy);
        }
    }

    /// Copies an object between the tiers.
    ///
    /// # Errors
    /// A stored object that is damaged or holds the state of other tokens. Nothing is written then.
    pub(crate) fn copy_between_tiers(&mut self, copy: &TierCopy) -> Result<(), Damage> {
        let &TierCopy { object, to, content } = copy;
        match object {
            TierObject::Block { device, host } => {
                let place = HostPlace { kind: Kind::Block, index: host.index() };
                match to {
                    Tier::Host => {
                        let states = &self.states;
                        self.host.store(place, content, |bytes| read_block(states, device, bytes));
                    }
                    Tier::Device => {
                        let bytes = self.host.load(place, content)?;
                        write_block(&mut self.states, device, bytes);
                    }
                }
            }
            TierObject::Snapshot { device, host } => {
                let place = HostPlace { kind: Kind::Snapshot, index: host.index() };
                match to {
                    Tier::Host => {
                        let snapshots = &self.snapshots;
                        self.host.store(place, content, |bytes| snapshots.read(device, bytes));
                    }
                    Tier::Device => {
                        let bytes = self.host.load(place, content)?;
                        self.snapshots.write(device, bytes);
                    }
                }
            }
            // A state comes back as a snapshot.
            TierObject::SlotState { slot, host, .. } => {
                let place = HostPlace { kind: Kind::Snapshot, index: host.index() };
                if self.fault == Some(TestFault::SwapForgetsState) {
                    self.states.iter_mut().for_each(|state| state.assign_slot(slot.index()));
                }
                let states = &self.states;
                self.host.store(place, content, |bytes| read_state(states, slot, bytes));
            }
        }
        Ok(())
    }

    /// Objects of the host tier that were damaged when they were read.
    pub(crate) fn damaged_objects(&self) -> u64 {
        self.host.damaged()
    }
}

/// The state of a slot in the form of a snapshot: of every recurrent layer the matrices, then the
/// inputs of the convolution.
fn read_state(states: &[LayerState], slot: SlotId, mut to: &mut [u8]) {
    for state in states {
        if let LayerState::Recurrent(state) = state {
            let (here, rest) = to.split_at_mut(state.slot_len());
            state.read_slot(slot.index(), here);
            to = rest;
        }
    }
}

/// A block of every paged layer, one after the other.
fn read_block(states: &[LayerState], block: BlockId, mut to: &mut [u8]) {
    for state in states {
        if let LayerState::Paged(cache) = state {
            let (here, rest) = to.split_at_mut(cache.block_len());
            cache.read_block(block.0, here);
            to = rest;
        }
    }
}

/// The reverse of [`read_block`].
fn write_block(states: &mut [LayerState], block: BlockId, mut from: &[u8]) {
    for state in states {
        if let LayerState::Paged(cache) = state {
            let (here, rest) = from.split_at(cache.block_len());
            cache.write_block(block.0, here);
            from = rest;
        }
    }
}
