//! When the server stops: signals drain and abort it, and a dead engine ends it.

use crate::launch::Launched;
use anyhow::Result;
use atlas_core::TokenEngine;
use atlas_server::{AppState, Readiness};
use sd_notify::NotifyState;
use std::time::{Duration, Instant};

/// Time between two looks at the engine's health.
const WATCH_INTERVAL: Duration = Duration::from_millis(200);
/// Time for which a server whose engine is dead still answers so, before the process ends.
const DEAD_FOR: Duration = Duration::from_secs(10);

/// Returns when the server should stop: drained, aborted, or `drain_max` after the first signal.
///
/// # Errors
/// The engine died. Until then requests and probes were answered with its error for some time.
pub async fn supervise(
    launched: &Launched,
    state: &AppState,
    signals: &mut Signals,
    drain_max: Option<Duration>,
    mut watchdog: Watchdog,
) -> Result<()> {
    let engine = &launched.engine;
    let mut watch = tokio::time::interval(WATCH_INTERVAL);
    loop {
        tokio::select! {
            _ = signals.next() => break,
            _ = watch.tick() => if engine.is_alive() {
                watchdog.alive();
            } else {
                state.health().advance(Readiness::Dead);
                tracing::error!("the engine is dead: the process ends in {DEAD_FOR:?}");
                tokio::select! {
                    _ = signals.next() => {}
                    () = tokio::time::sleep(DEAD_FOR) => {}
                }
                let why = engine.failure().map_or_else(String::new, |e| format!(": {e}"));
                anyhow::bail!("the engine died{why}");
            },
        }
    }
    notify(NotifyState::Stopping);
    state.health().advance(Readiness::Draining);
    let stats = engine.stats();
    tracing::info!(
        running = stats.running,
        waiting = stats.waiting,
        "draining; signal again to abort"
    );
    engine.drain();
    let begun = Instant::now();
    loop {
        tokio::select! {
            _ = signals.next() => {
                tracing::warn!("aborting running requests");
                return Ok(());
            }
            _ = watch.tick() => {
                let stats = engine.stats();
                if !engine.is_alive() || (stats.running == 0 && stats.waiting == 0) {
                    return Ok(());
                }
                if drain_max.is_some_and(|most| begun.elapsed() >= most) {
                    tracing::warn!("aborting running requests: --drain-timeout is over");
                    return Ok(());
                }
                watchdog.alive();
            }
        }
    }
}

/// Tells the service manager about the server, if one started it.
fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::debug!(%error, "the service manager was not reached");
    }
}

/// Signs of life for the service manager.
pub struct Watchdog {
    /// Half of the time after which the manager takes the server for dead.
    interval: Option<Duration>,
    last: Instant,
}

impl Watchdog {
    /// Tells the service manager that requests are answered.
    pub fn ready() -> Self {
        notify(NotifyState::Ready);
        let interval = sd_notify::watchdog_enabled().map(|most| most / 2);
        Self { interval, last: Instant::now() }
    }

    /// Sends a sign of life when one is due.
    fn alive(&mut self) {
        if self.interval.is_some_and(|interval| self.last.elapsed() >= interval) {
            self.last = Instant::now();
            notify(NotifyState::Watchdog);
        }
    }
}

/// SIGTERM and Ctrl-C.
pub struct Signals {
    term: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Listens from now on.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn new() -> Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            term: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.term.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
