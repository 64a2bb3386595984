//! The prefix cache as the scheduler uses it: what a new sequence resumes after, what a commit
//! publishes, and where snapshots are taken.

use crate::cache::audit::Audits;
use crate::cache::blocks::KvBlocks;
use crate::cache::explain::explain;
use crate::cache::policy::Policy;
use crate::faults::Faults;
use crate::plan_builder::PlanBuilder;
use crate::request::{PrefixKey, Request};
use crate::sequence::Sequence;
use crate::types::{CopyCost, PrefixOptions};
use atlas_cache::{
    Block, BlockPool, Match, Mutable, PrefixIndex, Promotion, Shared, Snapshot, SnapshotPool,
    Spill, cost,
};
use atlas_core::{CacheExplanation, Limits, PrefixCounts, SnapshotId, Span, TierCopy, TierCounts};
use std::collections::VecDeque;

/// Parts of the places for snapshots and of the blocks that are kept free for the next requests by
/// moving what is cached to the host, and most places and blocks.
const FREE_PLACES: (u32, u32) = (2, 16);
const FREE_BLOCKS: (u32, u32) = (8, 512);
/// Most blocks that move to the host at a time.
const SPILL_BLOCKS: usize = 64;

/// A part of `count`, with a bound.
fn part_of((part, most): (u32, u32), count: u32) -> u32 {
    count.div_ceil(part).min(most)
}

/// The index and the places for snapshots.
#[derive(Debug)]
pub(crate) struct Prefix {
    pub index: PrefixIndex,
    pub snapshots: SnapshotPool,
    options: PrefixOptions,
    /// Decides which state is worth saving and keeping.
    pub policy: Policy,
    has_host: bool,
    pub counts: PrefixCounts,
    pub audits: Audits,
    /// Snapshots that the plan being made restores. No copy of the same plan may write their
    /// places.
    restoring: Vec<Shared<SnapshotId>>,
    pub faults: Faults,
}

impl Prefix {
    pub fn new(
        options: PrefixOptions,
        copy_cost: CopyCost,
        blocks: &KvBlocks,
        limits: &Limits,
        faults: Faults,
    ) -> Self {
        let needs_snapshots = options.needs_snapshots;
        let count = if needs_snapshots { limits.snapshot_count } else { 0 };
        let snapshots = SnapshotPool::new(count);
        let mut index =
            PrefixIndex::new(&blocks.pool, &snapshots, limits.kv_block_tokens, needs_snapshots)
                .with_host(limits.host)
                .with_window(blocks.window);
        faults.plant_in_index(&mut index);
        Self {
            index,
            snapshots,
            options,
            policy: Policy::new(copy_cost),
            has_host: limits.host.blocks > 0,
            counts: PrefixCounts::default(),
            audits: Audits::default(),
            restoring: Vec::new(),
            faults,
        }
    }

    pub fn counts(&self) -> PrefixCounts {
        let held = self.index.stats();
        PrefixCounts {
            device: TierCounts {
                evicted_blocks: held.evicted_blocks,
                evicted_snapshots: held.evicted_snapshots,
                blocks: held.blocks,
                snapshots: held.snapshots,
            },
            host: TierCounts {
                evicted_blocks: held.host_evicted_blocks,
                evicted_snapshots: held.host_evicted_snapshots,
                blocks: held.host_blocks,
                snapshots: held.host_snapshots,
            },
            demoted_blocks: held.demoted_blocks,
            demoted_snapshots: held.demoted_snapshots,
            promoted_blocks: held.promoted_blocks,
            promoted_snapshots: held.promoted_snapshots,
            quarantined: held.quarantined,
            evicted_entries: held.evicted_entries,
            ..self.counts
        }
    }

    /// Whether the model has state that can be resumed only from snapshots.
    pub fn needs_snapshots(&self) -> bool {
        self.options.needs_snapshots
    }

    /// The longest cached prefix that `request` can resume after, held until it is dropped.
    pub fn find(&mut self, request: &Request) -> Option<Match> {
        let (key, tokens) = request.lookup()?;
        Some(self.index.match_longest(&key.namespace, tokens))
    }

    /// A block of `pool`; if none is free the index evicts one.
    pub fn take_block(&mut self, pool: &BlockPool) -> Option<Block<Mutable>> {
        pool.take().or_else(|| if self.index.evict_blocks(1) > 0 { pool.take() } else { None })
    }

    /// A place for a snapshot; if none is free the least valuable unused snapshot makes room.
    pub fn take_place(&mut self) -> Option<Snapshot<Mutable>> {
        let free = self.snapshots.take();
        free.or_else(|| if self.index.evict_snapshot() { self.snapshots.take() } else { None })
    }

    /// Whether one of `count` places for snapshots can be had only for one that is worth a copy to
    /// the host.
    fn lacks_places(&mut self, count: u32) -> bool {
        let Self { index, policy, snapshots, .. } = self;
        let worth = |ns: &_, again| policy.spills_snapshot(ns, again);
        snapshots.free() < count && index.keeps_snapshots(worth)
    }

