//! The faults and the hooks at which they strike.

use atlas_core::{BlockId, SnapshotId, StepPlan, TokenId};
use atlas_tensor::{LayerState, Memory, SpanRows, StateError};
use std::borrow::Cow;
use std::hint::black_box;
use std::sync::Arc;

use crate::engine::config::EngineConfig;
use crate::engine::requests::LiveRequests;
use crate::sampling::DecodeState;
use crate::state::host_tier::HostPlace;
use crate::state::slots::SlotTable;
use crate::state::snapshots::SnapshotArena;

/// Declares the faults, the list of all of them, and their names.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident,)*) => {
        /// Faults that the invariant tests plant to show that their checks find them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TestFault {
            $($(#[$doc])* $fault,)*
        }

        impl TestFault {
            /// All faults.
            pub const ALL: &[Self] = &[$(Self::$fault,)*];

            /// Name of the fault. A binary that can plant the fault contains the name; nothing
            /// else does.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$fault => concat!("planted fault: engine/", stringify!($fault)),)*
                }
            }
        }
    };
}

faults! {
    /// Recurrent state is not carried from one prompt chunk to the next.
    ChunkForgetsState,
    /// A sequence reads the KV blocks of the sequence beside it in the step.
    NeighbourBlocks,
    /// A request that is assigned a slot again after a preemption has lost its generated tokens.
    PreemptionForgetsTokens,
    /// With more than one thread logits differ in their last bit.
    ThreadsChangeSums,
    /// A sequence that resumes after a cached prefix keeps its zeroed recurrent state.
    RestoreForgetsState,
    /// A bit of the first saved snapshot flips in the device tier.
    SnapshotRots,
    /// A bit of the first block of the first sequence with a snapshot flips in the device tier.
    BlockRots,
    /// The recurrent state of a sequence is cleared before it is swapped out.
    SwapForgetsState,
    /// Objects that come back from the host are not checked.
    HostUnchecked,
    /// In a step that runs ahead, a token that the host does not know yet is taken from another
    /// row.
    FedFromOtherRow,
    /// Recurrent layers go on past all drafts, not past those that count.
    RejectedDraftsStay,
    /// Rows behind drafts are masked as the first row of their span is.
    DraftsShareMask,
    /// Penalties count drafts that were rejected.
    PenaltiesCountRejected,
    /// The multi-token-prediction module does not follow steps in which a draft was rejected.
    ModuleForgetsRejection,
    /// The multi-token-prediction module reads hidden states of another type.
    ModuleReadsOtherType,
    /// A rollback keeps the references to later KV blocks.
    RollbackForgetsBlocks,
    /// A rollback keeps the number of tokens that the layers have consumed.
    RollbackForgetsCounts,
    /// A rollback keeps the recurrent matrices.
    RollbackForgetsMatrices,
    /// A rollback keeps the inputs of the convolutions.
    RollbackForgetsConvolution,
    /// A rollback keeps later known tokens, those that spans read.
    RollbackForgetsTokens,
    /// A rollback keeps the state of penalties and constraint.
    RollbackForgetsAnswer,
}

/// Names of all faults, for the check of the release binary (`cargo xtask release-check`).
#[used]
static NAMES: [&str; TestFault::ALL.len()] = {
    let mut names = [""; TestFault::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = TestFault::ALL[i].name();
        i += 1;
    }
    names
};

/// Observer of stored objects of the host tier, which may damage them. It is called on the engine
/// thread.
pub trait HostProbe: Send + Sync {
    /// Called after an object was stored, with its header and payload.
    fn stored(&self, place: HostPlace, object: &mut [u8]);
    /// Called before an object is read.
    fn reading(&self, place: HostPlace);
}

/// The planted fault and its hooks. Each owner has a copy; no fault strikes in two of them.
#[derive(Clone, Default)]
pub(crate) struct Faults {
    planted: Option<TestFault>,
    probe: Option<Arc<dyn HostProbe>>,
}

/// Hooks that tell whether a fault strikes.
macro_rules! strikes {
    ($($hook:ident => $fault:ident,)*) => {
        impl Faults {
            $(pub fn $hook(&self) -> bool {
                self.strikes(TestFault::$fault)
            })*
        }
    };
}

