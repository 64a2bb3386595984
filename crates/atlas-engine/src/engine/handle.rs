//! The side of an engine that other threads see.

use atlas_core::{
    CacheExplanation, CacheLimit, Departures, EndedRequest, EngineError, EngineStats,
    GenerateRequest, Limits, OutlineQuery, PrefixOutline, RecentExplanation, RequestId,
    SessionDone, SessionError, SessionRestore, SessionResult, SessionSave, SubmitError,
    TokenEngine, TokenStream, Watch, token_stream,
};
use crossbeam_channel::Sender;
use futures_channel::oneshot;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::engine::activity::{Board, Reader};
use crate::engine::ended::EndedRequests;
use crate::engine::explanations::Explanations;
use crate::engine::queue::Queue;
use crate::engine::requests::{Submission, Ticket};
use crate::engine::session_jobs::{
    NO_CACHE, Reply, Saving, SessionJob, SessionOptions, caching_request, spawn,
};
use crate::session::{self, Arriving, Leaving};

/// Everything that can be asked of the engine thread from outside.
#[derive(Debug)]
pub(crate) enum Event {
    Submit(Box<Submission>),
    Abort(RequestId),
    /// Finish what was submitted, then end; abort what is left at the deadline.
    Drain {
        deadline: Option<Instant>,
    },
    /// Abort everything, then end.
    Shutdown,
    /// Tell of the tree of cached prefixes.
    Outline {
        query: OutlineQuery,
        reply: oneshot::Sender<PrefixOutline>,
    },
    /// Write or read a session, whose files are open, after a request that caches its state.
    Session(SessionJob, Option<Box<Submission>>),
}

/// State that the engine thread publishes and the handles read.
#[derive(Debug)]
pub(crate) struct Shared {
    pub limits: Limits,
    pub vocab_size: u32,
    pub stats: Mutex<EngineStats>,
    /// Requests without a terminal item.
    pub live: Arc<AtomicU32>,
    /// Requests that have never had a slot.
    pub queued: Arc<Queue>,
    pub free_slots: AtomicU32,
    /// Running mean of the seconds a finished request took, as f32 bits.
    pub request_seconds: AtomicU32,
    pub closed: AtomicBool,
    pub ended: AtomicBool,
    pub failure: OnceLock<String>,
    explanations: Mutex<Explanations>,
    pub board: Arc<Board>,
    ended_requests: Mutex<EndedRequests>,
    /// `None` without a prefix cache.
    pub sessions: Option<SessionOptions>,
}

impl Shared {
    pub fn new(limits: Limits, vocab_size: u32, sessions: Option<SessionOptions>) -> Self {
        let stats = EngineStats {
            slots_total: limits.slot_count,
            kv_blocks_total: limits.kv_block_count,
            kv_block_tokens: limits.kv_block_tokens,
            ..EngineStats::default()
        };
        Self {
            free_slots: AtomicU32::new(limits.slot_count),
            limits,
            vocab_size,
            stats: Mutex::new(stats),
            live: Arc::default(),
            queued: Arc::default(),
            request_seconds: AtomicU32::new(1.0f32.to_bits()),
            closed: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            failure: OnceLock::new(),
            explanations: Mutex::default(),
            board: Arc::default(),
            ended_requests: Mutex::default(),
            sessions,
        }
    }

    /// Nothing panics while the lock is held, so a poisoned one still holds whole numbers.
    pub fn stats(&self) -> MutexGuard<'_, EngineStats> {
        self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As for the stats: whole after any panic.
    pub fn explanations(&self) -> MutexGuard<'_, Explanations> {
        self.explanations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As for the stats: whole after any panic.
    pub fn ended_requests(&self) -> MutexGuard<'_, EndedRequests> {
        self.ended_requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Mixes the duration of a finished request into the running mean.
    pub fn note_request_seconds(&self, seconds: f64) {
        let mean = f32::from_bits(self.request_seconds.load(Ordering::Relaxed));
        let mean = mean + 0.2 * (seconds as f32 - mean);
        self.request_seconds.store(mean.to_bits(), Ordering::Relaxed);
    }

    /// Seconds until about as many requests have ended as are waiting.
    fn retry_after_seconds(&self, waiting: u32) -> u32 {
        let mean = f32::from_bits(self.request_seconds.load(Ordering::Relaxed));
        let rounds = (waiting as f32 / self.limits.slot_count as f32).max(1.0);
        (mean * rounds).ceil().clamp(1.0, 600.0) as u32
    }
}

