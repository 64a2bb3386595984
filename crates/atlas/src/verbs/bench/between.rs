//! Time that a device is idle between decode steps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use atlas_engine::{EngineObserver, StepTiming};

use super::measure::median;

/// Times from the results of a step to the end of the next one's launch.
#[derive(Default)]
pub struct Between {
    /// Rows of the steps that count; 0 for none.
    rows: AtomicUsize,
    seconds: Mutex<Vec<f64>>,
}

impl Between {
    /// Counts steps of `rows` rows from now on.
    pub fn listen(&self, rows: usize) {
        self.rows.store(rows, Ordering::Relaxed);
    }

    /// The median in microseconds; `None` where steps are not queued. Nothing counts any more.
    pub fn median_us(&self) -> Option<f64> {
        self.rows.store(0, Ordering::Relaxed);
        let seconds =
            std::mem::take(&mut *self.seconds.lock().unwrap_or_else(PoisonError::into_inner));
        (!seconds.is_empty()).then(|| median(&seconds) * 1e6)
    }
}

impl EngineObserver for Between {
    fn step(&self, timing: &StepTiming) {
        let wanted = self.rows.load(Ordering::Relaxed);
        if let Some(seconds) = timing.between_seconds
            && wanted > 0
            && (timing.rows, timing.spans) == (wanted, wanted)
        {
            self.seconds.lock().unwrap_or_else(PoisonError::into_inner).push(seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_the_wanted_rows_count_once() {
        let between = Between::default();
        let step = |between_seconds, rows, spans| StepTiming {
            host_seconds: 0.0,
            forward_seconds: 0.0,
            sample_seconds: 0.0,
            between_seconds,
            rows,
            spans,
        };
        between.step(&step(Some(1.0), 2, 2));
        assert_eq!(between.median_us(), None, "no rows are listened to");
        between.listen(2);
        let times = [(Some(1e-6), 2, 2), (Some(9.0), 3, 2), (Some(9.0), 1, 1), (None, 2, 2)];
        for (seconds, rows, spans) in times {
            between.step(&step(seconds, rows, spans));
        }
        assert_eq!(between.median_us(), Some(1.0));
        assert_eq!(between.median_us(), None);
    }
}
