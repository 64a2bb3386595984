//! Copies between the device and the host tier.

use atlas_core::{BlockId, SlotId, Tier, TierCopy, TierObject};
use atlas_tensor::LayerState;

use crate::state::host_tier::{Damage, HostArena, HostPlace, Kind};
use crate::state::snapshots::SnapshotArena;

/// Copies an object between the tiers.
///
/// # Errors
/// A stored object that is damaged or holds the state of other tokens. Nothing is written then.
pub(super) fn copy(
    copy: &TierCopy,
    layers: &mut [LayerState],
    snapshots: &mut SnapshotArena,
    store: &mut HostArena,
) -> Result<(), Damage> {
    let &TierCopy { object, to, content } = copy;
    match object {
        TierObject::Block { device, host } => {
            let place = HostPlace { kind: Kind::Block, index: host.index() };
            match to {
                Tier::Host => {
                    store.store(place, content, |bytes| read_block(layers, device, bytes));
                }
                Tier::Device => write_block(layers, device, store.load(place, content)?),
            }
        }
        TierObject::Snapshot { device, host } => {
            let place = HostPlace { kind: Kind::Snapshot, index: host.index() };
            match to {
                Tier::Host => store.store(place, content, |bytes| snapshots.read(device, bytes)),
                Tier::Device => snapshots.write(device, store.load(place, content)?),
            }
        }
        // The state comes back as a snapshot.
        TierObject::SlotState { slot, host, .. } => {
            let place = HostPlace { kind: Kind::Snapshot, index: host.index() };
            store.store(place, content, |bytes| read_state(layers, slot, bytes));
        }
    }
    Ok(())
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
