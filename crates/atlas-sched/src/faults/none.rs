//! The hooks of a build without planted faults: none strikes.

use crate::cache::blocks::KvBlocks;
use crate::plan_builder::PlanBuilder;
use crate::running::Running;
use crate::sequence::Sequence;
use crate::types::SchedOptions;
use atlas_cache::{BlockPool, BlockTable, PrefixIndex};
use atlas_core::Span;

/// No fault.
#[derive(Clone, Debug)]
pub(crate) struct Faults;

/// Hooks that tell whether a fault strikes.
macro_rules! never {
    ($($hook:ident)*) => {
        impl Faults {
            $(pub const fn $hook(&mut self) -> bool {
                false
            })*
        }
    };
}

never! {
    leaves_slot_unassigned
    loses_cancel
    ignores_epoch
    restores_one_block_late
    saves_past_position
    swap_loses_block
    swap_loses_state
    swap_resumes_one_position_early
    fork_shares_block
    fork_forgets_block
    releases_one_block_early
    release_is_not_told
}

impl Faults {
    pub const fn new(_: &SchedOptions) -> Self {
        Self
    }

    pub const fn plant_in_pool(&self, _: &BlockPool) {}

    pub const fn plant_in_index(&self, _: &mut PrefixIndex) {}

    pub const fn are_of_index(&self) -> bool {
        false
    }

    pub const fn starve(&self, _: u64, _: u32) -> bool {
        false
    }

    pub const fn keeps_turn(&self) -> bool {
        false
    }

    pub const fn keeps_call(&self) -> bool {
        false
    }

    pub const fn forgets_age(&self) -> bool {
        false
    }

    pub const fn change_span(&mut self, _: &mut Sequence, _: &mut Span) {}

    pub const fn release_behind_planned(&mut self, _: &mut Sequence, _: &KvBlocks) {}

    pub const fn share_last_block(&mut self, _: &mut PlanBuilder, _: &Running) {}

    pub const fn commit_surplus(&mut self, _: &mut Sequence) -> bool {
        false
    }

    pub fn drop_table(&mut self, _: BlockTable) {}
}
