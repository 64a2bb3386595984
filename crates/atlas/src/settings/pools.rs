//! Pools of state: KV blocks, snapshots of recurrent state, and the second tier in host memory.

use crate::cli::{LimitArgs, Switch};
use anyhow::{Result, bail};
use atlas_cache::StateLayout;
use atlas_core::{HostPlaces, Limits};
use atlas_engine::object_bytes;

pub const GIB: f64 = (1u64 << 30) as f64;
/// Snapshots for each sequence that runs at once, unless the flag says how much memory they have.
const SNAPSHOTS_PER_SLOT: u32 = 8;

/// A number and where it comes from.
pub type Sourced = (u32, String);

/// Bytes in GiB.
pub fn gib(bytes: u64) -> f64 {
    bytes as f64 / GIB
}

/// Sizes of state, and what the flags say of its pools.
pub struct Pools {
    pub layout: StateLayout,
    /// `--kv-cache-memory-gb`
    pub kv_bytes: Option<u64>,
    /// `--state-snapshot-gb`
    snapshot_bytes: Option<u64>,
    cached: bool,
    windowed: bool,
    /// Most bytes of snapshots unless the flag says otherwise, and what they are.
    most: (u64, &'static str),
}

impl Pools {
    /// `most`: most bytes of snapshots unless a flag says otherwise, and what they are.
    ///
    /// # Errors
    /// A flag out of range.
    pub fn new(args: &LimitArgs, layout: StateLayout, most: (u64, &'static str)) -> Result<Self> {
        let kv_bytes = match args.kv_cache_memory_gb {
            Some(gib) if gib.is_finite() && gib > 0.0 => Some((gib * GIB) as u64),
            Some(gib) => bail!("--kv-cache-memory-gb {gib}: must be above 0"),
            None => None,
        };
        let snapshot_bytes = bytes_from("--state-snapshot-gb", args.state_snapshot_gb)?;
        let cached = args.prefix_cache == Switch::On;
        let windowed = layout.window().is_some();
        Ok(Self { layout, kv_bytes, snapshot_bytes, cached, windowed, most })
    }

    /// Places for snapshots of recurrent state beside so many sequences.
    pub fn snapshots(&self, slots: u32) -> Sourced {
        if !self.cached {
            return (0, "the prefix cache is off".into());
        }
        let within = |bytes: u64| {
            let count = bytes.checked_div(self.layout.slot_bytes).unwrap_or(0);
            u32::try_from(count).unwrap_or(u32::MAX)
        };
        if self.layout.slot_bytes == 0 {
            return (0, "the model has no recurrent layer".into());
        }
        if let Some(bytes) = self.snapshot_bytes {
            return (within(bytes), "--state-snapshot-gb".into());
        }
        let wish = slots.saturating_mul(SNAPSHOTS_PER_SLOT);
        match within(self.most.0) {
            most if most < wish => (most, self.most.1.into()),
            _ => (wish, format!("{SNAPSHOTS_PER_SLOT} for each sequence")),
        }
    }

    /// KV blocks: those of the flag, else what every sequence needs at most if `rest` bytes hold
    /// that, else what they hold, which is said by `source`.
    pub fn blocks(&self, limits: &Limits, rest: u64, source: String) -> Sourced {
        if !self.layout.is_paged() {
            return (0, "the model has no paged layer".into());
        }
        if let Some(bytes) = self.kv_bytes {
            return (self.layout.blocks_within(bytes), "--kv-cache-memory-gb".into());
        }
        // With a prefix cache, blocks that a sequence gave back behind its window serve others.
        let (one, why) = match self.windowed && !self.cached {
            true => {
                let held = limits.blocks_held_max(self.layout.window());
                (held, "what every sequence holds at a time")
            }
            false => {
                (limits.blocks_for(limits.seq_len_max), "every sequence at the longest length")
            }
        };
        let (wish, within) =
            (one.saturating_mul(limits.slot_count), self.layout.blocks_within(rest));
        if wish <= within { (wish, why.into()) } else { (within, source) }
    }
}

/// Places in host memory for state of the first tier. Where a prefix needs a snapshot to be of use,
/// half of the memory is for those: the first tier has few of them for its blocks.
pub fn host_places(
    args: &LimitArgs,
    limits: &Limits,
    layout: &StateLayout,
    memory_bytes: u64,
) -> Result<(HostPlaces, String)> {
    let asked = bytes_from("--host-cache-gb", args.host_cache_gb)?;
    if args.prefix_cache == Switch::Off {
        return Ok((HostPlaces::default(), "the prefix cache is off".into()));
    }
    let unserved = layout.slot_bytes > 0 && limits.snapshot_count == 0;
    if !layout.is_paged() || unserved {
        return Ok((HostPlaces::default(), "the model does not use the prefix cache".into()));
    }
    let (block, snapshot) = object_bytes(layout.block_bytes, layout.slot_bytes);
    let budget = asked.unwrap_or(memory_bytes / 8);
    let of_snapshots = if layout.slot_bytes > 0 { budget / 2 } else { 0 };
    let count = |bytes: u64, one: u64| u32::try_from(bytes / one.max(1)).unwrap_or(u32::MAX);
    let places = HostPlaces {
        blocks: count(budget - of_snapshots, block),
        snapshots: count(of_snapshots, snapshot),
    };
    let source = match asked {
        Some(_) => "--host-cache-gb",
        None => "an eighth of this machine's memory",
    };
    Ok((places, source.into()))
}

/// Bytes of a flag in GiB that may be 0.
fn bytes_from(flag: &str, gib: Option<f64>) -> Result<Option<u64>> {
    match gib {
        Some(gib) if gib.is_finite() && gib >= 0.0 => Ok(Some((gib * GIB) as u64)),
        Some(gib) => bail!("{flag} {gib}: must be 0 or above"),
        None => Ok(None),
    }
}
