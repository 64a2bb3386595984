//! The engine thread: events in, plans through, tokens out.

use atlas_cache::{Namespace, StateLayout};
use atlas_core::{
    Departure, Departures, EngineError, EngineStats, FinishDetail, FinishReason, Finished,
    LimitsError, RequestId, StepPlan, StreamSender, TokenEvent, Usage,
};
use atlas_model::Model;
use atlas_sched::{PrefixOptions, PrefixPrompt, SchedOptions, SchedRequest, Scheduler};
use atlas_tensor::CpuDevice;
use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

use crate::config::EngineConfig;
use crate::departed::Departed;
use crate::handle::{EngineHandle, Event, Shared, internal};
use crate::memory::MemoryError;
use crate::observer::{EngineObserver, StepTiming};
use crate::record::{Record, Records, Submission};
use crate::runner::{Pick, RunError, Runner, StepOutput, preempted};
use crate::snapshots::is_recurrent;

/// Why an engine did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Limits(#[from] LimitsError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("the engine thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Why a running engine ended without being asked to.
#[derive(Debug, thiserror::Error)]
enum Fatal {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("the scheduler planned nothing for {waiting} waiting requests")]
    Stuck { waiting: u32 },
}

/// How long the loop sleeps when requests wait and nothing can be planned, and how often in a row
/// before that is a defect. With one sequence's worth of blocks guaranteed it never should.
const STUCK_PAUSE: Duration = Duration::from_millis(5);
const STUCK_PAUSES_MAX: u32 = 200;

/// Tokens of a long prompt between two snapshots that nobody has asked for.
const SNAPSHOT_STRIDE_TOKENS: u32 = 4096;

/// Starts engines.
pub struct Engine;

impl Engine {
    /// Allocates every pool and starts the engine thread. The engine itself does not bound
    /// `limits.seq_len_max` by the model's trained positions: whoever makes the limits does.
    ///
    /// # Errors
    /// Limits that contradict each other, memory the system does not give, no thread.
    pub fn start(
        model: Box<dyn Model>,
        dev: CpuDevice,
        config: EngineConfig,
        observer: Arc<dyn EngineObserver>,
    ) -> Result<EngineHandle, StartError> {
        let vocab_size = model.info().vocab_size;
        let layout = StateLayout::new(model.state_specs(), &config.limits, 0);
        let snapshot_bytes = layout.slot_bytes;
        let options = scheduler_options(&config, &*model);
        let caches = options.prefix.is_some();
        let scheduler = Scheduler::new(scheduler_limits(&config), is_paged(&*model), options)?;
        let runner = Runner::new(model, dev, &config)?;
        let shared = Arc::new(Shared::new(config.limits.clone(), vocab_size));
        let (events, receiver) = crossbeam_channel::unbounded();
        let (told, left) = mpsc::unbounded_channel();
        let turn = Arc::<AtomicU64>::default();
        let engine = Loop {
            events: receiver,
            left,
            departed: Departed::new(turn.clone()),
            scheduler,
            runner,
            records: Records::default(),
            deadlines: BinaryHeap::new(),
            in_flight: VecDeque::new(),
            depth: config.depth.max(1) as usize,
            mode: Mode::Serving,
            outbox: Vec::new(),
            stats: EngineStats { snapshot_bytes, ..shared.stats().clone() },
            caches,
            shared: shared.clone(),
            observer,
        };
        let thread = std::thread::Builder::new()
            .name("atlas-engine".into())
            .spawn(move || engine.run_to_end())
            .map_err(StartError::Thread)?;
        Ok(EngineHandle::new(events, Departures::new(told, turn), shared, thread))
    }
}

/// Whether new requests are taken and running ones go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Serving,
    Draining { deadline: Option<Instant> },
    Aborting,
}

struct Loop {
    events: Receiver<Event>,
    left: mpsc::UnboundedReceiver<Departure>,
    departed: Departed,
    scheduler: Scheduler,
    runner: Runner,
    records: Records,
    deadlines: BinaryHeap<Reverse<(Instant, RequestId)>>,
    in_flight: VecDeque<StepPlan>,
    depth: usize,
    mode: Mode,
    /// Whether prefixes are cached.
    caches: bool,
    /// Events of this turn. They are sent after the counts are published, so that whoever has
    /// seen a terminal item also sees the counts without its request.
    outbox: Vec<(StreamSender, TokenEvent)>,
    stats: EngineStats,
    shared: Arc<Shared>,
    observer: Arc<dyn EngineObserver>,
}

