//! The interface between a server of requests and an engine that generates tokens.
//!
//! Laws every engine obeys, and `testing::conformance` checks on each implementation:
//! a stream ends in exactly one terminal item ([`TokenEvent::Done`] or [`TokenEvent::Failed`]);
//! dropping a [`TokenStream`] aborts its request; the engine never waits for a reader (a request
//! buffers at most `max_tokens` events); tokens arrive in order.

use crate::activity::{OutlineQuery, PrefixOutline, RecentExplanation, Watch};
use crate::error::{EngineError, SubmitError};
use crate::ids::{RequestId, TokenId};
use crate::request::GenerateRequest;
use crate::session::{EndedRequest, SessionDone, SessionError, SessionRestore, SessionSave};
use crate::state_op::Tier;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_channel::oneshot;
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake};
use std::thread::Thread;
use std::time::Instant;

/// Why an answer ended, in the words of the OpenAI API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinishReason {
    Stop,
    Length,
    /// Aborted by the client or by shutdown.
    Abort,
}

/// The event that ended an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinishDetail {
    /// One of the model's own stop tokens or of the request's `stop_token_ids`. The token is the
    /// last one of the stream and is not part of the text.
    StopToken(TokenId),
    /// The answer has all of its prescribed form, and the request has no stop token to end it with.
    ConstraintComplete,
    MaxTokens,
    /// The sequence reached the longest length the server allows.
    SeqLen,
    Deadline,
    Cancelled,
}

/// A token and its log-probability under the raw model distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenLogprob {
    pub token: TokenId,
    pub logprob: f32,
    /// 1 for the most likely token of the vocabulary.
    pub rank: u32,
}

/// Log-probabilities at one position: the chosen token's, then the most likely ones, descending
/// (ties by lower id).
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLogprobs {
    pub chosen: TokenLogprob,
    pub top: Vec<TokenLogprob>,
}

/// Counts of a finished request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub prompt_tokens: u32,
    pub completion_tokens: u32,
    /// Prompt tokens that were not computed because their state was reused.
    pub cached_tokens: u32,
    /// Number of times the request was preempted and recomputed.
    pub preemptions: u32,
}

/// The terminal item of a stream that went well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    pub reason: FinishReason,
    pub detail: FinishDetail,
    pub usage: Usage,
    /// Seconds from submission to the first step that worked on the request.
    pub queue_seconds: f64,
}

/// Seconds of the parts of a finished request, as an observer of the engine gets them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RequestTimes {
    /// From submission to the end.
    pub e2e_seconds: f64,
    /// From the first step that worked on the request to its first token; `None` without one.
    pub prefill_seconds: Option<f64>,
    /// From the first token to the last; `None` without one.
    pub decode_seconds: Option<f64>,
}

/// One item of a [`TokenStream`].
#[derive(Clone, Debug, PartialEq)]
pub enum TokenEvent {
    /// Log-probabilities of the prompt's tokens from the second on, if asked for; comes before
    /// the first token.
    PromptLogprobs(Vec<PositionLogprobs>),
    /// A committed token. It is never taken back.
    Token {
        token: TokenId,
        logprobs: Option<PositionLogprobs>,
    },
    Done(Finished),
    Failed(EngineError),
}

impl TokenEvent {
    /// Whether this is the last item of its stream.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Failed(_))
    }
}

/// Cached prefix of a request when its first slot was assigned, and why it was not longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheExplanation {
    pub prompt_tokens: u32,
    /// Tokens whose keys and values are cached.
    pub matched_tokens: u32,
    /// Tokens after which every layer could resume; the others were computed.
    pub usable_tokens: u32,
    /// Where the state after them was when the request asked for it; `None` if there are none.
    pub tier: Option<Tier>,
    pub why: CacheLimit,
    /// Where the nearest cached prompt goes on with other tokens, if that is where the match ends.
    pub parting: Option<CacheParting>,
}

/// Why the tokens after the usable ones had to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CacheLimit {
    /// Everything is cached but what the last token needs: its logits are wanted, and its block is
    /// written again.
    LastToken,
    /// More is cached, but state that cannot be cut at a token was not kept any further on.
    NoSnapshot,
    /// More tokens match, but blocks that later rows see through their window are evicted.
    Window,
    /// More is kept on the host, and was not brought back: computing takes less time, there was no
    /// room, or it was damaged.
    OnHost,
    /// Logits of tokens of the prompt are wanted from here on.
    PromptLogprobs,
    /// The cached path goes on with other tokens.
    Parted,
    /// Nothing is cached that goes on from here.
    End,
    /// The state is that of another choice of the same request, which has just computed it.
    Forked,
}

