//! Pools of the prefix cache: snapshots of recurrent state and the second tier in host memory.

use crate::cli::{LimitArgs, Switch};
use anyhow::{Result, bail};
use atlas_cache::StateLayout;
use atlas_core::{HostPlaces, Limits};
use atlas_engine::object_bytes;

pub const GIB: f64 = (1u64 << 30) as f64;
/// Snapshots for each sequence that runs at once, unless the flag says how much memory they have.
const SNAPSHOTS_PER_SLOT: u32 = 8;

/// Places for snapshots of recurrent state.
pub fn snapshot_count(
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
pub fn host_places(
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
