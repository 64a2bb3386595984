//! The tier of KV blocks on the disk: from flags and sizes to a pool that is larger than memory.

use super::EffectiveSetting;
use super::limits::{kv_blocks_per_sequence, limits};
use super::pools::{GIB, gib};
use super::sizes::ModelSizes;
use crate::cli::{AutoNumber, LimitArgs};
use anyhow::{Result, bail};
use atlas_cache::StateLayout;
use atlas_core::Limits;
use atlas_engine::{TierConfig, blocks_within};

/// Limits, the tier if there is one, and every effective value with its source.
type Resolved = (Limits, Option<TierConfig>, Vec<EffectiveSetting>);

/// Resolves the limits with the tier of `--kv-tier`: of KV blocks they count those of the file.
///
/// # Errors
/// Flags out of range or that cannot hold together, by name.
pub fn limits_with_tier(args: &LimitArgs, sizes: &ModelSizes<'_>) -> Result<Resolved> {
    let Some(folder) = &args.kv_tier else {
        let (limits, settings) = limits(args, sizes)?;
        return Ok((limits, None, settings));
    };
    let bytes = check_flags(args)?;
    let in_memory = LimitArgs {
        host_cache_gb: Some(0.0),
        kv_cache_memory_gb: args.kv_resident_gb,
        // A sequence may be longer than memory holds.
        max_seq_len: AutoNumber::Auto,
        ..args.clone()
    };
    super::division::check_seq_len(args, sizes)?;
    let (mut limits, mut settings) = limits(&in_memory, sizes)?;
    let layout = StateLayout::new(sizes.state_specs, &limits);
    let paged = layout.layers.iter().filter(|layer| layer.block_bytes > 0);
    let parts: Vec<usize> = paged.map(|layer| layer.block_bytes as usize).collect();
    if parts.is_empty() {
        bail!("--kv-tier: the model has no KV cache");
    }
    let frames = limits.kv_block_count;
    let snapshots = (layout.slot_bytes, limits.snapshot_count);
    let tier = TierConfig::new(folder.clone(), bytes, frames, snapshots);
    let blocks = blocks_within(tier.bytes, &parts);
    if blocks <= frames {
        bail!(
            "--kv-tier-gb: {:.2} GiB hold {blocks} KV blocks, and {frames} have room in memory; \
             raise it, or lower --kv-resident-gb",
            gib(bytes)
        );
    }
    let pool_tokens = blocks.saturating_mul(limits.kv_block_tokens);
    let (len, len_source) = match args.max_seq_len.given() {
        Some(len) => (len, "--max-seq-len".to_owned()),
        None if sizes.position_max <= pool_tokens => {
            (sizes.position_max, "the model's own".to_owned())
        }
        None => (pool_tokens, "what --kv-tier-gb holds".to_owned()),
    };
    (limits.kv_block_count, limits.seq_len_max) = (blocks, len);
    limits.check(layout.is_paged(), layout.window())?;
    let by_hand = args.kv_resident_gb.map(|_| "--kv-resident-gb".to_owned());
    let resident = settings.iter().find(|setting| setting.name == "kv_block_count");
    let resident = by_hand.or_else(|| resident.map(|setting| setting.source.clone()));
    let new = [
        EffectiveSetting::new("max_seq_len", len, len_source),
        EffectiveSetting::new("kv_block_count", blocks, "--kv-tier-gb"),
        kv_blocks_per_sequence(&limits, &layout),
    ];
    for setting in new {
        if let Some(old) = settings.iter_mut().find(|old| old.name == setting.name) {
            *old = setting;
        }
    }
    settings.push(EffectiveSetting::new("kv_tier", folder.display(), "--kv-tier"));
    settings.push(EffectiveSetting::new("kv_tier_bytes", bytes, "--kv-tier-gb"));
    let resident = resident.unwrap_or_default();
    settings.push(EffectiveSetting::new("kv_resident_blocks", frames, resident));
    let share = "at most half of --kv-tier-gb";
    settings.push(EffectiveSetting::new("kv_tier_snapshots", tier.snapshots, share));
    Ok((limits, Some(tier), settings))
}

