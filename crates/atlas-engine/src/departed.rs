//! How long it takes until the slot of a request whose reader has left is free.

use atlas_core::{Departure, Retire, StepPlan};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::observer::EngineObserver;

/// Seated requests whose readers have left, until their slots are free.
#[derive(Debug, Default)]
pub(crate) struct Departed {
    list: Vec<Departure>,
    turn: Arc<AtomicU64>,
}

impl Departed {
    /// `turn` counts the turns of the loop; readers that leave note it.
    pub fn new(turn: Arc<AtomicU64>) -> Self {
        Self { list: Vec::new(), turn }
    }

    pub fn begin_turn(&self) {
        self.turn.fetch_add(1, Ordering::AcqRel);
    }

    pub fn push(&mut self, departure: Departure) {
        self.list.push(departure);
    }

    /// Reports the slots that `plan` frees; true if it may have. `depth` plans are under way.
    pub fn note(&mut self, plan: &StepPlan, depth: usize, observer: &dyn EngineObserver) -> bool {
        if self.list.is_empty() {
            return false;
        }
        let turn = self.turn.load(Ordering::Acquire);
        for drop in plan.drops.iter().filter(|drop| drop.why == Retire::Ended) {
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
