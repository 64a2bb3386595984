//! Copies between the device and the host tier.

use atlas_core::{BlockId, SlotId, Tier, TierCopy, TierObject};
use atlas_tensor::LayerState;
use atlas_tensor::device::Part;

use crate::state::host_tier::{Damage, HostArena};
use crate::state::snapshots::SnapshotArena;
use crate::state::transfers::host_place;

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
    let place = host_place(copy);
    match object {
        TierObject::Block { device, .. } => match to {
            Tier::Host => {
                store.store(place, content, |bytes| read_block(layers, device, bytes));
            }
            Tier::Device => write_block(layers, device, store.load(place, content)?),
        },
        TierObject::Snapshot { device, .. } => match to {
            Tier::Host => store.store(place, content, |bytes| snapshots.read(device, bytes)),
            Tier::Device => snapshots.write(device, store.load(place, content)?),
        },
        // The state comes back as a snapshot.
        TierObject::SlotState { slot, .. } => {
            store.store(place, content, |bytes| read_state(layers, slot, bytes));
        }
    }
    Ok(())
}

/// Where an object lies in a device's memory, in the order in which it is stored; `None` on the
/// host, and for the state of a slot, which is copied in the order of the steps.
pub(super) fn parts(
    copy: &TierCopy,
    layers: &[LayerState],
    snapshots: &SnapshotArena,
) -> Option<Vec<Part>> {
    match copy.object {
        TierObject::Block { device, .. } => {
            let paged = layers.iter().filter_map(|state| match state {
                LayerState::Paged(cache) => Some(cache.block_part(device.0)),
                LayerState::Recurrent(_) | LayerState::Stateless => None,
            });
            paged.collect()
        }
        TierObject::Snapshot { device, .. } => snapshots.parts(device),
        TierObject::SlotState { .. } => None,
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
