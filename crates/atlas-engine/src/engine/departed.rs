//! Time until the slot of a request whose reader has left is free.

use atlas_core::{Departure, Departures, DropReason, StepPlan};

use crate::engine::observer::EngineObserver;

/// Requests with a slot whose readers have left, until their slots are free.
#[derive(Debug, Default)]
pub(crate) struct Departed {
    list: Vec<Departure>,
    departures: Departures,
}

impl Departed {
    /// For the streams that note their readers in `departures`.
    pub fn new(departures: Departures) -> Self {
        Self { list: Vec::new(), departures }
    }

    /// Begins the next step.
    pub fn begin_turn(&self) {
        self.departures.begin_step();
    }

    /// Readers that have left since the last call.
    pub fn take(&self) -> Vec<Departure> {
        self.departures.take()
    }

    /// Adds a reader whose request has a slot.
    pub fn push(&mut self, departure: Departure) {
        self.list.push(departure);
    }

    /// Reports the slots that `plan` frees; true if it may have. `depth` plans are under way.
    pub fn note(&mut self, plan: &StepPlan, depth: usize, observer: &dyn EngineObserver) -> bool {
        if self.list.is_empty() {
            return false;
        }
        let turn = self.departures.step();
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Instant;

    use atlas_core::{Epoch, RequestId, SlotDrop, SlotId, StateOp};

    use super::*;

    /// Steps until slots were free.
    #[derive(Default)]
    struct Freed(Mutex<Vec<u64>>);

    impl EngineObserver for Freed {
        fn slot_freed(&self, steps: u64, _: f64) {
            self.0.lock().unwrap().push(steps);
        }
    }

    fn plan(request: u64, reason: DropReason) -> StepPlan {
        let drop =
            SlotDrop { slot: SlotId(0), epoch: Epoch(1), request: RequestId(request), reason };
        StepPlan { ops: vec![StateOp::Drop(drop)], ..StepPlan::default() }
    }

    fn departed(step: u64) -> Departed {
        let mut departed = Departed::default();
        for _ in 0..step {
            departed.begin_turn();
        }
        departed.push(Departure { request: RequestId(1), step, at: Instant::now() });
        departed
    }

    #[test]
    fn slots_of_ended_requests_are_reported_once() {
        let (mut departed, freed) = (departed(3), Freed::default());
        departed.begin_turn();
        assert!(departed.note(&plan(2, DropReason::Ended), 1, &freed));
        assert!(departed.note(&plan(1, DropReason::Preempted), 1, &freed));
        assert!(freed.0.lock().unwrap().is_empty());
        departed.begin_turn();
        assert!(departed.note(&plan(1, DropReason::Ended), 1, &freed));
        assert_eq!(*freed.0.lock().unwrap(), [2]);
        assert!(!departed.note(&plan(1, DropReason::Ended), 1, &freed));
    }

    #[test]
    fn requests_without_a_slot_are_forgotten() {
        let (mut departed, freed) = (departed(1), Freed::default());
        for _ in 0..4 {
            departed.begin_turn();
            assert!(departed.note(&StepPlan::default(), 1, &freed));
        }
        departed.begin_turn();
        departed.note(&StepPlan::default(), 1, &freed);
        assert!(!departed.note(&plan(1, DropReason::Ended), 1, &freed));
        assert!(freed.0.lock().unwrap().is_empty());
    }
}
