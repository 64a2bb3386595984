//! State that is kept in files: what they are of, the tier of KV blocks on the disk, and sessions.

use atlas_cache::Namespace;
use atlas_core::{BlockId, KvTierCounts, Limits, SnapshotId, StateSpec, TokenId};
use atlas_disk::DiskError;
use atlas_sched::Scheduler;
use atlas_tensor::LayerState;
use xxhash_rust::xxh3::Xxh3;

use super::Runner;
use crate::draft::Proposer;
use crate::engine::config::EngineConfig;
use crate::session::{Arriving, Leaving, SessionForm};
use crate::state::memory::MemoryPlan;
use crate::state::sequences::SequenceState;
use crate::state::tier::{KvTier, TierError, TierSizes};

/// The identity of stored state, as far as the plan of the memory says it.
pub(super) struct KeptState {
    identity: Vec<(&'static str, String)>,
    specs: Vec<StateSpec>,
    /// Bytes of a KV block in each cache.
    parts: Vec<usize>,
    snapshot_bytes: usize,
    sizes: Option<TierSizes>,
}

impl KeptState {
    pub fn new(
        plan: &MemoryPlan,
        limits: &Limits,
        model_id: u64,
        sizes: Option<TierSizes>,
    ) -> Self {
        let paged = plan.state.layers.iter().filter(|layer| layer.block_bytes > 0);
        Self {
            identity: plan.identity(limits, model_id),
            specs: plan.state.layers.iter().map(|layer| layer.kind).collect(),
            parts: paged.map(|layer| layer.block_bytes as usize).collect(),
            snapshot_bytes: plan.state.slot_bytes as usize,
            sizes,
        }
    }
}

impl Runner {
    /// Names and values that must be the same for stored state to be used: those of the plan, and
    /// the scales of the caches, which are frozen by now.
    fn identity(&self) -> Vec<(&'static str, String)> {
        let mut identity = self.kept.identity.clone();
        let (mut sum, mut scaled) = (Xxh3::new(), false);
        for layer in &self.state.layers {
            let LayerState::Paged(cache) = layer else { continue };
            if cache.formats.has_layer_scale() {
                scaled = true;
                let scales = cache.scales();
                sum.update(&scales.key.to_le_bytes());
                sum.update(&scales.value.to_le_bytes());
            }
        }
        if scaled {
            identity.push(("scales of the KV cache", format!("{:016x}", sum.digest())));
        }
        identity
    }

    /// Opens the tier of KV blocks on the disk, if there is to be one: after the scales of the
    /// caches are set, before anything is stored.
    ///
    /// # Errors
    /// The model or another setting is not served with it; its files; no memory.
    pub fn open_tier(&mut self, config: &EngineConfig) -> Result<(), TierError> {
        let Some((tier, sizes)) = config.tier.as_ref().zip(self.kept.sizes.take()) else {
            return Ok(());
        };
        if config.verify_hits > 0.0 {
            return Err(TierError::Unserved(
                "--verify-hits compares blocks in memory alone; every block that comes from the \
                 disk has a checksum",
            ));
        }
        if self.pass.model.carry_len().is_none() {
            return Err(TierError::Unserved(
                "a layer of this model chooses positions by a score of all of them, which are \
                 read from memory alone",
            ));
        }
        match config.proposer {
            Some(Proposer::Model(_) | Proposer::Layers(_) | Proposer::Blocks(_)) => {
                let why = "drafts of another model, of a drafter and of the first layers are made \
                           from KV blocks in memory alone; draft with --speculate mtp or ngram";
                return Err(TierError::Unserved(why));
            }
            Some(Proposer::Tokens(_) | Proposer::Mtp) | None => {}
        }
        let (identity, of) = (self.identity(), (&self.kept.specs[..], &config.limits));
        self.state.tier = Some(KvTier::new(tier, sizes, of, &identity, &self.pass.dev)?);
        self.state.slots.keep_frames();
        Ok(())
    }

