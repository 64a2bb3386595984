use super::*;
use crate::cli::{AutoNumber, HighPrecisionLayers, KvCacheDtype, Speculate};
use atlas_core::{KvFormat, KvFormats, StateSpec};

const BF16: KvFormats = KvFormats::both(KvFormat::Bf16);
const SPECS: &[StateSpec] = &[
    StateSpec::Paged { kv_heads: 2, head_dim: 64, window: None, formats: BF16 },
    StateSpec::Recurrent {
        heads: 4,
        key_dim: 64,
        value_dim: 64,
        conv_channels: 768,
        conv_kernel: 4,
    },
];
/// Bytes of a KV block and of a slot of them in bf16.
pub const BLOCK: u64 = 16 << 10;
pub const SLOT: u64 = (4 * 64 * 64 + 768 * 3) * 4;

pub fn args() -> LimitArgs {
    LimitArgs {
        max_seq_len: AutoNumber::Auto,
        max_batch_size: AutoNumber::Auto,
        max_num_batched_tokens: AutoNumber::Auto,
        max_step_ms: AutoNumber::Auto,
        gpu_memory_utilization: 0.9,
        max_chunk_tokens: None,
        kv_cache_memory_gb: None,
        kv_cache_dtype: KvCacheDtype::default(),
        speculate: Speculate::default(),
        kv_high_precision_layers: HighPrecisionLayers::default(),
        prefix_cache: Switch::On,
        state_snapshot_gb: None,
        host_cache_gb: None,
        kv_tier: None,
        kv_tier_gb: None,
        kv_resident_gb: None,
        verify_hits: 0.0,
        run_ahead: None,
        max_queue_len: 256,
        max_overtakes: 16,
    }
}

fn without_host() -> LimitArgs {
    LimitArgs { host_cache_gb: Some(0.0), ..args() }
}

/// A machine of 4 cores.
pub fn cpu(memory_bytes: u64) -> ModelSizes<'static> {
    ModelSizes {
        state_specs: SPECS,
        position_max: 40_960,
        position_limit: 40_960,
        gpu_free_bytes: None,
        host_memory_bytes: memory_bytes,
        cores: 4,
        work_bytes: &|_| 0,
    }
}

/// Work space of a model with 4 KiB a row.
fn work(limits: &Limits) -> u64 {
    4096 * u64::from(limits.step_tokens_max)
}

fn gpu(free: u64) -> ModelSizes<'static> {
    ModelSizes { gpu_free_bytes: Some(free), work_bytes: &work, ..cpu(64 << 30) }
}

fn source(settings: &[EffectiveSetting], name: &str) -> String {
    settings.iter().find(|s| s.name == name).unwrap().source.clone()
}

#[test]
fn a_cpu_has_sequences_by_its_cores() {
    let slots = |cores, args: &LimitArgs| {
        limits(args, &ModelSizes { cores, ..cpu(24 << 30) }).unwrap().0.slot_count
    };
    assert_eq!([1, 2, 4, 64].map(|cores| slots(cores, &args())), [16, 32, 64, 64]);
    let five = LimitArgs { max_batch_size: AutoNumber::Number(5), ..args() };
    assert_eq!(slots(64, &five), 5);
    // Their state is to take no more than a sixteenth.
    let (l, settings) = limits(&args(), &cpu(16 * 10 * SLOT)).unwrap();
    assert_eq!(l.slot_count, 10);
    assert!(source(&settings, "max_batch_size").contains("sixteenth"));
}

#[test]
fn defaults_of_a_cpu_hold_together() {
    let (l, settings) = limits(&without_host(), &cpu(24 << 30)).unwrap();
    assert_eq!((l.seq_len_max, l.kv_block_count), (40_960, 64 * 1280));
    assert_eq!((l.step_tokens_max, l.chunk_tokens_max), (512, 512));
    assert_eq!(source(&settings, "max_seq_len"), "the model's own");
}

#[test]
fn a_cpu_keeps_in_place_what_the_host_may_cache() {
    let (without, _) = limits(&without_host(), &cpu(1 << 30)).unwrap();
    let (with, settings) = limits(&args(), &cpu(1 << 30)).unwrap();
    assert_eq!(with.host, HostPlaces::default());
    assert!(with.kv_block_count > without.kv_block_count, "{with:?}");
    assert!(with.snapshot_count > without.snapshot_count, "{with:?}");
    assert!(source(&settings, "host_cache_blocks").contains("one memory"));
    let more = BLOCK * u64::from(with.kv_block_count - without.kv_block_count)
        + SLOT * u64::from(with.snapshot_count - without.snapshot_count);
    assert!(more <= (1 << 30) / 8, "{more}");
}

