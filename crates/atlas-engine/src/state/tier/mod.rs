//! KV blocks on the disk: a pool that is larger than the memory of the caches.
//!
//! Everything above the runner names blocks of the whole pool. Here each of them has a residency: a
//! frame of the caches' memory, or a place in a file. Before a step its sequences get frames for
//! what they write, and as many of the blocks that they read as there are frames; the others are
//! brought while the step runs, layer after layer, to frames that are kept for it, and attention
//! goes on from part to part ([`feed`]). A block leaves memory only when it is complete and a frame
//! is needed: first what was never completed and nothing uses, then what no running sequence uses,
//! least recently used first, then blocks of running sequences from the start of their positions.
//! Exact attention reads every block of a running sequence in every step, so whether its sequence
//! runs is what predicts the use of a block.

mod ahead;
pub(crate) mod bring;
mod config;
pub(crate) mod disk;
pub(crate) mod evict;
mod feed;
mod frames;
pub(crate) mod keys;
mod outside;
mod parts;
mod save;
mod snapshots;

use std::collections::VecDeque;
use std::sync::Arc;

use atlas_cache::StateLayout;
use atlas_core::{KvTierCounts, Limits, Span, StateOp, StateSpec, StepPlan, first_block_seen};
use atlas_disk::{DiskError, Found, Stored};
use atlas_tensor::{Device, LayerState, Memory, NO_BLOCK};

use crate::engine::requests::LiveRequests;
use crate::state::slots::SlotTable;
use ahead::Ahead;
pub use config::{TierConfig, TierError, TierSizes};
pub use disk::blocks_within;
use disk::{DiskBlocks, STALE_MAX, Tag, WriteId};
use evict::Rank;
pub(crate) use feed::Feed;
use frames::{Frames, NONE};
use keys::FoundBlock;
use parts::{Part, Reader};
use save::Known;
use snapshots::SnapshotFile;

/// Where a block's content is, beside a frame.
#[derive(Debug, Default)]
enum Kept {
    #[default]
    Nowhere,
    Writing(WriteId),
    On(Stored),
    /// It could not be written or read.
    Lost(Box<DiskError>),
}

/// A block of the pool.
#[derive(Debug, Default)]
struct Block {
    /// Whether all its positions are written, and none will be again before it is given out anew.
    complete: bool,
    kept: Kept,
    /// Its tokens and namespace, for a reader after a restart.
    key: Option<Arc<[u8]>>,
    /// Whether it waits among those that are to be saved.
    unsaved: bool,
    /// Number of the step in which its sequence was dropped last.
    used: u64,
    /// Number of the step that needs its frame.
    pinned: u64,
    /// Number of the look at all tables that found it in one, and its place there.
    live: (u64, u32),
}

/// The blocks of the pool, their frames and the file.
pub(crate) struct KvTier {
    sizes: TierSizes,
    block_tokens: u32,
    window: Option<u32>,
    /// Windows of the caches, in their order.
    windows: Vec<Option<u32>>,
    frames: Frames,
    blocks: Vec<Block>,
    disk: DiskBlocks,
    carry: Memory,
    /// Copies of snapshots, where the model has recurrent layers.
    snapshots: Option<SnapshotFile>,
    step: u64,
    /// Blocks that may leave memory, the next one last; `None` before they are looked for.
    candidates: Option<Vec<(Rank, u32)>>,
    looks: u64,
    lost: Vec<u32>,
    /// By slot: the sequence in it.
    sequences: Vec<Option<Known>>,
    /// Complete blocks that are not on the disk, and were asked for no frame.
    unsaved: VecDeque<u32>,
    /// Blocks that earlier processes have left, until they are taken.
    found: Vec<FoundBlock>,
    /// Writes of content whose block was given out anew since.
    stale: u32,
    /// Blocks that the step at work has begun to write.
    taken: u32,
    ahead: Ahead,
    /// Parts of blocks that are read for the next step already: number of the block's write, cache
    /// and read.
    early: VecDeque<(u64, usize, Tag)>,
    /// Whether the last step brought blocks to its layers.
    brings: bool,
    stored: u32,
    read_blocks: u64,
    brought_blocks: u64,
}

