//! Counters of the process's edge: connections, bodies and the log. They count before a model is
//! loaded, so they are made before [`super::Metrics`], which registers them.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabels {
    reason: Cow<'static, str>,
}

/// Reasons for closing a connection whose client did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// No whole head of a request within its time.
    Head,
    /// No request within the time that a connection may be idle.
    Idle,
    /// No TLS handshake within its time.
    Handshake,
    /// The client read nothing of its answer for too long.
    Unread,
    /// Idle or in the middle of a head when the places for connections ran out.
    Displaced,
    /// No place for it at all.
    Refused,
}

impl Closed {
    const ALL: [Self; 6] =
        [Self::Head, Self::Idle, Self::Handshake, Self::Unread, Self::Displaced, Self::Refused];

    fn label(self) -> ReasonLabels {
        let reason = match self {
            Self::Head => "head",
            Self::Idle => "idle",
            Self::Handshake => "handshake",
            Self::Unread => "unread",
            Self::Displaced => "displaced",
            Self::Refused => "refused",
        };
        ReasonLabels { reason: reason.into() }
    }
}

/// Counters of connections, bodies and the log. Clones share their values.
#[derive(Clone, Debug)]
pub struct EdgeCounts {
    log_lines_lost: Counter,
    connections: Gauge,
    closed: Family<ReasonLabels, Counter>,
    bodies_refused: Counter,
}

impl Default for EdgeCounts {
    fn default() -> Self {
        let closed: Family<ReasonLabels, Counter> = Family::default();
        for reason in Closed::ALL {
            // Present from the start, so that rates include the first event.
            drop(closed.get_or_create(&reason.label()));
        }
        Self {
            log_lines_lost: Counter::default(),
            connections: Gauge::default(),
            closed,
            bodies_refused: Counter::default(),
        }
    }
}

impl EdgeCounts {
    /// Counts a log line that was not written.
    pub fn log_line_lost(&self) {
        self.log_lines_lost.inc();
    }

    /// Log lines that were not written so far.
    pub fn log_lines_lost(&self) -> u64 {
        self.log_lines_lost.get()
    }

    /// Counts a connection that the server closed by itself.
    pub fn closed(&self, reason: Closed) {
        self.closed.get_or_create(&reason.label()).inc();
    }

    /// Connections closed for `reason` so far.
    pub fn closed_for(&self, reason: Closed) -> u64 {
        self.closed.get_or_create(&reason.label()).get()
    }

    /// Sets the number of open connections.
    pub fn set_connections(&self, open: usize) {
        self.connections.set(open as i64);
    }

    /// Counts a body that was refused because too many bytes of bodies were in flight.
    pub fn body_refused(&self) {
        self.bodies_refused.inc();
    }

    pub(super) fn register(&self, r: &mut Registry) {
        r.register(
            "atlas_log_lines_lost",
            "Log lines that were dropped because the log could not be written in time",
            self.log_lines_lost.clone(),
        );
        r.register("atlas_connections", "Open connections", self.connections.clone());
        r.register(
            "atlas_connections_closed",
            "Connections that the server closed by itself, by reason",
            self.closed.clone(),
        );
        r.register(
            "atlas_bodies_refused",
            "Request bodies refused because too many bytes of bodies were in flight",
            self.bodies_refused.clone(),
        );
    }
}
