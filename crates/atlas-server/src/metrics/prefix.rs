//! Counters and contents of the prefix cache, by tier of memory.

use atlas_core::{EngineStats, TierCounts};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct TierLabels {
    tier: &'static str,
}

pub(crate) const DEVICE: &str = "device";
pub(crate) const HOST: &str = "host";

/// Adds the metrics of the cache.
pub(crate) fn register(r: &mut Registry, s: &EngineStats) {
    let p = &s.prefix;
    let queries = "Slot assignments that looked for a cached prefix";
    counters(r, "atlas_prefix_queries", queries, &[(DEVICE, p.queries)]);
    let hits = "Slot assignments that resumed from a cached prefix";
    counters(r, "atlas_prefix_hits", hits, &[(DEVICE, p.hits)]);
    let tokens = "Tokens looked up in the prefix cache";
    counters(r, "atlas_prefix_query_tokens", tokens, &[(DEVICE, p.query_tokens)]);
    let saved = "Tokens not computed because their state was cached";
    counters(r, "atlas_prefix_saved_tokens", saved, &[(DEVICE, p.hit_tokens)]);
    let both = |of: fn(&TierCounts) -> u64| [(DEVICE, of(&p.device)), (HOST, of(&p.host))];
    let blocks = "KV blocks of cached prefixes that a tier gave up for others";
    counters(r, "atlas_prefix_evicted_blocks", blocks, &both(|t| t.evicted_blocks));
    let snapshots = "Snapshots of recurrent state that a tier gave up for others";
    counters(r, "atlas_prefix_evicted_snapshots", snapshots, &both(|t| t.evicted_snapshots));
    let demoted = "KV blocks that a tier gave up and the one behind it took";
    counters(r, "atlas_prefix_demoted_blocks", demoted, &[(DEVICE, p.demoted_blocks)]);
    let demoted = "Snapshots that a tier gave up and the one behind it took";
    counters(r, "atlas_prefix_demoted_snapshots", demoted, &[(DEVICE, p.demoted_snapshots)]);
    let promoted = "KV blocks that came back from a tier";
    counters(r, "atlas_prefix_promoted_blocks", promoted, &[(HOST, p.promoted_blocks)]);
    let promoted = "Snapshots that came back from a tier";
    counters(r, "atlas_prefix_promoted_snapshots", promoted, &[(HOST, p.promoted_snapshots)]);
    let failures = "Objects of a tier that were not what had been stored when they were read";
    counters(r, "atlas_prefix_checksum_failures", failures, &[(HOST, p.checksum_failures)]);
    let swapped = "Preempted sequences whose state went to the tier behind this one";
    counters(r, "atlas_prefix_swapped_out", swapped, &[(DEVICE, p.swapped_out)]);
    let swapped = "Preempted sequences that went on from their state in this tier";
    counters(r, "atlas_prefix_swapped_in", swapped, &[(HOST, p.swapped_in)]);
    let verified = "Hits that were computed once more in idle time and compared";
    counters(r, "atlas_prefix_verified_hits", verified, &[(DEVICE, p.verified_hits)]);
    let quarantined = "Entries taken out because computing them again gave something else";
    counters(r, "atlas_prefix_quarantined", quarantined, &[(DEVICE, p.quarantined)]);

    let both = |of: fn(&TierCounts) -> u32| {
        [(DEVICE, f64::from(of(&p.device))), (HOST, f64::from(of(&p.host)))]
    };
    let blocks = both(|t| t.blocks);
    gauges(r, "atlas_prefix_blocks", "KV blocks that a tier of the cache holds", &blocks);
    let snapshots = both(|t| t.snapshots);
    gauges(r, "atlas_prefix_snapshots", "Snapshots that a tier of the cache holds", &snapshots);
    let bytes = snapshots.map(|(tier, n)| (tier, n * s.snapshot_bytes as f64));
    gauges(r, "atlas_prefix_snapshot_bytes", "Bytes of those snapshots", &bytes);
    let bytes = blocks.map(|(tier, n)| (tier, n * s.block_bytes as f64));
    gauges(r, "atlas_prefix_block_bytes", "Bytes of those blocks", &bytes);
    let evicted = "Blocks behind a window of which the cache has the tokens alone";
    gauges(r, "atlas_prefix_hollow_blocks", evicted, &[(DEVICE, f64::from(p.evicted_entries))]);
}

fn counters(r: &mut Registry, name: &str, help: &str, values: &[(&'static str, u64)]) {
    let family = Family::<TierLabels, Counter>::default();
    for &(tier, value) in values {
        family.get_or_create(&TierLabels { tier }).inc_by(value);
    }
    r.register(name, help, family);
}

fn gauges(r: &mut Registry, name: &str, help: &str, values: &[(&'static str, f64)]) {
    let family = Family::<TierLabels, Gauge<f64, AtomicU64>>::default();
    for &(tier, value) in values {
        family.get_or_create(&TierLabels { tier }).set(value);
    }
    r.register(name, help, family);
}
