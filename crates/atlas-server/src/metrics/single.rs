//! Metrics with one value.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;

/// Adds a gauge.
pub(super) fn gauge(r: &mut Registry, name: &str, help: &str, value: impl Into<f64>) {
    let gauge = Gauge::<f64, AtomicU64>::default();
    gauge.set(value.into());
    r.register(name, help, gauge);
}

/// Adds a counter.
pub(super) fn counter(r: &mut Registry, name: &str, help: &str, value: u64) {
    let counter = Counter::<u64>::default();
    counter.inc_by(value);
    r.register(name, help, counter);
}