/// Where two prompts part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheParting {
    /// Position of the first token that differs.
    pub position: u32,
    /// Some tokens before it, which both have.
    pub before: Vec<TokenId>,
    /// Some tokens from there on, as they are cached and as they were asked for.
    pub cached: Vec<TokenId>,
    pub asked: Vec<TokenId>,
}

/// Contents of the prefix cache, and its counts since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixCounts {
    /// Slot assignments that looked for a cached prefix, and those that resumed from one.
    pub queries: u64,
    pub hits: u64,
    /// Tokens that slot assignments looked up, and those not computed again.
    pub query_tokens: u64,
    pub hit_tokens: u64,
    /// Prompt tokens of first assignments that came back from the host for them.
    pub host_prompt_tokens: u64,
    /// By tier.
    pub device: TierCounts,
    pub host: TierCounts,
    /// Blocks and snapshots that moved from the first tier to the host, and that came back.
    pub demoted_blocks: u64,
    pub demoted_snapshots: u64,
    pub promoted_blocks: u64,
    pub promoted_snapshots: u64,
    /// Entries removed because a check found them wrong.
    pub quarantined: u64,
    /// Entries behind windows whose blocks are evicted: they take host memory for their tokens
    /// alone.
    pub evicted_entries: u32,
    /// Preempted sequences whose state went to the host, and those that went on from there.
    pub swapped_out: u64,
    pub swapped_in: u64,
    /// Hits that were computed once more and compared.
    pub verified_hits: u64,
    /// Objects of the host tier that differed from the stored ones when they were read.
    pub checksum_failures: u64,
}

impl PrefixCounts {
    /// Adds the counts of another cache since its start, without its contents.
    pub fn add_done(&mut self, other: &Self) {
        self.queries += other.queries;
        self.hits += other.hits;
        self.query_tokens += other.query_tokens;
        self.hit_tokens += other.hit_tokens;
        self.host_prompt_tokens += other.host_prompt_tokens;
        for (own, other) in [(&mut self.device, other.device), (&mut self.host, other.host)] {
            own.evicted_blocks += other.evicted_blocks;
            own.evicted_snapshots += other.evicted_snapshots;
        }
        self.demoted_blocks += other.demoted_blocks;
        self.demoted_snapshots += other.demoted_snapshots;
        self.promoted_blocks += other.promoted_blocks;
        self.promoted_snapshots += other.promoted_snapshots;
        self.quarantined += other.quarantined;
        self.swapped_out += other.swapped_out;
        self.swapped_in += other.swapped_in;
        self.verified_hits += other.verified_hits;
        self.checksum_failures += other.checksum_failures;
    }
}

/// Contents of one tier of the prefix cache, and its evictions since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierCounts {
    pub evicted_blocks: u64,
    pub evicted_snapshots: u64,
    /// Blocks and snapshots held now, in use or not.
    pub blocks: u32,
    pub snapshots: u32,
}

/// KV blocks of a pool that is larger than the memory of the caches: those on the disk, and what
/// went there and back since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KvTierCounts {
    /// Blocks in memory, those that have room there, and those that the file holds.
    pub resident_blocks: u32,
    pub resident_blocks_max: u32,
    pub stored_blocks: u32,
    pub read_bytes: u64,
    pub written_bytes: u64,
    /// Reads and writes that failed, or brought something else than what was written.
    pub failed_jobs: u64,
    /// Seconds in which steps waited for reads, and for memory of writes.
    pub read_wait_seconds: f64,
    pub write_wait_seconds: f64,
    /// Blocks that steps read, and those that came from the disk for them.
    pub used_blocks: u64,
    pub brought_blocks: u64,
    /// Most reads and writes that were on their way at once in the last step.
    pub queue_depth: u32,
}

/// Places of drafts that are counted apart.
pub const DRAFT_PLACES: usize = 8;