#[test]
fn a_gpu_is_divided_among_all_pools() {
    for free in [200 << 20, 1 << 30, 8 << 30] {
        let (l, settings) = limits(&args(), &gpu(free)).unwrap();
        let layout = StateLayout::new(SPECS, &l);
        let snapshots = layout.slot_bytes * u64::from(l.snapshot_count);
        let taken = layout.bytes + snapshots + work(&l);
        let budget = (free as f64 * 0.9) as u64;
        assert!(taken <= budget, "{taken} of {budget} for {l:?}");
        let all = l.slot_count == 256 && l.kv_block_count == 256 * l.blocks_for(l.seq_len_max);
        assert!(all || taken > budget - BLOCK, "{taken} of {budget} for {l:?}");
        assert!(snapshots <= budget / 8 && work(&l) <= budget / 4, "{l:?}");
        let blocks = l.slot_count * l.blocks_for(1536);
        assert!(l.kv_block_count >= blocks, "{l:?}");
        assert!(!source(&settings, "max_batch_size").is_empty());
    }
    let (l, _) = limits(&args(), &gpu(8 << 30)).unwrap();
    assert_eq!((l.slot_count, l.step_tokens_max, l.seq_len_max), (256, 8192, 40_960));
    let (l, settings) = limits(&args(), &gpu(20 << 20)).unwrap();
    assert_eq!(l.step_tokens_max, 1024);
    assert!(source(&settings, "max_num_batched_tokens").contains("quarter"));
    assert!(l.seq_len_max < 40_960 && l.seq_len_max == l.kv_block_count * 32);
    let (half, _) =
        limits(&LimitArgs { gpu_memory_utilization: 0.45, ..args() }, &gpu(1 << 30)).unwrap();
    let (whole, _) = limits(&args(), &gpu(1 << 29)).unwrap();
    assert_eq!((half.slot_count, half.kv_block_count), (whole.slot_count, whole.kv_block_count));
}

#[test]
fn flags_take_precedence_on_a_gpu_and_the_others_follow() {
    let by_hand = LimitArgs {
        max_batch_size: AutoNumber::Number(600),
        max_seq_len: AutoNumber::Number(1000),
        ..args()
    };
    let (l, _) = limits(&by_hand, &gpu(1 << 30)).unwrap();
    assert_eq!((l.slot_count, l.seq_len_max), (600, 1000));
    let kv = LimitArgs { kv_cache_memory_gb: Some(0.5), ..args() };
    let (l, settings) = limits(&kv, &gpu(1 << 30)).unwrap();
    assert_eq!(u64::from(l.kv_block_count), (1 << 29) / BLOCK);
    assert_eq!(source(&settings, "kv_block_count"), "--kv-cache-memory-gb");
    // Slots make room for one sequence of the length that is asked for.
    let long = LimitArgs { max_seq_len: AutoNumber::Number(40_960), ..args() };
    let free = 30 << 20;
    let (short, _) = limits(&args(), &gpu(free)).unwrap();
    let (l, _) = limits(&long, &gpu(free)).unwrap();
    assert!(short.seq_len_max < 40_960 && l.seq_len_max == 40_960, "{short:?} {l:?}");
    assert!(l.slot_count < short.slot_count);
    let e = limits(&args(), &gpu(1 << 20)).unwrap_err().to_string();
    assert!(e.contains("--gpu-memory-utilization"), "{e}");
}

#[test]
fn snapshots_have_a_budget_of_their_own() {
    let count = |change: &dyn Fn(&mut LimitArgs), memory: u64| {
        let mut args = LimitArgs { max_batch_size: AutoNumber::Number(8), ..without_host() };
        change(&mut args);
        limits(&args, &cpu(memory)).map(|(l, _)| l.snapshot_count)
    };
    assert_eq!(count(&|_| {}, 24 << 30).unwrap(), 64);
    let small = 64 << 20;
    assert_eq!(u64::from(count(&|_| {}, small).unwrap()), (small / 16 / SLOT).min(64));
    assert_eq!(count(&|a| a.prefix_cache = Switch::Off, 24 << 30).unwrap(), 0);
    assert_eq!(count(&|a| a.state_snapshot_gb = Some(0.0), 24 << 30).unwrap(), 0);
    let gib = count(&|a| a.state_snapshot_gb = Some(1.0), 24 << 30).unwrap();
    assert_eq!(u64::from(gib), (1 << 30) / SLOT);
    let wrong = count(&|a| a.state_snapshot_gb = Some(-1.0), 24 << 30).unwrap_err();
    assert!(wrong.to_string().contains("--state-snapshot-gb"));
}

