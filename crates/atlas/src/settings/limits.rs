//! From flags and a model's sizes to limits: every effective value with its source.

use super::EffectiveSetting;
use super::division::{Division, bare_limits};
use super::pools::{Sourced, host_places};
use super::sizes::ModelSizes;
use crate::cli::{LimitArgs, Switch};
use anyhow::Result;
use atlas_cache::StateLayout;
use atlas_core::{HostPlaces, Limits};

/// Resolves the limits. Errors name the flags that cannot hold together.
pub fn limits(args: &LimitArgs, sizes: &ModelSizes<'_>) -> Result<(Limits, Vec<EffectiveSetting>)> {
    let Division { slots, step_tokens, seq_len, mut blocks, mut snapshots } =
        Division::new(args, sizes)?;
    let mut limits = bare_limits(args, slots.0, step_tokens.0, seq_len.0);
    (limits.kv_block_count, limits.snapshot_count) = (blocks.0, snapshots.0);
    let layout = StateLayout::new(sizes.state_specs, &limits);
    let (mut host, mut host_source) = host_places(args, &limits, &layout, sizes.host_memory_bytes)?;
    if sizes.gpu_free_bytes.is_none() && host != HostPlaces::default() {
        // State in the same memory need not be copied to be kept.
        let asked = args.host_cache_gb.is_some();
        let by_hand = [args.kv_cache_memory_gb, args.state_snapshot_gb].map(|gib| gib.is_some());
        for ((pool, more), by_hand) in
            [(&mut blocks, host.blocks), (&mut snapshots, host.snapshots)].into_iter().zip(by_hand)
        {
            // Without a flag a pool is at most twice as large, and one of a flag as it says.
            let more = match (asked, by_hand) {
                (true, _) => more,
                (false, true) => 0,
                (false, false) => more.min(pool.0),
            };
            grow(pool, more, &host_source);
        }
        host_source = format!("{host_source}: in the KV cache, as the CPU has one memory");
        host = HostPlaces::default();
    }
    (limits.kv_block_count, limits.snapshot_count) = (blocks.0, snapshots.0);
    limits.host = host;
    limits.check(layout.is_paged(), layout.window())?;
    let chunk_source = match args.max_chunk_tokens {
        Some(_) => "--max-chunk-tokens",
        None => "the whole step",
    };
    let settings = vec![
        EffectiveSetting::new("max_batch_size", limits.slot_count, slots.1),
        EffectiveSetting::new("max_num_batched_tokens", limits.step_tokens_max, step_tokens.1),
        EffectiveSetting::new("max_chunk_tokens", limits.chunk_tokens_max, chunk_source),
        EffectiveSetting::new("max_seq_len", limits.seq_len_max, seq_len.1),
        EffectiveSetting::new("kv_block_tokens", limits.kv_block_tokens, "fixed"),
        EffectiveSetting::new("kv_block_count", limits.kv_block_count, blocks.1),
        kv_blocks_per_sequence(&limits, &layout),
        EffectiveSetting::new("speculate", &args.speculate, "--speculate"),
        EffectiveSetting::new("prefix_cache", on_off(args.prefix_cache), "--prefix-cache"),
        EffectiveSetting::new("state_snapshot_count", limits.snapshot_count, snapshots.1),
        EffectiveSetting::new("host_cache_blocks", host.blocks, host_source.clone()),
        EffectiveSetting::new("host_cache_snapshots", host.snapshots, host_source),
        EffectiveSetting::new("verify_hits", args.verify_hits, "--verify-hits"),
        EffectiveSetting::new("max_queue_len", limits.queue_len_max, "--max-queue-len"),
        EffectiveSetting::new("max_overtakes", limits.overtake_max, "--max-overtakes"),
    ];
    Ok((limits, settings))
}

fn grow(pool: &mut Sourced, more: u32, source: &str) {
    if more > 0 {
        pool.0 = pool.0.saturating_add(more);
        pool.1 = format!("{}, and {source} for the cache", pool.1);
    }
}

/// Longest time of a step in milliseconds while requests generate; 0: no limit.
pub fn max_step_ms(args: &LimitArgs, on_gpu: bool) -> (u32, EffectiveSetting) {
    let (ms, source) = match (args.max_step_ms.given(), on_gpu) {
        (Some(ms), _) => (ms, "--max-step-ms"),
        (None, true) => (50, "a GPU"),
        (None, false) => (250, "the CPU"),
    };
    (ms, EffectiveSetting::new("max_step_ms", ms, source))
}

/// Steps that are on the device at a time.
pub fn run_ahead(args: &LimitArgs, on_gpu: bool) -> (u32, EffectiveSetting) {
    let (steps, source) = match (args.run_ahead, on_gpu) {
        (Some(steps), _) => (steps, "--run-ahead"),
        (None, true) => (2, "a GPU"),
        (None, false) => (1, "the CPU"),
    };
    (steps, EffectiveSetting::new("run_ahead", steps, source))
}

/// The most KV blocks that one sequence holds at a time, and why.
pub(super) fn kv_blocks_per_sequence(limits: &Limits, layout: &StateLayout) -> EffectiveSetting {
    let name = "kv_blocks_per_sequence";
    if !layout.is_paged() {
        return EffectiveSetting::new(name, 0, "the model has no paged layer");
    }
    let held = limits.blocks_held_max(layout.window());
    let source = match layout.window() {
        Some(window) if held < limits.blocks_for(limits.seq_len_max) => format!(
            "every layer has a window: {window} tokens and two chunks of {}, whatever the length",
            limits.chunk_tokens_max
        ),
        Some(window) => {
            format!("max_seq_len, which a window of {window} tokens and two chunks reach")
        }
        None => "max_seq_len".into(),
    };
    EffectiveSetting::new(name, held, source)
}

fn on_off(switch: Switch) -> &'static str {
    match switch {
        Switch::On => "on",
        Switch::Off => "off",
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
pub(super) mod tests;
