//! Metrics of the engine under the names and with the labels of vLLM.

use super::engine::{PREEMPT_HELP, kv_usage};
use super::prefix::{DEVICE, HOST};
use super::single::{counter, gauge};
use atlas_core::EngineStats;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::borrow::Cow;
use std::sync::atomic::AtomicU64;

/// A label and its value.
type Label = [(&'static str, &'static str); 1];

/// Counts of what Atlas does not do: none of it has happened.
const NEVER: [(&str, &str); 4] = [
    ("external_prefix_cache_queries", "Tokens looked up in caches of other servers: none are"),
    ("external_prefix_cache_hits", "Tokens found in caches of other servers: none are"),
    ("mm_cache_queries", "Images and sounds looked up in a cache: there is none"),
    ("mm_cache_hits", "Images and sounds found in a cache: there is none"),
];

/// vLLM's labels of every metric.
pub fn vllm_labels(model_name: &str) -> [(Cow<'static, str>, Cow<'static, str>); 2] {
    [("model_name".into(), model_name.to_owned().into()), ("engine".into(), "0".into())]
}

/// The metrics.
pub fn registry(model_name: &str, s: &EngineStats) -> Registry {
    let mut r = Registry::default();
    let v = r.sub_registry_with_labels(vllm_labels(model_name).into_iter());
    gauge(v, "vllm:num_requests_running", "Requests in a slot", s.running);
    gauge(v, "vllm:num_requests_waiting", "Requests waiting for a slot", s.waiting);
    let waiting = [
        ([("reason", "capacity")], f64::from(s.waiting)),
        // All requests wait in one queue.
        ([("reason", "deferred")], 0.0),
    ];
    let help = "Requests waiting for a slot, by reason";
    gauges(v, "vllm:num_requests_waiting_by_reason", help, &waiting);
    let sleep = [("awake", 1.0), ("weights_offloaded", 0.0), ("discard_all", 0.0)];
    let sleep = sleep.map(|(state, value)| ([("sleep_state", state)], value));
    gauges(v, "vllm:engine_sleep_state", "1 for the state of the engine: always awake", &sleep);
    gauge(v, "vllm:kv_cache_usage_perc", "Share of KV blocks in use, 0 to 1", kv_usage(s));
    counter(v, "vllm:num_preemptions", PREEMPT_HELP, s.preemptions);
    counter(v, "vllm:generation_tokens", "Tokens generated", s.generated_tokens);
    prompt_tokens(v, s);
    offloaded(v, s);
    drafts(v, s);
    for (name, help) in NEVER {
        counter(v, &format!("vllm:{name}"), help, 0);
    }
    let info = v.sub_registry_with_labels(
        [
            (Cow::from("block_size"), Cow::from(s.kv_block_tokens.to_string())),
            (Cow::from("num_gpu_blocks"), Cow::from(s.kv_blocks_total.to_string())),
        ]
        .into_iter(),
    );
    gauge(info, "vllm:cache_config_info", "Shape of the KV pool", 1u32);
    r
}

/// Prompt tokens by where their state came from.
fn prompt_tokens(v: &mut Registry, s: &EngineStats) {
    counter(v, "vllm:prompt_tokens", "Prompt tokens, cached ones included", s.prompt_tokens);
    let cached = s.cached_prompt_tokens;
    counter(v, "vllm:prompt_tokens_cached", "Prompt tokens that were cached", cached);
    let sources = [
        ([("source", "local_compute")], s.prompt_tokens.saturating_sub(cached)),
        ([("source", "local_cache_hit")], cached),
        ([("source", "external_kv_transfer")], 0),
    ];
    counters(v, "vllm:prompt_tokens_by_source", "Prompt tokens by source", &sources);
    let host = s.prefix.host_prompt_tokens.min(cached);
    let tiers = [([("source", DEVICE)], cached - host), ([("source", HOST)], host)];
    let help = "Cached prompt tokens by the tier of the cache that had them";
    counters(v, "vllm:prompt_tokens_cached_by_source", help, &tiers);
    let looked_up = s.prefix.query_tokens;
    counter(v, "vllm:prefix_cache_queries", "Tokens looked up in the prefix cache", looked_up);
    let found = s.prefix.hit_tokens;
    counter(v, "vllm:prefix_cache_hits", "Tokens found in the prefix cache", found);
}

/// Speculation: a draft is the tokens that are proposed for a sequence in one step.
fn drafts(v: &mut Registry, s: &EngineStats) {
    let sum = |places: &[u64]| places.iter().sum::<u64>();
    let help = "Drafts that were verified, each of one or more tokens";
    counter(v, "vllm:spec_decode_num_drafts", help, s.verified_spans);
    let help = "Tokens of the drafts that were verified";
    counter(v, "vllm:spec_decode_num_draft_tokens", help, sum(&s.drafted));
    let help = "Tokens of drafts that were accepted";
    counter(v, "vllm:spec_decode_num_accepted_tokens", help, sum(&s.accepted));
    let family = Family::<[(&'static str, String); 1], Counter>::default();
    for (place, &accepted) in s.accepted.iter().enumerate() {
        family.get_or_create(&[("position", place.to_string())]).inc_by(accepted);
    }
    let help = "Tokens of drafts that were accepted, by their place; the last has later ones too";
    v.register("vllm:spec_decode_num_accepted_tokens_per_pos", help, family);
}

/// Traffic between the device and the host.
fn offloaded(v: &mut Registry, s: &EngineStats) {
    let p = &s.prefix;
    let bytes = |blocks: u64, snapshots: u64| blocks * s.block_bytes + snapshots * s.snapshot_bytes;
    let loaded = bytes(p.promoted_blocks, p.promoted_snapshots);
    counter(v, "vllm:kv_offload_load_bytes", "Bytes that came back from the host", loaded);
    let stored = bytes(p.demoted_blocks, p.demoted_snapshots);
    counter(v, "vllm:kv_offload_store_bytes", "Bytes that went to the host", stored);
    let help = "KV blocks that came back from the host";
    counter(v, "vllm:simple_kv_offload_load_blocks", help, p.promoted_blocks);
}

fn gauges(r: &mut Registry, name: &str, help: &str, values: &[(Label, f64)]) {
    let family = Family::<Label, Gauge<f64, AtomicU64>>::default();
    for (labels, value) in values {
        family.get_or_create(labels).set(*value);
    }
    r.register(name, help, family);
}

fn counters(r: &mut Registry, name: &str, help: &str, values: &[(Label, u64)]) {
    let family = Family::<Label, Counter>::default();
    for (labels, value) in values {
        family.get_or_create(labels).inc_by(*value);
    }
    r.register(name, help, family);
}
