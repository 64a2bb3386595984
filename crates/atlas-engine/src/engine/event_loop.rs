//! The loop of the engine thread: events in, plans through, tokens out.

use atlas_cache::Namespace;
use atlas_core::{
    CacheHints, EngineError, EngineStats, FinishDetail, FinishReason, RequestId, StepPlan,
    TokenEvent,
};
use atlas_sched::{Audit, PrefixPrompt, SchedRequest, Scheduler};
use crossbeam_channel::{Receiver, RecvError, TryRecvError, select};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::activity::Notes;
use super::counts::Counts;
use super::departed::Departed;
use super::handle::{Event, Shared, internal, panic_message};
use super::observer::EngineObserver;
use super::outbox::{Outbox, Waited};
use super::requests::{LiveRequest, LiveRequests, Submission, is_of_group, reason_of};
use super::session_jobs::Sessions;
use super::speculation::Speculation;
use crate::runner::audit::Found;
use crate::runner::launched::{Launched, Pick};
use crate::runner::{RunError, Runner, preempted};
use crate::state::transfers::Transferred;

/// Why a running engine ended without being asked to.
#[derive(Debug, thiserror::Error)]
enum Fatal {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("the scheduler planned nothing for {waiting} waiting requests")]
    Stuck { waiting: u32 },
}

/// Pause of the loop when requests wait and nothing can be planned, and the number of pauses in a
/// row from which that is a defect. With one sequence's worth of blocks guaranteed there are none.
const STUCK_PAUSE: Duration = Duration::from_millis(5);
const STUCK_PAUSES_MAX: u32 = 200;

/// Whether new requests are taken and running ones go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Serving,
    Draining { deadline: Option<Instant> },
    Aborting,
}

pub(super) struct Loop {
    pub(super) events: Receiver<Event>,
    /// Transfers that were made on another thread; nothing ever where there is none.
    pub(super) transferred: Receiver<Transferred>,
    pub(super) departed: Departed,
    pub(super) scheduler: Scheduler,
    pub(super) runner: Runner,
    pub(super) requests: LiveRequests,
    pub(super) deadlines: BinaryHeap<Reverse<(Instant, RequestId)>>,
    /// Steps that are launched, oldest first, and a plan that cannot be yet.
    pub(super) in_flight: VecDeque<Launched>,
    pub(super) planned: Option<StepPlan>,
    pub(super) depth: usize,
    pub(super) speculation: Speculation,
    pub(super) mode: Mode,
    pub(super) sessions: Sessions,
    /// Whether tokens of requests are kept when they have ended.
    pub(super) keeps_ended: bool,
    /// Whether prefixes are cached, and in blocks of how many tokens.
    pub(super) caches: bool,
    pub(super) block_tokens: u32,
    /// A hit that is being checked, and how many of its tokens have been.
    pub(super) audit: Option<(Audit, u32)>,
    pub(super) verified_hits: u64,
    /// Events that are not sent yet. They are sent after the counts are published, so that a
    /// client that has seen a terminal item also sees the counts without its request.
    pub(super) outbox: Outbox,
    /// When the results of the step before were there, if the one after it did not have to wait for
    /// work.
    pub(super) ended: Option<Instant>,
    pub(super) stats: EngineStats,
    pub(super) notes: Notes,
    pub(super) shared: Arc<Shared>,
    pub(super) observer: Arc<dyn EngineObserver>,
}

