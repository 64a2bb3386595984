//! A request and its rank.

use crate::types::{PrefixPrompt, SchedRequest};
use atlas_cache::Namespace;
use atlas_core::{ClientId, Priority, RequestId, SlotId, Span, SpanResult, TokenId, Want};
use std::cmp::Reverse;

/// Most tokens of an answer that count in what a request costs its client.
const ANSWER_COST_MAX: u32 = 256;

/// Part of the tokens of the longest answer that counts.
const ANSWER_PART: u32 = 4;

/// The order of a client's waiting requests: higher priority first, then earlier arrival. A request
/// keeps its rank for life, and no two have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    pub priority: Reverse<Priority>,
    pub arrival: u64,
    pub client: ClientId,
}

/// Place of a live request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Waiting(Rank),
    Running(SlotId),
}

/// Key under which the state of a request is cached: its namespace and all its known tokens.
#[derive(Debug)]
pub(crate) struct PrefixKey {
    pub tokens: Vec<TokenId>,
    pub namespace: Namespace,
    /// Positions from which later prompts are likely to continue with other tokens.
    pub resume_hints: Vec<u32>,
}

impl PrefixKey {
    pub fn new(prompt: PrefixPrompt) -> Self {
        let PrefixPrompt { tokens, namespace, resume_hints } = prompt;
        Self { tokens: tokens.to_vec(), namespace, resume_hints }
    }
}

/// A live request, with or without a slot.
#[derive(Debug)]
pub(crate) struct Request {
    pub id: RequestId,
    pub rank: Rank,
    pub prompt_len: u32,
    pub len_max: u32,
    pub prompt_rows: bool,
    /// Drafts in one step at most.
    pub drafts: u32,
    pub group: Option<u64>,
    pub call: Option<u64>,
    /// Number of committed tokens: the prompt and the sampled ones.
    pub known: u32,
    /// Prompt rows whose logits a result has delivered.
    pub prompt_rows_done: u32,
    /// Number of times that a later request of the same priority was started while this one was
    /// waiting.
    pub overtaken: u32,
    /// Number of times that a later request of a higher priority was started while this one was the
    /// oldest of its client.
    pub passed: u32,
    /// Ordinal of its first start: running sequences are served in this order.
    pub started: Option<u64>,
    pub preemptions: u32,
    /// Planned spans and loads from the host whose results are outstanding.
    pub outstanding: u32,
    /// If the host tier was searched since the request has been waiting: the number of tokens that
    /// the device tier had then. It is searched once per start.
    pub device_tokens_before_load: Option<u32>,
    /// `None` if the request neither uses nor fills the prefix cache.
    pub key: Option<PrefixKey>,
}

impl Request {
    pub fn new(request: SchedRequest, arrival: u64) -> Self {
        Self {
            id: request.id,
            rank: Rank { priority: Reverse(request.priority), arrival, client: request.client },
            prompt_len: request.prompt_len,
            len_max: request.len_max,
            prompt_rows: request.prompt_rows,
            drafts: request.drafts,
            // A prompt of one token leaves nothing to share, and each request delivers its own
            // rows.
            group: request.group.filter(|_| !request.prompt_rows && request.prompt_len > 1),
            call: request.call,
            known: request.prompt_len,
            prompt_rows_done: 0,
            overtaken: 0,
            passed: 0,
            started: None,
            preemptions: 0,
            outstanding: 0,
            device_tokens_before_load: None,
            key: request.prefix.map(PrefixKey::new),
        }
    }

    /// Tokens that a start charges to the client if it computes `computed` of the prompt, with a
    /// part of the answer. A request is charged once.
    pub fn cost(&self, computed: u32) -> i64 {
        let answer = (self.len_max - self.prompt_len) / ANSWER_PART;
        let cost = computed.saturating_add(answer.min(ANSWER_COST_MAX));
        if self.started.is_some() { 0 } else { i64::from(cost) }
    }

    /// Position at which other requests of the group fork from this one: before the last token of
    /// the prompt, as long as no token follows the prompt.
    pub fn fork_at(&self) -> Option<u32> {
        let is_prompt = self.known == self.prompt_len;
        self.group.filter(|_| is_prompt).map(|_| self.prompt_len - 1)
    }

    /// Whether the first span after the next start asks for logits of prompt rows.
    pub fn scores_first(&self) -> bool {
        self.prompt_rows && self.prompt_rows_done == 0
    }

    /// Whether logits of prompt rows are still owed.
    pub fn owes_prompt_rows(&self) -> bool {
        self.prompt_rows && self.prompt_rows_done < self.prompt_len
    }

    /// Key and tokens by which cached state is looked up. Prompt rows whose logits are owed are
    /// never skipped, so that only the tokens before them count.
    pub fn lookup(&self) -> Option<(&PrefixKey, &[TokenId])> {
        let key = self.key.as_ref()?;
        let most = if self.owes_prompt_rows() { self.prompt_rows_done + 1 } else { self.known };
        Some((key, key.tokens.get(..most as usize)?))
    }

    /// Adds the result of a span of this request.
    pub fn add_result(&mut self, span: &Span, got: &SpanResult) {
        self.outstanding = self.outstanding.saturating_sub(1);
        self.known += got.sampled;
        if let Some(key) = &mut self.key {
            key.tokens.extend(&got.tokens);
            // A sequence whose tokens are unknown cannot be cached.
            if key.tokens.len() as u32 != self.known {
                self.key = None;
            }
        }
        if span.want == Want::All {
            let done = span.end().min(self.prompt_len);
            self.prompt_rows_done = self.prompt_rows_done.max(done);
        }
    }
}
