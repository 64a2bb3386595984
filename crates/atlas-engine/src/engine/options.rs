//! The scheduler's options, from an engine's settings and model.

use atlas_cache::StateLayout;
use atlas_model::Model;
use atlas_sched::{CopyCost, PrefixOptions, SchedOptions};

use crate::engine::config::EngineConfig;
use crate::state::snapshots::is_recurrent;

/// Tokens before the end of a long prompt where a snapshot is taken without a request for it; so
/// are some twice as far from it, four times as far and so on.
const SNAPSHOT_STRIDE_TOKENS: u32 = 8192;

/// Tokens of a tile of a GPU's recurrences: a span that ends within one takes 9 % longer at 1,024
/// tokens of a 35B-A3B on an H100, and a snapshot inside of a span ends one.
const TILE_TOKENS: u32 = 64;

/// A token at position 0 takes as long as copying and checking one byte for this many bytes of
/// weights that it reads: a core multiplies about as many in the time (two operations each at 60
/// GFLOP/s against 5 GB/s through memory and checksum).
const MOVE_WEIGHT_BYTES: u64 = 12;

/// The same of a GPU: it multiplies at 400 TFLOP/s while 25 GB/s come through the link, or 400 GB/s
/// are read and written in its own memory in pieces of a layer.
const LINK_WEIGHT_BYTES: u64 = 16_000;
const SAVE_WEIGHT_BYTES: u64 = 1_000;

/// The handle bounds the queue when a request is submitted, counting requests on their way; the
/// scheduler's own bound must never be the tighter one.
pub(crate) fn scheduler_limits(config: &EngineConfig) -> atlas_core::Limits {
    let limits = config.limits.clone();
    let queue_len_max = limits.queue_len_max.saturating_add(2 * limits.slot_count);
    let queue_len_max = queue_len_max.saturating_mul(2);
    atlas_core::Limits { queue_len_max, ..limits }
}

// The feature `faults` adds a field.
#[allow(clippy::needless_update)]
pub(crate) fn scheduler_options(
    config: &EngineConfig,
    model: &dyn Model,
    layout: &StateLayout,
    on_gpu: bool,
) -> SchedOptions {
    let weight_bytes = model.info().weight_bytes_per_token;
    let needs_snapshots = model.state_specs().iter().any(is_recurrent);
    let serves = is_paged(model) && (!needs_snapshots || config.limits.snapshot_count > 0);
    let verify_per_million = (config.verify_hits.clamp(0.0, 1.0) * 1e6) as u32;
    let stride_tokens = SNAPSHOT_STRIDE_TOKENS;
    let only_stride = false;
    let tile_tokens = if on_gpu { TILE_TOKENS } else { 1 };
    let prefix = PrefixOptions {
        needs_snapshots,
        stride_tokens,
        tile_tokens,
        only_stride,
        verify_per_million,
    };
    SchedOptions {
        depth: config.depth(),
        step_seconds_max: config.step_seconds_max,
        window: layout.window(),
        prefix: (config.prefix_cache && serves).then_some(prefix),
        copy_cost: CopyCost {
            block_bytes: layout.block_bytes,
            snapshot_bytes: layout.slot_bytes,
            bytes_per_token: weight_bytes
                / if on_gpu { LINK_WEIGHT_BYTES } else { MOVE_WEIGHT_BYTES },
            saved_bytes_per_token: weight_bytes
                / if on_gpu { SAVE_WEIGHT_BYTES } else { MOVE_WEIGHT_BYTES },
        },
        chaos: config.chaos,
        ..SchedOptions::default()
    }
}

pub(crate) fn is_paged(model: &dyn Model) -> bool {
    use atlas_core::StateSpec::{Latent, Paged};
    model.state_specs().iter().any(|s| matches!(s, Paged { .. } | Latent { .. }))
}
