//! From flags and a model's sizes to limits: every effective value with its source.

use super::EffectiveSetting;
use super::pools::{GIB, host_places, snapshot_count};
use crate::cli::{LimitArgs, Switch};
use anyhow::{Result, bail};
use atlas_cache::StateLayout;
use atlas_core::{HostPlaces, Limits, StateSpec};

/// Token positions per KV block. Attention merges one block at a time, anchored at position 0.
pub const KV_BLOCK_TOKENS: u32 = 32;
/// Longest sequence offered unless the user asks for more.
const SEQ_LEN_DEFAULT_MAX: u32 = 32_768;

/// Model sizes and amounts of memory that the limits depend on.
pub struct ModelSizes<'a> {
    pub state_specs: &'a [StateSpec],
    /// Longest position the model declares.
    pub position_max: u32,
    /// Bytes of a KV element in the chosen compute type.
    pub kv_element_bytes: u32,
    /// Of the machine, or what is free of a GPU's once the weights are there.
    pub memory_bytes: u64,
    /// Of the machine, whatever the device is.
    pub host_memory_bytes: u64,
}

/// Resolves the limits. Errors name the flags that cannot hold together.
pub fn limits(args: &LimitArgs, sizes: &ModelSizes<'_>) -> Result<(Limits, Vec<EffectiveSetting>)> {
    let mut limits = Limits {
        slot_count: args.max_batch_size,
        step_tokens_max: args.max_num_batched_tokens,
        seq_len_max: 0,
        kv_block_tokens: KV_BLOCK_TOKENS,
        kv_block_count: 0,
        chunk_tokens_max: args.max_chunk_tokens.unwrap_or(args.max_num_batched_tokens),
        queue_len_max: args.max_queue_len,
        overtake_max: args.max_overtakes,
        snapshot_count: 0,
        host: HostPlaces::default(),
    };
    let layout = StateLayout::new(sizes.state_specs, &limits, sizes.kv_element_bytes);
    let budget = kv_budget(args, sizes.memory_bytes)?;
    let (seq_len, seq_source) = seq_len(args, sizes, &limits, &layout, budget)?;
    limits.seq_len_max = seq_len;
    let (blocks, blocks_source) = block_count(args, &limits, &layout, budget);
    limits.kv_block_count = blocks;
    let (snapshots, snapshots_source) = snapshot_count(args, &layout, sizes.memory_bytes)?;
    limits.snapshot_count = snapshots;
    let (host, host_source) = host_places(args, &limits, &layout, sizes.host_memory_bytes)?;
    limits.host = host;
    limits.check(layout.is_paged(), layout.window())?;
    let chunk_source = match args.max_chunk_tokens {
        Some(_) => "--max-chunk-tokens",
        None => "the whole step",
    };
    let settings = vec![
        EffectiveSetting::new("max_batch_size", limits.slot_count, "--max-batch-size"),
        EffectiveSetting::new(
            "max_num_batched_tokens",
            limits.step_tokens_max,
            "--max-num-batched-tokens",
        ),
        EffectiveSetting::new("max_chunk_tokens", limits.chunk_tokens_max, chunk_source),
        EffectiveSetting::new("max_seq_len", limits.seq_len_max, seq_source),
        EffectiveSetting::new("kv_block_tokens", limits.kv_block_tokens, "fixed"),
        EffectiveSetting::new("kv_block_count", limits.kv_block_count, blocks_source),
        kv_blocks_per_sequence(&limits, &layout),
        EffectiveSetting::new("prefix_cache", on_off(args.prefix_cache), "--prefix-cache"),
        EffectiveSetting::new("state_snapshot_count", limits.snapshot_count, snapshots_source),
        EffectiveSetting::new("host_cache_blocks", host.blocks, host_source.clone()),
        EffectiveSetting::new("host_cache_snapshots", host.snapshots, host_source),
        EffectiveSetting::new("verify_hits", args.verify_hits, "--verify-hits"),
        EffectiveSetting::new("max_queue_len", limits.queue_len_max, "--max-queue-len"),
        EffectiveSetting::new("max_overtakes", limits.overtake_max, "--max-overtakes"),
    ];
    Ok((limits, settings))
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

/// The flag's budget in bytes, or a quarter of the machine's memory.
fn kv_budget(args: &LimitArgs, memory_bytes: u64) -> Result<u64> {
    match args.kv_cache_memory_gb {
        Some(gib) if gib.is_finite() && gib > 0.0 => Ok((gib * GIB) as u64),
        Some(gib) => bail!("--kv-cache-memory-gb {gib}: must be above 0"),
        None => Ok(memory_bytes / 4),
    }
}

/// The most KV blocks that one sequence holds at a time, and why.
fn kv_blocks_per_sequence(limits: &Limits, layout: &StateLayout) -> EffectiveSetting {
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

fn seq_len(
    args: &LimitArgs,
    sizes: &ModelSizes<'_>,
    limits: &Limits,
    layout: &StateLayout,
    budget: u64,
) -> Result<(u32, String)> {
    if let Some(len) = args.max_seq_len {
        if len > sizes.position_max {
            bail!(
                "--max-seq-len {len} is beyond the model's {} positions (max_position_embeddings)",
                sizes.position_max
            );
        }
        return Ok((len, "--max-seq-len".into()));
    }
    let wish = sizes.position_max.min(SEQ_LEN_DEFAULT_MAX);
    if !layout.is_paged() {
        return Ok((
            wish,
            format!("min of the model's {} and {SEQ_LEN_DEFAULT_MAX}", sizes.position_max),
        ));
    }
    let within = layout.blocks_within(budget);
    let whole = Limits { seq_len_max: wish, ..limits.clone() };
    let model_says = format!("min of the model's {} and {SEQ_LEN_DEFAULT_MAX}", sizes.position_max);
    if within >= whole.blocks_held_max(layout.window()) {
        return Ok((wish, model_says));
    }
    let fits = within.saturating_mul(KV_BLOCK_TOKENS);
    if fits < 2 {
        bail!(
            "the KV budget of {budget} bytes holds no block of {} bytes; \
             raise --kv-cache-memory-gb",
            layout.block_bytes
        );
    }
    if fits < wish {
        return Ok((fits, format!("what the KV budget of {budget} bytes holds")));
    }
    Ok((wish, model_says))
}

fn block_count(
    args: &LimitArgs,
    limits: &Limits,
    layout: &StateLayout,
    budget: u64,
) -> (u32, String) {
    if !layout.is_paged() {
        return (0, "the model has no paged layer".into());
    }
    let within = layout.blocks_within(budget);
    if args.kv_cache_memory_gb.is_some() {
        return (within, "--kv-cache-memory-gb".into());
    }
    // With a prefix cache, blocks that a sequence gave back behind its window serve others.
    let (one, source) = match args.prefix_cache {
        Switch::Off if layout.window().is_some() => {
            (limits.blocks_held_max(layout.window()), "what every sequence holds at a time")
        }
        _ => (limits.blocks_for(limits.seq_len_max), "every sequence at the longest length"),
    };
    let wish = one.saturating_mul(limits.slot_count);
    if wish <= within {
        (wish, source.into())
    } else {
        (within, "a quarter of this machine's memory".into())
    }
}

fn on_off(switch: Switch) -> &'static str {
    match switch {
        Switch::On => "on",
        Switch::Off => "off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_engine::object_bytes;

    const SPECS: &[StateSpec] = &[
        StateSpec::Paged { kv_heads: 2, head_dim: 64, window: None },
        StateSpec::Recurrent {
            heads: 4,
            key_dim: 64,
            value_dim: 64,
            conv_channels: 768,
            conv_kernel: 4,
        },
    ];

    fn args() -> LimitArgs {
        LimitArgs {
            max_seq_len: None,
            max_batch_size: 8,
            max_num_batched_tokens: 512,
            max_chunk_tokens: None,
            kv_cache_memory_gb: None,
            prefix_cache: Switch::On,
            state_snapshot_gb: None,
            host_cache_gb: None,
            verify_hits: 0.0,
            run_ahead: None,
            max_queue_len: 256,
            max_overtakes: 16,
        }
    }

    fn sizes(memory_bytes: u64) -> ModelSizes<'static> {
        ModelSizes {
            state_specs: SPECS,
            position_max: 40_960,
            kv_element_bytes: 2,
            memory_bytes,
            host_memory_bytes: memory_bytes,
        }
    }

    #[test]
    fn defaults_hold_together() {
        let (l, settings) = limits(&args(), &sizes(24 << 30)).unwrap();
        assert_eq!((l.seq_len_max, l.kv_block_count), (32_768, 8 * 1024));
        assert!(settings.iter().any(|s| s.name == "max_seq_len" && s.value == "32768"));
    }

    #[test]
    fn snapshots_have_a_budget_of_their_own() {
        let count = |change: &dyn Fn(&mut LimitArgs), memory: u64| {
            let mut args = args();
            change(&mut args);
            limits(&args, &sizes(memory)).map(|(l, _)| l.snapshot_count)
        };
        let slot =
            StateLayout::new(SPECS, &limits(&args(), &sizes(24 << 30)).unwrap().0, 2).slot_bytes;
        assert_eq!(count(&|_| {}, 24 << 30).unwrap(), 64);
        let small = 64 << 20;
        assert_eq!(u64::from(count(&|_| {}, small).unwrap()), (small / 16 / slot).min(64));
        assert_eq!(count(&|a| a.prefix_cache = Switch::Off, 24 << 30).unwrap(), 0);
        assert_eq!(count(&|a| a.state_snapshot_gb = Some(0.0), 24 << 30).unwrap(), 0);
        let gib = count(&|a| a.state_snapshot_gb = Some(1.0), 24 << 30).unwrap();
        assert_eq!(u64::from(gib), (1 << 30) / slot);
        let wrong = count(&|a| a.state_snapshot_gb = Some(-1.0), 24 << 30).unwrap_err();
        assert!(wrong.to_string().contains("--state-snapshot-gb"));
    }

    #[test]
    fn the_host_tier_has_the_proportions_of_the_first() {
        let host = |change: &dyn Fn(&mut LimitArgs), memory: u64| {
            let mut args = args();
            change(&mut args);
            limits(&args, &sizes(memory)).map(|(l, _)| (l.host, l))
        };
        let (places, l) = host(&|_| {}, 24 << 30).unwrap();
        assert_eq!((places.blocks, places.snapshots), (l.kv_block_count, l.snapshot_count));
        let layout = StateLayout::new(SPECS, &l, 2);
        let (block, snapshot) = object_bytes(layout.block_bytes, layout.slot_bytes);
        let small = 64 << 20;
        let (places, _) = host(&|_| {}, small).unwrap();
        let bytes = block * u64::from(places.blocks) + snapshot * u64::from(places.snapshots);
        assert!(bytes <= small / 8 && bytes > small / 10 && places.snapshots > 0, "{places:?}");
        let off = HostPlaces::default();
        assert_eq!(host(&|a| a.host_cache_gb = Some(0.0), 24 << 30).unwrap().0, off);
        assert_eq!(host(&|a| a.prefix_cache = Switch::Off, 24 << 30).unwrap().0, off);
        assert_eq!(host(&|a| a.state_snapshot_gb = Some(0.0), 24 << 30).unwrap().0, off);
        let wrong = host(&|a| a.host_cache_gb = Some(f64::NAN), 24 << 30).unwrap_err();
        assert!(wrong.to_string().contains("--host-cache-gb"));
    }

    #[test]
    fn a_small_machine_shortens_the_default_and_says_so() {
        // One block is 2 * 32 * 2 * 64 * 2 B = 16 KiB; a quarter of 64 MiB holds 1024 of them.
        let (l, settings) = limits(&args(), &sizes(64 << 20)).unwrap();
        assert_eq!((l.kv_block_count, l.seq_len_max), (1024, 32_768));
        let (l, _) = limits(&args(), &sizes(16 << 20)).unwrap();
        assert_eq!((l.kv_block_count, l.seq_len_max), (256, 8192));
        assert!(settings.iter().any(|s| s.source.contains("quarter")));
    }

    /// Where every layer has a window a pool far below the longest sequence serves it, and the
    /// settings say why.
    #[test]
    fn a_window_bounds_what_a_sequence_needs() {
        let specs = |window| [StateSpec::Paged { kv_heads: 2, head_dim: 64, window }; 2];
        let (windowed, mixed) = (specs(Some(4096)), [specs(Some(4096)), specs(None)].concat());
        fn shaped(state_specs: &[StateSpec]) -> ModelSizes<'_> {
            ModelSizes { state_specs, ..sizes(48 << 20) }
        }
        let chunked = LimitArgs { max_chunk_tokens: Some(256), ..args() };
        let found = |args: &LimitArgs, specs: &[StateSpec]| {
            let (limits, settings) = limits(args, &shaped(specs)).unwrap();
            let held = settings.into_iter().find(|s| s.name == "kv_blocks_per_sequence").unwrap();
            (limits.seq_len_max, limits.kv_block_count, held)
        };
        // A block is 2 * 2 * 32 * 2 * 64 * 2 B = 32 KiB; 12 MiB hold 384 of them, 12,288 positions.
        let (seq_len, blocks, held) = found(&chunked, &windowed);
        assert_eq!((seq_len, blocks, held.value.as_str()), (32_768, 384, "145"));
        assert!(held.source.contains("a window: 4096 tokens and two chunks of 256"), "{held:?}");
        // One layer that sees everything keeps everything.
        let (seq_len, blocks, held) = found(&chunked, &mixed);
        assert_eq!((seq_len, blocks, held.value.as_str()), (6144, 192, "192"));
        assert_eq!(held.source, "max_seq_len");
        // Without a cache nothing is of use behind the windows.
        let off = LimitArgs { prefix_cache: Switch::Off, max_batch_size: 2, ..chunked.clone() };
        assert_eq!(found(&off, &windowed).1, 290);
        let few =
            LimitArgs { kv_cache_memory_gb: Some(0.002), max_seq_len: Some(32_000), ..chunked };
        let e = limits(&few, &shaped(&windowed)).unwrap_err().to_string();
        assert!(e.contains("window of 4096") && e.contains("--kv-cache-memory-gb"), "{e}");
    }

    #[test]
    fn contradictions_are_errors_that_name_flags() {
        let e = limits(&LimitArgs { max_seq_len: Some(50_000), ..args() }, &sizes(24 << 30));
        assert!(e.unwrap_err().to_string().contains("--max-seq-len"));
        let e = limits(&LimitArgs { kv_cache_memory_gb: Some(0.0), ..args() }, &sizes(24 << 30));
        assert!(e.unwrap_err().to_string().contains("--kv-cache-memory-gb"));
        let small =
            LimitArgs { kv_cache_memory_gb: Some(0.001), max_seq_len: Some(32_000), ..args() };
        let e = limits(&small, &sizes(24 << 30)).unwrap_err().to_string();
        assert!(e.contains("--kv-cache-memory-gb") && e.contains("--max-seq-len"), "{e}");
        let e = limits(&LimitArgs { max_num_batched_tokens: 4, ..args() }, &sizes(24 << 30));
        assert!(e.unwrap_err().to_string().contains("--max-num-batched-tokens"));
    }
}