impl Loop {
    /// Runs until asked to end, or until something breaks; then every stream is told.
    fn run_to_end(mut self) {
        let result = catch_unwind(AssertUnwindSafe(|| self.run()));
        let failure = match result {
            Ok(Ok(())) => None,
            Ok(Err(fatal)) => Some(fatal.to_string()),
            Err(panic) => Some(format!("the engine panicked: {}", panic_message(&*panic))),
        };
        self.shared.closed.store(true, Ordering::Release);
        if let Some(message) = failure {
            tracing::error!(%message, "the engine has ended");
            let _ = self.shared.failure.set(message.clone());
            self.fail_all(&internal(&message));
        } else {
            self.fail_all(&EngineError::ShuttingDown);
        }
        self.shared.ended.store(true, Ordering::Release);
    }

    fn run(&mut self) -> Result<(), Fatal> {
        let mut pauses = 0;
        loop {
            if !self.wait_for_work(pauses > 0) {
                return Ok(());
            }
            let begin = Instant::now();
            self.departed.begin_turn();
            self.take_events();
            self.expire(begin);
            let output = self.step(begin)?;
            self.publish();
            self.flush();
            match output {
                Some(output) => {
                    pauses = 0;
                    self.time_step(begin, &output);
                }
                None if self.records.is_empty() => pauses = 0,
                None => pauses += 1,
            }
            if pauses > STUCK_PAUSES_MAX {
                return Err(Fatal::Stuck { waiting: self.records.len() as u32 });
            }
        }
    }

