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

pub(crate) mod disk;
mod feed;
mod frames;
mod keys;
mod parts;

use std::path::PathBuf;

use atlas_cache::{Namespace, StateLayout};
use atlas_core::{KvTierCounts, Limits, SlotId, StateOp, StateSpec, StepPlan, first_block_seen};
use atlas_disk::{DiskError, Faults, Stored};
use atlas_tensor::{Device, LayerState, Memory, NO_BLOCK, ops::KvPart};
use std::collections::VecDeque;
use std::sync::Arc;

use crate::state::slots::SlotTable;
pub use disk::blocks_within;
use disk::{DiskBlocks, WriteId, buffer_bytes};
pub(crate) use feed::Feed;
use frames::{Frames, NONE};
pub(crate) use keys::{FoundBlock, FoundPath};
use parts::{Part, Reader};

/// Blocks that are written at once while nothing runs.
const SAVED_AT_ONCE: usize = 16;

/// Settings of the tier.
#[derive(Clone, Debug)]
pub struct TierConfig {
    /// Folder of the file.
    pub folder: PathBuf,
    /// Bytes of the file.
    pub bytes: u64,
    /// KV blocks in memory at a time; `Limits::kv_block_count` counts those of the whole pool.
    pub frames: u32,
    /// Planted faults of the disk; none outside of tests.
    pub faults: Faults,
}

