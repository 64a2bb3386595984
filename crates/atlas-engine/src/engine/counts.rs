//! The counts that a step leaves behind, as readers of the engine's stats see them.

use atlas_core::{EngineStats, PrefixCounts};
use atlas_sched::SchedStats;
use std::sync::atomic::Ordering;

use crate::engine::handle::Shared;

/// Counts of the scheduler and the pools at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    sched: SchedStats,
    damaged: u64,
    verified: u64,
}

impl Counts {
    /// `damaged`: objects of the host tier that were found so; `verified`: hits that were checked.
    pub fn new(sched: SchedStats, damaged: u64, verified: u64) -> Self {
        Self { sched, damaged, verified }
    }

    /// Puts them into `stats`, and those where handles read them.
    pub fn publish(&self, stats: &mut EngineStats, shared: &Shared) {
        let sched = &self.sched;
        stats.running = sched.running;
        stats.slots_used = sched.slots_used;
        stats.kv_blocks_used = sched.blocks_used;
        stats.prefix = PrefixCounts {
            checksum_failures: self.damaged,
            verified_hits: self.verified,
            ..sched.prefix
        };
        stats.forks = sched.forks;
        let free = shared.limits.slot_count.saturating_sub(sched.slots_used);
        shared.free_slots.store(free, Ordering::Release);
        shared.stats().clone_from(stats);
    }
}
