//! Time until the slot of a request whose reader has left is free.

use atlas_core::{Departure, Departures, DropReason, StepPlan};

use crate::engine::observer::EngineObserver;

/// Seated requests whose readers have left, until their slots are free.
#[derive(Debug, Default)]
pub(crate) struct Departed {
    list: Vec<Departure>,
    told: Departures,
}

impl Departed {
    /// Of the streams that are given `told`.
    pub fn new(told: Departures) -> Self {
        Self { list: Vec::new(), told }
    }

    pub fn begin_turn(&self) {
        self.told.begin_step();
    }

    /// Readers that have left since the last call.
    pub fn take(&self) -> Vec<Departure> {
        self.told.take()
    }

    pub fn push(&mut self, departure: Departure) {
        self.list.push(departure);
    }

    /// Reports the slots that `plan` frees; true if it may have. `depth` plans are under way.
    pub fn note(&mut self, plan: &StepPlan, depth: usize, observer: &dyn EngineObserver) -> bool {
        if self.list.is_empty() {
            return false;
        }
        let turn = self.told.step();
        for drop in plan.drops().filter(|drop| drop.reason == DropReason::Ended) {
            if let Some(at) = self.list.iter().position(|d| d.request == drop.request) {
                let departure = self.list.swap_remove(at);
                let steps = turn.saturating_sub(departure.step);
                observer.slot_freed(steps, departure.at.elapsed().as_secs_f64());
            }
        }
        // Those that had been preempted have no slot to wait for.
        let patience = 2 * (1 + depth as u64);
        self.list.retain(|d| turn.saturating_sub(d.step) <= patience);
        true
    }
}
