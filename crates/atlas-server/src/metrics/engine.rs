//! Metrics that are read from the engine when they are scraped.

use super::prefix;
use atlas_core::EngineStats;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::borrow::Cow;
use std::sync::atomic::AtomicU64;

const PREEMPT_HELP: &str = "Requests taken out of their slot to be computed again";

/// Metrics of the engine under Atlas's names and under vLLM's.
pub fn registry(model_name: &str, s: &EngineStats) -> Registry {
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
    counter(&mut r, "atlas_preemptions", PREEMPT_HELP, s.preemptions);
    let forks = "Choices that went on from the state of another of the same prompt";
    counter(&mut r, "atlas_forks", forks, s.forks);
    counter(&mut r, "atlas_prompt_tokens", "Prompt tokens, cached ones included", s.prompt_tokens);
    counter(&mut r, "atlas_generated_tokens", "Tokens generated", s.generated_tokens);
    prefix::register(&mut r, s);
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
    register_vllm(&mut r, model_name, s);
    r
}

/// Adds the metrics that vLLM also has, with its names and labels.
fn register_vllm(r: &mut Registry, model_name: &str, s: &EngineStats) {
    let v = r.sub_registry_with_labels(vllm_labels(model_name).into_iter());
    gauge(v, "vllm:num_requests_running", "Requests in a slot", s.running);
    gauge(v, "vllm:num_requests_waiting", "Requests waiting for a slot", s.waiting);
    gauge(v, "vllm:kv_cache_usage_perc", "Share of KV blocks in use, 0 to 1", kv_usage(s));
    counter(v, "vllm:num_preemptions", PREEMPT_HELP, s.preemptions);
    counter(v, "vllm:prompt_tokens", "Prompt tokens, cached ones included", s.prompt_tokens);
    counter(v, "vllm:generation_tokens", "Tokens generated", s.generated_tokens);
    let cached = s.prefix.query_tokens;
    counter(v, "vllm:prefix_cache_queries", "Tokens looked up in the prefix cache", cached);
    let cached = s.prefix.hit_tokens;
    counter(v, "vllm:prefix_cache_hits", "Tokens found in the prefix cache", cached);
    let info = v.sub_registry_with_labels(
        [
            (Cow::from("block_size"), Cow::from(s.kv_block_tokens.to_string())),
            (Cow::from("num_gpu_blocks"), Cow::from(s.kv_blocks_total.to_string())),
        ]
        .into_iter(),
    );
    gauge(info, "vllm:cache_config_info", "Shape of the KV pool", 1u32);
}

/// Share of KV blocks in use, 0 to 1.
fn kv_usage(s: &EngineStats) -> f64 {
    f64::from(s.kv_blocks_used) / f64::from(s.kv_blocks_total.max(1))
}

/// vLLM's labels of every metric.
pub fn vllm_labels(model_name: &str) -> [(Cow<'static, str>, Cow<'static, str>); 2] {
    [("model_name".into(), model_name.to_owned().into()), ("engine".into(), "0".into())]
}

fn gauge(r: &mut Registry, name: &str, help: &str, value: impl Into<f64>) {
    let gauge = Gauge::<f64, AtomicU64>::default();
    gauge.set(value.into());
    r.register(name, help, gauge);
}

fn counter(r: &mut Registry, name: &str, help: &str, value: u64) {
    let counter = Counter::<u64>::default();
    counter.inc_by(value);
    r.register(name, help, counter);
}

fn seconds_counter(r: &mut Registry, name: &str, help: &str, value: f64) {
    let counter = Counter::<f64, AtomicU64>::default();
    counter.inc_by(value);
    r.register(name, help, counter);
}