/// A running engine. Clones share it; when the last one is gone the engine drains and ends.
#[derive(Clone)]
pub struct EngineHandle(Arc<Inner>);

struct Inner {
    events: Sender<Event>,
    /// Streams whose reader has left say so here.
    departures: Departures,
    next_id: AtomicU64,
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl EngineHandle {
    pub(crate) fn new(
        events: Sender<Event>,
        departures: Departures,
        shared: Arc<Shared>,
        thread: JoinHandle<()>,
    ) -> Self {
        let next_id = AtomicU64::new(1);
        let thread = Mutex::new(Some(thread));
        Self(Arc::new(Inner { events, departures, next_id, shared, thread }))
    }

    /// Takes no more requests, finishes those it has, then ends. Returns at once.
    pub fn drain(&self) {
        self.close(Event::Drain { deadline: None });
    }

    /// As [`Self::drain`], but aborts what has not finished by `deadline`.
    pub fn drain_until(&self, deadline: Instant) {
        self.close(Event::Drain { deadline: Some(deadline) });
    }

    /// Takes no more requests, aborts those it has within one step, then ends. Returns at once.
    pub fn shutdown(&self) {
        self.close(Event::Shutdown);
    }

    /// Waits until the engine thread has ended; true if it ended on request, false if it failed.
    pub fn join(&self) -> bool {
        let thread = self.0.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let clean = thread.is_none_or(|t| t.join().is_ok());
        clean && self.failure().is_none()
    }

    /// Whether the engine thread still works.
    pub fn is_alive(&self) -> bool {
        !self.0.shared.ended.load(Ordering::Acquire)
    }

    /// Error that ended the engine, if it did not end on request.
    pub fn failure(&self) -> Option<String> {
        self.0.shared.failure.get().cloned()
    }

    fn close(&self, event: Event) {
        self.0.shared.closed.store(true, Ordering::Release);
        // An engine that has already ended has nothing left to do.
        let _ = self.0.events.send(event);
    }

    fn check(&self, request: &GenerateRequest) -> Result<(), SubmitError> {
        let shared = &self.0.shared;
        if shared.closed.load(Ordering::Acquire) || shared.ended.load(Ordering::Acquire) {
            return Err(SubmitError::ShuttingDown);
        }
        if request.prompt.is_empty() {
            return Err(SubmitError::EmptyPrompt);
        }
        let seq_len_max = shared.limits.seq_len_max;
        if request.prompt.len() >= seq_len_max as usize {
            let prompt_tokens = u32::try_from(request.prompt.len()).unwrap_or(u32::MAX);
            return Err(SubmitError::PromptTooLong { prompt_tokens, seq_len_max });
        }
        let vocab_size = shared.vocab_size;
        let biased = request.sampling.logit_bias.iter().map(|(token, _)| token);
        match request.prompt.iter().chain(biased).find(|&&t| t >= vocab_size) {
            Some(&token) => Err(SubmitError::TokenOutOfRange { token, vocab_size }),
            None => Ok(()),
        }
    }
}

impl EngineHandle {
    /// A request on its way to the engine thread, and its stream.
    ///
    /// # Errors
    /// It cannot be served, or not now.
    fn submission(
        &self,
        mut request: GenerateRequest,
    ) -> Result<(Box<Submission>, TokenStream), SubmitError> {
        self.check(&request)?;
        request.sampling.max_tokens = request.sampling.max_tokens.max(1);
        let shared = &self.0.shared;
        // Free slots are not a queue: as many more may be on their way to the engine thread.
        let (most, free) = (shared.limits.queue_len_max, shared.free_slots.load(Ordering::Acquire));
        let queued = shared.queued.take(request.client, most, free).map_err(|waiting| {
            let retry_after_seconds = shared.retry_after_seconds(waiting);
            SubmitError::QueueFull { waiting, retry_after_seconds }
        })?;
        let id = RequestId(self.0.next_id.fetch_add(1, Ordering::Relaxed));
        let (sender, stream) = token_stream(id, Some(self.0.departures.clone()));
        let submission = Submission {
            id,
            request,
            sender,
            submitted: Instant::now(),
            live: Ticket::take(&shared.live),
            queued,
        };
        Ok((Box::new(submission), stream))
    }