    /// Blocks on the channel while there is nothing to do; false when the engine should end.
    fn wait_for_work(&mut self, stuck: bool) -> bool {
        let idle = self.records.is_empty() && self.in_flight.is_empty() && self.scheduler.is_idle();
        if idle && self.mode != Mode::Serving && self.events.is_empty() {
            return false;
        }
        if idle {
            // Requests that are on their way still arrive; after that nobody can ask any more.
            match self.events.recv() {
                Ok(event) => self.handle(event),
                Err(_) => return false,
            }
        } else if stuck {
            match self.events.recv_timeout(STUCK_PAUSE) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(STUCK_PAUSE),
            }
        }
        true
    }

    fn take_events(&mut self) {
        loop {
            match self.events.try_recv() {
                Ok(event) => self.handle(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    if self.mode == Mode::Serving {
                        self.mode = Mode::Draining { deadline: None };
                    }
                    break;
                }
            }
        }
        while let Ok(departure) = self.left.try_recv() {
            let id = departure.request;
            if self.records.get(&id).is_some_and(|record| record.started.is_some()) {
                self.departed.push(departure);
            }
            self.cancel(id, FinishReason::Abort, FinishDetail::Cancelled);
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Submit(submission) => self.admit(*submission),
            Event::Abort(id) => self.cancel(id, FinishReason::Abort, FinishDetail::Cancelled),
            Event::Drain { deadline } if self.mode != Mode::Aborting => {
                self.mode = Mode::Draining { deadline };
            }
            Event::Drain { .. } => {}
            Event::Shutdown => {
                self.mode = Mode::Aborting;
                self.abort_all();
            }
        }
    }

    fn admit(&mut self, submission: Submission) {
        let id = submission.id;
        let deadline = submission.request.deadline;
        let record = Record::new(submission);
        if record.sender.is_abandoned() {
            return;
        }
        let prompt_len = record.state.prompt_len() as u32;
        let max_tokens = record.state.params().max_tokens;
        let request = SchedRequest {
            id,
            prompt_len,
            len_max: prompt_len.saturating_add(max_tokens).min(self.shared.limits.seq_len_max),
            priority: record.priority,
            prompt_rows: record.prompt_top_n().is_some(),
            prefix: self.caches.then(|| PrefixPrompt {
                tokens: record.state.tokens().into(),
                namespace: Namespace::default(),
                resume_hints: Vec::new(),
            }),
        };
        self.records.insert(id, record);
        if self.mode == Mode::Aborting {
            self.cancel(id, FinishReason::Abort, FinishDetail::Cancelled);
            return;
        }
        if let Err(refusal) = self.scheduler.push(atlas_sched::Event::Submit(request)) {
            // The handle checks every bound before; this is a defect, and only of this request.
            self.fail(id, internal(&format!("the scheduler refused a checked request: {refusal}")));
            return;
        }
        if let Some(deadline) = deadline {
            self.deadlines.push(Reverse((deadline, id)));
        }
    }

    /// Ends a request from outside the step; unknown ids are those that have ended.
    fn cancel(&mut self, id: RequestId, reason: FinishReason, detail: FinishDetail) {
        if self.records.contains_key(&id) {
            // A request that was never pushed is unknown to the scheduler, which is fine.
            let _ = self.scheduler.push(atlas_sched::Event::Cancel(id));
            self.finish(id, reason, detail);
        }
    }

    fn abort_all(&mut self) {
        let mut ids: Vec<RequestId> = self.records.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            self.cancel(id, FinishReason::Abort, FinishDetail::Cancelled);
        }
    }

    fn expire(&mut self, now: Instant) {
        while let Some(&Reverse((deadline, id))) = self.deadlines.peek()
            && deadline <= now
        {
            self.deadlines.pop();
            self.cancel(id, FinishReason::Length, FinishDetail::Deadline);
        }
        if let Mode::Draining { deadline: Some(deadline) } = self.mode
            && deadline <= now
        {
            self.mode = Mode::Aborting;
            self.abort_all();
        }
    }

    /// Plans up to the depth and executes the oldest plan; `None` if there was nothing to do.
    fn step(&mut self, now: Instant) -> Result<Option<StepOutput>, RunError> {
        while self.in_flight.len() < self.depth {
            let plan = self.scheduler.step();
            if plan.is_empty() {
                break;
            }
            self.in_flight.push_back(plan);
        }
        let Some(plan) = self.in_flight.pop_front() else { return Ok(None) };
        self.note_plan(&plan, now);
        let mut output = self.runner.execute(&plan, &mut self.records)?;
        for pick in std::mem::take(&mut output.picks) {
            self.emit(pick);
        }
        if !plan.spans.is_empty() {
            self.scheduler.commit(&output.result);
        }
        Ok(Some(output))
    }

    /// Counts what a plan says about requests: first seats, preemptions, freed slots.
    fn note_plan(&mut self, plan: &StepPlan, now: Instant) {
        if self.departed.note(plan, self.depth, &*self.observer) {
            self.publish();
        }
        for id in preempted(plan) {
            self.stats.preemptions += 1;
            self.observer.preempted();
            if let Some(record) = self.records.get_mut(&id) {
                record.preemptions += 1;
            }
        }
        if plan.seats.is_empty() {
            return;
        }
        // Before the tickets go back, so that a full house never looks like an empty queue, and
        // before the step runs, so that the counts show what it works on.
        self.publish();
        for seat in &plan.seats {
            let Some(record) = self.records.get_mut(&seat.request) else { continue };
            record.queued = None;
            if record.started.is_none() {
                record.started = Some(now);
                let restore = plan.restores.iter().find(|r| r.slot == seat.slot);
                record.cached_tokens = restore.map_or(0, |r| r.position);
                self.stats.prompt_tokens += record.state.prompt_len() as u64;
                self.observer.queue((now - record.submitted).as_secs_f64());
            }
        }
    }

    /// Puts what a step picked for a request into its stream.
    fn emit(&mut self, pick: Pick) {
        let (outcome, finish) = match pick.outcome {
            Ok(picked) => picked,
            Err(error) => return self.fail(pick.request, error),
        };
        let Some(record) = self.records.get_mut(&pick.request) else { return };
        let now = Instant::now();
        match record.last_token.replace(now) {
            None => {
                if record.prompt_top_n().is_some() {
                    let scores = std::mem::take(&mut record.prompt_scores);
                    let event = TokenEvent::PromptLogprobs(scores);
                    self.outbox.push((record.sender.clone(), event));
                }
                self.observer.first_token((now - record.submitted).as_secs_f64());
            }
            Some(last) => self.observer.inter_token((now - last).as_secs_f64()),
        }
        self.stats.generated_tokens += 1;
        let event = TokenEvent::Token { token: outcome.token, logprobs: outcome.logprobs };
        self.outbox.push((record.sender.clone(), event));
        if let Some(detail) = finish {
            let reason = match detail {
                FinishDetail::StopToken(_) | FinishDetail::ConstraintComplete => FinishReason::Stop,
                FinishDetail::MaxTokens | FinishDetail::SeqLen | FinishDetail::Deadline => {
                    FinishReason::Length
                }
                FinishDetail::Cancelled => FinishReason::Abort,
            };
            self.finish(pick.request, reason, detail);
        }
    }

    fn finish(&mut self, id: RequestId, reason: FinishReason, detail: FinishDetail) {
        let Some(record) = self.records.remove(&id) else { return };
        let now = Instant::now();
        let finished = Finished {
            reason,
            detail,
            usage: Usage {
                prompt_tokens: record.state.prompt_len() as u32,
                completion_tokens: record.state.generated_len() as u32,
                cached_tokens: record.cached_tokens,
                preemptions: record.preemptions,
            },
            queue_seconds: (record.started.unwrap_or(now) - record.submitted).as_secs_f64(),
        };
        let counter = match reason {
            FinishReason::Stop => &mut self.stats.finished_stop,
            FinishReason::Length => &mut self.stats.finished_length,
            FinishReason::Abort => &mut self.stats.finished_abort,
        };
        *counter += 1;
        let seconds = (now - record.submitted).as_secs_f64();
        if reason != FinishReason::Abort {
            self.shared.note_request_seconds(seconds);
        }
        self.observer.finished(&finished, seconds);
        self.outbox.push((record.sender.clone(), TokenEvent::Done(finished)));
    }

    fn fail(&mut self, id: RequestId, error: EngineError) {
        let Some(record) = self.records.remove(&id) else { return };
        self.stats.finished_error += 1;
        if matches!(error, EngineError::ConstraintRejected { .. }) {
            self.stats.constraint_rejections += 1;
            tracing::error!(%id, %error, "the mask allowed what the constraint rejects");
        }
        self.observer.failed(&error, record.submitted.elapsed().as_secs_f64());
        self.outbox.push((record.sender.clone(), TokenEvent::Failed(error)));
    }

    fn publish(&mut self) {
        let sched = self.scheduler.stats();
        self.stats.running = sched.running;
        self.stats.slots_used = sched.slots_used;
        self.stats.kv_blocks_used = sched.blocks_used;
        self.stats.prefix = sched.prefix;
        let free = self.shared.limits.slot_count.saturating_sub(sched.slots_used);
        self.shared.free_slots.store(free, Ordering::Release);
        self.shared.stats().clone_from(&self.stats);
    }

    fn flush(&mut self) {
        for (sender, event) in self.outbox.drain(..) {
            // A reader that has left is told to the loop through `left`.
            sender.send(event);
        }
    }

    fn time_step(&mut self, begin: Instant, output: &StepOutput) {
        if output.spans == 0 {
            return;
        }
        let forward_seconds = output.forward.as_secs_f64();
        let host_seconds = begin.elapsed().as_secs_f64() - forward_seconds;
        self.stats.steps += 1;
        self.stats.host_seconds += host_seconds;
        self.stats.forward_seconds += forward_seconds;
        let (rows, spans) = (output.rows, output.spans);
        self.observer.step(&StepTiming { host_seconds, forward_seconds, rows, spans });
    }

    /// Ends every request with `error`, also those still in the channel, and zeroes the gauges.
    fn fail_all(&mut self, error: &EngineError) {
        while let Ok(event) = self.events.try_recv() {
            if let Event::Submit(submission) = event {
                let id = submission.id;
                self.records.insert(id, Record::new(*submission));
            }
        }
        let mut ids: Vec<RequestId> = self.records.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            self.fail(id, error.clone());
        }
        self.stats.running = 0;
        self.stats.slots_used = 0;
        self.stats.kv_blocks_used = 0;
        self.shared.stats().clone_from(&self.stats);
        self.flush();
    }
}

/// The handle bounds the queue when a request is submitted, counting requests on their way; the
/// scheduler's own bound must never be the tighter one.
fn scheduler_limits(config: &EngineConfig) -> atlas_core::Limits {
    let limits = config.limits.clone();
    let queue_len_max = limits.queue_len_max.saturating_add(2 * limits.slot_count);
    atlas_core::Limits { queue_len_max, ..limits }
}

fn scheduler_options(config: &EngineConfig, model: &dyn Model) -> SchedOptions {
    let needs_snapshots = model.state_specs().iter().any(is_recurrent);
    let serves = is_paged(model) && (!needs_snapshots || config.limits.snapshot_count > 0);
    let prefix = PrefixOptions { needs_snapshots, stride_tokens: SNAPSHOT_STRIDE_TOKENS };
    SchedOptions {
        depth: config.depth.max(1),
        prefix: (config.prefix_cache && serves).then_some(prefix),
        chaos: config.chaos,
        ..SchedOptions::default()
    }
}

fn is_paged(model: &dyn Model) -> bool {
    model.state_specs().iter().any(|s| matches!(s, atlas_core::StateSpec::Paged { .. }))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
