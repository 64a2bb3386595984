//! Small integer names. Each is its own type so that a slot cannot be used as a block.

use serde::{Deserialize, Serialize};

/// A vocabulary index.
pub type TokenId = u32;

/// One request for one choice; never reused within a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RequestId(pub u64);

/// A permanent row of the engine's per-sequence tables and of every recurrent state pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SlotId(pub u32);

/// One KV block: `Limits::kv_block_tokens` token positions in every paged layer at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockId(pub u32);

/// One place for a snapshot of the state of every layer that cannot be cut at a token: recurrent
/// matrices and convolution inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SnapshotId(pub u32);

/// A place for one KV block in host memory, the tier behind the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HostBlockId(pub u32);

/// A place for one snapshot in host memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HostSnapshotId(pub u32);

/// Ordinal of an assignment of a slot. A result that carries an older epoch belongs to a request
/// that has left the slot and is dropped.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Epoch(pub u32);

impl SlotId {
    /// The slot as an index into per-slot tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    /// No block: the entry of a table whose block its sequence has given back. No pool has this id,
    /// so that a read through such an entry is an error.
    pub const NONE: Self = Self(u32::MAX);

    /// The block as an index into a layer's block pool.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl SnapshotId {
    /// The snapshot as an index into a layer's snapshot arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl HostBlockId {
    /// The place as an index into the host tier's blocks.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl HostSnapshotId {
    /// The place as an index into the host tier's snapshots.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "request {}", self.0)
    }
}
