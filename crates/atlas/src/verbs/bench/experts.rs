//! Experts that the tokens of a step choose: the number of a layer's experts that the step reads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use atlas_engine::StepTaps;
use atlas_model::TapSink;
use atlas_tensor::Tensor;

/// One step in so many is listened to.
const STRIDE: usize = 16;

/// Distinct experts of the layers of decode steps.
#[derive(Default)]
pub struct Counter {
    /// Rows of the steps that are listened to; 0 for none.
    rows: AtomicUsize,
    steps: AtomicUsize,
    counts: Mutex<Vec<usize>>,
}

impl Counter {
    /// For an engine's configuration.
    pub fn taps(self: &Arc<Self>) -> StepTaps {
        let counter = Arc::clone(self);
        Arc::new(move |rows| {
            if rows != counter.rows.load(Ordering::Relaxed) {
                return None;
            }
            let step = counter.steps.fetch_add(1, Ordering::Relaxed);
            step.is_multiple_of(STRIDE)
                .then(|| Box::new(Sink(Arc::clone(&counter))) as Box<dyn TapSink>)
        })
    }

    /// Listens to steps of `rows` rows from now on.
    pub fn listen(&self, rows: usize) {
        self.rows.store(rows, Ordering::Relaxed);
        self.steps.store(0, Ordering::Relaxed);
    }

    /// The mean over layers and steps that were listened to; `None` for a model without experts.
    /// No step is listened to any more.
    pub fn mean(&self) -> Option<f64> {
        self.rows.store(0, Ordering::Relaxed);
        let counts =
            std::mem::take(&mut *self.counts.lock().unwrap_or_else(PoisonError::into_inner));
        let sum: usize = counts.iter().sum();
        (!counts.is_empty()).then(|| sum as f64 / counts.len() as f64)
    }
}

struct Sink(Arc<Counter>);

impl TapSink for Sink {
    fn tap(&mut self, name: &str, value: &Tensor<'_>) {
        if name.ends_with("router_ids") {
            let distinct: BTreeSet<u32> = value.to_vec().iter().map(|&id| id as u32).collect();
            self.0.counts.lock().unwrap_or_else(PoisonError::into_inner).push(distinct.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinct_experts_of_listened_steps_are_counted() {
        let counter = Arc::new(Counter::default());
        let taps = counter.taps();
        assert!(taps(2).is_none(), "no rows are listened to yet");
        counter.listen(2);
        assert!(taps(3).is_none(), "a step of another size");
        let mut sink = taps(2).unwrap();
        sink.tap("layers.0.router_ids", &Tensor::from_f32(&[1.0, 5.0, 5.0, 2.0], &[2, 2]));
        sink.tap("layers.1.router_ids", &Tensor::from_f32(&[7.0, 5.0, 5.0, 7.0], &[2, 2]));
        sink.tap("layers.1.router_weights", &Tensor::from_f32(&[0.5; 4], &[2, 2]));
        assert!(taps(2).is_none(), "every step is too many");
        assert_eq!(counter.mean(), Some(2.5));
        assert_eq!(counter.mean(), None);
        assert!(taps(2).is_none());
    }
}
