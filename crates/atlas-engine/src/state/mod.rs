//! Memory of an engine and what it holds: pools, slot tables, snapshots, the host tier.

// No product path rolls back: drafts are settled by the model.
#[cfg(test)]
mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
pub(crate) mod host_tier;
pub(crate) mod memory;
pub(crate) mod sequences;
pub(crate) mod slots;
pub(crate) mod snapshots;
pub(crate) mod tier;
mod tiers;
pub(crate) mod transfers;