    /// Whether one of `count` blocks can be had only for one that is worth a copy to the host. More
    /// than are kept free are not waited for.
    pub fn lacks_blocks(&mut self, count: u32, pool: &BlockPool) -> bool {
        let Self { index, policy, .. } = self;
        pool.free() < count.min(part_of(FREE_BLOCKS, pool.count()))
            && index.keeps_blocks(|ns, again| policy.spills_block(ns, again))
    }

    /// Whether a request waits until there are blocks for its first `rows`, and places for the
    /// snapshots within its prompt: they are as worth a copy to the host as what has them.
    pub fn awaits_room(
        &mut self,
        request: &Request,
        found: &Match,
        rows: u32,
        blocks: &KvBlocks,
    ) -> bool {
        let Some(key) = &request.key else { return false };
        let again = cost(found.usable_tokens, request.known);
        if !self.has_host || !self.policy.spills_snapshot(&key.namespace, again) {
            return false;
        }
        let wanted = self.snapshot_positions(key, found, blocks).len() as u32;
        self.lacks_places(wanted.min(part_of(FREE_PLACES, self.snapshots.count())))
            || self.lacks_blocks(blocks.count_for(rows), &blocks.pool)
    }

    /// Gives a promotion the blocks and the place that it lacks.
    pub fn fill(&mut self, mut promotion: Promotion, pool: &BlockPool) -> Option<Promotion> {
        while promotion.lacks_blocks() > 0 {
            promotion.give_block(self.take_block(pool)?);
        }
        if promotion.lacks_place() {
            let place = if self.lacks_places(1) { None } else { self.take_place() };
            promotion.give_place(place?);
        }
        Some(promotion)
    }

    /// A snapshot or some blocks that would be evicted next, on their way to the host: nothing if
    /// enough are free in `pool` and among the places, or if they are not worth it.
    pub fn spills(&mut self, pool: &BlockPool) -> Vec<Spill> {
        let Self { index, policy, snapshots, .. } = self;
        if !self.has_host {
            return Vec::new();
        }
        if snapshots.free() < part_of(FREE_PLACES, snapshots.count()) {
            let worth = |ns: &_, again| policy.spills_snapshot(ns, again);
            if let Some(spill) = index.spill_snapshot(worth) {
                return vec![spill];
            }
        }
        let wanted = part_of(FREE_BLOCKS, pool.count());
        while pool.free() < wanted && index.evict_useless_block() {}
        let lacks = wanted.saturating_sub(pool.free()) as usize;
        let worth = |ns: &_, again| policy.spills_block(ns, again);
        let spills = std::iter::repeat_with(|| index.spill_block(worth)).map_while(|spill| spill);
        spills.take(lacks.min(SPILL_BLOCKS)).collect()
    }

    /// Keeps a snapshot that the plan being made restores until the plan is finished.
    pub fn hold_restored(&mut self, snapshot: Option<Shared<SnapshotId>>) {
        self.restoring.extend(snapshot);
    }

    /// The copies of the plan that is finished now.
    pub fn finish_plan(&mut self) -> Vec<TierCopy> {
        self.restoring.clear();
        self.index.take_copies()
    }

    /// Positions behind `usable` at which a sequence that resumes there takes snapshots: before the
    /// last token, at the hints, at growing distances from the end, and where the cached path
    /// branches.
    pub fn snapshot_positions(
        &self,
        key: &PrefixKey,
        found: &Match,
        blocks: &KvBlocks,
    ) -> VecDeque<u32> {
        if !self.options.needs_snapshots {
            return VecDeque::new();
        }
        let block_tokens = blocks.block_tokens;
        let usable = found.usable_tokens;
        let tile = self.options.tile_tokens.max(1);
        // A prompt within its first tile is worth the end of a block.
        let tiled =
            |position: u32| if position < tile { position } else { position - position % tile };
        let down = |position: u32| blocks.round_down(tiled(position));
        let end = down((key.tokens.len() as u32).saturating_sub(1));
        let stride = down(self.options.stride_tokens).max(block_tokens);
        if self.options.only_stride {
            let strides = (1..).map_while(|n: u32| n.checked_mul(stride));
            let ahead = strides.skip_while(|&at| at <= usable);
            return ahead.take_while(|&at| at < end).collect();
        }
        // Most branches are near the end.
        let doubled = std::iter::successors(Some(stride), |n| n.checked_mul(2));
        let strides = doubled.map_while(|n| end.checked_sub(n)).map(down);
        let hints = key.resume_hints.iter().map(|&hint| down(hint));
        let branch = found.branch().map(down);
        let mut positions: Vec<u32> = strides.chain(hints).chain(branch).chain([end]).collect();
        positions.retain(|&at| at > usable && at <= end);
        positions.sort_unstable();
        let mut last = usable;
        positions.retain(|&at| {
            // One that is a block behind another saves less than it costs.
            let far = at - last > block_tokens || last == 0;
            let likely = at == end || Some(at) == branch;
            let kept = far && (likely || self.policy.saves_in_prompt(&key.namespace, last, at));
            last = if kept { at } else { last };
            kept
        });
        positions.into()
    }

