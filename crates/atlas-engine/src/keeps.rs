//! Snapshots that are taken while a span runs.

use atlas_core::{SnapshotId, StepPlan};
use atlas_model::{KeepAt, StateKeeper};
use atlas_tensor::{RecurrentState, StateError};
use std::cell::RefCell;

use crate::snapshots::SnapshotArena;

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
    for save in &plan.saves {
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
}

impl<'a> Keeper<'a> {
    pub fn new(arena: &'a mut SnapshotArena, kept: Vec<Keep>) -> Self {
        Self { arena: RefCell::new(arena), kept }
    }
}

impl StateKeeper for Keeper<'_> {
    fn keep(&self, layer: usize, state: &RecurrentState, index: usize) {
        if let Some(keep) = self.kept.get(index) {
            self.arena.borrow_mut().save_layer(layer, state, keep.slot, keep.to);
        }
    }
}
