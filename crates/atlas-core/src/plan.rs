//! One engine step as data.
//!
//! A step is an ordered list of state operations ([`StateOp`]) and a list of [`Span`]s. A prompt
//! chunk, a decoded token, the check of drafted tokens and the tail after a reused prefix are spans
//! of different length; nothing in a plan says which of them a span is. A span names its input
//! tokens by slot and position, never by value: position `p` of slot `s` is read from the slot's
//! token buffer when the step runs. So a plan can be made before the tokens of the step before it
//! are known.

use crate::ids::{Epoch, SlotId, TokenId};
use crate::state_op::{SlotAssign, SlotDrop, StateOp, StateRestore, StateSave, Tier, TierCopy};

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

/// `len` consecutive positions `[start, start + len)` of the sequence in `slot`.
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
    /// Positions at the end whose tokens are proposed when the step runs; it may run fewer. They
    /// count as far as they are the tokens that are picked before them.
    pub drafts: u32,
}

impl Span {
    /// One past the last position.
    pub fn end(&self) -> u32 {
        self.start + self.len
    }

    /// One past the last position whose token is known.
    pub fn known_end(&self) -> u32 {
        self.end() - self.drafts
    }
}

/// One step: state operations in the order of their execution, then the spans.
///
/// The operations are sorted by [`StateOp::stage`]. Those of one stage are in the order in which
/// the scheduler decided on them. Saves stand last and happen while the spans run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepPlan {
    /// Ordinal of the step, from 1.
    pub step: u64,
    pub ops: Vec<StateOp>,
    pub spans: Vec<Span>,
}

impl StepPlan {
    /// Number of token rows of the step.
    pub fn token_count(&self) -> usize {
        self.spans.iter().map(|s| s.len as usize).sum()
    }

    /// Whether a result answers the plan: it computes something, or copies something back to the
    /// device that may turn out to be damaged.
    pub fn is_answered(&self) -> bool {
        !self.spans.is_empty() || self.tier_copies().any(|copy| copy.to == Tier::Device)
    }

    /// Whether the step changes nothing and computes nothing.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty() && self.spans.is_empty()
    }

    /// Copies between the tiers. They are the first operations, so that the index of a copy here is
    /// its index in `ops`.
    pub fn tier_copies(&self) -> impl Iterator<Item = &TierCopy> {
        self.ops.iter().map_while(|op| match op {
            StateOp::Copy(copy) => Some(copy),
            _ => None,
        })
    }

    /// Slots given up by the step.
    pub fn drops(&self) -> impl Iterator<Item = &SlotDrop> {
        self.ops.iter().filter_map(|op| match op {
            StateOp::Drop(drop) => Some(drop),
            _ => None,
        })
    }

    /// Slots that requests take in the step.
    pub fn assignments(&self) -> impl Iterator<Item = &SlotAssign> {
        self.ops.iter().filter_map(|op| match op {
            StateOp::Assign(assign) => Some(assign),
            _ => None,
        })
    }

    /// Cached prefixes that newly assigned slots resume after.
    pub fn restores(&self) -> impl Iterator<Item = &StateRestore> {
        self.ops.iter().filter_map(|op| match op {
            StateOp::Restore(restore) => Some(restore),
            _ => None,
        })
    }

    /// Snapshots taken while the spans run.
    pub fn saves(&self) -> impl Iterator<Item = &StateSave> {
        self.ops.iter().filter_map(|op| match op {
            StateOp::Save(save) => Some(save),
            _ => None,
        })
    }

    /// Number of positions that a slot assigned in this step has consumed before its first span:
    /// those of the prefix it resumes after or of the sequence it is forked from.
    pub fn begins_at(&self, slot: SlotId) -> u32 {
        let position = |op: &StateOp| match op {
            StateOp::Restore(restore) if restore.slot == slot => Some(restore.position),
            StateOp::Fork(fork) if fork.to == slot => Some(fork.position),
            _ => None,
        };
        self.ops.iter().find_map(position).unwrap_or(0)
    }
}

/// Result of one span.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpanResult {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// Positions of the span that are committed: `len` unless drafts were rejected or not proposed.
    pub accepted: u32,
    /// New tokens of the sequence: 0 or 1 and the accepted drafts.
    pub sampled: u32,
    /// The new tokens, as far as they are known.
    pub tokens: Vec<TokenId>,
    /// The sequence ended with this step (stop token, length).
    pub ended: bool,
}

/// Result of a step: one entry per span, in the plan's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepResult {
    pub step: u64,
    pub spans: Vec<SpanResult>,
    /// Indices into the plan's `ops` of copies to the device that found damage or the state of
    /// other tokens. The contents of their destinations must not be used.
    pub damaged_copies: Vec<u32>,
}
