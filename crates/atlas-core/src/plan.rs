//! One engine step as data.
//!
//! A step is a list of [`Span`]s. A prompt chunk, a decoded token, the check of drafted tokens and
//! the tail after a reused prefix are spans of different length; nothing in a plan says which of
//! them a span is. A span names its input tokens by slot and position, never by value: position
//! `p` of slot `s` is read from the slot's token buffer when the step runs, so a plan can be made
//! before the tokens of the step before it are known.

use crate::ids::{
    BlockId, Epoch, HostBlockId, HostSnapshotId, RequestId, SlotId, SnapshotId, TokenId,
};

/// Which rows of a span need logits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// No logits: more of the prompt follows in a later step.
    None,
    /// Logits of the last row, from which the next token is picked.
    Last,
    /// Logits of every row (prompt log-probabilities, draft verification). The next token is
    /// picked from the last row if `sample` is set on the span.
    All,
}

/// `len` consecutive positions `[start, start + len)` of the sequence seated in `slot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// First position. Equals the number of tokens every layer's state of this slot has consumed.
    pub start: u32,
    /// Number of positions, at least 1.
    pub len: u32,
    pub want: Want,
    /// Whether the next token is picked from the last row. False while more known tokens follow.
    pub sample: bool,
}

impl Span {
    /// One past the last position.
    pub fn end(&self) -> u32 {
        self.start + self.len
    }
}

/// A request takes a slot: the runner copies the request's known tokens into the slot's token
/// buffer, clears the slot's recurrent state and its block table, and records the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub request: RequestId,
}

/// A KV block joins the end of a slot's block table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockAppend {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub block: BlockId,
}

/// Another KV block with the same content takes a place in a slot's block table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockSwap {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// Index into the slot's block table.
    pub at: u32,
    pub block: BlockId,
}

/// Places at the start of a slot's block table have no block: no row that comes sees them any more.
/// Of a newly seated slot it is the first that is said of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockRelease {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// Places from the start of the slot's block table.
    pub until: u32,
}

/// A newly seated slot goes on where a cached prefix ends: its blocks are in the table already,
/// the other state is copied, and every layer has consumed `position` tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateRestore {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub position: u32,
    /// `None` if no layer has state that exists only in snapshots.
    pub from: Option<SnapshotId>,
}

/// The state of a slot is copied to a snapshot while its span of this step runs, when a layer has
/// consumed `position` tokens: behind any row of the span. Nothing is copied if the span did not
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateSave {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub position: u32,
    pub to: SnapshotId,
}

/// Where state is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// What the layers compute with.
    Device,
    /// Host memory behind it. On a CPU it is a second arena of the same memory.
    Host,
}

/// What is copied between the tiers, with its place in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moved {
    Block {
        device: BlockId,
        host: HostBlockId,
    },
    Snapshot {
        device: SnapshotId,
        host: HostSnapshotId,
    },
    /// The state of a slot as it stands; goes to the host only.
    State {
        slot: SlotId,
        epoch: Epoch,
        host: HostSnapshotId,
    },
}

/// Of which tokens something is the state: it is stored with the copy and compared when the copy
/// comes back. It says nothing about whose tokens they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Content {
    /// Positions `[start, end)`: those in a block, those of the last block before a snapshot.
    pub start: u32,
    pub end: u32,
    /// Of the tokens at these positions.
    pub hash: u64,
}

/// A copy between the tiers. All copies of a plan are done in their order, before anything else of
/// the plan: one may write what one before it has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TierMove {
    pub what: Moved,
    pub to: Tier,
    pub content: Content,
}

/// A newly seated slot goes on where another stands, done before the spans run: the recurrent state
/// is copied and every layer has consumed `position` tokens. Whole blocks are in both tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateCopy {
    pub from: SlotId,
    pub to: SlotId,
    /// What every layer of `from` has consumed.
    pub position: u32,
    /// The block of `from` in which `position` lies, and the one of `to` in its place, if some of
    /// it is written: its content is copied.
    pub block: Option<(BlockId, BlockId)>,
}

/// A slot is given up before this step's spans run; its blocks may be reused by the same plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotDrop {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub request: RequestId,
    pub why: Retire,
}

/// Why a slot was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Retire {
    /// The request ended; its engine-side state goes with the slot.
    Ended,
    /// The request was preempted and will be seated again; its generated tokens are kept.
    Preempted,
}

/// What one step does, in this order: moves, drops, seats, swaps, releases, blocks, restores,
/// copies, spans with the saves inside of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepPlan {
    /// Ordinal of the step, from 1.
    pub step: u64,
    pub moves: Vec<TierMove>,
    pub drops: Vec<SlotDrop>,
    pub seats: Vec<Seat>,
    pub swaps: Vec<BlockSwap>,
    pub releases: Vec<BlockRelease>,
    pub blocks: Vec<BlockAppend>,
    pub restores: Vec<StateRestore>,
    pub copies: Vec<StateCopy>,
    pub spans: Vec<Span>,
    pub saves: Vec<StateSave>,
}

impl StepPlan {
    /// Number of token rows of the step.
    pub fn token_count(&self) -> usize {
        self.spans.iter().map(|s| s.len as usize).sum()
    }

    /// Whether the plan is answered by a result: it computes something, or brings something back
    /// that may turn out to be damaged.
    pub fn is_answered(&self) -> bool {
        !self.spans.is_empty() || self.moves.iter().any(|m| m.to == Tier::Device)
    }

    /// Whether the step changes nothing and computes nothing.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
            && self.drops.is_empty()
            && self.seats.is_empty()
            && self.swaps.is_empty()
            && self.releases.is_empty()
            && self.blocks.is_empty()
            && self.restores.is_empty()
            && self.copies.is_empty()
            && self.spans.is_empty()
            && self.saves.is_empty()
    }
}

/// What came of one span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanResult {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// How many of the span's positions are committed (`len` unless drafts were rejected).
    pub accepted: u32,
    /// How many new tokens the sequence gained (0 or 1 without drafts).
    pub sampled: u32,
    /// The new token, if one was sampled.
    pub token: Option<TokenId>,
    /// The sequence ended with this step (stop token, length).
    pub ended: bool,
}

/// What came of a step: one entry per span, in the plan's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepResult {
    pub step: u64,
    pub spans: Vec<SpanResult>,
    /// Indices of moves to the device that found something else than was stored: damage, or the
    /// state of other tokens. What they wrote must not be used.
    pub broken_moves: Vec<u32>,
}