impl Loop {
    /// Runs until asked to end, or until something breaks; then every stream is told.
    pub(super) fn run_to_end(mut self) {
        let result = catch_unwind(AssertUnwindSafe(|| self.run()));
        if matches!(result, Ok(Ok(()))) {
            self.runner.save_all();
        }
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
            if !self.wait_for_work(pauses > 0)? {
                return Ok(());
            }
            let begin = Instant::now();
            self.departed.begin_turn();
            self.take_events();
            self.expire(begin);
            let does_session = self.may_do_session();
            if does_session {
                self.do_session();
            }
            let output = self.step(begin)?;
            // A device with a queue gets its next step first and would idle meanwhile; the sending
            // is done while it works on that. A step that brings blocks takes long to launch.
            let computed = output.as_ref().is_some_and(|output| output.rows > 0);
            if !(computed && self.runner.is_queued()) || self.runner.brings() {
                self.deliver();
            }
            match output {
                Some(output) => {
                    pauses = 0;
                    self.time_step(begin, output);
                }
                None if self.requests.is_empty() || does_session => pauses = 0,
                // Their requests wait for them.
                None if self.scheduler.has_transfers() => pauses = 1,
                None => pauses += 1,
            }
            if pauses > STUCK_PAUSES_MAX {
                return Err(Fatal::Stuck { waiting: self.requests.len() as u32 });
            }
        }
    }

    /// Blocks on the channel while there is nothing to do; false when the engine should end.
    fn wait_for_work(&mut self, stuck: bool) -> Result<bool, RunError> {
        let launched = !self.in_flight.is_empty() || self.planned.is_some();
        let works = launched || !self.sessions.is_empty();
        let idle = self.requests.is_empty() && !works && self.scheduler.is_idle();
        if idle || stuck {
            // Events kept for the next step must not wait for one that may never come.
            self.deliver();
            self.ended = None;
        }
        if idle && self.mode != Mode::Serving && self.events.is_empty() {
            return Ok(false);
        }
        while idle && self.mode == Mode::Serving && self.events.is_empty() {
            if !self.audit_some() && !self.room_ahead()? && !self.runner.save_some() {
                break;
            }
        }
        if let Some((audit, _)) = self.audit.take() {
            self.scheduler.defer_audit(audit);
        }
        if idle {
            // Requests that are on their way still arrive; after that no handle can submit another.
            select! {
                recv(self.events) -> event => match event {
                    Ok(event) => self.handle(event),
                    Err(_) => return Ok(false),
                },
                recv(self.transferred) -> made => self.finish_transfer(made)?,
            }
        } else if stuck {
            select! {
                recv(self.events) -> event => match event {
                    Ok(event) => self.handle(event),
                    Err(_) => std::thread::sleep(STUCK_PAUSE),
                },
                recv(self.transferred) -> made => self.finish_transfer(made)?,
                default(STUCK_PAUSE) => {}
            }
        }
        Ok(true)
    }

    /// Computes and compares some of a hit that is to be checked; false if there is none.
    fn audit_some(&mut self) -> bool {
        let next = self.audit.take().or_else(|| Some((self.scheduler.begin_audit()?, 0)));
        let Some((audit, done)) = next else { return false };
        match self.runner.audit(&audit, done) {
            Ok(Found::Equal { done }) => {
                self.audit = Some((audit, done));
                return true;
            }
            Ok(Found::Right) => drop(audit),
            Ok(Found::Block(at)) => {
                let token = at * self.shared.limits.kv_block_tokens;
                tracing::error!(token, "a cached block is not what computing it again gives");
                self.scheduler.quarantine(audit, Some(at));
            }
            Ok(Found::Snapshot) => {
                let token = audit.tokens().len();
                tracing::error!(token, "a cached snapshot is not what computing it again gives");
                self.scheduler.quarantine(audit, None);
            }
            Err(error) => {
                drop(audit);
                tracing::error!(%error, "a cached prefix could not be checked");
            }
        }
        self.verified_hits += 1;
        self.publish();
        true
    }

    /// Books a transfer that another thread has made.
    fn finish_transfer(&mut self, made: Result<Transferred, RecvError>) -> Result<(), RunError> {
        let Transferred { id, damaged } = made.map_err(|RecvError| RunError::NoTransfers)?;
        self.scheduler.finish_transfer(id, &damaged);
        Ok(())
    }

    fn take_events(&mut self) {
        while let Ok(made) = self.transferred.try_recv() {
            self.scheduler.finish_transfer(made.id, &made.damaged);
        }
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
        for departure in self.departed.take() {
            let id = departure.request;
            if self.requests.get(&id).is_some_and(|live| live.started.is_some()) {
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
            Event::Outline { query, reply } => {
                // A reader that has left wants nothing.
                let _ = reply.send(self.scheduler.outline(&query));
            }
            Event::Session(job, request) if self.mode != Mode::Aborting => {
                if let Some(submission) = request {
                    self.admit(*submission);
                }
                self.sessions.push_back(job);
            }
            Event::Session(..) => {}
            Event::Shutdown => {
                self.mode = Mode::Aborting;
                self.drop_sessions();
                self.abort_all();
            }
        }
    }

    fn admit(&mut self, mut submission: Submission) {
        let id = submission.id;
        let deadline = submission.request.deadline;
        let hints = std::mem::take(&mut submission.request.cache);
        let CacheHints { salt, adapter, resume_at, group } = hints;
        let group = group.filter(|&group| is_of_group(&self.requests, group, adapter, &submission));
        let mut live = LiveRequest::new(submission);
        live.group = group.map(|group| (group, adapter));
        if live.sender.is_abandoned() {
            return;
        }
        let namespace = Namespace { salt, adapter };
        let prompt_len = live.state.prompt_len() as u32;
        let max_tokens = live.state.params().max_tokens;
        let request = SchedRequest {
            id,
            prompt_len,
            len_max: prompt_len.saturating_add(max_tokens).min(self.shared.limits.seq_len_max),
            priority: live.priority,
            client: live.client,
            call: live.call,
            prompt_rows: live.prompt_top_n().is_some(),
            drafts: live.drafts.unwrap_or(u32::MAX).min(self.shared.limits.drafts_max),
            group,
            prefix: self.caches.then(|| PrefixPrompt {
                tokens: live.state.tokens().into(),
                namespace: namespace.clone(),
                resume_hints: resume_at,
            }),
        };
        if self.caches {
            let tokens = live.state.tokens();
            self.runner.bring_snapshot(&mut self.scheduler, &namespace, tokens);
        }
        live.namespace = self.caches.then(|| Arc::new(namespace));
        self.requests.insert(id, live);
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
        if self.requests.contains_key(&id) {
            // A request that was never pushed is unknown to the scheduler, which is fine.
            let _ = self.scheduler.push(atlas_sched::Event::Cancel(id));
            self.finish(id, reason, detail);
        }
    }

    fn abort_all(&mut self) {
        let mut ids: Vec<RequestId> = self.requests.keys().copied().collect();
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

    /// Counts what a plan says about requests: first assignments, preemptions, freed slots.
    pub(super) fn note_plan(&mut self, plan: &StepPlan, now: Instant) {
        if self.departed.note(plan, self.depth, &*self.observer) {
            self.publish();
        }
        for id in preempted(plan) {
            self.stats.preemptions += 1;
            self.observer.preempted();
            if let Some(live) = self.requests.get_mut(&id) {
                live.preemptions += 1;
            }
        }
        if plan.assignments().next().is_none() {
            return;
        }
        // Before the tickets go back, so that a full house never looks like an empty queue, and
        // before the step runs, so that the counts show what it works on.
        self.publish();
        for assigned in plan.assignments() {
            let Some(live) = self.requests.get_mut(&assigned.request) else { continue };
            live.queued = None;
            if live.started.is_none() {
                live.started = Some(now);
                live.cached_tokens = plan.begins_at(assigned.slot);
                let (prompt, block) = (live.state.prompt_len() as u32, self.block_tokens);
                // Whole blocks are stored once they are full.
                let whole = if self.caches { prompt / block * block } else { 0 };
                let stored = whole.saturating_sub(live.cached_tokens);
                live.sender.note_prompt(live.cached_tokens, stored);
                self.stats.prompt_tokens += u64::from(prompt);
                self.stats.cached_prompt_tokens += u64::from(live.cached_tokens);
                self.observer.queue((now - live.submitted).as_secs_f64());
            }
        }
    }

    /// Has what a step picked for a request sent to its stream.
    pub(super) fn emit(&mut self, pick: Pick, now: Instant) {
        let (outcome, finish) = match pick.outcome {
            Ok(picked) => picked,
            Err(error) => return self.fail(pick.request, error),
        };
        let Some(live) = self.requests.get_mut(&pick.request) else { return };
        let waited = match live.last_token.replace(now) {
            None => {
                live.first_token = Some(now);
                if live.prompt_top_n().is_some() {
                    let scores = std::mem::take(&mut live.prompt_scores);
                    self.outbox.push(&live.sender, TokenEvent::PromptLogprobs(scores));
                }
                Waited::First((now - live.submitted).as_secs_f64())
            }
            Some(last) => Waited::Next((now - last).as_secs_f64()),
        };
        self.stats.generated_tokens += 1;
        let event = TokenEvent::Token { token: outcome.token, logprobs: outcome.logprobs };
        self.outbox.push_token(&live.sender, event, waited);
        if let Some(detail) = finish {
            self.finish(pick.request, reason_of(detail), detail);
        }
    }

    fn finish(&mut self, id: RequestId, reason: FinishReason, detail: FinishDetail) {
        let Some(live) = self.requests.remove(&id) else { return };
        if let Some(ended) = live.ended().filter(|_| self.keeps_ended) {
            self.shared.ended_requests().keep(id, ended);
        }
        let now = Instant::now();
        let finished = live.finished(reason, detail, now);
        let counter = match reason {
            FinishReason::Stop => &mut self.stats.finished_stop,
            FinishReason::Length => &mut self.stats.finished_length,
            FinishReason::Abort => &mut self.stats.finished_abort,
        };
        *counter += 1;
        let seconds = (now - live.submitted).as_secs_f64();
        if reason != FinishReason::Abort {
            self.shared.note_request_seconds(seconds);
        }
        self.observer.finished(&finished, &live.times(now));
        self.outbox.push(&live.sender, TokenEvent::Done(finished));
    }

    fn fail(&mut self, id: RequestId, error: EngineError) {
        let Some(live) = self.requests.remove(&id) else { return };
        self.stats.finished_error += 1;
        if matches!(error, EngineError::ConstraintRejected { .. }) {
            self.stats.constraint_rejections += 1;
            tracing::error!(%id, %error, "the mask allowed what the constraint rejects");
        }
        self.observer.failed(&error, live.submitted.elapsed().as_secs_f64());
        self.outbox.push(&live.sender, TokenEvent::Failed(error));
    }

    fn counts(&self) -> Counts {
        let (damaged, verified) = (self.runner.damaged_objects(), self.verified_hits);
        Counts::new(self.scheduler.stats(), damaged, verified)
    }

    pub(super) fn publish(&mut self) {
        self.stats.tier = self.runner.tier();
        self.counts().publish(&mut self.stats, &self.shared);
    }

    /// Publishes the counts, then sends every event that waits.
    pub(super) fn deliver(&mut self) {
        self.publish();
        self.show_requests();
        self.outbox.send_all(&*self.observer);
    }

    /// Ends every request with `error`, also those still in the channel, and zeroes the gauges.
    fn fail_all(&mut self, error: &EngineError) {
        while let Ok(event) = self.events.try_recv() {
            if let Event::Submit(submission) = event {
                let id = submission.id;
                self.requests.insert(id, LiveRequest::new(*submission));
            }
        }
        let mut ids: Vec<RequestId> = self.requests.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            self.fail(id, error.clone());
        }
        self.stats.running = 0;
        self.stats.slots_used = 0;
        self.stats.kv_blocks_used = 0;
        self.shared.stats().clone_from(&self.stats);
        self.outbox.send_all(&*self.observer);
    }
}
