//! State operations: changes to slots, block tables, KV blocks and recurrent state.
//!
//! A plan holds them as one list that is executed from front to back, on a CPU and on a device
//! alike (`docs/adr/0012-state-operations.md`).

use crate::ids::{BlockId, Epoch, HostBlockId, HostSnapshotId, RequestId, SlotId, SnapshotId};

/// One state operation of a plan. The variants stand in the order of their stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateOp {
    /// Copies a block or a state between the tiers.
    Copy(TierCopy),
    /// Gives up a slot.
    Drop(SlotDrop),
    /// Assigns a slot to a request.
    Assign(SlotAssign),
    /// Replaces a block of a slot's table by another with the same content.
    Replace(BlockReplace),
    /// Takes blocks out of the start of a slot's table.
    Release(BlockRelease),
    /// Appends a block to a slot's table.
    Append(BlockAppend),
    /// Sets a newly assigned slot to the end of a cached prefix.
    Restore(StateRestore),
    /// Sets a newly assigned slot to the state of another slot.
    Fork(StateFork),
    /// Copies the state of a slot to a snapshot while its span runs.
    Save(StateSave),
}

impl StateOp {
    /// Ordinal of the kind of operation in the order of execution.
    ///
    /// Copies come first: a later operation of the same plan may reuse the places they read. A slot
    /// is dropped before it is assigned again. Tables are complete before state is set, and state
    /// is set before the spans run.
    pub fn stage(&self) -> u8 {
        match self {
            Self::Copy(_) => 0,
            Self::Drop(_) => 1,
            Self::Assign(_) => 2,
            Self::Replace(_) => 3,
            Self::Release(_) => 4,
            Self::Append(_) => 5,
            Self::Restore(_) => 6,
            Self::Fork(_) => 7,
            Self::Save(_) => 8,
        }
    }
}

/// A tier of memory that holds sequence state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Memory that the layers compute with.
    Device,
    /// Host memory behind it. On a CPU it is a second arena of the same memory.
    Host,
}

/// An object that is copied between the tiers, with its place in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TierObject {
    Block {
        device: BlockId,
        host: HostBlockId,
    },
    Snapshot {
        device: SnapshotId,
        host: HostSnapshotId,
    },
    /// The current state of a slot. It is copied to the host only, and comes back as a snapshot.
    SlotState {
        slot: SlotId,
        epoch: Epoch,
        host: HostSnapshotId,
    },
}

/// Identity of the tokens whose state an object holds. It is stored with the copy and compared when
/// the copy comes back. It does not name a tenant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContentKey {
    /// Positions `[start, end)`: those in a block, or those of the last block before a snapshot.
    pub start: u32,
    pub end: u32,
    /// Hash of the tokens at these positions.
    pub hash: u64,
}

/// A copy between the tiers. Copies run in the order of the plan: a copy may write a place that an
/// earlier one has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TierCopy {
    pub object: TierObject,
    pub to: Tier,
    pub content: ContentKey,
}

/// A slot is given up. The same plan may reuse the slot and its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotDrop {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub request: RequestId,
    pub reason: DropReason,
}

/// Reason for giving up a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DropReason {
    /// The request ended; its state in the engine goes with the slot.
    Ended,
    /// The request was preempted and gets a slot again; its generated tokens are kept.
    Preempted,
}

/// A request takes a slot. The runner copies the request's known tokens into the slot's token
/// buffer, clears the slot's recurrent state and its block table, and stores the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotAssign {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub request: RequestId,
}

/// A KV block with the same content takes the place of another in a slot's block table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockReplace {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// Index into the slot's block table.
    pub at: u32,
    pub block: BlockId,
}

/// The first entries of a slot's block table lose their blocks: no later row sees them. In a newly
/// assigned slot, whose table is empty, the operation makes these entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockRelease {
    pub slot: SlotId,
    pub epoch: Epoch,
    /// Number of entries from the start of the slot's block table.
    pub until: u32,
}

/// A KV block joins the end of a slot's block table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockAppend {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub block: BlockId,
}

/// A newly assigned slot resumes after a cached prefix. The prefix's blocks are in the slot's
/// table, the other state is copied from the snapshot, and every layer has consumed `position`
/// tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateRestore {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub position: u32,
    /// `None` if no layer has state that exists only in snapshots.
    pub from: Option<SnapshotId>,
}

/// A newly assigned slot resumes at the position of another slot. The recurrent state is copied,
/// complete blocks are in both tables, and every layer has consumed `position` tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateFork {
    pub from: SlotId,
    pub to: SlotId,
    /// Number of tokens that every layer of `from` has consumed.
    pub position: u32,
    /// If the block around `position` is partly written: that block of `from` and the block of `to`
    /// that its content is copied to.
    pub block: Option<(BlockId, BlockId)>,
}

/// The state of a slot is copied to a snapshot while its span of this step runs, once a layer has
/// consumed `position` tokens. The position lies behind any row of the span. If the span does not
/// run, nothing is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateSave {
    pub slot: SlotId,
    pub epoch: Epoch,
    pub position: u32,
    pub to: SnapshotId,
}
