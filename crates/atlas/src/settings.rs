//! From flags and a model's shape to limits: every effective value with its source.

use crate::cli::{LimitArgs, ModelArgs, Switch};
use anyhow::{Context, Result, bail};
use atlas_cache::StateLayout;
use atlas_core::{HostPlaces, Limits, StateSpec};
use atlas_engine::object_bytes;
use serde::{Deserialize, Serialize};

/// Token positions per KV block. Attention merges one block at a time, anchored at position 0.
pub const KV_BLOCK_TOKENS: u32 = 32;
/// Longest sequence offered unless the user asks for more.
const SEQ_LEN_DEFAULT_MAX: u32 = 32_768;
const GIB: f64 = (1u64 << 30) as f64;

/// One effective setting, for `atlas explain`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    pub name: String,
    pub value: String,
    pub source: String,
}

impl Setting {
    pub fn new(name: &str, value: impl ToString, source: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: value.to_string(), source: source.into() }
    }
}

/// What of a model's shape decides the limits.
pub struct Shape<'a> {
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
pub fn limits(args: &LimitArgs, shape: &Shape<'_>) -> Result<(Limits, Vec<Setting>)> {
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
    let layout = StateLayout::new(shape.state_specs, &limits, shape.kv_element_bytes);
    let budget = kv_budget(args, shape.memory_bytes)?;
    let (seq_len, seq_source) = seq_len(args, shape, &limits, &layout, budget)?;
    limits.seq_len_max = seq_len;
    let (blocks, blocks_source) = block_count(args, &limits, &layout, budget);
    limits.kv_block_count = blocks;
    let (snapshots, snapshots_source) = snapshot_count(args, &layout, shape.memory_bytes)?;
    limits.snapshot_count = snapshots;
    let (host, host_source) = host_places(args, &limits, &layout, shape.host_memory_bytes)?;
    limits.host = host;
    limits.check(layout.is_paged(), layout.window())?;
    let chunk_source = match args.max_chunk_tokens {
        Some(_) => "--max-chunk-tokens",
        None => "the whole step",
    };
    let settings = vec![
        Setting::new("max_batch_size", limits.slot_count, "--max-batch-size"),
        Setting::new("max_num_batched_tokens", limits.step_tokens_max, "--max-num-batched-tokens"),
        Setting::new("max_chunk_tokens", limits.chunk_tokens_max, chunk_source),
        Setting::new("max_seq_len", limits.seq_len_max, seq_source),
        Setting::new("kv_block_tokens", limits.kv_block_tokens, "fixed"),
        Setting::new("kv_block_count", limits.kv_block_count, blocks_source),
        kv_blocks_per_sequence(&limits, &layout),
        Setting::new("prefix_cache", on_off(args.prefix_cache), "--prefix-cache"),
        Setting::new("state_snapshot_count", limits.snapshot_count, snapshots_source),
        Setting::new("host_cache_blocks", host.blocks, host_source.clone()),
        Setting::new("host_cache_snapshots", host.snapshots, host_source),
        Setting::new("verify_hits", args.verify_hits, "--verify-hits"),
        Setting::new("max_queue_len", limits.queue_len_max, "--max-queue-len"),
        Setting::new("max_overtakes", limits.overtake_max, "--max-overtakes"),
    ];
    Ok((limits, settings))
}