impl KvTier {
    /// Opens the file for caches of `specs`, whose memory has `config.frames` blocks.
    ///
    /// # Errors
    /// A model whose caches are not read in parts, too few frames, the file, no memory.
    pub fn new(
        config: &TierConfig,
        sizes: TierSizes,
        (specs, limits): (&[StateSpec], &Limits),
        identity: &atlas_disk::Identity,
        dev: &Device,
    ) -> Result<Self, TierError> {
        let (frames, staging) = (config.frames, sizes.staging);
        if sizes.parts.is_empty() {
            return Err(TierError::Unserved("the model has no KV cache"));
        }
        sizes.check(frames)?;
        let (blocks, places) = (limits.kv_block_count, blocks_within(config.bytes, &sizes.parts));
        if blocks > places {
            return Err(TierError::Small { blocks, places });
        }
        let bytes = sizes.carry_bytes;
        let carry = dev.allocate(bytes as usize).map_err(|source| TierError::Memory {
            name: "what attention keeps between parts",
            bytes,
            source,
        })?;
        let (parts, faults) = (&sizes.parts, &config.faults);
        let on_their_way = sizes.on_their_way;
        let (disk, found) =
            DiskBlocks::open(&config.file(), config.bytes, parts, identity, faults, on_their_way)?;
        let layout = StateLayout::new(specs, limits);
        let kept = layout.slot_bytes > 0 && config.snapshots > 0 && limits.snapshot_count > 0;
        let snapshots = match kept {
            false => None,
            true => Some(SnapshotFile::open(
                &config.snapshot_file(),
                (config.snapshots, limits.snapshot_count),
                layout.slot_bytes as usize,
                (identity, limits.kv_block_tokens),
                faults,
            )?),
        };
        let tokens = limits.kv_block_tokens;
        let read = |found: Found| FoundBlock::read(found.key, found.stored, tokens);
        let found: Vec<FoundBlock> = found.into_iter().filter_map(read).collect();
        tracing::info!(ways = disk.ways(), found = found.len(), "KV blocks go to the disk");
        let windows = specs.iter().filter_map(|spec| match *spec {
            StateSpec::Paged { window, .. } => Some(window),
            StateSpec::Latent { .. } => Some(None),
            StateSpec::Recurrent { .. } | StateSpec::Stateless => None,
        });
        let blocks = (0..limits.kv_block_count).map(|_| Block::default()).collect();
        Ok(Self {
            block_tokens: limits.kv_block_tokens,
            window: layout.window(),
            windows: windows.collect(),
            frames: Frames::new(limits.kv_block_count, frames - staging),
            blocks,
            disk,
            carry,
            snapshots,
            sizes,
            step: 0,
            candidates: None,
            looks: 0,
            lost: Vec::new(),
            sequences: (0..limits.slot_count).map(|_| None).collect(),
            unsaved: VecDeque::new(),
            found,
            stale: 0,
            taken: 0,
            ahead: Ahead::new(dev)?,
            early: VecDeque::new(),
            brings: false,
            stored: 0,
            read_blocks: 0,
            brought_blocks: 0,
        })
    }

    /// Whether the last step brought blocks to its layers: launching the next one takes as long as
    /// bringing its own.
    pub fn brings(&self) -> bool {
        self.brings
    }

    pub fn counts(&self) -> KvTierCounts {
        let disk = &self.disk.counts;
        let snapshots = self.snapshots.as_ref().map_or([0; 2], SnapshotFile::bytes);
        KvTierCounts {
            resident_blocks: self.frames.count() - self.frames.free(),
            resident_blocks_max: self.frames.count(),
            stored_blocks: self.stored,
            read_bytes: disk.read_bytes + snapshots[0],
            written_bytes: disk.written_bytes + snapshots[1],
            failed_jobs: disk.failed,
            read_wait_seconds: disk.read_wait.as_secs_f64(),
            write_wait_seconds: disk.write_wait.as_secs_f64(),
            used_blocks: self.read_blocks,
            brought_blocks: self.brought_blocks,
            queue_depth: self.disk.deepest() as u32,
        }
    }

    /// Books what a plan's drops leave: called before its operations are applied.
    pub fn before_ops(&mut self, plan: &StepPlan, slots: &SlotTable, layers: &[LayerState]) {
        self.end_ahead();
        self.step += 1;
        self.taken = 0;
        self.candidates = None;
        self.disk.begin_step();
        self.take_written();
        for op in &plan.ops {
            let StateOp::Drop(drop) = op else { continue };
            let paged = layers.iter().find(|layer| layer.blocks().is_some());
            let consumed = paged.map_or(0, |layer| layer.consumed(drop.slot.index()));
            let table = slots.pool_blocks(drop.slot);
            self.complete(drop.slot, slots, consumed / self.block_tokens);
            self.sequences[drop.slot.index()] = None;
            for &block in table.iter().filter(|&&block| block != NO_BLOCK) {
                self.blocks[block as usize].used = self.step;
            }
        }
    }

    /// Gives a block that is about to be written from its start a frame.
    ///
    /// # Errors
    /// No block may leave memory.
    pub fn renew(
        &mut self,
        block: u32,
        slots: &SlotTable,
        layers: &[LayerState],
    ) -> Result<u32, TierError> {
        self.taken += 1;
        if matches!(self.blocks[block as usize].kept, Kept::Writing(_)) {
            self.stale += 1;
            while self.stale > STALE_MAX {
                self.disk.wait_any();
                self.take_written();
            }
        }
        let of = &mut self.blocks[block as usize];
        if matches!(of.kept, Kept::On(_)) {
            self.stored -= 1;
        }
        let &mut Block { used, live, unsaved, .. } = of;
        *of = Block { pinned: self.step, used, live, unsaved, ..Block::default() };
        self.frame(block, slots, layers)
    }

    /// Frames of a block that is copied within memory and of the one that it is copied to.
    ///
    /// # Errors
    /// The first is not in memory, or no block may leave memory.
    pub fn fork(
        &mut self,
        [from, to]: [u32; 2],
        slots: &SlotTable,
        layers: &[LayerState],
    ) -> Result<[u32; 2], TierError> {
        let there = self.frames.of(from).ok_or(TierError::Absent(from))?;
        self.blocks[from as usize].pinned = self.step;
        Ok([there, self.renew(to, slots, layers)?])
    }

