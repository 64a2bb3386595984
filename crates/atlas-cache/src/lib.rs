//! Ownership of the sequence state, as ids and numbers: nothing here touches memory.
//!
//! [`StateLayout`] says how large every layer's state is, [`BlockPool`] hands out KV blocks,
//! [`SnapshotPool`] places for snapshots and [`Slots`] slots; [`PrefixIndex`] says which prefixes
//! are cached in them. Everything is owned by handles that go back to their pool when they are
//! dropped, so that returning one twice does not compile and losing one shows in the counts.

mod faults;
pub mod layout;
pub mod pool;
mod prefix;
pub mod slot;
pub mod table;

#[cfg(feature = "faults")]
pub use faults::{MARKER as FAULT_MARKER, PrefixFault};
pub use layout::{LayerLayout, StateLayout};
pub use pool::{
    Block, BlockPool, Complete, Holders, Mutable, PoolError, Shared, Snapshot, SnapshotPool,
};
pub use prefix::{
    HostBlock, HostSnapshot, Match, Namespace, Pin, PrefixIndex, PrefixStats, Promotion, Short,
    Spill, Stop, TreeError, content_of, cost,
};
pub use slot::{Slot, Slots};
pub use table::BlockTable;
