//! From the engine's callbacks to the server's metrics.

use atlas_core::{Finished, RequestTimes};
use atlas_engine::{EngineObserver, StepTiming};
use atlas_server::Metrics;
use std::sync::Arc;

/// Records what the engine reports.
pub struct MetricsObserver(pub Arc<Metrics>);

impl EngineObserver for MetricsObserver {
    fn step(&self, t: &StepTiming) {
        self.0.step(t.host_seconds, t.forward_seconds, t.rows, t.spans);
    }

    fn first_token(&self, seconds: f64) {
        self.0.first_token(seconds);
    }

    fn inter_token(&self, seconds: f64) {
        self.0.inter_token(seconds);
    }

    fn queue(&self, seconds: f64) {
        self.0.queue(seconds);
    }

    fn slot_freed(&self, steps: u64, seconds: f64) {
        self.0.slot_freed(steps, seconds);
    }

    fn finished(&self, finished: &Finished, times: &RequestTimes) {
        self.0.finished(finished, times);
    }
}

/// Ignores everything.
pub struct Silent;

impl EngineObserver for Silent {}
