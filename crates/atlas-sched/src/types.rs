//! Requests, events and options of the scheduler, and its statistics.

#[cfg(feature = "faults")]
use crate::faults::FaultPlan;
use atlas_cache::Namespace;
use atlas_core::{ClientId, PrefixCounts, Priority, RequestId, TierCopy, TokenId};
use std::sync::Arc;
use thiserror::Error;

/// A request as the scheduler sees it: lengths. Token values are looked at only to find and name
/// cached prefixes; nothing else depends on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchedRequest {
    pub id: RequestId,
    /// Tokens of the prompt, at least 1.
    pub prompt_len: u32,
    /// Longest the sequence may become, prompt and answer together: above `prompt_len`, at most
    /// `Limits::seq_len_max`.
    pub len_max: u32,
    pub priority: Priority,
    pub client: ClientId,
    /// The call that asked for this request and others: while other requests of their client wait,
    /// [`SchedOptions::call_width`] of them run.
    pub call: Option<u64>,
    /// Whether logits of every prompt row are wanted; each row is then asked for until a result
    /// has delivered it, and not again after a preemption.
    pub prompt_rows: bool,
    /// Drafts in one step at most, 0 for none.
    pub drafts: u32,
    /// Requests of one group have the same prompt and namespace: the first of them computes it, the
    /// others go on from its state. A group whose prompt rows are wanted is ignored.
    pub group: Option<u64>,
    /// Prompt for the prefix cache; without it the request neither uses nor fills the cache.
    pub prefix: Option<PrefixPrompt>,
}

impl SchedRequest {
    /// Checks the lengths.
    pub(crate) fn check(&self, seq_len_max: u32) -> Result<(), Refusal> {
        let &Self { prompt_len, len_max, .. } = self;
        if prompt_len == 0 {
            return Err(Refusal::EmptyPrompt);
        }
        if len_max > seq_len_max {
            return Err(Refusal::TooLong { len_max, seq_len_max });
        }
        if prompt_len >= len_max {
            return Err(Refusal::NoAnswerRoom { prompt_len, len_max });
        }
        Ok(())
    }
}

/// A prompt by which cached state is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixPrompt {
    /// `prompt_len` tokens.
    pub tokens: Arc<[TokenId]>,
    pub namespace: Namespace,
    /// Positions from which later prompts are likely to go on with other tokens: where the last
    /// user turn begins, where the generation prompt begins. Any order; those outside the prompt
    /// are ignored.
    pub resume_hints: Vec<u32>,
}

/// Options of the prefix cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrefixOptions {
    /// Whether the model has state that can be resumed only from snapshots.
    pub needs_snapshots: bool,
    /// Snapshots that no hint asks for are taken this many tokens before the end of a prompt, twice
    /// as many, four times as many and so on.
    pub stride_tokens: u32,
    /// Snapshots inside prompts are taken at multiples of it, beside those of a block: kernels work
    /// in tiles of so many tokens.
    pub tile_tokens: u32,
    /// For comparisons only: snapshots at every multiple of it, and nowhere else.
    pub only_stride: bool,
    /// Hits of a million that are computed once more in idle time and compared.
    pub verify_per_million: u32,
}

/// Events from the engine between steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Submit(SchedRequest),
    /// Ends a request in whatever state it is; unknown ids are ignored.
    Cancel(RequestId),
}

/// Why a request was not taken; nothing has changed then.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    #[error("{waiting} requests are waiting already; try again later")]
    QueueFull { waiting: u32 },
    #[error("a sequence of up to {len_max} tokens exceeds the longest allowed of {seq_len_max}")]
    TooLong { len_max: u32, seq_len_max: u32 },
    #[error("the prompt is empty")]
    EmptyPrompt,
    #[error("a prompt of {prompt_len} tokens leaves no room for an answer in {len_max}")]
    NoAnswerRoom { prompt_len: u32, len_max: u32 },
    #[error("{id} is being served already")]
    Duplicate { id: RequestId },
}

/// State of a request when it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelOutcome {
    /// It waited in the queue (never started, or preempted). No plan will name it again.
    Waiting,
    /// It held a slot. The next plan drops it with [`atlas_core::DropReason::Ended`].
    Running,
    /// It had ended or was never submitted.
    Unknown,
}

