//! The hooks of a build without planted faults: none strikes.

use crate::pool::Cached;
use crate::prefix::tree::{MarkAt, Tree};
use atlas_core::{BlockId, Tier};

/// No fault of an index.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {}

/// No fault of a pool.
#[derive(Debug, Default)]
pub(crate) struct PoolFaults {}

/// Hooks that tell whether a fault strikes.
macro_rules! never {
    ($($hook:ident)*) => {
        impl Faults {
            $(pub const fn $hook(&self) -> bool {
                false
            })*
        }
    };
}

never! {
    ignores_namespace
    matches_last_token
    publishes_tail_early
    attaches_one_block_early
    evicts_used_blocks
    shortens_window
    ignores_damage
    promotes_one_block_off
}

impl Faults {
    pub const fn forgets_demotion(&self, _: u64) -> bool {
        false
    }

    pub const fn give_back_in_use(&self, _: &Cached<BlockId>) {}

    pub const fn keeps_stale_mark(&self, _: Tier, _: &mut Tree, _: MarkAt) -> bool {
        false
    }
}

impl PoolFaults {
    pub const fn frees_twice(&mut self) -> bool {
        false
    }
}