    fn send(&self, event: Event) -> Result<(), SubmitError> {
        self.0.events.send(event).map_err(|_| SubmitError::ShuttingDown)
    }

    fn shared(&self) -> &Shared {
        &self.0.shared
    }
}

impl TokenEngine for EngineHandle {
    fn submit(&self, request: GenerateRequest) -> Result<TokenStream, SubmitError> {
        let (submission, stream) = self.submission(request)?;
        self.send(Event::Submit(submission))?;
        Ok(stream)
    }

    fn abort(&self, request: RequestId) {
        // An engine that has ended has aborted everything.
        let _ = self.0.events.send(Event::Abort(request));
    }

    fn stats(&self) -> EngineStats {
        let shared = &self.0.shared;
        let mut stats = shared.stats().clone();
        stats.waiting = shared.live.load(Ordering::Acquire).saturating_sub(stats.running);
        stats
    }

    fn explain(&self, request: RequestId) -> Option<CacheExplanation> {
        self.0.shared.explanations().get(request).cloned()
    }

    fn explanations(&self, count: usize) -> (Vec<RecentExplanation>, BTreeMap<CacheLimit, u64>) {
        let kept = self.0.shared.explanations();
        (kept.latest(count), kept.counts().clone())
    }

    fn watch(&self) -> Option<Box<dyn Watch>> {
        Some(Box::new(Reader::new(self.0.shared.board.clone())))
    }

    fn outline(&self, query: OutlineQuery) -> oneshot::Receiver<PrefixOutline> {
        let (reply, outline) = oneshot::channel();
        // An engine that has ended drops the sender, which the reader sees.
        let _ = self.0.events.send(Event::Outline { query, reply });
        outline
    }

    fn ended(&self, request: RequestId) -> Option<EndedRequest> {
        self.0.shared.ended_requests().get(request)
    }

    fn session(&self, folder: &Path) -> Result<SessionDone, SessionError> {
        session::session_in(folder)
    }

    fn save_session(&self, save: SessionSave) -> oneshot::Receiver<SessionResult> {
        begin_save(self, save)
    }

    fn restore_session(&self, restore: SessionRestore) -> oneshot::Receiver<SessionResult> {
        begin_restore(self, restore)
    }
}

/// A job whose files are open, and the request before it.
type Opened<Job> = (Job, Option<Box<Submission>>);

/// Makes the files of a session, and hands it to the engine behind a request that caches its state.
fn begin_save(engine: &EngineHandle, save: SessionSave) -> oneshot::Receiver<SessionResult> {
    let own = engine.clone();
    begin(engine, move |options| {
        let request = caching_request(&save, options.seq_len_max);
        let leaving = Leaving::new(save, &options.form, options.blocks_max)?;
        let (submission, stream) = own.submission(request).map_err(SessionError::Refused)?;
        let job = |reply| SessionJob::Save(Box::new(Saving { leaving, stream, reply }));
        Ok((job, Some(submission)))
    })
}

/// Opens the files of a session, and hands it to the engine.
fn begin_restore(
    engine: &EngineHandle,
    restore: SessionRestore,
) -> oneshot::Receiver<SessionResult> {
    begin(engine, move |options| {
        let arriving = Arriving::open(restore, &options.form, options.seq_len_max)?;
        Ok((move |reply| SessionJob::Restore(Box::new(arriving), reply), None))
    })
}

fn begin<Job: FnOnce(Reply) -> SessionJob>(
    engine: &EngineHandle,
    open: impl FnOnce(&SessionOptions) -> Result<Opened<Job>, SessionError> + Send + 'static,
) -> oneshot::Receiver<SessionResult> {
    let (reply, result) = oneshot::channel();
    let engine = engine.clone();
    spawn(move || {
        let opened = engine.shared().sessions.as_ref().ok_or(NO_CACHE).and_then(open);
        // Callers that have left want nothing, and an engine that has ended does nothing.
        match opened {
            Ok((job, request)) => drop(engine.send(Event::Session(job(reply), request))),
            Err(error) => drop(reply.send(Err(error))),
        }
    });
    result
}

/// Message of a panic.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// Ends every request that has none with an error, for an engine that cannot go on.
pub(crate) fn internal(message: &str) -> EngineError {
    EngineError::Internal(message.to_owned())
}