#[test]
fn the_host_tier_of_a_gpu_is_half_of_snapshots() {
    let host = |change: &dyn Fn(&mut LimitArgs), memory: u64| {
        let mut args = args();
        change(&mut args);
        let sizes = ModelSizes { host_memory_bytes: memory, ..gpu(1 << 30) };
        limits(&args, &sizes).map(|(l, _)| (l.host, l))
    };
    let (places, _) = host(&|_| {}, 24 << 30).unwrap();
    let bytes = [BLOCK * u64::from(places.blocks), SLOT * u64::from(places.snapshots)];
    assert!(bytes.iter().all(|&half| half <= 3 << 29 && half > 5 << 28), "{places:?}");
    let small = 64 << 20;
    let (places, _) = host(&|_| {}, small).unwrap();
    let bytes = BLOCK * u64::from(places.blocks) + SLOT * u64::from(places.snapshots);
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
    // A quarter of 64 MiB holds 1024 blocks of 16 KiB.
    let (l, settings) = limits(&without_host(), &cpu(64 << 20)).unwrap();
    assert_eq!((l.kv_block_count, l.seq_len_max), (1024, 32_768));
    assert!(source(&settings, "kv_block_count").contains("quarter"));
    let (l, _) = limits(&without_host(), &cpu(16 << 20)).unwrap();
    assert_eq!((l.kv_block_count, l.seq_len_max), (256, 8192));
}

/// Where every layer has a window a pool far below the longest sequence serves it, and the
/// settings say why.
#[test]
fn a_window_bounds_what_a_sequence_needs() {
    let specs = |window| [StateSpec::Paged { kv_heads: 2, head_dim: 64, window, formats: BF16 }; 2];
    let (windowed, mixed) = (specs(Some(4096)), [specs(Some(4096)), specs(None)].concat());
    fn shaped(state_specs: &[StateSpec]) -> ModelSizes<'_> {
        ModelSizes { state_specs, ..cpu(48 << 20) }
    }
    let chunked = LimitArgs { max_chunk_tokens: Some(256), ..without_host() };
    let found = |args: &LimitArgs, specs: &[StateSpec]| {
        let (limits, settings) = limits(args, &shaped(specs)).unwrap();
        let held = settings.into_iter().find(|s| s.name == "kv_blocks_per_sequence").unwrap();
        (limits.seq_len_max, limits.kv_block_count, held)
    };
    // A block is 2 * 2 * 32 * 2 * 64 * 2 B = 32 KiB; 12 MiB hold 384 of them, 12,288 positions.
    let (seq_len, blocks, held) = found(&chunked, &windowed);
    assert_eq!((seq_len, blocks, held.value.as_str()), (40_960, 384, "145"));
    assert!(held.source.contains("a window: 4096 tokens and two chunks of 256"), "{held:?}");
    // One layer that sees everything keeps everything.
    let (seq_len, blocks, held) = found(&chunked, &mixed);
    assert_eq!((seq_len, blocks, held.value.as_str()), (6144, 192, "192"));
    assert_eq!(held.source, "max_seq_len");
    // Without a cache nothing is of use behind the windows.
    let two = AutoNumber::Number(2);
    let off = LimitArgs { prefix_cache: Switch::Off, max_batch_size: two, ..chunked.clone() };
    assert_eq!(found(&off, &windowed).1, 290);
    let long = AutoNumber::Number(32_000);
    let few = LimitArgs { kv_cache_memory_gb: Some(0.002), max_seq_len: long, ..chunked };
    let e = limits(&few, &shaped(&windowed)).unwrap_err().to_string();
    assert!(e.contains("window of 4096") && e.contains("--kv-cache-memory-gb"), "{e}");
}

#[test]
fn contradictions_are_errors_that_name_flags() {
    let wrong = |change: &dyn Fn(&mut LimitArgs)| {
        let mut args = args();
        change(&mut args);
        [cpu(24 << 30), gpu(1 << 30)].map(|sizes| limits(&args, &sizes).unwrap_err().to_string())
    };
    for (flags, change) in [
        (
            &["--max-seq-len"][..],
            &(|a: &mut LimitArgs| a.max_seq_len = AutoNumber::Number(50_000))
                as &dyn Fn(&mut LimitArgs),
        ),
        (&["--kv-cache-memory-gb"], &|a| a.kv_cache_memory_gb = Some(0.0)),
        (&["--kv-cache-memory-gb", "--max-seq-len"], &|a| {
            a.kv_cache_memory_gb = Some(0.001);
            a.max_seq_len = AutoNumber::Number(32_000);
        }),
        (&["--max-num-batched-tokens"], &|a| {
            a.max_num_batched_tokens = AutoNumber::Number(4);
            a.max_batch_size = AutoNumber::Number(8);
        }),
    ] {
        for error in wrong(change) {
            assert!(flags.iter().all(|flag| error.contains(flag)), "{error}");
        }
    }
}

#[test]
fn a_step_has_a_time_of_its_own_on_each_device() {
    let ms = |given, on_gpu| max_step_ms(&LimitArgs { max_step_ms: given, ..args() }, on_gpu).0;
    assert_eq!((ms(AutoNumber::Auto, true), ms(AutoNumber::Auto, false)), (50, 250));
    assert_eq!((ms(AutoNumber::Number(0), true), ms(AutoNumber::Number(9), false)), (0, 9));
}