    /// The frame of a block that is in memory or about to be written.
    fn frame(
        &mut self,
        block: u32,
        slots: &SlotTable,
        layers: &[LayerState],
    ) -> Result<u32, TierError> {
        loop {
            if let Some(frame) = self.frames.of(block).or_else(|| self.frames.take(block)) {
                return Ok(frame);
            }
            if !self.evict_one(Rank::Live(u32::MAX), slots, layers) {
                return Err(TierError::NoFrame(block));
            }
        }
    }

    /// Frames for what the spans of a step write and for as much of what they read as there is room
    /// for; then the tables of its slots name frames, and [`NO_BLOCK`] up to the last place whose
    /// block is absent.
    ///
    /// # Errors
    /// Too few frames, which the start rules out.
    pub fn prepare(
        &mut self,
        plan: &StepPlan,
        requests: &LiveRequests,
        slots: &mut SlotTable,
        layers: &mut [LayerState],
    ) -> Result<(), TierError> {
        self.candidates = None;
        self.give_frames(plan, requests, slots, layers)?;
        self.plan_ahead(slots, layers);
        Ok(())
    }

    fn give_frames(
        &mut self,
        plan: &StepPlan,
        requests: &LiveRequests,
        slots: &mut SlotTable,
        layers: &mut [LayerState],
    ) -> Result<(), TierError> {
        let tokens = self.block_tokens;
        // Spans of requests that have ended are not computed.
        let is_live = |span: &&Span| {
            let holder = slots.holder(span.slot, span.epoch);
            holder.is_some_and(|id| requests.contains_key(&id))
        };
        let live: Vec<_> = plan.spans.iter().filter(is_live).collect();
        for span in &live {
            let (start, end) = (span.start, span.known_end() + span.drafts);
            let first = start / tokens;
            self.complete(span.slot, slots, first);
            let table = slots.pool_blocks(span.slot);
            let last = (end.div_ceil(tokens) as usize).min(table.len());
            let written = table.get(first as usize..last).unwrap_or_default().to_vec();
            for (place, block) in (first..).zip(written) {
                // A block that is written from within was written before, and is in memory.
                if place * tokens >= start {
                    self.renew(block, slots, layers)?;
                } else if self.frames.of(block).is_some() {
                    self.blocks[block as usize].pinned = self.step;
                } else {
                    return Err(TierError::Absent(block));
                }
            }
        }
        if !self.frames.have_moved() {
            // All blocks that were ever given out are in memory, by their own numbers.
            for span in &live {
                let len = slots.pool_blocks(span.slot).len();
                self.read_blocks += self.seen(span.start, span.known_end(), len).len() as u64;
            }
            return Ok(());
        }
        slots.use_frames();
        let mut absent = Vec::new();
        for span in &live {
            let table = slots.pool_blocks(span.slot);
            let seen = self.seen(span.start, span.known_end(), table.len());
            self.read_blocks += seen.len() as u64;
            let missing = table[seen].iter().copied().filter(|&b| self.frames.of(b).is_none());
            absent.extend(missing.collect::<Vec<_>>().into_iter().rev());
        }
        if !absent.is_empty() {
            let mut once = rustc_hash::FxHashSet::default();
            absent.retain(|block| once.insert(*block));
            self.bring(absent, slots, layers);
        }
        for span in &live {
            let table: Vec<u32> = slots.pool_blocks(span.slot).to_vec();
            let frame = |&block: &u32| self.frames.of(block).unwrap_or(NONE);
            let mut frames: Vec<u32> = table.iter().map(frame).collect();
            let absent = frames.iter().rposition(|&frame| frame == NONE);
            frames[..absent.map_or(0, |last| last + 1)].fill(NO_BLOCK);
            slots.set_frames(span.slot, &frames);
        }
        Ok(())
    }

    /// Places of a table that rows of positions `start..end` see in some layer.
    fn seen(&self, start: u32, end: u32, len: usize) -> std::ops::Range<usize> {
        let first = first_block_seen(self.window, start, self.block_tokens) as usize;
        let end = (end.div_ceil(self.block_tokens) as usize).min(len);
        first.min(end)..end
    }

    /// Books the writes that have ended.
    fn take_written(&mut self) {
        for written in self.disk.take_written() {
            let of = &mut self.blocks[written.id.0 as usize];
            if !matches!(of.kept, Kept::Writing(id) if id == written.id) {
                // It was given out anew meanwhile.
                self.stale = self.stale.saturating_sub(1);
                continue;
            }
            of.kept = match written.result {
                Ok(stored) => {
                    self.stored += 1;
                    Kept::On(stored)
                }
                // It may be in memory again.
                Err(_) if self.frames.of(written.id.0).is_some() => Kept::Nowhere,
                Err(error) => {
                    self.lost.push(written.id.0);
                    Kept::Lost(Box::new(error))
                }
            };
        }
    }
}