/// Bytes of the tier.
///
/// # Errors
/// Flags out of range or that cannot hold together.
fn check_flags(args: &LimitArgs) -> Result<u64> {
    if args.host_cache_gb.is_some_and(|gib| gib > 0.0) {
        bail!(
            "--host-cache-gb: with --kv-tier what memory gives up goes to the disk; leave it out"
        );
    }
    if args.kv_cache_memory_gb.is_some() {
        bail!("--kv-cache-memory-gb: with --kv-tier the memory of KV blocks is --kv-resident-gb");
    }
    let bytes = match args.kv_tier_gb {
        Some(gib) if gib.is_finite() && gib > 0.0 => (gib * GIB) as u64,
        Some(gib) => bail!("--kv-tier-gb {gib}: must be above 0"),
        None => bail!("--kv-tier needs --kv-tier-gb, the size of its file"),
    };
    if let Some(gib) = args.kv_resident_gb.filter(|gib| !gib.is_finite() || *gib <= 0.0) {
        bail!("--kv-resident-gb {gib}: must be above 0");
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::limits::tests::{BLOCK, SLOT, args, cpu};
    use super::*;

    fn tiered(change: impl Fn(&mut LimitArgs)) -> Result<Resolved> {
        let mut args = LimitArgs {
            kv_tier: Some("/tier".into()),
            kv_tier_gb: Some(1.0),
            kv_resident_gb: Some(1.0 / 64.0),
            ..args()
        };
        change(&mut args);
        limits_with_tier(&args, &cpu(24 << 30))
    }

    #[test]
    fn the_pool_is_the_file_and_memory_holds_some_of_it() {
        let (limits, tier, settings) = tiered(|_| {}).unwrap();
        let tier = tier.unwrap();
        assert_eq!(u64::from(tier.frames), (1 << 24) / BLOCK);
        // A place has a page more than its block, 32 are spare; snapshots have a file of their own.
        let snapshots = u64::from(tier.snapshots) * ((SLOT + 4096).next_multiple_of(4096));
        assert!(tier.snapshots == limits.snapshot_count && snapshots < 1 << 29);
        let blocks = ((1 << 30) - snapshots - 4096) / (BLOCK + 4096) - 32;
        assert_eq!(u64::from(limits.kv_block_count), blocks);
        assert_eq!((limits.seq_len_max, limits.host.blocks), (40_960, 0));
        let source = |name: &str| {
            let found = settings.iter().filter(|s| s.name == name).collect::<Vec<_>>();
            assert_eq!(found.len(), 1, "{name}");
            found[0].source.clone()
        };
        assert_eq!(source("kv_block_count"), "--kv-tier-gb");
        assert_eq!(source("kv_resident_blocks"), "--kv-resident-gb");
        let small = |args: &mut LimitArgs| {
            (args.kv_tier_gb, args.kv_resident_gb) = (Some(0.02), Some(1.0 / 256.0));
        };
        let (short, ..) = tiered(small).unwrap();
        assert_eq!(short.seq_len_max, short.kv_block_count * 32);
    }

    #[test]
    fn flags_that_contradict_it_are_named() {
        let why = |change: fn(&mut LimitArgs)| tiered(change).err().unwrap().to_string();
        assert!(why(|a| a.kv_tier_gb = Some(0.001)).contains("lower --kv-resident-gb"));
        assert!(why(|a| a.kv_tier_gb = Some(f64::NAN)).contains("--kv-tier-gb NaN"));
        assert!(why(|a| a.kv_resident_gb = Some(-1.0)).contains("--kv-resident-gb -1"));
        assert!(why(|a| a.host_cache_gb = Some(1.0)).contains("--host-cache-gb"));
        assert!(why(|a| a.kv_cache_memory_gb = Some(1.0)).contains("--kv-resident-gb"));
        assert!(why(|a| a.max_seq_len = AutoNumber::Number(50_000)).contains("beyond the model"));
        let (without, tier, _) = tiered(|a| a.kv_tier = None).unwrap();
        assert!(tier.is_none() && without.kv_block_count > 0);
    }
}