/// Gauges and counters of an engine at one moment; histograms are recorded through
/// `EngineObserver` of the engine crate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineStats {
    pub running: u32,
    pub waiting: u32,
    pub slots_used: u32,
    pub slots_total: u32,
    pub kv_blocks_used: u32,
    pub kv_blocks_total: u32,
    pub kv_block_tokens: u32,
    pub steps: u64,
    /// Rows that were computed for requests that had ended when their results came: with steps that
    /// run ahead, one for each answer whose end is not known in advance.
    pub surplus_rows: u64,
    /// Steps that verified drafts, a count for each sequence.
    pub verified_spans: u64,
    /// Drafts that were verified and those that were accepted, by their place behind the last known
    /// token; later places than there are count in the last one.
    pub drafted: [u64; DRAFT_PLACES],
    pub accepted: [u64; DRAFT_PLACES],
    /// Time that was spent proposing drafts.
    pub draft_seconds: f64,
    pub preemptions: u64,
    /// Requests that went on from the state of another choice of the same prompt.
    pub forks: u64,
    /// Prompt tokens of the requests that have been started, and those of them that were not
    /// computed because their state was reused.
    pub prompt_tokens: u64,
    pub cached_prompt_tokens: u64,
    pub generated_tokens: u64,
    pub finished_stop: u64,
    pub finished_length: u64,
    pub finished_abort: u64,
    pub finished_error: u64,
    pub prefix: PrefixCounts,
    /// The tier of KV blocks on the disk, if there is one.
    pub tier: Option<KvTierCounts>,
    /// Bytes of one KV block, and of one snapshot of recurrent state.
    pub block_bytes: u64,
    pub snapshot_bytes: u64,
    /// Graphs of decode steps that were captured before the engine took requests, and the seconds
    /// it took.
    pub graphs_at_start: u32,
    pub graphs_at_start_seconds: f64,
    /// Picked tokens that broke the constraint of their answer; each ended its request.
    pub constraint_rejections: u64,
    /// Seconds of engine steps outside the forward pass and sampling, summed.
    pub host_seconds: f64,
    /// Seconds of forward passes and sampling, summed.
    pub forward_seconds: f64,
}

/// The end of a session's way to the disk or back.
pub type SessionResult = Result<SessionDone, SessionError>;

/// Generates tokens. Cheap to share; all methods may be called from any thread and never block on
/// the forward pass.
pub trait TokenEngine: Send + Sync {
    /// Takes a request or says why not. The stream starts at once.
    fn submit(&self, request: GenerateRequest) -> Result<TokenStream, SubmitError>;
    /// Ends a request within one step; unknown ids are ignored. Its stream still gets a terminal
    /// item if its reader still listens.
    fn abort(&self, request: RequestId);
    fn stats(&self) -> EngineStats;
    /// Explains the cached prefix of a request; `None` before its first slot is assigned, some time
    /// after it has ended, and without a cache.
    fn explain(&self, _request: RequestId) -> Option<CacheExplanation> {
        None
    }
    /// The latest explanations, at most `count`, oldest first, and how many there were of each
    /// reason since the start.
    fn explanations(&self, _count: usize) -> (Vec<RecentExplanation>, BTreeMap<CacheLimit, u64>) {
        Default::default()
    }
    /// A reader of its activity, if it tells of it.
    fn watch(&self) -> Option<Box<dyn Watch>> {
        None
    }
    /// The tree of cached prefixes, between two steps; no answer comes from an engine that ends, or
    /// has no cache.
    fn outline(&self, _query: OutlineQuery) -> oneshot::Receiver<PrefixOutline> {
        oneshot::channel().1
    }
    /// Tokens of a request that has ended; `None` some time after it, and where sessions are off.
    fn ended(&self, _request: RequestId) -> Option<EndedRequest> {
        None
    }
    /// The session in a folder, by its head. Reads a file.
    fn session(&self, _folder: &Path) -> Result<SessionDone, SessionError> {
        Err(SessionError::Missing)
    }
    /// Writes the cached state of a session to its folder, between steps. No answer comes from an
    /// engine that ends.
    fn save_session(&self, _save: SessionSave) -> oneshot::Receiver<SessionResult> {
        oneshot::channel().1
    }
    /// Reads a session into the prefix cache, between steps. No answer comes from an engine that
    /// ends.
    fn restore_session(&self, _restore: SessionRestore) -> oneshot::Receiver<SessionResult> {
        oneshot::channel().1
    }
}

/// The reader's end of a request. Dropping it before the terminal item aborts the request.
///
/// The channel under it takes a hundred bytes while it is empty: most streams of a busy server
/// wait, and one that sets memory aside for its next events costs kilobytes for each of them.
#[derive(Debug)]
pub struct TokenStream {
    id: RequestId,
    events: UnboundedReceiver<TokenEvent>,
    between: Arc<Between>,
    on_drop: Option<Departures>,
    terminated: bool,
}

/// State that both ends of a stream share beside its events.
#[derive(Debug, Default)]
struct Between {
    abandoned: AtomicBool,
    prompt: PromptCounts,
}

/// Prompt tokens by their use of the cache, known before the first token of the answer.
#[derive(Debug, Default)]
pub struct PromptCounts {
    cached: AtomicU32,
    stored: AtomicU32,
}

impl PromptCounts {
    /// Tokens that were not computed because their state was reused.
    pub fn cached_tokens(&self) -> u32 {
        self.cached.load(Ordering::Acquire)
    }

    /// Tokens that were computed and are stored for later requests.
    pub fn stored_tokens(&self) -> u32 {
        self.stored.load(Ordering::Acquire)
    }
}

/// A reader that has left before the terminal item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    pub request: RequestId,
    /// The engine's step at that moment.
    pub step: u64,
    pub at: Instant,
}