strikes! {
    drafts_share_mask => DraftsShareMask,
    penalties_count_rejected => PenaltiesCountRejected,
    module_forgets_rejection => ModuleForgetsRejection,
    module_reads_other_type => ModuleReadsOtherType,
    restore_forgets_state => RestoreForgetsState,
    swap_forgets_state => SwapForgetsState,
    host_is_unchecked => HostUnchecked,
}

// As `state/checkpoint.rs`, which calls them.
#[cfg(test)]
strikes! {
    rollback_forgets_blocks => RollbackForgetsBlocks,
    rollback_forgets_counts => RollbackForgetsCounts,
    rollback_forgets_matrices => RollbackForgetsMatrices,
    rollback_forgets_convolution => RollbackForgetsConvolution,
    rollback_forgets_tokens => RollbackForgetsTokens,
    rollback_forgets_answer => RollbackForgetsAnswer,
}

impl Faults {
    pub fn new(config: &EngineConfig) -> Self {
        // Without a use of the names the linker drops them.
        black_box(&NAMES);
        Self { planted: config.test_fault, probe: config.host_probe.clone() }
    }

    /// [`TestFault::RejectedDraftsStay`]: the drafts that recurrent layers go on past.
    pub fn kept_drafts(&self, accepted: u32, drafts: u32) -> u32 {
        if self.strikes(TestFault::RejectedDraftsStay) { drafts } else { accepted }
    }

    fn strikes(&self, fault: TestFault) -> bool {
        self.planted == Some(fault)
    }

    /// [`TestFault::ChunkForgetsState`]: clears the recurrent state of live spans that go on inside
    /// of their prompts.
    pub fn forget_chunks(
        &self,
        plan: &StepPlan,
        live: &[(usize, usize)],
        layers: &mut [LayerState],
        slots: &SlotTable,
        requests: &LiveRequests,
    ) -> Result<(), StateError> {
        if !self.strikes(TestFault::ChunkForgetsState) {
            return Ok(());
        }
        for &(index, _) in live {
            let span = &plan.spans[index];
            let holder = slots.holder(span.slot, span.epoch);
            let request = holder.and_then(|id| requests.get(&id));
            let prompt_len = request.map_or(0, |request| request.state.prompt_len());
            let (slot, consumed) = (span.slot.index(), span.start as usize);
            if consumed == 0 || consumed >= prompt_len {
                continue;
            }
            for layer in layers.iter_mut().filter(|l| matches!(l, LayerState::Recurrent(_))) {
                layer.assign_slot(slot);
                layer.advance(&[SpanRows {
                    slot,
                    row: 0,
                    len: consumed,
                    start: 0,
                    drafts: 0,
                    blocks: &[],
                }])?;
            }
        }
        Ok(())
    }

    /// [`TestFault::NeighbourBlocks`]: the block tables of the live spans, each with the first half
    /// of its neighbour's; `None` in a step of one span.
    pub fn block_tables(
        &self,
        plan: &StepPlan,
        live: &[(usize, usize)],
        slots: &SlotTable,
    ) -> Option<Vec<Vec<u32>>> {
        if !self.strikes(TestFault::NeighbourBlocks) || live.len() < 2 {
            return None;
        }
        let table = |i: usize| slots.blocks(plan.spans[live[i % live.len()].0].slot);
        Some((0..live.len()).map(|i| neighbour_blocks(table(i), table(i + 1))).collect())
    }

    /// [`TestFault::ThreadsChangeSums`]: moves logits by one unit in the last place for each
    /// further thread. `shape`: `[rows, vocab]`.
    pub fn perturb(&self, logits: &mut Memory, shape: &[usize; 2], threads: usize) {
        if !self.strikes(TestFault::ThreadsChangeSums) {
            return;
        }
        for _ in 1..threads {
            logits.f32_mut(shape).f32_mut().iter_mut().for_each(|l| *l = l.next_up());
        }
    }

    /// [`TestFault::FedFromOtherRow`]: the row after the one that picks the token, of `rows` rows.
    pub fn fed_row(&self, own: u32, rows: usize) -> u32 {
        match self.strikes(TestFault::FedFromOtherRow) {
            true => (own + 1) % rows.max(1) as u32,
            false => own,
        }
    }

