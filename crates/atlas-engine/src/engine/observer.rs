//! Observations of the engine for histograms. Counters and gauges are in
//! [`atlas_core::EngineStats`].

use atlas_core::{EngineError, Finished, RequestTimes};

/// One step that computed something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTiming {
    /// Seconds outside forward pass and sampling: events, scheduling, tables, and streams where
    /// they are not sent beside the forward pass. 0 where the next step was on the device
    /// meanwhile.
    pub host_seconds: f64,
    /// Seconds of forward pass and sampling, and of what is sent beside them; of a step that ran
    /// ahead, from the results of the step before.
    pub forward_seconds: f64,
    /// Seconds of these in which tokens were picked. A device measures them while the engine is
    /// watched.
    pub sample_seconds: f64,
    /// Seconds from the results of the step before to the end of this step's launch, in which a
    /// device with a queue had nothing to do: 0 for a step that was launched before them. `None`
    /// where there is no queue, or no step directly before.
    pub between_seconds: Option<f64>,
    /// Token rows.
    pub rows: usize,
    pub spans: usize,
}

/// Called on the engine thread; must return fast. Every method does nothing unless overridden.
pub trait EngineObserver: Send + Sync {
    fn step(&self, _timing: &StepTiming) {}
    /// Seconds from submission to a request's first token.
    fn first_token(&self, _seconds: f64) {}
    /// Seconds between two tokens of a request.
    fn inter_token(&self, _seconds: f64) {}
    /// Seconds from submission to the first step that worked on a request.
    fn queue(&self, _seconds: f64) {}
    /// A request ended.
    fn finished(&self, _finished: &Finished, _times: &RequestTimes) {}
    /// A request ended with an error.
    fn failed(&self, _error: &EngineError, _e2e_seconds: f64) {}
    fn preempted(&self) {}
    /// The slot of a request whose reader had left is free, `steps` steps and `seconds` later.
    fn slot_freed(&self, _steps: u64, _seconds: f64) {}
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl EngineObserver for NoObserver {}