/// List of readers that left early, from streams to their engine.
///
/// The step and the list are under one lock: a reader whose thread is suspended between the two
/// would otherwise be noted with a step of long ago.
#[derive(Clone, Debug, Default)]
pub struct Departures(Arc<Mutex<Left>>);

#[derive(Debug, Default)]
struct Left {
    step: u64,
    readers: Vec<Departure>,
}

impl Departures {
    fn left(&self) -> MutexGuard<'_, Left> {
        // Both fields are whole between any two statements that change them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine begins its next step.
    pub fn begin_step(&self) {
        self.left().step += 1;
    }

    /// The step that the engine is in.
    pub fn step(&self) -> u64 {
        self.left().step
    }

    /// Readers that have left since the last call.
    pub fn take(&self) -> Vec<Departure> {
        std::mem::take(&mut self.left().readers)
    }

    fn note(&self, request: RequestId) {
        let mut left = self.left();
        // The engine may already be gone; then there is nothing left to abort.
        let departure = Departure { request, step: left.step, at: Instant::now() };
        left.readers.push(departure);
    }
}

/// The engine's end of a request.
#[derive(Clone, Debug)]
pub struct StreamSender {
    events: UnboundedSender<TokenEvent>,
    between: Arc<Between>,
}

/// A connected pair. `on_drop`, if given, is told the id when the reader leaves early.
pub fn token_stream(id: RequestId, on_drop: Option<Departures>) -> (StreamSender, TokenStream) {
    let (tx, rx) = unbounded();
    let between = Arc::<Between>::default();
    let sender = StreamSender { events: tx, between: between.clone() };
    (sender, TokenStream { id, events: rx, between, on_drop, terminated: false })
}

impl StreamSender {
    /// Sends an event; false if the reader has left.
    pub fn send(&self, event: TokenEvent) -> bool {
        self.events.unbounded_send(event).is_ok()
    }

    /// Whether the reader has left before the terminal item.
    pub fn is_abandoned(&self) -> bool {
        self.between.abandoned.load(Ordering::Acquire)
    }

    /// Sets the counts of the prompt's tokens. The reader sees them with the first token at the
    /// latest.
    pub fn note_prompt(&self, cached_tokens: u32, stored_tokens: u32) {
        self.between.prompt.cached.store(cached_tokens, Ordering::Release);
        self.between.prompt.stored.store(stored_tokens, Ordering::Release);
    }
}

impl TokenStream {
    pub fn id(&self) -> RequestId {
        self.id
    }

    /// Counts of the prompt's tokens; zeros before a slot is assigned to the request.
    pub fn prompt_counts(&self) -> &PromptCounts {
        &self.between.prompt
    }

    /// The next event; `None` after the terminal item. An engine that dies without one yields
    /// `Failed(ShuttingDown)`.
    pub async fn next(&mut self) -> Option<TokenEvent> {
        if self.terminated {
            return None;
        }
        let event = self.events.next().await;
        let event = event.unwrap_or(TokenEvent::Failed(EngineError::ShuttingDown));
        self.terminated = event.is_terminal();
        Some(event)
    }

    /// As [`Self::next`], from a thread outside an async runtime.
    pub fn blocking_next(&mut self) -> Option<TokenEvent> {
        struct Unpark(Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        let waker = Arc::new(Unpark(std::thread::current())).into();
        let mut next = std::pin::pin!(self.next());
        loop {
            match next.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(event) => return event,
                Poll::Pending => std::thread::park(),
            }
        }
    }
}

impl Drop for TokenStream {
    fn drop(&mut self) {
        if !self.terminated {
            self.between.abandoned.store(true, Ordering::Release);
            if let Some(departures) = &self.on_drop {
                departures.note(self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_a_stream_early_tells_the_engine() {
        let departures = Departures::default();
        (0..5).for_each(|_| departures.begin_step());
        let (sender, stream) = token_stream(RequestId(7), Some(departures.clone()));
        assert!(!sender.is_abandoned());
        drop(stream);
        assert!(sender.is_abandoned());
        departures.begin_step();
        let left: Vec<_> = departures.take().iter().map(|d| (d.request, d.step)).collect();
        assert_eq!((left, departures.step()), (vec![(RequestId(7), 5)], 6));
        assert!(departures.take().is_empty());
    }

    #[test]
    fn a_dead_engine_ends_the_stream_once() {
        let (sender, mut stream) = token_stream(RequestId(1), None);
        sender.send(TokenEvent::Token { token: 3, logprobs: None });
        drop(sender);
        assert!(matches!(stream.blocking_next(), Some(TokenEvent::Token { token: 3, .. })));
        assert_eq!(stream.blocking_next(), Some(TokenEvent::Failed(EngineError::ShuttingDown)));
        assert_eq!(stream.blocking_next(), None);
    }
}
