//! Facts that the page and `atlas top` are told of the server beside its counts.

use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::sync::OnceLock;

/// A rate of tokens that the hardware does not exceed.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Ceiling {
    pub tokens_per_second: f64,
    /// Where the figure comes from.
    pub source: String,
}

/// Measures the ceiling, which may take part of a second and all cores.
pub type MeasureCeiling = Box<dyn Fn() -> Option<Ceiling> + Send + Sync>;

/// Facts of the start.
#[derive(Default)]
pub struct ServerFacts {
    /// Device that computes, such as `cpu` or `cuda:0`.
    pub device: String,
    /// Places for snapshots of recurrent state.
    pub snapshots: u32,
    /// Bytes of the host tier.
    pub host_bytes: u64,
    /// Answers of `explain`, `plan` and `kernels`, each as with `--json`.
    pub model: Value,
    /// Called at most once, at the first look at an engine that is idle.
    pub measure_ceiling: Option<MeasureCeiling>,
    /// The ceiling, once it was measured.
    pub ceiling: OnceLock<Option<Ceiling>>,
}

impl ServerFacts {
    /// Most tokens a second of one sequence, measured now if it was not; `busy`: nothing is
    /// measured beside requests, whom it would slow and who would spoil it.
    pub fn ceiling(&self, busy: bool) -> Option<Ceiling> {
        if busy {
            return self.ceiling.get().cloned().flatten();
        }
        let measure = || self.measure_ceiling.as_ref().and_then(|measure| measure());
        self.ceiling.get_or_init(measure).clone()
    }
}

impl fmt::Debug for ServerFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerFacts").field("device", &self.device).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_ceiling_is_measured_once_and_never_beside_requests() {
        let calls = Arc::new(AtomicU32::new(0));
        let counted = calls.clone();
        let measure = move || {
            counted.fetch_add(1, Ordering::Relaxed);
            Some(Ceiling { tokens_per_second: 7.0, source: "a test".into() })
        };
        let facts = ServerFacts { measure_ceiling: Some(Box::new(measure)), ..Default::default() };
        assert_eq!((facts.ceiling(true), calls.load(Ordering::Relaxed)), (None, 0));
        for busy in [false, true, false] {
            assert_eq!(facts.ceiling(busy).map(|c| c.tokens_per_second), Some(7.0));
        }
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        assert_eq!(ServerFacts::default().ceiling(false), None);
    }
}
