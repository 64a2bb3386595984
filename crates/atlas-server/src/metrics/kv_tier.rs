//! The tier of KV blocks on the disk; there are no such metrics without one (`--kv-tier`).

use super::single::{counter, gauge};
use atlas_core::{EngineStats, KvTierCounts};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct OperationLabels {
    operation: &'static str,
}

/// Adds the metrics of the tier.
pub(crate) fn register(r: &mut Registry, s: &EngineStats) {
    let Some(tier) = &s.tier else { return };
    let read = "Bytes of KV blocks read from the disk";
    counter(r, "atlas_kv_tier_read_bytes", read, tier.read_bytes);
    let written = "Bytes of KV blocks written to the disk";
    counter(r, "atlas_kv_tier_written_bytes", written, tier.written_bytes);
    let failed = "Reads and writes of KV blocks that failed or brought something else";
    counter(r, "atlas_kv_tier_failed_jobs", failed, tier.failed_jobs);
    let used = "KV blocks that steps read, in memory or not";
    counter(r, "atlas_kv_tier_used_blocks", used, tier.used_blocks);
    let brought = "KV blocks that came from the disk for steps";
    counter(r, "atlas_kv_tier_brought_blocks", brought, tier.brought_blocks);
    waits(r, tier);
    let share = "Share of the KV blocks that steps read which were in memory";
    gauge(r, "atlas_kv_tier_hit_share", share, hit_share(tier));
    let depth = "Reads and writes of KV blocks that are on their way";
    gauge(r, "atlas_kv_tier_queue_depth", depth, tier.queue_depth);
    let resident = "KV blocks in memory";
    gauge(r, "atlas_kv_tier_resident_blocks", resident, tier.resident_blocks);
    let most = "KV blocks that have room in memory";
    gauge(r, "atlas_kv_tier_resident_blocks_max", most, tier.resident_blocks_max);
    let stored = "KV blocks that the file on the disk holds";
    gauge(r, "atlas_kv_tier_stored_blocks", stored, tier.stored_blocks);
}

/// Seconds of waiting, by operation.
fn waits(r: &mut Registry, tier: &KvTierCounts) {
    let family = Family::<OperationLabels, Counter<f64, AtomicU64>>::default();
    for (operation, seconds) in
        [("read", tier.read_wait_seconds), ("write", tier.write_wait_seconds)]
    {
        family.get_or_create(&OperationLabels { operation }).inc_by(seconds);
    }
    let help = "Seconds that steps waited for reads from the disk, and for memory of writes";
    r.register("atlas_kv_tier_wait_seconds", help, family);
}

/// Share of the blocks that steps read which were in memory, 0 to 1; 1 where steps read none.
pub(crate) fn hit_share(tier: &KvTierCounts) -> f64 {
    if tier.used_blocks == 0 {
        return 1.0;
    }
    // A block that is read again after a failure comes more than once.
    (1.0 - tier.brought_blocks as f64 / tier.used_blocks as f64).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;

    #[test]
    fn a_tier_has_metrics_and_no_tier_has_none() {
        let tier = KvTierCounts {
            resident_blocks: 40,
            resident_blocks_max: 51,
            stored_blocks: 700,
            read_bytes: 8192,
            written_bytes: 4096,
            failed_jobs: 2,
            read_wait_seconds: 1.5,
            write_wait_seconds: 0.25,
            used_blocks: 200,
            brought_blocks: 50,
            queue_depth: 3,
        };
        let metrics = Metrics::new("m");
        let stats = EngineStats { tier: Some(tier), ..EngineStats::default() };
        let text = metrics.render(&stats).expect("render");
        for line in [
            "atlas_kv_tier_read_bytes_total 8192",
            "atlas_kv_tier_written_bytes_total 4096",
            "atlas_kv_tier_failed_jobs_total 2",
            "atlas_kv_tier_used_blocks_total 200",
            "atlas_kv_tier_brought_blocks_total 50",
            "atlas_kv_tier_wait_seconds_total{operation=\"read\"} 1.5",
            "atlas_kv_tier_wait_seconds_total{operation=\"write\"} 0.25",
            "atlas_kv_tier_hit_share 0.75",
            "atlas_kv_tier_queue_depth 3.0",
            "atlas_kv_tier_resident_blocks 40.0",
            "atlas_kv_tier_resident_blocks_max 51.0",
            "atlas_kv_tier_stored_blocks 700.0",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} not in\n{text}");
        }
        let without = metrics.render(&EngineStats::default()).expect("render");
        assert!(!without.contains("atlas_kv_tier"), "{without}");
    }

    #[test]
    fn a_share_is_between_none_and_all() {
        let share = |used_blocks, brought_blocks| {
            hit_share(&KvTierCounts { used_blocks, brought_blocks, ..KvTierCounts::default() })
        };
        assert_eq!([share(0, 0), share(0, 3), share(4, 1), share(4, 5)], [1.0, 1.0, 0.75, 0.0]);
    }
}
