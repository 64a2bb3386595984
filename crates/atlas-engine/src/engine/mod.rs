//! The engine: its thread, its handles and its settings.

mod activity;
pub(crate) mod config;
mod counts;
mod departed;
mod ended;
mod event_loop;
mod explanations;
pub(crate) mod handle;
pub(crate) mod observer;
mod options;
mod outbox;
pub(crate) mod queue;
pub(crate) mod requests;
mod session_jobs;
mod sessions;
mod speculation;
mod turn;
mod watched;

use atlas_cache::StateLayout;
use atlas_core::{Departures, HostPlaces, Limits, LimitsError};
use atlas_model::Model;
use atlas_sched::Scheduler;
use atlas_tensor::{Device, DeviceFault};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;

use crate::runner::{CalibrationError, Runner};
use crate::state::memory::MemoryError;
use crate::state::tier::TierError;
use activity::Notes;
use config::EngineConfig;
use departed::Departed;
use event_loop::{Loop, Mode};
use handle::{EngineHandle, Shared};
use observer::EngineObserver;
use options::{is_paged, scheduler_limits, scheduler_options};
use outbox::Outbox;
use requests::LiveRequests;
use session_jobs::{SessionOptions, Sessions};
use speculation::Speculation;

/// Why an engine did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Limits(#[from] LimitsError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Tier(#[from] TierError),
    #[error("{0}")]
    Device(#[from] DeviceFault),
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
    #[error("copies between the tiers cannot be made: {0}")]
    Transfers(std::io::Error),
    #[error("the engine thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Starts engines.
pub struct Engine;

impl Engine {
    /// Allocates every pool, captures graphs and starts the engine thread. The engine itself
    /// does not bound `limits.seq_len_max` by the model's trained positions: the
    /// caller that makes the limits does.
    ///
    /// # Errors
    /// Limits that contradict each other, memory the system does not give, a device that fails, no
    /// thread.
    pub fn start(
        model: Box<dyn Model>,
        dev: impl Into<Device>,
        config: EngineConfig,
        observer: Arc<dyn EngineObserver>,
    ) -> Result<EngineHandle, StartError> {
        let dev = dev.into();
        let vocab_size = model.info().vocab_size;
        let own = config.proposer.as_ref().map(|proposer| proposer.state_specs(&*model));
        let own = own.unwrap_or_default();
        let specs: Vec<_> = model.state_specs().iter().copied().chain(own).collect();
        let layout = StateLayout::new(&specs, &config.limits);
        let options = scheduler_options(&config, &*model, &layout, dev.cpu().is_none());
        let caches = options.prefix.is_some();
        let mut scheduler = Scheduler::new(scheduler_limits(&config), is_paged(&*model), options)?;
        let mut runner = Runner::new(model, dev, &config)?;
        let calibrated = runner.calibrate(&config.calibration)?;
        if calibrated > 0 {
            tracing::info!(layers = calibrated, "calibrated the scales of the KV cache");
        }
        runner.open_tier(&config)?;
        runner.restore_cache(&mut scheduler);
        let mut transferred = crossbeam_channel::never();
        if config.limits.host != HostPlaces::default() && caches {
            let (made, received) = crossbeam_channel::unbounded();
            if runner.start_transfers(made).map_err(StartError::Transfers)? {
                transferred = received;
            }
        }
        let captured = runner.capture_graphs(&config.graphs)?;
        captured.log();
        let sessions = caches.then(|| session_options(&runner, &config.limits, &layout));
        let shared = Arc::new(Shared::new(config.limits.clone(), vocab_size, sessions));
        {
            let stats = &mut *shared.stats();
            (stats.block_bytes, stats.snapshot_bytes) = (layout.block_bytes, layout.slot_bytes);
            stats.graphs_at_start = captured.graphs;
            stats.graphs_at_start_seconds = captured.time.as_secs_f64();
        }
        let (events, receiver) = crossbeam_channel::unbounded();
        let departures = Departures::default();
        let engine = Loop {
            events: receiver,
            transferred,
            departed: Departed::new(departures.clone()),
            scheduler,
            runner,
            requests: LiveRequests::default(),
            deadlines: BinaryHeap::new(),
            in_flight: VecDeque::new(),
            planned: None,
            depth: config.depth() as usize,
            speculation: Speculation::new(&config),
            sessions: Sessions::default(),
            keeps_ended: config.sessions && caches,
            mode: Mode::Serving,
            outbox: Outbox::default(),
            ended: None,
            stats: shared.stats().clone(),
            caches,
            block_tokens: config.limits.kv_block_tokens.max(1),
            audit: None,
            verified_hits: 0,
            shared: shared.clone(),
            notes: Notes::default(),
            observer,
        };
        let thread = std::thread::Builder::new()
            .name("atlas-engine".into())
            .spawn(move || engine.run_to_end())
            .map_err(StartError::Thread)?;
        Ok(EngineHandle::new(events, departures, shared, thread))
    }
}

/// The form of sessions, and their bounds.
fn session_options(runner: &Runner, limits: &Limits, layout: &StateLayout) -> SessionOptions {
    SessionOptions {
        form: runner.session_form(limits.kv_block_tokens),
        blocks_max: limits.blocks_held_max(layout.window()),
        seq_len_max: limits.seq_len_max,
    }
}
