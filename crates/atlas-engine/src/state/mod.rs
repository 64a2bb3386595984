//! Memory of an engine and what it holds: pools, slot tables, snapshots, the host tier.

#[cfg_attr(not(test), expect(dead_code, reason = "for drafts that are rejected"))]
pub(crate) mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
pub(crate) mod host_tier;
pub(crate) mod memory;
pub(crate) mod sequences;
pub(crate) mod slots;
pub(crate) mod snapshots;
mod tiers;