/// Steps that are on the device at a time.
pub fn run_ahead(args: &LimitArgs, on_gpu: bool) -> (u32, Setting) {
    let (steps, source) = match (args.run_ahead, on_gpu) {
        (Some(steps), _) => (steps, "--run-ahead"),
        (None, true) => (2, "a GPU"),
        (None, false) => (1, "the CPU"),
    };
    (steps, Setting::new("run_ahead", steps, source))
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
fn kv_blocks_per_sequence(limits: &Limits, layout: &StateLayout) -> Setting {
    let name = "kv_blocks_per_sequence";
    if !layout.is_paged() {
        return Setting::new(name, 0, "the model has no paged layer");
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
    Setting::new(name, held, source)
}

fn seq_len(
    args: &LimitArgs,
    shape: &Shape<'_>,
    limits: &Limits,
    layout: &StateLayout,
    budget: u64,
) -> Result<(u32, String)> {
    if let Some(len) = args.max_seq_len {
        if len > shape.position_max {
            bail!(
                "--max-seq-len {len} is beyond the model's {} positions (max_position_embeddings)",
                shape.position_max
            );
        }
        return Ok((len, "--max-seq-len".into()));
    }
    let wish = shape.position_max.min(SEQ_LEN_DEFAULT_MAX);
    if !layout.is_paged() {
        return Ok((
            wish,
            format!("min of the model's {} and {SEQ_LEN_DEFAULT_MAX}", shape.position_max),
        ));
    }
    let within = layout.blocks_within(budget);
    let whole = Limits { seq_len_max: wish, ..limits.clone() };
    let model_says = format!("min of the model's {} and {SEQ_LEN_DEFAULT_MAX}", shape.position_max);
    if within >= whole.blocks_held_max(layout.window()) {
        return Ok((wish, model_says));
    }
    let fits = within.saturating_mul(KV_BLOCK_TOKENS);
    if fits < 2 {
        bail!(
            "the KV budget of {budget} bytes holds no block of {} bytes; raise --kv-cache-memory-gb",
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
    // What a sequence has given back behind its window serves others, if prefixes are cached.
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

/// Snapshots for each sequence that runs at once, unless the flag says how much memory they have.
const SNAPSHOTS_PER_SLOT: u32 = 8;

/// Places for snapshots of recurrent state.
fn snapshot_count(
    args: &LimitArgs,
    layout: &StateLayout,
    memory_bytes: u64,
) -> Result<(u32, String)> {
    let within = |bytes: u64| {
        let count = bytes.checked_div(layout.slot_bytes).unwrap_or(0);
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    let asked = match args.state_snapshot_gb {
        Some(gib) if gib.is_finite() && gib >= 0.0 => Some(within((gib * GIB) as u64)),
        Some(gib) => bail!("--state-snapshot-gb {gib}: must be 0 or above"),
        None => None,
    };
    if args.prefix_cache == Switch::Off {
        return Ok((0, "the prefix cache is off".into()));
    }
    if layout.slot_bytes == 0 {
        return Ok((0, "the model has no recurrent layer".into()));
    }
    if let Some(count) = asked {
        return Ok((count, "--state-snapshot-gb".into()));
    }
    let wish = args.max_batch_size.saturating_mul(SNAPSHOTS_PER_SLOT);
    let most = within(memory_bytes / 16);
    Ok(if wish <= most {
        (wish, format!("{SNAPSHOTS_PER_SLOT} for each sequence"))
    } else {
        (most, "a sixteenth of this machine's memory".into())
    })
}

/// Places in host memory for what the first tier gives up, in the proportion that it has.
fn host_places(
    args: &LimitArgs,
    limits: &Limits,
    layout: &StateLayout,
    memory_bytes: u64,
) -> Result<(HostPlaces, String)> {
    let asked = match args.host_cache_gb {
        Some(gib) if gib.is_finite() && gib >= 0.0 => Some((gib * GIB) as u64),
        Some(gib) => bail!("--host-cache-gb {gib}: must be 0 or above"),
        None => None,
    };
    if args.prefix_cache == Switch::Off {
        return Ok((HostPlaces::default(), "the prefix cache is off".into()));
    }
    let unserved = layout.slot_bytes > 0 && limits.snapshot_count == 0;
    if !layout.is_paged() || unserved {
        return Ok((HostPlaces::default(), "the model does not use the prefix cache".into()));
    }
    let (block, snapshot) = object_bytes(layout.block_bytes, layout.slot_bytes);
    let (blocks, snapshots) = (limits.kv_block_count, limits.snapshot_count);
    let first =
        u128::from(block) * u128::from(blocks) + u128::from(snapshot) * u128::from(snapshots);
    let eighth = u128::from(memory_bytes / 8);
    let budget = asked.map_or(first.min(eighth), u128::from);
    let part =
        |count: u32| u32::try_from(u128::from(count) * budget / first.max(1)).unwrap_or(u32::MAX);
    let places = HostPlaces { blocks: part(blocks), snapshots: part(snapshots) };
    let source = match asked {
        Some(_) => "--host-cache-gb",
        None if first <= eighth => "as much as the first tier",
        None => "an eighth of this machine's memory",
    };
    Ok((places, source.into()))
}

fn on_off(switch: Switch) -> &'static str {
    match switch {
        Switch::On => "on",
        Switch::Off => "off",
    }
}

/// Cores this process may run on.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Threads that wait for each other by spinning need a core each: more of them than cores would
/// take turns and lose most of the time.
pub fn thread_count(asked: Option<u32>, cores: usize) -> (usize, String) {
    match asked {
        Some(n) if n as usize > cores => (cores, format!("--threads {n}, at most one per core")),
        Some(n) => (n as usize, "--threads".into()),
        None => (cores, "one per core".into()),
    }
}

/// Memory of this machine in bytes, from the kernel; an error where it does not say.
pub fn machine_memory_bytes() -> Result<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").context("reading /proc/meminfo")?;
    let kib = text
        .lines()
        .find_map(|l| l.strip_prefix("MemTotal:"))
        .and_then(|l| l.trim().strip_suffix(" kB"))
        .and_then(|n| n.trim().parse::<u64>().ok())
        .context("/proc/meminfo has no MemTotal; pass --kv-cache-memory-gb")?;
    Ok(kib * 1024)
}

/// Settings that come straight from flags about the model.
pub fn model_settings(args: &ModelArgs, source_name: &str) -> Vec<Setting> {
    let from = |set: bool, flag: &str| if set { flag.to_owned() } else { "default".to_owned() };
    let template = match &args.chat_template {
        Some(p) => Setting::new("chat_template", p.display(), "--chat-template"),
        None => Setting::new("chat_template", "the checkpoint's own", "default"),
    };
    vec![
        Setting::new("model", source_name, from(args.model.is_some(), "argument")),
        Setting::new("revision", &args.revision, from(args.revision != "main", "--revision")),
        Setting::new(
            "load_format",
            format!("{:?}", args.load_format).to_lowercase(),
            "--load-format",
        ),
        Setting::new(
            "allow_config_key",
            args.allow_config_key.join(","),
            from(!args.allow_config_key.is_empty(), "--allow-config-key"),
        ),
        template,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn shape(memory_bytes: u64) -> Shape<'static> {
        Shape {
            state_specs: SPECS,
            position_max: 40_960,
            kv_element_bytes: 2,
            memory_bytes,
            host_memory_bytes: memory_bytes,
        }
    }

    #[test]
    fn defaults_hold_together() {
        let (l, settings) = limits(&args(), &shape(24 << 30)).unwrap();
        assert_eq!((l.seq_len_max, l.kv_block_count), (32_768, 8 * 1024));
        assert!(settings.iter().any(|s| s.name == "max_seq_len" && s.value == "32768"));
    }

    #[test]
    fn snapshots_have_a_budget_of_their_own() {
        let count = |change: &dyn Fn(&mut LimitArgs), memory: u64| {
            let mut args = args();
            change(&mut args);
            limits(&args, &shape(memory)).map(|(l, _)| l.snapshot_count)
        };
        let slot =
            StateLayout::new(SPECS, &limits(&args(), &shape(24 << 30)).unwrap().0, 2).slot_bytes;
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
            limits(&args, &shape(memory)).map(|(l, _)| (l.host, l))
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
        let (l, settings) = limits(&args(), &shape(64 << 20)).unwrap();
        assert_eq!((l.kv_block_count, l.seq_len_max), (1024, 32_768));
        let (l, _) = limits(&args(), &shape(16 << 20)).unwrap();
        assert_eq!((l.kv_block_count, l.seq_len_max), (256, 8192));
        assert!(settings.iter().any(|s| s.source.contains("quarter")));
    }

    /// Where every layer has a window a pool far below the longest sequence serves it, and the
    /// settings say why.
    #[test]
    fn a_window_bounds_what_a_sequence_needs() {
        let specs = |window| [StateSpec::Paged { kv_heads: 2, head_dim: 64, window }; 2];
        let (windowed, mixed) = (specs(Some(4096)), [specs(Some(4096)), specs(None)].concat());
        fn shaped(state_specs: &[StateSpec]) -> Shape<'_> {
            Shape { state_specs, ..shape(48 << 20) }
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
        let e = limits(&LimitArgs { max_seq_len: Some(50_000), ..args() }, &shape(24 << 30));
        assert!(e.unwrap_err().to_string().contains("--max-seq-len"));
        let e = limits(&LimitArgs { kv_cache_memory_gb: Some(0.0), ..args() }, &shape(24 << 30));
        assert!(e.unwrap_err().to_string().contains("--kv-cache-memory-gb"));
        let small =
            LimitArgs { kv_cache_memory_gb: Some(0.001), max_seq_len: Some(32_000), ..args() };
        let e = limits(&small, &shape(24 << 30)).unwrap_err().to_string();
        assert!(e.contains("--kv-cache-memory-gb") && e.contains("--max-seq-len"), "{e}");
        let e = limits(&LimitArgs { max_num_batched_tokens: 4, ..args() }, &shape(24 << 30));
        assert!(e.unwrap_err().to_string().contains("--max-num-batched-tokens"));
    }

    #[test]
    fn no_more_threads_than_cores() {
        assert_eq!(thread_count(None, 2), (2, "one per core".into()));
        assert_eq!(thread_count(Some(1), 2), (1, "--threads".into()));
        assert_eq!(thread_count(Some(64), 2), (2, "--threads 64, at most one per core".into()));
    }
}
