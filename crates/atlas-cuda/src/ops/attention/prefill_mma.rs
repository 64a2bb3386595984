//! Long spans of `attention` on the tensor cores of any device.

use super::tile_params::{TILE_ROWS, TileParams};
use crate::ops::Family;

/// Tiles of a block, as in the kernel's source.
pub(crate) const TILES_PER_BLOCK: usize = 4;

pub(crate) const PREFILL: Family = Family::of::<TileParams>(
    "attention/prefill_mma",
    &[
        "attention_prefill_64",
        "attention_prefill_128",
        "attention_prefill_256",
        "attention_prefill_by_split_64",
        "attention_prefill_by_split_128",
        "attention_prefill_by_split_256",
    ],
)
.with_shared();

/// Bytes of shared memory of a block; `by_split` for the kernels that walk split by split.
pub(crate) fn spans_shared(width: usize, by_split: bool) -> usize {
    let total = if by_split { 4 * TILES_PER_BLOCK * TILE_ROWS * width } else { 0 };
    2 * (2 * 64 + TILES_PER_BLOCK * TILE_ROWS) * (width + 8) + total
}