    /// Counts of the tier of KV blocks on the disk.
    pub fn tier(&self) -> Option<KvTierCounts> {
        self.state.tier.as_ref().map(KvTier::counts)
    }

    /// KV blocks that were found to be lost since the last call.
    pub fn lost_blocks(&mut self) -> Vec<BlockId> {
        let lost = self.state.tier.as_mut().map(KvTier::take_lost).unwrap_or_default();
        lost.into_iter().map(BlockId).collect()
    }

    /// Writes some state to the disk that is not there; false if there is none.
    pub fn save_some(&mut self) -> bool {
        let SequenceState { tier, layers, snapshots, .. } = &mut self.state;
        tier.as_mut().is_some_and(|tier| tier.save_some(layers, snapshots))
    }

    /// Whether launching a step is likely to take as long as the step, since it brings blocks from
    /// the disk.
    pub fn brings(&self) -> bool {
        self.state.tier.as_ref().is_some_and(KvTier::brings)
    }

    /// While the device works on what was launched: gives the disk what leaves memory next.
    pub fn write_ahead(&mut self) {
        if let Some(tier) = &mut self.state.tier {
            tier.write_ahead(true);
        }
    }

    /// Writes all state to the disk that later processes could use.
    pub fn save_all(&mut self) {
        let SequenceState { tier, layers, snapshots, .. } = &mut self.state;
        if let Some(tier) = tier {
            tier.save_all(layers, snapshots);
        }
    }

    /// Gives the scheduler's prefix cache what earlier processes have left on the disk.
    pub fn restore_cache(&mut self, scheduler: &mut Scheduler) {
        let SequenceState { tier, snapshots, .. } = &mut self.state;
        let Some(tier) = tier else { return };
        let [blocks, snapshots] = tier.restore_cache(scheduler, snapshots);
        if blocks > 0 {
            tracing::info!(blocks, snapshots, "the prefix cache goes on from the disk");
        }
    }

    /// Brings the last snapshot of a prompt that the disk has to the prefix cache, where that has
    /// the blocks and no snapshot as near to the end.
    pub fn bring_snapshot(
        &mut self,
        scheduler: &mut Scheduler,
        namespace: &Namespace,
        tokens: &[TokenId],
    ) {
        let SequenceState { tier, snapshots, .. } = &mut self.state;
        if let Some(tier) = tier {
            tier.bring_snapshot(scheduler, snapshots, namespace, tokens);
        }
    }

    /// The form of sessions: what their files are of and hold.
    pub fn session_form(&self, block_tokens: u32) -> SessionForm {
        SessionForm {
            identity: self.identity(),
            parts: self.kept.parts.clone(),
            snapshot_bytes: self.kept.snapshot_bytes,
            block_tokens,
        }
    }

    /// Gives blocks of the prefix cache to the files of a session: some of those that are left.
    ///
    /// # Errors
    /// The disk.
    pub fn leave_some(&mut self, leaving: &mut Leaving) -> Result<(), DiskError> {
        let SequenceState { tier, layers, .. } = &mut self.state;
        leaving.leave_some(tier.as_mut(), layers)
    }

    /// Gives the snapshot at the end of a session to its files.
    pub fn leave_snapshot(&mut self, leaving: &mut Leaving, snapshot: SnapshotId) {
        leaving.leave_snapshot(&self.state.snapshots, snapshot);
    }

    /// Writes blocks of a session that have come to the blocks of the pool that stand for them.
    ///
    /// # Errors
    /// No frame can be had for one of them.
    pub fn take_in(
        &mut self,
        arriving: &mut Arriving,
        to: &[(u32, BlockId)],
    ) -> Result<(), TierError> {
        let SequenceState { tier, layers, slots, .. } = &mut self.state;
        arriving.take_in(to, tier.as_mut(), slots, layers)
    }

    /// Writes the snapshot of a session to a place.
    pub fn take_in_snapshot(&mut self, bytes: &[u8], to: SnapshotId) {
        let arena = &mut self.state.snapshots;
        let len = arena.snapshot_bytes();
        arena.write(to, &bytes[..len]);
    }
}
