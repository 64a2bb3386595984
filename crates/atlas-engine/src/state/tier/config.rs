//! Settings and sizes of the tier, and why it cannot serve.

use std::path::PathBuf;

use atlas_cache::StateLayout;
use atlas_core::Limits;
use atlas_disk::{DiskError, Faults, place_bytes};
use atlas_tensor::ops::KvPart;

use super::Block;
use super::disk::OnTheirWay;

/// Settings of the tier.
#[derive(Clone, Debug)]
pub struct TierConfig {
    /// Folder of the file.
    pub folder: PathBuf,
    /// Bytes of the file of blocks.
    pub bytes: u64,
    /// Snapshots of recurrent state in a second file.
    pub snapshots: u32,
    /// KV blocks in memory at a time; `Limits::kv_block_count` counts those of the whole pool.
    pub frames: u32,
    /// Planted faults of the disk; none outside of tests.
    pub faults: Faults,
}

impl TierConfig {
    /// A tier in `folder` of at most `bytes` bytes for `frames` blocks in memory and a model with
    /// snapshots of `snapshot_bytes` bytes, of which `snapshot_count` are in memory: at most half
    /// of the bytes are for as many on the disk.
    pub fn new(
        folder: PathBuf,
        bytes: u64,
        frames: u32,
        (snapshot_bytes, snapshot_count): (u64, u32),
    ) -> Self {
        let place = place_bytes(&[snapshot_bytes as usize]) as u64;
        let most = u32::try_from(bytes / 2 / place).unwrap_or(u32::MAX);
        let snapshots = if snapshot_bytes == 0 { 0 } else { most.min(snapshot_count) };
        let bytes = bytes.saturating_sub(u64::from(snapshots) * place);
        Self { folder, bytes, snapshots, frames, faults: Faults::default() }
    }

    /// Bytes of both files, for snapshots of so many bytes.
    pub fn file_bytes(&self, snapshot_bytes: u64) -> u64 {
        let place = place_bytes(&[snapshot_bytes as usize]) as u64;
        self.bytes.saturating_add(u64::from(self.snapshots) * place)
    }

    /// The file of snapshots.
    pub fn snapshot_file(&self) -> PathBuf {
        self.folder.join("snapshots")
    }

    /// The file of KV blocks.
    pub fn file(&self) -> PathBuf {
        self.folder.join("kv-blocks")
    }
}

/// A tier that cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum TierError {
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(
        "--kv-tier: {frames} KV blocks in memory are fewer than the {needed} that steps need: \
         {staging} to which absent blocks are brought, {written} that steps write, and 1; raise \
         --kv-resident-gb, or lower --max-num-batched-tokens or --max-batch-size"
    )]
    TooFew { frames: u32, needed: u32, staging: u32, written: u32 },
    #[error("--kv-tier-gb: the file holds {places} KV blocks of a pool of {blocks}; raise it")]
    Small { blocks: u32, places: u32 },
    #[error("--kv-tier: {0}")]
    Unserved(&'static str),
    #[error("--kv-tier: {bytes} bytes for {name} could not be allocated: {source}")]
    Memory { name: &'static str, bytes: u64, source: std::io::Error },
    #[error("no KV block can leave memory for block {0}")]
    NoFrame(u32),
    #[error("block {0}, which is being written, is not in memory")]
    Absent(u32),
}

/// Bytes of pinned memory of a queue of copies.
const COPY_BYTES: u64 = 24 << 20;

/// Sizes of the tier of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierSizes {
    /// Frames to which absent blocks are brought, of all.
    pub staging: u32,
    /// Places of a table that a part has a whole number of.
    pub unit: u32,
    /// Blocks that the steps which are on the device at a time write at most.
    pub written: u32,
    /// Bytes of a block in each cache.
    pub parts: Vec<usize>,
    /// Reads and writes on their way at a time, and bytes of the memory for them.
    pub on_their_way: OnTheirWay,
    pub buffer_bytes: u64,
    /// Bytes of what attention keeps between parts, in the device's memory.
    pub carry_bytes: u64,
    /// Bytes of the books: of each block of the pool, and tables of frames.
    pub book_bytes: u64,
}

impl TierSizes {
    /// Sizes for `frames` frames. `carry_len`: f32 a row that attention keeps.
    pub fn new(
        layout: &StateLayout,
        limits: &Limits,
        (frames, depth): (u32, u32),
        carry_len: usize,
        on_device: bool,
    ) -> Self {
        let tokens = limits.kv_block_tokens.max(1);
        let border = KvPart::BORDER_TOKENS.div_ceil(tokens);
        // On a device parts begin where its kernels begin anew.
        let least = if on_device { border } else { 1 };
        let staging = (frames / 4).clamp(least, 4 * border);
        let unit = if on_device { border } else { staging.min(border) };
        let spans = limits.slot_count.saturating_mul(2);
        let written = limits.step_tokens_max.div_ceil(tokens).saturating_add(spans);
        let paged = layout.layers.iter().filter(|layer| layer.block_bytes > 0);
        let parts: Vec<usize> = paged.map(|layer| layer.block_bytes as usize).collect();
        let snapshot_bytes = if limits.snapshot_count > 0 { layout.slot_bytes as usize } else { 0 };
        let key = super::keys::bytes(tokens as usize);
        let each = size_of::<Block>() + key + (parts.len() + 3) * size_of::<u64>();
        let places = limits.blocks_for(limits.seq_len_max);
        let tables = u64::from(limits.slot_count) * u64::from(places) * size_of::<u32>() as u64;
        let on_their_way = OnTheirWay::new(&parts, frames, written);
        let copies = if on_device { COPY_BYTES + super::ahead::bytes(&parts) } else { 0 };
        Self {
            staging,
            unit,
            on_their_way,
            written: written.saturating_mul(depth),
            buffer_bytes: if parts.is_empty() { 0 } else { on_their_way.bytes(&parts) + copies }
                + if snapshot_bytes == 0 {
                    0
                } else {
                    super::snapshots::buffer_bytes(snapshot_bytes)
                },
            carry_bytes: Self::carry_bytes(limits, carry_len),
            book_bytes: u64::from(limits.kv_block_count) * each as u64 + tables,
            parts,
        }
    }

    /// Bytes of what attention keeps between parts, `carry_len` f32 a row.
    pub fn carry_bytes(limits: &Limits, carry_len: usize) -> u64 {
        u64::from(limits.step_tokens_max) * carry_len as u64 * 4
    }

    /// Checks that `frames` are as many as steps need.
    ///
    /// # Errors
    /// They are not, with both numbers and the flags that change them.
    pub fn check(&self, frames: u32) -> Result<(), TierError> {
        let needed = self.frames_min();
        let &Self { staging, written, .. } = self;
        match frames < needed {
            true => Err(TierError::TooFew { frames, needed, staging, written }),
            false => Ok(()),
        }
    }

    /// Frames that steps need at least.
    pub fn frames_min(&self) -> u32 {
        self.staging.saturating_add(self.written).saturating_add(1)
    }
}
