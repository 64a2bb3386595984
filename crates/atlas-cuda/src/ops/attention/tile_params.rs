//! Parameters of the kernels that compute `attention` in tiles on tensor cores.

use bytemuck::{Pod, Zeroable};

use crate::ops::kv_part::PartParams;

/// Query rows of a tile, as in the kernels' sources.
pub(crate) const TILE_ROWS: usize = 16;
/// Threads of a block.
pub(crate) const THREADS: u32 = 128;
/// Head widths that kernels are compiled for.
pub const WIDTHS: [usize; 3] = [64, 128, 256];
/// Rows of the longest span whose splits are computed by blocks of their own.
pub const SHORT_ROWS: usize = 16;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct TileParams {
    pub(crate) q: u64,
    pub(crate) cache: u64,
    pub(crate) out: u64,
    pub(crate) partial: u64,
    pub(crate) positions: u64,
    pub(crate) row_span: u64,
    pub(crate) spans: u64,
    pub(crate) block_base: u64,
    pub(crate) blocks: u64,
    pub(crate) q_row: i64,
    pub(crate) q_head: i64,
    pub(crate) out_row: i64,
    pub(crate) out_head: i64,
    pub(crate) row: i64,
    pub(crate) rows: i64,
    pub(crate) span_count: i64,
    pub(crate) kv_heads: i64,
    pub(crate) group: i64,
    pub(crate) block_tokens: i64,
    pub(crate) window: i64,
    pub(crate) splits: i64,
    pub(crate) ranges: i64,
    pub(crate) short_rows: i64,
    pub(crate) scale: f32,
    pub(crate) value_scale: f32,
    pub(crate) first_split: i64,
    pub(crate) part: PartParams,
}

impl TileParams {
    /// The address of the cache.
    pub(crate) fn cache(&self) -> u64 {
        self.cache
    }
}