impl TierConfig {
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
    #[error("--kv-tier: {0}")]
    Unserved(&'static str),
    #[error("--kv-tier: {bytes} bytes for {name} could not be allocated: {source}")]
    Memory { name: &'static str, bytes: u64, source: std::io::Error },
    #[error("no KV block can leave memory for block {0}")]
    NoFrame(u32),
    #[error("block {0}, which is being written, is not in memory")]
    Absent(u32),
}

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
    /// Bytes of memory for reads and writes.
    pub buffer_bytes: u64,
    /// Bytes of what attention keeps between parts, in the device's memory.
    pub carry_bytes: u64,
    /// Bytes of the books: of each block of the pool.
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
        let each = size_of::<Block>() + parts.len() * size_of::<u64>() + 3 * size_of::<u64>();
        Self {
            staging,
            unit,
            written: written.saturating_mul(depth),
            buffer_bytes: if parts.is_empty() { 0 } else { buffer_bytes(&parts) },
            carry_bytes: Self::carry_bytes(limits, carry_len),
            book_bytes: u64::from(limits.kv_block_count) * each as u64,
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

/// Where a block's content is, beside a frame.
#[derive(Debug, Default)]
enum Kept {
    #[default]
    Nowhere,
    Writing(WriteId),
    On(Stored),
    /// It could not be written or read.
    Lost(DiskError),
}

/// A block of the pool.
#[derive(Debug, Default)]
struct Block {
    /// Whether all its positions are written, and none will be again before it is given out anew.
    complete: bool,
    kept: Kept,
    /// What it is, for a reader after a restart.
    key: Option<Arc<[u8]>>,
    /// Number of the step in which its sequence was dropped last.
    used: u64,
    /// Number of the step that needs its frame.
    pinned: u64,
    /// Number of the look at all tables that found it in one, and its place there.
    live: (u64, u32),
}

/// A sequence in a slot, as far as its blocks have keys.
#[derive(Debug)]
struct Known {
    namespace: Arc<Namespace>,
    /// Places whose chain this is.
    places: u32,
    chain: u128,
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
    step: u64,
    /// Blocks that may leave memory, the next one last; `None` before they are looked for.
    candidates: Option<Vec<(Rank, u32)>>,
    looks: u64,
    lost: Vec<u32>,
    /// By slot: the sequence in it.
    sequences: Vec<Option<Known>>,
    /// Complete blocks that are not on the disk, and were asked for no frame.
    unsaved: VecDeque<u32>,
    /// What earlier processes have left, until it is taken.
    found: Vec<FoundBlock>,
    stored: u32,
    read_blocks: u64,
    brought_blocks: u64,
}

/// Order in which blocks leave memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Never completed, and in no table.
    Garbage,
    /// In no table, by last use.
    Idle(u64),
    /// In a table, by place.
    Live(u32),
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
        let bytes = sizes.carry_bytes;
        let carry = dev.allocate(bytes as usize).map_err(|source| TierError::Memory {
            name: "what attention keeps between parts",
            bytes,
            source,
        })?;
        let (disk, found) = DiskBlocks::open(config, &sizes.parts, identity)?;
        let tokens = limits.kv_block_tokens;
        let read = |(key, stored)| FoundBlock::read(key, stored, tokens);
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
            window: StateLayout::new(specs, limits).window(),
            windows: windows.collect(),
            frames: Frames::new(limits.kv_block_count, frames - staging),
            blocks,
            disk,
            carry,
            sizes,
            step: 0,
            candidates: None,
            looks: 0,
            lost: Vec::new(),
            sequences: (0..limits.slot_count).map(|_| None).collect(),
            unsaved: VecDeque::new(),
            found,
            stored: 0,
            read_blocks: 0,
            brought_blocks: 0,
        })
    }

    pub fn counts(&self) -> KvTierCounts {
        let disk = &self.disk.counts;
        KvTierCounts {
            resident_blocks: self.frames.count() - self.frames.free(),
            resident_blocks_max: self.frames.count(),
            stored_blocks: self.stored,
            read_bytes: disk.read_bytes,
            written_bytes: disk.written_bytes,
            failed_jobs: disk.failed,
            read_wait_seconds: disk.read_wait.as_secs_f64(),
            write_wait_seconds: disk.write_wait.as_secs_f64(),
            used_blocks: self.read_blocks,
            brought_blocks: self.brought_blocks,
            queue_depth: self.disk.depth() as u32,
        }
    }

    /// Books what a plan's drops leave: called before its operations are applied.
    pub fn before_ops(&mut self, plan: &StepPlan, slots: &SlotTable, layers: &[LayerState]) {
        self.step += 1;
        self.candidates = None;
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
        let of = &mut self.blocks[block as usize];
        if matches!(of.kept, Kept::On(_)) {
            self.stored -= 1;
        }
        *of = Block { pinned: self.step, used: of.used, live: of.live, ..Block::default() };
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
        slots: &mut SlotTable,
        layers: &mut [LayerState],
    ) -> Result<(), TierError> {
        self.candidates = None;
        let tokens = self.block_tokens;
        let live: Vec<_> = (plan.spans.iter())
            .filter(|span| slots.holder(span.slot, span.epoch).is_some())
            .collect();
        for span in &live {
            let (start, end) = (span.start, span.known_end() + span.drafts);
            let first = start / tokens;
            self.complete(span.slot, slots, first);
            let table = slots.pool_blocks(span.slot);
            let last = (end.div_ceil(tokens) as usize).min(table.len());
            let written = table.get(first as usize..last).unwrap_or_default().to_vec();
            for (place, block) in (first..).zip(written) {
                // What is written from within was written before, and is in memory.
                if place * tokens >= start {
                    self.renew(block, slots, layers)?;
                } else if self.frames.of(block).is_some() {
                    self.blocks[block as usize].pinned = self.step;
                } else {
                    return Err(TierError::Absent(block));
                }
            }
        }
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

    /// Notes whose blocks a newly assigned slot gets; `None` if they are not to be found again.
    pub fn assign(&mut self, slot: SlotId, namespace: Option<&Arc<Namespace>>) {
        let known =
            namespace.map(|of| Known { namespace: of.clone(), places: 0, chain: keys::START });
        self.sequences[slot.index()] = known;
    }

    /// Marks the blocks of the first `places` places of a slot as complete, and gives them keys.
    fn complete(&mut self, slot: SlotId, slots: &SlotTable, places: u32) {
        let table = slots.pool_blocks(slot);
        let places = (places as usize).min(table.len());
        let is_new = |block: &&u32| **block != NO_BLOCK && !self.blocks[**block as usize].complete;
        let first = places - table[..places].iter().rev().take_while(is_new).count();
        for place in first..places {
            let key = self.key(slot, slots, place as u32);
            let block = table[place];
            let of = &mut self.blocks[block as usize];
            (of.complete, of.key) = (true, key);
            if of.key.is_some() {
                self.unsaved.push_back(block);
            }
        }
    }

    /// The key of the block at a place, whose tokens are known.
    fn key(&mut self, slot: SlotId, slots: &SlotTable, place: u32) -> Option<Arc<[u8]>> {
        let size = self.block_tokens;
        let tokens = |place: u32| slots.tokens(slot, place * size, (place + 1) * size).ok();
        let known = self.sequences[slot.index()].as_mut()?;
        if known.places > place {
            (known.places, known.chain) = (0, keys::START);
        }
        while known.places < place {
            known.chain = keys::chain(known.chain, tokens(known.places)?);
            known.places += 1;
        }
        let own = tokens(place)?;
        let key = keys::key(&known.namespace, place * size, known.chain, own);
        (known.places, known.chain) = (place + 1, keys::chain(known.chain, own));
        key
    }

    /// Cached paths that earlier processes have left, oldest first.
    pub fn take_paths(&mut self) -> Vec<FoundPath> {
        keys::paths(std::mem::take(&mut self.found))
    }

    /// Takes a block that was found as the content of a block of the pool.
    pub fn adopt(&mut self, block: u32, found: FoundBlock) {
        let FoundBlock { key, stored, .. } = found;
        self.stored += 1;
        self.blocks[block as usize] =
            Block { complete: true, kept: Kept::On(stored), key: Some(key), ..Block::default() };
    }

    /// Writes some complete blocks that have not been written; false if there is none.
    pub fn save_some(&mut self, layers: &[LayerState]) -> bool {
        let mut saved = false;
        for _ in 0..SAVED_AT_ONCE {
            let Some(block) = self.unsaved.pop_front() else { break };
            let of = &self.blocks[block as usize];
            if of.complete && of.key.is_some() && matches!(of.kept, Kept::Nowhere) {
                self.write(block, layers);
            }
            saved = true;
        }
        self.take_written();
        saved
    }

    /// Writes all complete blocks that have not been written, and waits until the disk has them.
    pub fn save_all(&mut self, layers: &[LayerState]) {
        while self.save_some(layers) {}
        self.disk.finish();
        self.take_written();
    }

    /// Books the writes that have ended.
    fn take_written(&mut self) {
        for written in self.disk.take_written() {
            let of = &mut self.blocks[written.id.0 as usize];
            if !matches!(of.kept, Kept::Writing(id) if id == written.id) {
                // It was given out anew meanwhile.
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
                    Kept::Lost(error)
                }
            };
        }
    }

    /// Takes the frame of the block that is needed least, of those up to `most`; false if there is
    /// none.
    fn evict_one(&mut self, most: Rank, slots: &SlotTable, layers: &[LayerState]) -> bool {
        if self.candidates.is_none() {
            self.look(slots);
        }
        while let Some((rank, block)) = self.candidates.as_mut().and_then(Vec::pop) {
            if self.frames.of(block).is_none() || self.blocks[block as usize].pinned == self.step {
                continue;
            }
            if rank > most {
                if let Some(candidates) = &mut self.candidates {
                    candidates.push((rank, block));
                }
                return false;
            }
            self.evict(block, layers);
            return true;
        }
        false
    }

    /// Looks through all tables for what may leave memory.
    fn look(&mut self, slots: &SlotTable) {
        self.looks += 1;
        for slot in slots.held() {
            for (place, &block) in (0..).zip(slots.pool_blocks(slot)) {
                if block != NO_BLOCK {
                    self.blocks[block as usize].live = (self.looks, place);
                }
            }
        }
        let mut found: Vec<(Rank, u32)> = Vec::new();
        for block in self.frames.blocks() {
            let of = &self.blocks[block as usize];
            let rank = match (of.complete, of.live.0 == self.looks) {
                (false, true) => continue,
                (false, false) => Rank::Garbage,
                (true, false) => Rank::Idle(of.used),
                (true, true) => Rank::Live(of.live.1),
            };
            found.push((rank, block));
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        self.candidates = Some(found);
    }

    /// Writes a block to the disk, unless it is there, and takes its frame.
    fn evict(&mut self, block: u32, layers: &[LayerState]) {
        let of = &self.blocks[block as usize];
        if of.complete && matches!(of.kept, Kept::Nowhere) {
            self.write(block, layers);
        }
        self.frames.release(block);
    }

    /// Gives a block in memory to the disk.
    fn write(&mut self, block: u32, layers: &[LayerState]) {
        let Some(frame) = self.frames.of(block) else { return };
        let mut caches = layers.iter().filter_map(|layer| match layer {
            LayerState::Paged(cache) => Some(cache),
            LayerState::Recurrent(_) | LayerState::Stateless => None,
        });
        let key = self.blocks[block as usize].key.clone().unwrap_or_default();
        let id = self.disk.write(block, key, |_, bytes| {
            if let Some(cache) = caches.next() {
                cache.read_block(frame, bytes);
            }
        });
        self.blocks[block as usize].kept = Kept::Writing(id);
    }

    /// Notes that a block cannot be read.
    fn lose(&mut self, block: u32, error: &DiskError) {
        let of = &mut self.blocks[block as usize];
        if matches!(of.kept, Kept::On(_)) {
            self.stored -= 1;
        }
        of.kept = Kept::Lost(error.clone());
        self.lost.push(block);
    }

    /// Blocks that were found to be lost since the last call.
    pub fn take_lost(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.lost)
    }

    /// Where a block is on the disk; waits for the end of its write.
    fn stored(&mut self, block: u32) -> Result<Stored, DiskError> {
        loop {
            match &self.blocks[block as usize].kept {
                Kept::On(stored) => return Ok(stored.clone()),
                Kept::Lost(error) => return Err(error.clone()),
                Kept::Nowhere => {
                    let what = format!("block {block} was never written");
                    return Err(DiskError::Stopped(what));
                }
                Kept::Writing(_) => {
                    self.disk.wait_any();
                    self.take_written();
                }
            }
        }
    }

    /// Brings as many of `absent` to memory, in this order, as there are frames that no running
    /// sequence needs.
    fn bring(&mut self, absent: Vec<u32>, slots: &SlotTable, layers: &mut [LayerState]) {
        let mut pending: VecDeque<(u32, u64)> = VecDeque::new();
        for block in absent {
            while self.frames.free() == 0 {
                if !self.evict_one(Rank::Idle(u64::MAX), slots, layers) {
                    return self.arrive_all(&mut pending, layers);
                }
            }
            let Ok(stored) = self.stored(block) else { continue };
            let key = self.blocks[block as usize].key.clone().unwrap_or_default();
            let tag = loop {
                match self.disk.read_whole(&stored, &key) {
                    Some(tag) => break tag,
                    None if pending.is_empty() => self.disk.wait_any(),
                    None => self.arrive(&mut pending, layers),
                }
            };
            self.frames.take(block);
            self.blocks[block as usize].pinned = self.step;
            pending.push_back((block, tag));
        }
        self.arrive_all(&mut pending, layers);
    }

    fn arrive_all(&mut self, pending: &mut VecDeque<(u32, u64)>, layers: &mut [LayerState]) {
        while !pending.is_empty() {
            self.arrive(pending, layers);
        }
    }

    /// Waits for the first of `pending` and puts it into the caches.
    fn arrive(&mut self, pending: &mut VecDeque<(u32, u64)>, layers: &mut [LayerState]) {
        let Some((block, tag)) = pending.pop_front() else { return };
        match (self.disk.wait(tag), self.frames.of(block)) {
            (Ok(piece), Some(frame)) => {
                self.brought_blocks += 1;
                let caches = layers.iter_mut().filter_map(|layer| match layer {
                    LayerState::Paged(cache) => Some(cache),
                    LayerState::Recurrent(_) | LayerState::Stateless => None,
                });
                for (part, cache) in caches.enumerate() {
                    cache.write_block(frame, &piece.bytes()[self.disk.part(part)]);
                }
            }
            // Those who read it part by part are told what is wrong with it.
            (Ok(_) | Err(_), _) => self.frames.release(block),
        }
    }
}
