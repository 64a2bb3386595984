//! The hooks of a build without planted faults: none strikes.

use atlas_core::{StepPlan, TokenId};
use atlas_tensor::{LayerState, Memory, StateError};
use std::borrow::Cow;

use crate::engine::config::EngineConfig;
use crate::engine::requests::LiveRequests;
use crate::sampling::DecodeState;
use crate::state::host_tier::HostPlace;
use crate::state::slots::SlotTable;
use crate::state::snapshots::SnapshotArena;

/// No fault.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {}

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
    drafts_share_mask
    penalties_count_rejected
    module_forgets_rejection
    module_reads_other_type
    restore_forgets_state
    swap_forgets_state
    host_is_unchecked
}

impl Faults {
    pub const fn new(_: &EngineConfig) -> Self {
        Self {}
    }

    pub const fn forget_chunks(
        &self,
        _: &StepPlan,
        _: &[(usize, usize)],
        _: &mut [LayerState],
        _: &SlotTable,
        _: &LiveRequests,
    ) -> Result<(), StateError> {
        Ok(())
    }

    pub const fn block_tables(
        &self,
        _: &StepPlan,
        _: &[(usize, usize)],
        _: &SlotTable,
    ) -> Option<Vec<Vec<u32>>> {
        None
    }

    pub const fn perturb(&self, _: &mut Memory, _: &[usize; 2], _: usize) {}

    pub const fn fed_row(&self, own: u32, _: usize) -> u32 {
        own
    }

    pub fn known_tokens<'a>(&self, request: &'a DecodeState) -> Cow<'a, [TokenId]> {
        Cow::Borrowed(request.tokens())
    }

    pub const fn damage_saved(
        &mut self,
        _: &StepPlan,
        _: &SlotTable,
        _: &mut SnapshotArena,
        _: &mut [LayerState],
    ) {
    }

    pub const fn kept_drafts(&self, accepted: u32, _: u32) -> u32 {
        accepted
    }

    pub const fn stored(&self, _: HostPlace, _: &mut [u8]) {}

    pub const fn reading(&self, _: HostPlace) {}
}