    /// [`TestFault::PreemptionForgetsTokens`]: the known tokens with the generated ones zeroed.
    pub fn known_tokens<'a>(&self, request: &'a DecodeState) -> Cow<'a, [TokenId]> {
        let tokens = request.tokens();
        match self.strikes(TestFault::PreemptionForgetsTokens) {
            true => Cow::Owned(forget_generated(tokens, request.prompt_len())),
            false => Cow::Borrowed(tokens),
        }
    }

    /// [`TestFault::SnapshotRots`] and [`TestFault::BlockRots`]: flips one bit, once, of the state
    /// that the plan's saves kept.
    pub fn damage_saved(
        &mut self,
        plan: &StepPlan,
        slots: &SlotTable,
        snapshots: &mut SnapshotArena,
        layers: &mut [LayerState],
    ) {
        let snapshot = self.strikes(TestFault::SnapshotRots);
        if !snapshot && !self.strikes(TestFault::BlockRots) {
            return;
        }
        for save in plan.saves() {
            let mut blocks = slots.blocks(save.slot).iter().copied();
            match blocks.find(|&block| block != BlockId::NONE.0) {
                _ if snapshot => flip_in_snapshot(snapshots, layers, save.to),
                Some(block) => flip_in_block(layers, block),
                None => continue,
            }
            self.planted = None;
            return;
        }
    }

    pub fn stored(&self, place: HostPlace, object: &mut [u8]) {
        if let Some(probe) = &self.probe {
            probe.stored(place, object);
        }
    }

    pub fn reading(&self, place: HostPlace) {
        if let Some(probe) = &self.probe {
            probe.reading(place);
        }
    }
}

fn neighbour_blocks(own: &[u32], neighbour: &[u32]) -> Vec<u32> {
    let shared = own.len().min(neighbour.len()).div_ceil(2);
    neighbour[..shared].iter().chain(&own[shared..]).copied().collect()
}

fn forget_generated(tokens: &[TokenId], prompt_len: usize) -> Vec<TokenId> {
    let zeros = std::iter::repeat_n(0, tokens.len() - prompt_len);
    tokens[..prompt_len].iter().copied().chain(zeros).collect()
}

/// Flips a bit of the first recurrent layer in a snapshot.
fn flip_in_snapshot(snapshots: &mut SnapshotArena, layers: &[LayerState], id: SnapshotId) {
    let slot_len = |layer: &LayerState| match layer {
        LayerState::Recurrent(state) => state.slot_len(),
        LayerState::Paged(_) | LayerState::Stateless => 0,
    };
    let mut bytes = vec![0; layers.iter().map(slot_len).sum()];
    snapshots.read(id, &mut bytes);
    if let Some(byte) = bytes.get_mut(2) {
        *byte ^= 0x40;
    }
    snapshots.write(id, &bytes);
}

/// Flips a bit of a KV block in every paged layer.
fn flip_in_block(layers: &mut [LayerState], block: u32) {
    for layer in layers {
        if let LayerState::Paged(cache) = layer {
            let mut bytes = vec![0; cache.block_len()];
            cache.read_block(block, &mut bytes);
            bytes[1] ^= 0x10;
            cache.write_block(block, &bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_a_name_of_its_own() {
        let mut names = NAMES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TestFault::ALL.len());
        assert!(names.contains(&"planted fault: engine/NeighbourBlocks"));
    }

    #[test]
    fn half_of_the_neighbours_blocks_replace_the_own_ones() {
        assert_eq!(neighbour_blocks(&[1, 2, 3], &[7, 8]), [7, 2, 3]);
        assert_eq!(neighbour_blocks(&[1], &[7, 8]), [7]);
        assert_eq!(neighbour_blocks(&[1, 2], &[]), [1, 2]);
    }

    #[test]
    fn forgotten_tokens_are_zeros_of_the_same_number() {
        assert_eq!(forget_generated(&[5, 6, 7, 8], 2), [5, 6, 0, 0]);
        assert_eq!(forget_generated(&[5, 6], 2), [5, 6]);
    }
}