    /// Sets a new sequence to the end of the cached prefix that was found for it. Returns an
    /// explanation of the hit or miss.
    pub fn resume(
        &mut self,
        sequence: &mut Sequence,
        found: Match,
        blocks: &KvBlocks,
        plan: &mut PlanBuilder,
    ) -> Option<CacheExplanation> {
        let request = &sequence.request;
        let key = request.key.as_ref()?;
        sequence.snapshots.want(self.snapshot_positions(key, &found, blocks));
        let mut position = resume_position(&found, request.known);
        if request.preemptions == 0 {
            self.policy.note(&key.namespace, found.goes_on);
        }
        self.counts.queries += 1;
        self.counts.query_tokens += u64::from(request.known);
        self.counts.hits += u64::from(position > 0);
        self.counts.hit_tokens += u64::from(position);
        let on_device = request.device_tokens_before_load;
        if request.preemptions == 0 {
            let from_host = position.saturating_sub(on_device.unwrap_or(position));
            self.counts.host_prompt_tokens += u64::from(from_host);
        }
        let explanation =
            explain(&found, &key.tokens, position, on_device, request.owes_prompt_rows());
        if position == 0 {
            return Some(explanation);
        }
        if position == found.usable_tokens
            && let Some(tokens) = key.tokens.get(..position as usize)
        {
            self.audits.note(&key.namespace, tokens, self.options.verify_per_million);
        }
        let late = position + blocks.block_tokens;
        if late < request.known && self.faults.restores_one_block_late() {
            position = late;
        }
        let place = sequence.slot_epoch();
        plan.restore(place, position, found.pin.snapshot_id());
        found.pin.blocks.ids().for_each(|block| plan.append_block(place, block));
        self.hold_restored(found.pin.snapshot);
        sequence.table = blocks.table_after(found.pin.released, found.pin.blocks);
        sequence.resume_at(position);
        Some(explanation)
    }

    /// Plans the snapshots that are wanted inside of the span that was planned last and at its end.
    pub fn plan_saves(
        &mut self,
        sequence: &mut Sequence,
        span: &Span,
        blocks: &KvBlocks,
        plan: &mut PlanBuilder,
    ) {
        if !self.options.needs_snapshots || sequence.request.key.is_none() {
            return;
        }
        let end = sequence.planned;
        let mut wanted = sequence.snapshots.take_wanted(end);
        // Inside an answer no position is worth aiming at; ends of blocks are kept now and then.
        if wanted.is_empty() && span.sample && self.saves_in_answer(sequence, blocks) {
            wanted.push(end);
        }
        for at in wanted {
            let Some(place) = self.take_place() else { return };
            let past = at < end && self.faults.saves_past_position();
            plan.save(sequence.slot_epoch(), if past { end } else { at }, place.id());
            sequence.snapshots.plan(at, place);
        }
    }

    /// Whether a sequence takes a snapshot at the end of the span that was planned last, which ends
    /// in its answer.
    fn saves_in_answer(&self, sequence: &Sequence, blocks: &KvBlocks) -> bool {
        let end = sequence.planned;
        if self.options.only_stride {
            return end.is_multiple_of(self.options.stride_tokens.max(blocks.block_tokens));
        }
        let Some(key) = sequence.request.key.as_ref() else { return false };
        let last = sequence.snapshots.last_position();
        // Each is held until its sequence ends; loads and prompts need places too.
        let has_room = self.snapshots.available() > self.snapshots.count() / 2;
        has_room
            && end.is_multiple_of(blocks.block_tokens)
            && self.policy.saves_in_answer(&key.namespace, last, end)
    }

    /// Publishes the complete blocks and the snapshots of a sequence whose span was committed. If
    /// the index has blocks of the same tokens, they replace those of the sequence.
    pub fn publish(&mut self, sequence: &mut Sequence, plan: &mut PlanBuilder) {
        let place = sequence.slot_epoch();
        let Some(PrefixKey { tokens, namespace, .. }) = sequence.request.key.as_ref() else {
            return;
        };
        if sequence.table.has_unshared() || self.faults.are_of_index() {
            for (at, block) in self.index.publish(namespace, tokens, &mut sequence.table) {
                plan.replace_block(place, at, block);
            }
        }
        while let Some((at, snapshot)) = sequence.snapshots.take_saved(sequence.committed) {
            if at > sequence.request.prompt_len {
                sequence.snapshots.keep_last(at, snapshot);
            } else {
                self.index.attach(namespace, tokens, at, snapshot);
            }
        }
    }

    /// Publishes the last snapshot inside the answer of a sequence that leaves its slot.
    pub fn publish_last_snapshot(&mut self, sequence: &mut Sequence) {
        let Some((at, snapshot)) = sequence.snapshots.take_last() else { return };
        let Some(key) = sequence.request.key.as_ref() else { return };
        self.index.attach(&key.namespace, &key.tokens, at, snapshot);
    }
}

/// Position at which a sequence of `known` tokens resumes. At least one token always runs; a match
/// leaves it out, except under the planted fault that this makes complete.
pub(crate) fn resume_position(found: &Match, known: u32) -> u32 {
    found.usable_tokens.min(known.saturating_sub(1))
}
