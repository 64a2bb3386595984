//! Snapshots that are taken while a span runs.

use atlas_core::{SnapshotId, StepPlan};
use atlas_model::{KeepAt, StateKeeper};
use atlas_tensor::{RecurrentState, StateError};
use std::cell::{Cell, RefCell};

use crate::state::snapshots::SnapshotArena;

/// A place inside a span or at its end, and where the state of its slot goes.
pub(crate) struct Keep {
    pub at: KeepAt,
    slot: usize,
    to: SnapshotId,
}

/// Where the spans that run pass the positions of the plan's saves, ascending. `live`: the spans
/// that run, by their index in the plan.
///
/// # Errors
/// A position that is not in the span of its slot.
pub(crate) fn keeps(plan: &StepPlan, live: &[(usize, usize)]) -> Result<Vec<Keep>, StateError> {
    let mut keeps = Vec::new();
    for save in plan.saves() {
        let of_it = |&(index, _): &(usize, usize)| {
            let span = &plan.spans[index];
            (span.slot, span.epoch) == (save.slot, save.epoch)
        };
        let Some(at) = live.iter().position(of_it) else { continue };
        let span = &plan.spans[live[at].0];
        let slot = save.slot.index();
        if save.position <= span.start || save.position > span.end() {
            let (consumed, start) = (span.end(), save.position);
            return Err(StateError::NotConsecutive { slot, consumed, start });
        }
        let rows = (save.position - span.start) as usize;
        keeps.push(Keep { at: KeepAt { span: at, rows }, slot, to: save.to });
    }
    keeps.sort_unstable_by_key(|keep| keep.at);
    Ok(keeps)
}

/// Copies states into the arena while their layers run.
pub(crate) struct Keeper<'a> {
    arena: RefCell<&'a mut SnapshotArena>,
    kept: Vec<Keep>,
    copies: Cell<usize>,
}

impl<'a> Keeper<'a> {
    pub fn new(arena: &'a mut SnapshotArena, kept: Vec<Keep>) -> Self {
        Self { arena: RefCell::new(arena), kept, copies: Cell::new(0) }
    }

    /// Copies that were made, and those that all recurrent layers make together.
    pub fn copies(&self) -> [usize; 2] {
        [self.copies.get(), self.kept.len() * self.arena.borrow().layers()]
    }
}

impl StateKeeper for Keeper<'_> {
    /// Panics on a place that was not asked for and on a layer without a place for snapshots.
    fn keep(&self, layer: usize, state: &RecurrentState, index: usize) {
        let keep = &self.kept[index];
        self.arena.borrow_mut().save_layer(layer, state, keep.slot, keep.to);
        self.copies.set(self.copies.get() + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{KvFormat, KvFormats, StateSpec};
    use atlas_tensor::{Compute, CpuDevice, Device, Isa};

    /// A model that forgets a layer is found, not believed.
    #[test]
    fn a_layer_that_is_not_kept_shows_in_the_copies() {
        let dev: Device = CpuDevice::new(1, Isa::Portable, Compute::F32).expect("a device").into();
        let mut state = RecurrentState::new(2, 1, 2, 2, 3, 4).expect("a small state");
        const F32: KvFormats = KvFormats::both(KvFormat::F32);
        let spec = |paged: bool| match paged {
            true => StateSpec::Paged { kv_heads: 1, head_dim: 8, window: None, formats: F32 },
            false => StateSpec::Recurrent {
                heads: 1,
                key_dim: 2,
                value_dim: 2,
                conv_channels: 3,
                conv_kernel: 4,
            },
        };
        let bytes = state.slot_len() as u64;
        let layers = [false, true, false].map(|paged| (spec(paged), bytes));
        let mut arena = SnapshotArena::new(&dev, &layers, 2).expect("small places");
        state.matrices_mut(1).fill(3.0);
        let to = SnapshotId(1);
        let keep = |span, rows| Keep { at: KeepAt { span, rows }, slot: 1, to };
        let keeper = Keeper::new(&mut arena, vec![keep(0, 1)]);
        assert_eq!(keeper.copies(), [0, 2]);
        keeper.keep(0, &state, 0);
        assert_eq!(keeper.copies(), [1, 2]);
        keeper.keep(2, &state, 0);
        assert_eq!(keeper.copies(), [2, 2]);
        let [mut there, mut here] = [vec![0; 2 * state.slot_len()], vec![0; state.slot_len()]];
        arena.read(to, &mut there);
        state.read_slot(1, &mut here);
        assert_eq!(there, here.repeat(2));
    }
}
