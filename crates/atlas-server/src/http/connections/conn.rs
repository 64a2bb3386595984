//! A connection as its limits see it: its phase, and the time by which the phase must be over.

use super::places::{Phase, Place};
use crate::metrics::Closed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

#[derive(Debug)]
struct State {
    phase: Phase,
    due: Option<Instant>,
    /// Time by which the client must have read something.
    unread_due: Option<Instant>,
}

/// A connection's state, shared by its stream, its requests and its limits. Dropping the last
/// reference frees its place.
#[derive(Debug)]
pub struct Conn {
    state: Mutex<State>,
    place: Place,
}

impl Conn {
    /// A connection in its first phase.
    pub fn new(place: Place, phase: Phase) -> Self {
        let state = State { phase, due: None, unread_due: None };
        let conn = Self { state: Mutex::new(state), place };
        conn.state().due = conn.due(phase);
        conn
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic cannot have left the fields at odds.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn due(&self, phase: Phase) -> Option<Instant> {
        let limits = self.place.limits();
        let max = match phase {
            Phase::Handshake => limits.handshake_max,
            Phase::Head => limits.head_max,
            Phase::Idle => limits.idle_max,
            Phase::Busy => return None,
        };
        // A limit beyond the clock is none.
        Instant::now().checked_add(max)
    }

    fn enter(self: &Arc<Self>, phase: Phase) {
        let due = self.due(phase);
        let mut state = self.state();
        (state.phase, state.due) = (phase, due);
        drop(state);
        self.place.moved(phase);
        if due.is_some() {
            self.place.signal().wake();
        }
    }

    /// The handshake is over.
    pub fn await_head(self: &Arc<Self>) {
        self.enter(Phase::Head);
    }

    /// Bytes have arrived: of a head, if no request is being answered.
    pub fn received(self: &Arc<Self>) {
        if self.state().phase == Phase::Idle {
            self.enter(Phase::Head);
        }
    }

    /// A whole head has arrived. The connection is busy until the guard is dropped.
    pub fn busy(self: &Arc<Self>) -> Busy {
        self.enter(Phase::Busy);
        Busy(self.clone())
    }

    /// The client has not read enough for more to be written.
    pub fn unread(&self) {
        let mut state = self.state();
        if state.unread_due.is_none() {
            state.unread_due = Instant::now().checked_add(self.place.limits().unread_max);
            drop(state);
            self.place.signal().wake();
        }
    }

    /// The client has read.
    pub fn written(&self) {
        self.state().unread_due = None;
    }

    /// Returns when the connection must be closed.
    pub async fn overdue(&self) -> Closed {
        loop {
            // Made first, so that no change is missed.
            let changed = self.place.signal().changed();
            let (due, reason) = {
                if self.place.signal().is_displaced() {
                    return Closed::Displaced;
                }
                let state = self.state();
                let reason = match state.phase {
                    Phase::Handshake => Closed::Handshake,
                    Phase::Head => Closed::Head,
                    Phase::Idle | Phase::Busy => Closed::Idle,
                };
                match (state.due, state.unread_due) {
                    (due, Some(unread)) if due.is_none_or(|due| unread < due) => {
                        (Some(unread), Closed::Unread)
                    }
                    (due, _) => (due, reason),
                }
            };
            match due {
                None => changed.await,
                Some(due) if due <= Instant::now() => return reason,
                Some(due) => tokio::select! {
                    () = tokio::time::sleep_until(due.into()) => {}
                    () = changed => {}
                },
            }
        }
    }
}

/// The time during which a request is answered.
#[derive(Debug)]
pub struct Busy(Arc<Conn>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.enter(Phase::Idle);
    }
}
