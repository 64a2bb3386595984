//! Metrics that are read from the engine when they are scraped.

use super::single::{counter, gauge};
use super::{kv_tier, prefix};
use atlas_core::EngineStats;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;

pub(super) const PREEMPT_HELP: &str = "Requests taken out of their slot to be computed again";

/// Metrics of the engine under Atlas's names.
pub fn registry(s: &EngineStats) -> Registry {
    let mut r = Registry::default();
    let kv = kv_usage(s);
    gauge(&mut r, "atlas_requests_running", "Requests in a slot", s.running);
    gauge(&mut r, "atlas_requests_waiting", "Requests waiting for a slot", s.waiting);
    gauge(&mut r, "atlas_slots_used", "Sequence slots in use", s.slots_used);
    gauge(&mut r, "atlas_slots", "Sequence slots", s.slots_total);
    gauge(&mut r, "atlas_kv_blocks_used", "KV blocks in use", s.kv_blocks_used);
    gauge(&mut r, "atlas_kv_blocks", "KV blocks", s.kv_blocks_total);
    gauge(&mut r, "atlas_kv_usage_ratio", "Share of KV blocks in use", kv);
    counter(&mut r, "atlas_steps", "Engine steps", s.steps);
    let graphs = "Graphs of decode steps captured before the first request";
    gauge(&mut r, "atlas_graphs_at_start", graphs, s.graphs_at_start);
    let graphs = "Seconds that capturing them took";
    gauge(&mut r, "atlas_graphs_at_start_seconds", graphs, s.graphs_at_start_seconds);
    let surplus = "Rows computed for answers that had ended when their results came";
    counter(&mut r, "atlas_surplus_rows", surplus, s.surplus_rows);
    drafts(&mut r, s);
    counter(&mut r, "atlas_preemptions", PREEMPT_HELP, s.preemptions);
    let forks = "Choices that went on from the state of another of the same prompt";
    counter(&mut r, "atlas_forks", forks, s.forks);
    counter(&mut r, "atlas_prompt_tokens", "Prompt tokens, cached ones included", s.prompt_tokens);
    counter(&mut r, "atlas_generated_tokens", "Tokens generated", s.generated_tokens);
    prefix::register(&mut r, s);
    kv_tier::register(&mut r, s);
    seconds_counter(
        &mut r,
        "atlas_engine_host_seconds",
        "Seconds of engine steps outside the forward pass",
        s.host_seconds,
    );
    seconds_counter(
        &mut r,
        "atlas_engine_forward_seconds",
        "Seconds of forward passes and sampling",
        s.forward_seconds,
    );
    r
}

/// Speculation, each draft by its place behind the last known token.
fn drafts(r: &mut Registry, s: &EngineStats) {
    let help = "Spans of sequences that verified drafts";
    counter(r, "atlas_verified_spans", help, s.verified_spans);
    let by_place = |r: &mut Registry, name: &str, help: &str, places: &[u64]| {
        let family = Family::<[(&'static str, String); 1], Counter>::default();
        for (place, &count) in (1..).zip(places) {
            family.get_or_create(&[("place", place.to_string())]).inc_by(count);
        }
        r.register(name, help, family);
    };
    let help = "Drafts that were verified, by place from 1; the last has later ones too";
    by_place(r, "atlas_drafted_tokens", help, &s.drafted);
    let help = "Drafts that were accepted, by place";
    by_place(r, "atlas_accepted_tokens", help, &s.accepted);
    let help = "Seconds that proposing drafts took";
    seconds_counter(r, "atlas_draft_seconds", help, s.draft_seconds);
}

/// Share of KV blocks in use, 0 to 1.
pub(super) fn kv_usage(s: &EngineStats) -> f64 {
    f64::from(s.kv_blocks_used) / f64::from(s.kv_blocks_total.max(1))
}

fn seconds_counter(r: &mut Registry, name: &str, help: &str, value: f64) {
    let counter = Counter::<f64, AtomicU64>::default();
    counter.inc_by(value);
    r.register(name, help, counter);
}
