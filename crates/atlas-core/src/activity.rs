//! Activity of an engine, for readers that watch it, and the outline of its prefix cache.

use crate::{CacheExplanation, RequestId, SlotId, Tier, TokenId};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

/// An engine's requests now, and its steps since the last look.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    /// Requests with a slot, in the order in which they were submitted.
    pub running: Vec<RunningRequest>,
    /// Requests without one, in the same order.
    pub waiting: Vec<WaitingRequest>,
    /// The latest steps, oldest first.
    pub steps: Vec<StepRecord>,
    /// Steps before these that are shown to no reader.
    pub steps_left_out: u64,
}

/// Kind of a request's last span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    Prefill,
    Decode,
    /// Drafts are verified behind the last token.
    Verify,
}

/// A request with a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningRequest {
    pub request: RequestId,
    pub slot: SlotId,
    pub kind: SpanKind,
    pub prompt_tokens: u32,
    /// Prompt tokens that were cached when it first got a slot.
    pub cached_tokens: u32,
    /// Tokens whose state is there, cached ones included.
    pub computed_tokens: u32,
    pub generated_tokens: u32,
    /// Most tokens of its answer.
    pub tokens_max: u32,
    pub submitted: Instant,
}

/// Reason for which a request has no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// All slots are taken.
    Slots,
    /// There are slots, but not enough KV blocks, or it is another request's turn.
    Blocks,
    /// It has been preempted and waits for blocks.
    Preempted,
}

/// A request without a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitingRequest {
    pub request: RequestId,
    pub prompt_tokens: u32,
    pub reason: WaitReason,
    pub submitted: Instant,
}

/// Positions of one request in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanRecord {
    pub request: RequestId,
    pub slot: SlotId,
    pub kind: SpanKind,
    pub start: u32,
    pub rows: u32,
}

/// One step that computed something.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRecord {
    /// When its results were there.
    pub ended: SystemTime,
    /// Seconds of scheduling and all else outside the forward pass and sampling.
    pub host_seconds: f64,
    pub forward_seconds: f64,
    /// Seconds in which tokens were picked, on the clock of the device that did it.
    pub sample_seconds: f64,
    pub rows: u32,
    pub spans: Vec<SpanRecord>,
}

/// A reader of an engine's activity. The engine collects nothing once the last one is dropped.
pub trait Watch: Send {
    /// The present state; at most `steps_max` of the steps since the last call, the latest.
    fn look(&mut self, steps_max: usize) -> Activity;
}

/// Which nodes of a prefix cache are wanted.
#[derive(Clone, Debug)]
pub struct OutlineQuery {
    /// Most nodes; the most recently used are taken, each after its parent.
    pub nodes_max: usize,
    /// Tokens are told of nodes under this salt alone; `None`: of all.
    pub salt: Option<Arc<[u8]>>,
    /// Most tokens that are told of a node.
    pub tokens_max: usize,
}

/// The tree of cached prefixes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrefixOutline {
    /// Parents before their children.
    pub nodes: Vec<PrefixNode>,
    pub left_out: usize,
}

/// A run of tokens that all cached prefixes below it begin with.
#[derive(Clone, Debug, PartialEq)]
pub struct PrefixNode {
    pub id: u32,
    pub parent: Option<u32>,
    pub tokens: u32,
    pub blocks: u32,
    /// Whether recurrent state can be resumed inside of it or at its end.
    pub snapshot: bool,
    /// Where its blocks are; `Device` if some are there.
    pub tier: Tier,
    /// Later uses of the cache since its own last one.
    pub uses_since: u64,
    /// Whether sequences in slots use its blocks.
    pub used: bool,
    /// Its first tokens, if they may be told.
    pub first_tokens: Vec<TokenId>,
}

/// An explanation of a recent request, and when it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct RecentExplanation {
    pub at: SystemTime,
    pub request: RequestId,
    pub explanation: CacheExplanation,
}