/// Choices that are not limits.
#[derive(Clone, Debug)]
pub struct SchedOptions {
    /// Steps that may be planned and not yet committed: 1 plans each step after the result of the
    /// one before it, 2 lets the device work while the host looks at results.
    pub depth: u32,
    /// The prefix cache; `None` turns it off, as does a model without KV blocks.
    pub prefix: Option<PrefixOptions>,
    /// Positions that a row sees at most, its own included, if all layers with KV blocks have a
    /// window ([`atlas_cache::StateLayout::window`]): a sequence gives back the blocks behind it.
    pub window: Option<u32>,
    /// Longest time of a step, in seconds, while a sequence generates: its prompt tokens are chosen
    /// by the steps that [`crate::Scheduler::note_step`] told of. `None`: no limit.
    pub step_seconds_max: Option<f64>,
    /// Requests of one call that run while others of their client and priority wait, at least 1.
    pub call_width: u32,
    /// Cost of copies between the tiers.
    pub copy_cost: CopyCost,
    /// For tests: random preemption and chunk sizes.
    pub chaos: Option<Chaos>,
    /// For tests of the checks: plants a fault.
    #[cfg(feature = "faults")]
    pub fault: FaultPlan,
}

impl Default for SchedOptions {
    fn default() -> Self {
        Self {
            depth: 1,
            prefix: None,
            window: None,
            step_seconds_max: None,
            call_width: 4,
            copy_cost: CopyCost::default(),
            chaos: None,
            #[cfg(feature = "faults")]
            fault: FaultPlan::default(),
        }
    }
}

/// Copies between the tiers that are made beside the steps: in order, after all that was launched
/// when it was handed out, each to be reported to [`crate::Scheduler::finish_transfer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub id: u64,
    pub copies: Vec<TierCopy>,
}

/// Cost of a token at position 0 in units of [`atlas_cache::cost`].
const TOKEN_COST: u64 = 64;

/// Cost of copying state, compared with computing it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyCost {
    /// Bytes of a KV block, and of a snapshot.
    pub block_bytes: u64,
    pub snapshot_bytes: u64,
    /// Bytes that are copied and checked in the time of a token at position 0.
    pub bytes_per_token: u64,
    /// The same of state that is copied within the device's memory.
    pub saved_bytes_per_token: u64,
}

impl Default for CopyCost {
    /// Copies that cost nothing.
    fn default() -> Self {
        Self { block_bytes: 0, snapshot_bytes: 0, bytes_per_token: 1, saved_bytes_per_token: 1 }
    }
}

impl CopyCost {
    /// Bytes of some blocks and snapshots.
    pub fn bytes(&self, blocks: u32, snapshots: u32) -> u64 {
        let blocks = self.block_bytes.saturating_mul(u64::from(blocks));
        blocks.saturating_add(self.snapshot_bytes.saturating_mul(u64::from(snapshots)))
    }

    /// Cost of copying `bytes` between the tiers, as [`atlas_cache::cost`] has it.
    pub fn copy_cost(&self, bytes: u64) -> u64 {
        bytes.saturating_mul(TOKEN_COST) / self.bytes_per_token.max(1)
    }

    /// Cost of saving a snapshot.
    pub fn save_cost(&self) -> u64 {
        self.snapshot_bytes.saturating_mul(TOKEN_COST) / self.saved_bytes_per_token.max(1)
    }

    /// Whether copying `bytes` takes less than computing tokens of `cost` ([`atlas_cache::cost`]).
    pub fn pays(&self, bytes: u64, cost: u64) -> bool {
        self.copy_cost(bytes) < cost
    }
}

/// For tests: decisions taken at random from a seed, none of which may change any token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chaos {
    pub seed: u64,
    /// In this many of 1000 steps one running sequence, picked at random, is preempted. At 1000 it
    /// is possible that no request ever finishes.
    pub preempt_per_mille: u32,
    /// Whether chunks have a random length of 1 up to what would be planned without chaos.
    pub random_chunks: bool,
}

/// Gauges and counters at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchedStats {
    /// Sequences with a slot.
    pub running: u32,
    /// Requests without a slot: never started, or preempted.
    pub waiting: u32,
    pub slots_used: u32,
    /// Blocks that sequences use. Those that only the prefix cache holds are not among them.
    pub blocks_used: u32,
    /// Preemptions since the start.
    pub preemptions: u64,
    /// Requests that went on from the state of another of their group, since the start.
    pub forks: u64,
    pub prefix: PrefixCounts,
}
